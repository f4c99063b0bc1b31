/** Answers `stretches`: when something held, and which records decide it. Loaded with the first choice of a part, finding or stream. */
import { EventKind } from '../../../qlog-schema';
import { heldByWords } from '../../base/text/account-names';
import { withRemarks } from '../../base/text/remarks';
import type { AccountPart } from '../../findings/account/parts';
import { timesOf } from '../../findings/partition/held';
import type { TimeRange } from '../../input/bytes/source';
import {
  type DecidingRecord,
  findingTimes,
  heldKey,
  inArray,
  lifeTimes,
  longestTime,
  MAX_STRETCHES,
  type Stretches,
  type Subject,
  timeLength,
} from '../../reading/contract/stretches';
import type { Analysis } from '../../reading/stages/analysis';
import type { FileConnection } from '../../reading/stages/connection-list';
import type { HttpRow } from '../../sender/http/http-row';
import { httpTable } from '../../sender/http/http-table';
import { streamRowsOf } from '../../sender/streams/rows-of-state';
import type { TransportState } from '../../sender/transport/transport';
import type { Handler } from './handler';

type Judged = Pick<Analysis, 'verdicts' | 'account' | 'causedTime'>;

export const handler: Handler<'stretches'> = (file, { connection, of }) =>
  stretchesOf(file.connection(connection), file.analysis(connection), of);

/** @param judged undefined before the connection is analysed: there is no part, and no finding, yet. */
export function stretchesOf(asked: FileConnection, judged: Judged | undefined, of: Subject): Stretches {
  const { state } = asked.connection;
  if (of.kind === 'stream') {
    const request = httpTable(state, 'start').rows.find((row) => row.streamId === of.streamId);
    const times = streamTimes(state, of.streamId, request);
    const places = decidingPlaces(state, times, null, request?.firstByteUs ?? Number.NaN);
    return answerOf(asked, times, places);
  }
  const part = of.kind === 'held' ? partOf(judged, of.key) : null;
  const times = part === null ? timesOfFinding(judged, of.key) : partTimes(judged, part);
  return answerOf(asked, times, decidingPlaces(state, times, part, Number.NaN));
}

function answerOf(
  asked: FileConnection,
  times: readonly TimeRange[],
  places: readonly DecidingPlace[],
): Stretches {
  return {
    timesUs: inArray(merge(times)),
    longest: longestTime(times),
    records: recordsOf(asked, places),
  };
}

const partOf = (judged: Judged | undefined, key: string): AccountPart | null =>
  judged?.account?.parts.find((one) => heldKey(one) === key) ?? null;

function partTimes(judged: Judged | undefined, part: AccountPart): readonly TimeRange[] {
  const words = heldByWords(part);
  return timesOf(judged?.causedTime ?? null, (name) => (name === words ? name : undefined)).map(
    ({ startUs, endUs }) => ({ fromUs: startUs, toUs: endUs }),
  );
}

function timesOfFinding(judged: Judged | undefined, key: string): readonly TimeRange[] {
  const finding = judged && withRemarks(judged.verdicts).find((one) => one.key === key);
  return finding === undefined ? [] : findingTimes(finding);
}

/** Of the request on it, where there is one, else of its frames: to the end of the log where it does not end. */
function streamTimes(
  state: TransportState,
  streamId: number,
  request: HttpRow | undefined,
): readonly TimeRange[] {
  if (request !== undefined) return lifeTimes(request.startUs, request.endUs, state.lastUs);
  const at = state.streams.find(streamId);
  const rows = streamRowsOf(state);
  if (at < 0 || at >= rows.table.length) return [];
  const { firstUs, lastUs } = rows.row(at);
  return lifeTimes(firstUs, lastUs, state.lastUs);
}

/** As many as are drawn: gaps that are shorter than one of rising lengths close. */
function merge(stretches: readonly TimeRange[]): readonly TimeRange[] {
  let merged = stretches;
  for (let gapUs = 1; merged.length > MAX_STRETCHES; gapUs *= 2) {
    const next: TimeRange[] = [];
    for (const one of merged) {
      const last = next.at(-1);
      if (last !== undefined && one.fromUs - last.toUs <= gapUs)
        next[next.length - 1] = { fromUs: last.fromUs, toUs: one.toUs };
      else next.push(one);
    }
    merged = next;
  }
  return merged;
}

interface DecidingPlace {
  readonly place: DecidingRecord['place'];
  readonly timeUs: number;
  /** The last event of this kind up to the time; null for the first event from the time on. */
  readonly kind: EventKind | null;
}

/**
 * Of several stretches where the longest, the first, one of median length and the last begin; of one its beginning, what is in it, and its end.
 * @param part null for what is no part. @param firstByteUs of a request, of its response; NaN for none.
 */
function decidingPlaces(
  state: TransportState,
  stretches: readonly TimeRange[],
  part: AccountPart | null,
  firstByteUs: number,
): readonly DecidingPlace[] {
  const [first] = stretches;
  const last = stretches.at(-1);
  const longest = longestTime(stretches);
  if (first === undefined || last === undefined || longest === null) return [];
  const kind = part === null ? null : decidingKind(state, part);
  const typical =
    [...stretches].sort((a, b) => timeLength(a) - timeLength(b))[(stretches.length - 1) >> 1] ?? first;
  const isOne = first === last;
  const within = isOne ? firstByteUs : typical.fromUs;
  const isCut = part?.cause?.startsWith('cut') === true;
  const decidedUs = (timeUs: number): number => (isCut ? cutUs(state, timeUs) : timeUs);
  return [
    ...(isOne ? [] : [{ place: 'longest', timeUs: decidedUs(longest.fromUs), kind } as const]),
    { place: 'first', timeUs: decidedUs(first.fromUs), kind },
    {
      place: 'typical',
      timeUs: decidedUs(within > first.fromUs ? within : (first.fromUs + first.toUs) / 2),
      kind,
    },
    { place: 'last', timeUs: isOne ? last.toUs : decidedUs(last.fromUs), kind },
  ];
}

/** When the window was reduced last, up to a time; the time itself where it was not. */
function cutUs({ recovery: { spans } }: TransportState, timeUs: number): number {
  let cut = timeUs;
  for (let i = 0; i < spans.length; i++) {
    const span = spans.at(i);
    if (span === null || span.startUs > timeUs) break;
    cut = span.startUs;
  }
  return cut;
}

/** What shows why a holder holds: the loss, the window as it is, or the packet after which nothing more could be sent. */
function decidingKind({ side, losses }: TransportState, { holder, cause }: AccountPart): EventKind {
  const isCut = cause?.startsWith('cut') === true && cause !== 'cutMarks';
  if (isCut && losses.timesUs.length > 0) return EventKind.packetLost;
  if (holder === 'window' || holder === 'pacing') return EventKind.metricsUpdated;
  return side === 'receiver' ? EventKind.packetReceived : EventKind.packetSent;
}

/** Each record once. */
function recordsOf(
  { text, connection }: FileConnection,
  places: readonly DecidingPlace[],
): readonly DecidingRecord[] {
  const { events } = connection.state;
  const { names } = text.pipeline;
  const kinds = events.kind.reader();
  const rowOf = ({ timeUs, kind }: DecidingPlace): number => {
    if (kind !== null)
      for (let row = events.timeUs.upperBound(timeUs) - 1; row >= 0; row--)
        if (kinds.at(row) === kind) return row;
    return Math.min(events.timeUs.lowerBound(timeUs), events.length - 1);
  };
  const rows = places.map((place) => ({ ...place, row: rowOf(place) }));
  return rows
    .filter(({ row }, at) => rows.findIndex((one) => one.row === row) === at)
    .map(({ place, row }): DecidingRecord => {
      const number = events.packetNumber.at(row);
      return {
        place,
        row,
        timeUs: events.timeUs.at(row),
        name: names.nameOf(events.nameId.at(row)) ?? '',
        packetNumber: Number.isNaN(number) ? null : number,
      };
    });
}
