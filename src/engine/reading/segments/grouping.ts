/**
 * Which of several logs are files of one connection's log, and in what order: first those that an id proves to be one,
 * then those that go on where these end. `continues.ts` says which may follow which.
 */
import type { Evidence } from '../../input/bytes/source';
import type { LogEnds } from '../contract/log-ends';
import {
  haveSameHeader,
  haveSameOrigin,
  joined,
  likelyToFollow,
  missingBetween,
  provenToFollow,
  type Run,
  runOf,
  sharedId,
} from './continues';
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

interface Chain extends SegmentGroup {
  readonly run: Run;
}

/** @param logs in any order. @returns groups in order of their first log; logs of no group are single traces. */
export function segmentGroups(logs: readonly NamedLog[]): readonly SegmentGroup[] {
  const distinct = distinctLogs(logs);
  const proven = withSameHeader(distinct, logs).flatMap((alike) =>
    clustersById(alike, logs).flatMap((cluster) => provenChains(cluster, logs)),
  );
  return assumedChains(proven, logs)
    .filter((chain) => chain.logs.length > 1)
    .sort((a, b) => a.logs[0] - b.logs[0])
    .map(({ logs: members, evidence, missingPackets }) => ({ logs: members, evidence, missingPackets }));
}

/** Without copies: logs that begin and end alike. */
function distinctLogs(logs: readonly NamedLog[]): readonly number[] {
  const seen = new Set<string>();
  return [...logs.keys()].filter((log) => {
    const text = JSON.stringify(logs[log]?.ends);
    if (seen.has(text)) return false;
    seen.add(text);
    return true;
  });
}

/** One list per header. */
function withSameHeader(of: readonly number[], logs: readonly NamedLog[]): readonly (readonly number[])[] {
  const byHeader = new Map<string, number[]>();
  for (const log of of) {
    const header = endsOf(logs, log).identity.header;
    const alike = byHeader.get(header);
    if (alike === undefined) byHeader.set(header, [log]);
    else alike.push(log);
  }
  return [...byHeader.values()];
}

/** Logs that share an id with another of their cluster, and contradict none of it. */
function clustersById(alike: readonly number[], logs: readonly NamedLog[]): readonly (readonly number[])[] {
  const clusters: number[][] = [];
  for (const log of alike) {
    const ids = (cluster: readonly number[]) =>
      cluster.map((other) => sharedId(endsOf(logs, other), endsOf(logs, log)));
    const own = clusters.filter((cluster) => {
      const shared = ids(cluster);
      return !shared.includes(null) && shared.some((id) => id !== 'none');
    });
    const [first] = own;
    if (first === undefined) clusters.push([log]);
    else first.push(log);
  }
  return clusters;
}

/** The logs of a cluster in their order; one that does not follow begins another chain. */
function provenChains(cluster: readonly number[], logs: readonly NamedLog[]): readonly Chain[] {
  const chains: Chain[] = [];
  for (const log of inOrder(cluster, logs)) {
    const next = chainOf(log, logs);
    const last = chains.at(-1);
    const evidence = last === undefined ? null : sharedId(last.run.last, next.run.first);
    const id =
      evidence === 'none' && last !== undefined ? sharedId(last.run.first, next.run.first) : evidence;
    if (last !== undefined && id !== null && provenToFollow(last.run, next.run, id))
      chains[chains.length - 1] = linked(last, next, id);
    else chains.push(next);
  }
  return chains;
}

/** By their clocks, where these do not overlap; else by their packet numbers. */
function inOrder(cluster: readonly number[], logs: readonly NamedLog[]): readonly number[] {
  const byClock = [...cluster].sort((a, b) => inTime(endsOf(logs, a), endsOf(logs, b)));
  const isClear = byClock.every((log, i) => {
    const before = byClock[i - 1];
    if (before === undefined) return true;
    return clockUs(endsOf(logs, before), 'toUs') - OVERLAP_US <= clockUs(endsOf(logs, log), 'fromUs');
  });
  if (isClear && cluster.every((log) => endsOf(logs, log).timeFormat !== 'delta')) return byClock;
  return [...cluster].sort((a, b) => byNumbers(endsOf(logs, a), endsOf(logs, b)));
}

function inTime(a: LogEnds, b: LogEnds): number {
  const fromUs = clockUs(a, 'fromUs') - clockUs(b, 'fromUs');
  const toUs = clockUs(a, 'toUs') - clockUs(b, 'toUs');
  return fromUs || toUs || byNumbers(a, b);
}

/** Events that threads logged in another order, µs. */
const OVERLAP_US = 1e6;

function clockUs(ends: LogEnds, end: 'fromUs' | 'toUs'): number {
  return (ends.originMs ?? 0) * 1000 + ends[end];
}

/** By the first space that both hold, application data first; logs before it hold the handshake. */
function byNumbers(a: LogEnds, b: LogEnds): number {
  for (const [ofA, ofB] of [
    [a.sent, b.sent],
    [a.received, b.received],
  ] as const)
    for (let space = ofA.length - 1; space >= 0; space--) {
      const [x, y] = [ofA[space] ?? null, ofB[space] ?? null];
      if (x !== null && y !== null && x.first !== y.first) return x.first - y.first;
      if ((x === null) !== (y === null)) return x === null ? -1 : 1;
    }
  return 0;
}

/**
 * Joins chains that go on where another ends, where it can be only that one: in the order of their clocks, and once more
 * in that of their packet numbers, for logs whose times all start anew.
 */
function assumedChains(chains: readonly Chain[], logs: readonly NamedLog[]): readonly Chain[] {
  const inOrderOfTime = [...chains].sort(({ run: a }, { run: b }) => inTime(a.first, b.first));
  const linked = linkedWhereLikely(inOrderOfTime, logs);
  return linkedWhereLikely(
    [...linked].sort(({ run: a }, { run: b }) => byNumbers(a.first, b.first)),
    logs,
  );
}

function linkedWhereLikely(chains: readonly Chain[], logs: readonly NamedLog[]): readonly Chain[] {
  const rest = [...chains];
  const made: Chain[] = [];
  for (let next = rest.shift(); next !== undefined; next = rest.shift()) {
    const chain = next;
    const before = preferred(made, (other) => mayFollow(other, chain, logs), chain);
    const others = [...made, ...rest].filter((other) => other !== before);
    const isOnly = before !== null && !others.some((other) => isRival(before, chain, other, logs));
    if (isOnly) made[made.indexOf(before)] = linked(before, chain, 'none');
    else made.push(chain);
  }
  return made;
}

/** The only one that fits; of several the only one with the same clock, or the last one by it. */
function preferred(chains: readonly Chain[], fits: (chain: Chain) => boolean, next: Chain): Chain | null {
  const fitting = chains.filter(fits);
  const sameClock = fitting.filter((chain) => haveSameOrigin(chain.run, next.run));
  const isBefore = ({ run: a }: Chain, { run: b }: Chain): boolean =>
    clockUs(a.last, 'toUs') <= clockUs(b.first, 'fromUs');
  const last = sameClock.filter(
    (chain) => !sameClock.some((other) => other !== chain && isBefore(chain, other)),
  );
  const [only = null, another] = last.length > 0 ? last : fitting;
  return another === undefined ? only : null;
}

/** Another chain would fit as well, and not after `next`: which of them it is cannot be known. */
function isRival(before: Chain, next: Chain, other: Chain, logs: readonly NamedLog[]): boolean {
  if (!mayFollow(before, other, logs)) return false;
  if (haveSameOrigin(before.run, next.run) && !haveSameOrigin(before.run, other.run)) return false;
  return !mayFollow(linked(before, next, 'none'), other, logs);
}

function mayFollow(chain: Chain, next: Chain, logs: readonly NamedLog[]): boolean {
  const { last } = chain.run;
  const { first } = next.run;
  if (!haveSameHeader(last, first) || sharedId(last, first) === null) return false;
  if (!likelyToFollow(chain.run, next.run)) return false;
  return chain.logs.some((log) => differInNumber(nameOf(logs, log), nameOf(logs, next.logs[0])));
}

function chainOf(log: number, logs: readonly NamedLog[]): Chain {
  return { logs: [log], evidence: 'none', missingPackets: [], run: runOf(endsOf(logs, log)) };
}

function linked(chain: Chain, next: Chain, evidence: Evidence): Chain {
  const missing = missingBetween(chain.run.sent, next.run.sent);
  // The weakest link counts.
  const isWeaker = chain.logs.length === 1 || evidence === 'none';
  return {
    logs: [...chain.logs, ...next.logs],
    evidence: isWeaker ? evidence : chain.evidence,
    missingPackets: [...chain.missingPackets, missing, ...next.missingPackets],
    run: joined(chain.run, next.run),
  };
}

function endsOf(logs: readonly NamedLog[], log: number): LogEnds {
  return logs[log].ends;
}

function nameOf(logs: readonly NamedLog[], log: number): string {
  return logs[log].name;
}
