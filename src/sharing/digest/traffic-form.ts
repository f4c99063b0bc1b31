/**
 * The rows of streams and requests, and the life of a connection, in a digest: some rows, each with its longest waits, in
 * whole µs; numbers and words that `redact` let through.
 */
import type {
  LifeTotals,
  RequestTotals,
  StreamTotals,
  StreamWait,
  Traffic,
} from '../../engine/reading/contract/traffic';
import type { HttpRow } from '../../engine/sender/http/http-row';
import type { GapWait, StreamAbort, StreamHeld, StreamRow } from '../../engine/sender/streams/stream-row';
import type {
  Connectivity,
  LifePhase,
  LifeStep,
  ParameterRow,
  PathChange,
  TimeSpan,
} from '../../engine/sender/transport/connectivity/connectivity';
import { type Codec, flag, list, nullable, number, oneOf, record, text, whole } from './codec';
import { type HeldRequests, type HeldStreams, MAX_ROWS } from './digest';
import * as words from './words';

/** Waits of a row. */
export const MAX_WAITS = 8;
/** Rows with what held them, and of each the streams that were sent before it. */
export const MAX_HELD = 16;
const MAX_SENT_MEANWHILE = 3;
const MAX_STEPS = 64;
const MAX_PARAMETERS = 64;

const line = text(200);
const big = whole(Number.MAX_SAFE_INTEGER);
const id = big;
/** A number, or NaN for one that is not known, which stands as more than there ever are. */
const counted: Codec<number> = {
  write: (writer, value) => big.write(writer, Number.isNaN(value) ? Number.MAX_SAFE_INTEGER : value),
  read(reader) {
    const value = big.read(reader);
    return value === Number.MAX_SAFE_INTEGER ? Number.NaN : value;
  },
};
/** A time, or NaN for none. */
const micros: Codec<number> = {
  write: (writer, value) => number.write(writer, Math.round(value)),
  read: number.read,
};

const span = record<TimeSpan>({ fromUs: micros, toUs: micros });
const gap = record<GapWait>({
  fromUs: micros,
  toUs: micros,
  bytes: number,
  filledBy: number,
  lostPacket: number,
});

/** The longest ones of a row, in order of time. */
function longest<T extends TimeSpan>(waits: readonly T[]): readonly T[] {
  if (waits.length <= MAX_WAITS) return waits;
  const byLength = [...waits].sort((a, b) => b.toUs - b.fromUs - (a.toUs - a.fromUs));
  return byLength.slice(0, MAX_WAITS).sort((a, b) => a.fromUs - b.fromUs);
}

/** A row with as many waits as a digest holds of it. */
export function boundedWaits<
  T extends { readonly blocked: readonly TimeSpan[]; readonly gaps: readonly GapWait[] },
>(row: T): T {
  return { ...row, blocked: longest(row.blocked), gaps: longest(row.gaps) };
}

function waits<T extends TimeSpan>(of: Codec<T>): Codec<readonly T[]> {
  const { write, read } = list(of, MAX_WAITS);
  return { write: (writer, all) => write(writer, longest(all)), read };
}

const heldForm = record<StreamHeld>({
  parts: list(
    record<StreamHeld['parts'][number]>({ holder: oneOf(words.HOLDERS), us: micros }),
    words.HOLDERS.length,
  ),
  others: list(record<StreamWait>({ id, us: micros }), MAX_SENT_MEANWHILE),
  spans: { write: () => undefined, read: () => [] },
});
/** Before version 11 a digest holds what held the connection, and not each stream and request. */
const heldOf = (version: number): Codec<StreamHeld | null> =>
  version < 11 ? { write: () => undefined, read: () => null } : nullable(heldForm);

/** The slowest rows with what held them and the streams that were sent most meanwhile; of the others, and of the times, nothing. */
export function boundedHeld<T extends { readonly held: StreamHeld | null }>(
  rows: readonly T[],
): readonly T[] {
  const us = ({ held }: T): number => held?.parts.reduce((sum, part) => sum + part.us, 0) ?? 0;
  const slowest = new Set([...rows].sort((a, b) => us(b) - us(a)).slice(0, MAX_HELD));
  return rows.map((row) => {
    const { held } = row;
    const isIn = held !== null && slowest.has(row);
    return {
      ...row,
      held: isIn ? { ...held, others: held.others.slice(0, MAX_SENT_MEANWHILE), spans: [] } : null,
    };
  });
}

const streamFields = {
  id,
  kind: oneOf(words.STREAM_KINDS),
  firstUs: micros,
  lastUs: micros,
  sent: record<StreamRow['sent']>({
    bytes: big,
    ackedBytes: big,
    inFlightBytes: big,
    lostBytes: big,
    discardedBytes: big,
    resentBytes: big,
    endOffset: big,
    packets: big,
  }),
  received: record<StreamRow['received']>({ bytes: big, repeatedBytes: big, endOffset: big, packets: big }),
  finSentUs: micros,
  finReceivedUs: micros,
  aborts: list(
    record<StreamAbort>({
      what: oneOf(words.ABORTS),
      by: oneOf(words.SIDES_OF_CONNECTION),
      timeUs: micros,
      code: number,
    }),
    4,
  ),
  blockedByStreamUs: micros,
  blockedByConnectionUs: micros,
  gapUs: micros,
  blocked: waits(
    record<StreamRow['blocked'][number]>({ fromUs: micros, toUs: micros, by: oneOf(words.BLOCKED_BY) }),
  ),
  gaps: waits(gap),
  beginsMidway: flag,
  end: oneOf(words.STREAM_ENDS),
};

/** How long it waited to be opened is determined by its waits: the first digests of version 6 have no field for it. */
function streamRow(version: number): Codec<StreamRow> {
  const { write, read } = record<Omit<StreamRow, 'openingUs'>>({ ...streamFields, held: heldOf(version) });
  return {
    write,
    read(reader) {
      const row = read(reader);
      const opening = row.blocked.filter(({ by }) => by === 'opening');
      return {
        ...row,
        openingUs: opening.reduce((us, { fromUs, toUs }) => us + Math.max(0, toUs - fromUs), 0),
      };
    },
  };
}

export const streamsForm = (version: number): Codec<HeldStreams> =>
  record<HeldStreams>({ rows: list(streamRow(version), MAX_ROWS), total: big, unusable: big, beyond: big });

const httpFields = {
  streamId: id,
  method: nullable(text(20)),
  authority: nullable(line),
  path: nullable(line),
  status: number,
  priority: nullable(text(60)),
  requestBytes: number,
  responseBytes: number,
  isBody: flag,
  announcedBytes: number,
  startUs: micros,
  firstByteUs: micros,
  endUs: micros,
  outcome: oneOf(words.OUTCOMES),
  abortedBy: nullable(oneOf(words.SIDES_OF_CONNECTION)),
  code: number,
  blocked: waits(span),
  gaps: waits(gap),
  source: oneOf(words.REQUEST_SOURCES),
};

export const requestsForm = (version: number): Codec<HeldRequests> =>
  record<HeldRequests>({
    rows: list(record<HttpRow>({ ...httpFields, held: heldOf(version) }), MAX_ROWS),
    total: big,
    unread: big,
  });

/** A digest has no event list: steps name no row of it. */
const noRow: Codec<number> = { write: () => undefined, read: () => Number.NaN };

export const connectivityForm = record<Omit<Connectivity, 'exchange'>>({
  steps: list(
    record<LifeStep>({ timeUs: micros, kind: oneOf(words.LIFE_STEPS), text: line, row: noRow }),
    MAX_STEPS,
  ),
  phases: list(
    record<LifePhase>({
      phase: oneOf(words.LIFE_PHASES),
      fromUs: micros,
      toUs: micros,
      sentPackets: big,
      receivedPackets: big,
      sentBytes: big,
      receivedBytes: big,
      lostPackets: big,
    }),
    8,
  ),
  parameters: list(
    record<ParameterRow>({ name: text(80), own: nullable(line), peer: nullable(line), usual: line }),
    MAX_PARAMETERS,
  ),
  paths: list(
    record<PathChange>({
      timeUs: micros,
      why: oneOf(words.PATH_REASONS),
      by: oneOf(words.ENDED_BY),
      validatedUs: micros,
      from: nullable(line),
      to: nullable(line),
    }),
    MAX_STEPS,
  ),
  amplificationLimited: list(span, MAX_STEPS),
  version: nullable(text(60)),
  alpn: nullable(text(60)),
  serverName: nullable(line),
  handshakeUs: micros,
  closeReason: nullable(line),
  leftOut: big,
});

const wait = nullable(record<StreamWait>({ id, us: micros }));

export const trafficForm = record<Traffic>({
  streams: nullable(
    record<StreamTotals>({
      count: big,
      finished: big,
      reset: big,
      sentBytes: big,
      resentBytes: big,
      receivedBytes: big,
      repeatedBytes: big,
      blockedUs: micros,
      mostBlocked: wait,
      gapUs: micros,
      mostBehindGaps: wait,
    }),
  ),
  requests: nullable(
    record<RequestTotals>({
      count: big,
      done: big,
      cancelled: big,
      reset: big,
      refused: big,
      requestBytes: big,
      responseBytes: big,
      medianUs: micros,
      longestUs: micros,
      longestStream: number,
      medianFirstByteUs: micros,
      longestFirstByteUs: micros,
    }),
  ),
  life: nullable(
    record<LifeTotals>({
      handshakeUs: micros,
      retries: big,
      versionNegotiations: big,
      zeroRttPackets: big,
      keyUpdates: counted,
      pathChanges: big,
      amplificationLimitedUs: micros,
    }),
  ),
});
