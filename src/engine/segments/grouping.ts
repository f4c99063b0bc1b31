/**
 * Which of several logs are files of one connection's log, and in what order: each log is joined to the one that goes on
 * closest behind it. `continues.ts` says which may follow which.
 */
import type { Evidence } from '../bytes/source';
import type { LogEnds } from '../contract/log-ends';
import { type Continuation, continuation } from './continues';
import { differInNumber } from './running-name';

/** A file that holds one connection. */
export interface NamedLog {
  /** Name of the file, with its path where it came from a folder. */
  readonly name: string;
  readonly ends: LogEnds;
}

export interface SegmentGroup {
  /** Indexes of the logs, at least two, in the order of the connection. */
  readonly logs: readonly number[];
  /** What proves that they are of one connection; `none` where it is assumed. */
  readonly evidence: Evidence;
  /** By log but the first: packets sent since the one before that no file holds. */
  readonly missingPackets: readonly number[];
}

interface Link extends Continuation {
  readonly from: number;
  readonly to: number;
  /** The smaller, the closer `to` begins behind the end of `from`. */
  readonly distance: number;
}

/** @param logs in any order. @returns groups in order of their first log; logs of no group are single traces. */
export function segmentGroups(logs: readonly NamedLog[]): readonly SegmentGroup[] {
  const links = linksOf(logs);
  const next = new Map<number, Link>();
  const hasBefore = new Set<number>();
  for (const link of links) {
    if (next.has(link.from) || hasBefore.has(link.to)) continue;
    if (link.evidence === 'none' && isAmbiguous(link, links)) continue;
    next.set(link.from, link);
    hasBefore.add(link.to);
  }
  return [...next.keys()]
    .filter((from) => !hasBefore.has(from))
    .sort((a, b) => a - b)
    .map((first) => groupFrom(first, next));
}

/** All pairs that may follow each other, the closest first. */
function linksOf(logs: readonly NamedLog[]): readonly Link[] {
  const links: Link[] = [];
  for (const [from, a] of logs.entries()) {
    for (const [to, b] of logs.entries()) {
      if (from === to) continue;
      const found = continuation(a.ends, b.ends);
      if (found === null || (found.evidence === 'none' && !differInNumber(a.name, b.name))) continue;
      links.push({ from, to, distance: distance(a.ends, b.ends), ...found });
    }
  }
  return links.sort((a, b) => a.distance - b.distance);
}

/** Packet numbers between the two; where neither holds any of one space, the time. */
function distance(a: LogEnds, b: LogEnds): number {
  const steps = a.sent.flatMap((range, space) => {
    const next = b.sent[space] ?? null;
    return range === null || next === null ? [] : [next.first - range.last];
  });
  return steps.length > 0 ? Math.max(...steps) : Math.max(0, b.fromUs - a.toUs) / 1000;
}

/** Another log would fit as well: which of them it is cannot be known. */
function isAmbiguous(link: Link, links: readonly Link[]): boolean {
  return links.some(
    (other) =>
      other !== link &&
      (other.from === link.from || other.to === link.to) &&
      other.distance === link.distance,
  );
}

function groupFrom(first: number, next: ReadonlyMap<number, Link>): SegmentGroup {
  const logs = [first];
  const missingPackets: number[] = [];
  let evidence: Evidence | null = null;
  for (let link = next.get(first); link !== undefined; link = next.get(link.to)) {
    logs.push(link.to);
    missingPackets.push(link.missingPackets);
    // The weakest link counts.
    if (evidence === null || link.evidence === 'none') evidence = link.evidence;
  }
  return { logs, evidence: evidence ?? 'none', missingPackets };
}
