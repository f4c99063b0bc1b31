/**
 * What two traces are of one another: one trace read twice, the two ends of one connection, two logs by one endpoint, or
 * logs of other connections. Determined by connection ids, never by names of files.
 */
import type { ComparedTrace } from './compared-trace';

/**
 * `same-trace`: every figure is the same. `both-ends`: client and server of one connection. `same-end`: one connection, logged
 * twice by one endpoint. `unknown`: one of the two names no id, or was captured on the wire.
 */
export type Relation = 'same-trace' | 'both-ends' | 'same-end' | 'other' | 'unknown';

/** By ids alone: `relatedBy` (ends.ts) holds it against the packets. */
export function relationOf(a: ComparedTrace, b: ComparedTrace): Relation {
  if (isSameTrace(a, b)) return 'same-trace';
  const same = isSameConnection(a, b);
  if (same === null) return 'unknown';
  if (!same) return 'other';
  if (haveBothRoles(a, b)) return 'both-ends';
  const { vantagePoint } = a.summary;
  const isEnd = vantagePoint === 'client' || vantagePoint === 'server';
  return isEnd && vantagePoint === b.summary.vantagePoint ? 'same-end' : 'unknown';
}

/** One is the client's log, the other the server's. */
export function haveBothRoles(a: ComparedTrace, b: ComparedTrace): boolean {
  const roles = [a.summary.vantagePoint, b.summary.vantagePoint];
  return roles.includes('client') && roles.includes('server');
}

/** Null where nothing tells. */
export function isSameConnection(a: ComparedTrace, b: ComparedTrace): boolean | null {
  const [one, other] = [a.outline.identity, b.outline.identity];
  if (share(one.originalIds, other.originalIds)) return true;
  if (share(one.connectionIds, other.connectionIds)) return true;
  const haveOriginal = one.originalIds.length > 0 && other.originalIds.length > 0;
  // A group may be of several connections: it proves nothing against their own ids.
  if (haveOriginal) return false;
  if (one.groupId !== null && other.groupId !== null)
    return one.groupId.toLowerCase() === other.groupId.toLowerCase();
  return one.connectionIds.length > 0 && other.connectionIds.length > 0 ? false : null;
}

/** Ids shorter than 4 bytes, as hexadecimal text, are the same by chance. */
const LEAST_ID_LENGTH = 8;

function share(one: readonly string[], other: readonly string[]): boolean {
  const ids = new Set(one.filter(({ length }) => length >= LEAST_ID_LENGTH));
  return other.some((id) => ids.has(id));
}

/** One trace, also of two copies of its file: events, times, amounts and what arrived when. */
function isSameTrace(a: ComparedTrace, b: ComparedTrace): boolean {
  if (a.summary.events !== b.summary.events || a.summary.events === 0) return false;
  const figures = ({ summary, outline }: ComparedTrace): readonly number[] => [
    summary.durationUs,
    summary.sentBytes,
    summary.packetsSent,
    summary.packetsLost,
    summary.minRttUs,
    ...Object.values(outline.landmarks),
    ...outline.arrived.timesUs,
    ...outline.arrived.bytes,
  ];
  const [one, other] = [figures(a), figures(b)];
  const isSide = a.summary.side === b.summary.side && a.summary.vantagePoint === b.summary.vantagePoint;
  return isSide && one.length === other.length && one.every((value, i) => Object.is(value, other[i]));
}

/** One sentence; null where it says nothing unexpected. */
export function relationWords(a: ComparedTrace, b: ComparedTrace, relation: Relation): string | null {
  switch (relation) {
    case 'same-trace':
      return `${a.name} and ${b.name} are the same trace: nothing differs`;
    case 'both-ends': {
      const [client, server] = a.summary.vantagePoint === 'client' ? [a, b] : [b, a];
      return `${client.name} is the client's and ${server.name} the server's log of one connection`;
    }
    case 'same-end':
      return `${a.name} and ${b.name} are two logs of one connection by its ${a.summary.vantagePoint}`;
    case 'other':
    case 'unknown':
      return null;
  }
}
