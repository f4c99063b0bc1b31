/**
 * What a connection carried, as `check --json` and `summary --streams --json` write it: totals. It uses no internal type; a key is never left out, and what a log does not show is null. Times are ms on the
 * trace's own clock.
 */

import type { HttpAnswer } from '../../../engine/reading/contract/http';
import type { Ending } from '../../../engine/reading/contract/snapshot';
import type { StreamsAnswer } from '../../../engine/reading/contract/streams';
import type { RecordedTraffic, StreamWait, Traffic } from '../../../engine/reading/contract/traffic';
import type { StreamHeld } from '../../../engine/sender/streams/stream-row';
import { finite, ms } from './numbers';

const waitRecord = (wait: StreamWait | null) => wait && { stream: wait.id, ms: ms(wait.us) };

/** All streams together; `blocked` is time without credit, `behindGaps` that of data that waited for data before it. */
function streamsRecord({ streams }: Traffic) {
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

/** @param held null where it does not show. */
export const heldRecord = (held: Pick<StreamHeld, 'parts'> | null | undefined) =>
  held?.parts.map(({ holder, us }) => ({ holder, ms: ms(us) })) ?? null;

/** The streams that were sent while its data waited. */
export const othersRecord = (held: StreamHeld | null | undefined) =>
  held?.others.map(({ id, us }) => ({ stream: id, ms: ms(us) })) ?? null;

function httpRecord({ requests, held }: RecordedTraffic) {
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
    held: heldRecord(held),
    longestHeld: heldRecord(held?.longest),
    longestOthers: othersRecord(held?.longest),
  };
}

function connectivityRecord({ life }: Traffic) {
  if (life === null) return null;
  const { retries, versionNegotiations, zeroRttPackets, keyUpdates, pathChanges } = life;
  return {
    handshakeMs: ms(life.handshakeUs),
    retries,
    versionNegotiations,
    zeroRttPackets,
    keyUpdates: finite(keyUpdates),
    pathChanges,
    amplificationLimitedMs: ms(life.amplificationLimitedUs),
  };
}

/** @param traffic null where it is not known. @param ending undefined where it is not known. */
export function trafficRecord(traffic: RecordedTraffic | null, ending: Ending | undefined) {
  return {
    streams: traffic && streamsRecord(traffic),
    http: traffic && httpRecord(traffic),
    connectivity: traffic && connectivityRecord(traffic),
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

export type TrafficRecord = ReturnType<typeof trafficRecord>;

export interface TrafficRows {
  readonly streams: StreamsAnswer;
  readonly http: HttpAnswer;
}
