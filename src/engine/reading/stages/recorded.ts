/**
 * Connections of which the log holds no event of transport, recovery or HTTP: they are counted, not judged
 * (judge/unjudged.ts). A few kilobytes may name thousands of them, and every rule would say of each that its input is missing.
 */
import { count } from '../../base/text/figures';
import type { TransportState } from '../../sender/transport/transport';
import type { Message } from '../contract/snapshot';

/** What such a connection does not hold. */
export const NO_EVENT = 'no event of transport, recovery or HTTP';

interface Recorded {
  readonly state: Pick<TransportState, 'events'>;
}

/** Whether the log says anything of the connection. */
export function isRecorded({ state }: Recorded): boolean {
  return state.events.tellOfConnection;
}

/** Indexes of the connections that are listed and reported singly: those of which the log tells, else the first one. */
export function recordedOf(connections: readonly Recorded[]): readonly number[] {
  const recorded = connections.flatMap((connection, i) => (isRecorded(connection) ? [i] : []));
  return recorded.length > 0 || connections.length === 0 ? recorded : [0];
}

export function unrecordedMessages(connections: readonly Recorded[]): readonly Message[] {
  const unrecorded = connections.filter((connection) => !isRecorded(connection)).length;
  if (unrecorded === 0) return [];
  const one = connections.length === 1 ? 'The connection' : 'One connection';
  const text =
    unrecorded === 1
      ? `${one} holds ${NO_EVENT}: it was counted, not judged.`
      : `${count(unrecorded)} connections hold ${NO_EVENT}: they were counted, not judged.`;
  return [{ kind: 'connections-not-judged', level: 'note', text, places: [] }];
}
