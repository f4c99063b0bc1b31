/**
 * What a connection carried, as `check --json` and `summary --streams --json` write it: totals. It uses no internal type; a key is never left out, and what a log does not show is null. Times are ms on the
 * trace's own clock.
 */
import type { Carried, StreamWait } from '../../../engine/reading/contract/carried';
import type { HttpAnswer } from '../../../engine/reading/contract/http';
import type { Ending } from '../../../engine/reading/contract/snapshot';
import type { StreamsAnswer } from '../../../engine/reading/contract/streams';

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);
const ms = (us: number): number | null => finite(us / 1000);

export interface StreamWaitRecord {
  readonly stream: number;
  readonly ms: number | null;
}

/** All streams together; `blocked` is time without credit, `behindGaps` that of data that waited for data before it. */
export interface StreamsRecord {
  readonly count: number;
  readonly finished: number;
  readonly reset: number;
  readonly sentBytes: number;
  readonly resentBytes: number;
  readonly receivedBytes: number;
  readonly repeatedBytes: number;
  readonly blockedMs: number | null;
  readonly longestBlocked: StreamWaitRecord | null;
  readonly behindGapsMs: number | null;
  readonly longestBehindGaps: StreamWaitRecord | null;
}

export interface HttpRecord {
  readonly count: number;
  readonly done: number;
  readonly cancelled: number;
  readonly reset: number;
  readonly refused: number;
  readonly requestBytes: number;
  readonly responseBytes: number;
  readonly medianMs: number | null;
  readonly longestMs: number | null;
  readonly longestStream: number | null;
  readonly medianFirstByteMs: number | null;
  readonly longestFirstByteMs: number | null;
}

export interface EndingRecord {
  readonly how: string;
  readonly by: string;
  readonly space: string;
  readonly code: number | null;
  readonly ms: number | null;
}

export interface ConnectivityRecord {
  readonly handshakeMs: number | null;
  readonly retries: number;
  readonly versionNegotiations: number;
  readonly zeroRttPackets: number;
  readonly keyUpdates: number;
  readonly pathChanges: number;
  readonly amplificationLimitedMs: number | null;
}

export interface CarriedRecord {
  readonly streams: StreamsRecord | null;
  readonly http: HttpRecord | null;
  readonly connectivity: ConnectivityRecord | null;
  readonly ended: EndingRecord | null;
}

const waitRecord = (wait: StreamWait | null): StreamWaitRecord | null =>
  wait && { stream: wait.id, ms: ms(wait.us) };

function streamsRecord({ streams }: Carried): StreamsRecord | null {
  if (streams === null) return null;
  const { count, finished, reset, sentBytes, resentBytes, receivedBytes, repeatedBytes } = streams;
  return {
    count,
    finished,
    reset,
    sentBytes,
    resentBytes,
    receivedBytes,
    repeatedBytes,
    blockedMs: ms(streams.blockedUs),
    longestBlocked: waitRecord(streams.mostBlocked),
    behindGapsMs: ms(streams.gapUs),
    longestBehindGaps: waitRecord(streams.mostBehindGaps),
  };
}

function httpRecord({ requests }: Carried): HttpRecord | null {
  if (requests === null) return null;
  const { count, done, cancelled, reset, refused, requestBytes, responseBytes } = requests;
  return {
    count,
    done,
    cancelled,
    reset,
    refused,
    requestBytes,
    responseBytes,
    medianMs: ms(requests.medianUs),
    longestMs: ms(requests.longestUs),
    longestStream: finite(requests.longestStream),
    medianFirstByteMs: ms(requests.medianFirstByteUs),
    longestFirstByteMs: ms(requests.longestFirstByteUs),
  };
}

function connectivityRecord({ life }: Carried): ConnectivityRecord | null {
  if (life === null) return null;
  const { retries, versionNegotiations, zeroRttPackets, keyUpdates, pathChanges } = life;
  return {
    handshakeMs: ms(life.handshakeUs),
    retries,
    versionNegotiations,
    zeroRttPackets,
    keyUpdates,
    pathChanges,
    amplificationLimitedMs: ms(life.amplificationLimitedUs),
  };
}

/** @param carried null where it is not known. @param ending undefined where it is not known. */
export function carriedRecord(carried: Carried | null, ending: Ending | undefined): CarriedRecord {
  return {
    streams: carried && streamsRecord(carried),
    http: carried && httpRecord(carried),
    connectivity: carried && connectivityRecord(carried),
    ended:
      ending === undefined
        ? null
        : {
            how: ending.how,
            by: ending.by,
            space: ending.space,
            code: finite(ending.code),
            ms: ms(ending.timeUs),
          },
  };
}

export interface CarriedRows {
  readonly streams: StreamsAnswer;
  readonly http: HttpAnswer;
}
