/** The cells of an account summed up by holder and cause. */

import { ASKS_NOTHING, type Cause, type Holder } from '../../base/text/account-names';
import type { Cells } from '../partition/cells';
import { HELD, type Held, HOLDER_OF, heldBy } from '../partition/holders';
import type { IdlePath } from '../partition/idle-path';
import type { Needed } from './needed';

/** Times are µs. */
export interface AccountPart {
  readonly holder: Holder;
  /** Null where the holder has one cause only. */
  readonly cause: Cause | null;
  readonly heldUs: number;
  /** Time in which the path stood idle for it, beyond what any sender needs; null where the path's rate is not known. */
  readonly lostUs: number | null;
  /** The path may carry more than is proved, and more may be lost. */
  readonly lostIsAtLeast: boolean;
  /** The longest time without a break. */
  readonly longestUs: number;
}

export interface Charged {
  readonly cells: Cells;
  /** Per round trip: why congestion control holds, and what a gap between two sends is. */
  readonly causes: readonly Cause[];
  readonly holds: Uint8Array;
  readonly idle: IdlePath;
  /** End of the last cell, µs. */
  readonly endUs: number;
}

export interface Parts {
  readonly parts: readonly AccountPart[];
  readonly neededTakenUs: number;
  /** What a cell is part of. */
  readonly partAt: (cell: number) => PartOfCells;
}

export interface PartOfCells {
  readonly holder: Holder;
  readonly cause: Cause | null;
  /** Of the time in which the path stood idle for it, 0 to 1: the rest any sender needs, or nobody asked for more. */
  readonly lostShare: number;
}

interface Sum extends PartOfCells {
  lostShare: number;
  heldUs: number;
  idleUs: number;
  provedUs: number;
  longestUs: number;
}

/** Holders that rank as one: what does not come through, and what waits for that; loss at random and in bursts. */
export function familyOf({ holder, cause }: Pick<AccountPart, 'holder' | 'cause'>): string {
  if (holder === 'pathStalled' || holder === 'lossDetection') return 'pathStalled';
  if (cause === 'cutBurst' || cause === 'cutRandom') return 'cutRandom';
  return cause === null || holder === 'pacing' ? holder : cause;
}

/** Idle time of these is not lost: nobody asked for more, and of what is not known nobody can say it. */
const NOT_LOST: readonly Holder[] = [...ASKS_NOTHING, 'notKnown'];

export function partsOf(charged: Charged, needed: Needed): Parts {
  const byHolder: Sums = new Map();
  const sumOfCell = sumUp(byHolder, charged);
  const sums = [...byHolder.values()].flatMap((ofHolder) => [...ofHolder.values()]);
  const hasRate = charged.idle.busyUs > 0;
  const taken = new Map<Sum, number>();
  let neededTakenUs = 0;
  const take = (sum: Sum, mostUs: number): number => {
    const us = Math.min(mostUs, sum.idleUs - (taken.get(sum) ?? 0));
    taken.set(sum, (taken.get(sum) ?? 0) + us);
    neededTakenUs += us;
    return mostUs - us;
  };
  const startUps = sums.filter(({ cause }) => cause === 'startUp');
  const ends = ['handshake', 'inTransit'].flatMap((holder) => sums.filter((sum) => sum.holder === holder));
  [...ends, ...startUps].reduce((leftUs, sum) => take(sum, leftUs), needed.endsUs);
  startUps.reduce((leftUs, sum) => take(sum, leftUs), needed.startUpUs);
  const parts = sums.map((sum): AccountPart => {
    const { holder, cause, heldUs, longestUs } = sum;
    const isFree = NOT_LOST.includes(holder);
    const lostUs = isFree ? 0 : sum.idleUs - (taken.get(sum) ?? 0);
    const lostIsAtLeast = !isFree && sum.provedUs < sum.idleUs;
    sum.lostShare = sum.idleUs > 0 ? lostUs / sum.idleUs : 0;
    return { holder, cause, heldUs, lostUs: hasRate ? lostUs : null, lostIsAtLeast, longestUs };
  });
  return {
    parts,
    neededTakenUs,
    partAt: (cell) => sumOfCell[cell],
  };
}

/** The main answer first, then the largest, of equals the longest. */
export function partsInOrder(
  parts: readonly AccountPart[],
  main: AccountPart,
  usOf: (part: AccountPart) => number,
): readonly AccountPart[] {
  return parts.toSorted(
    (a, b) => Number(b === main) - Number(a === main) || usOf(b) - usOf(a) || b.heldUs - a.heldUs,
  );
}

type Sums = Map<Holder, Map<Cause | null, Sum>>;

/** @returns the sum that each cell is part of. */
function sumUp(sums: Sums, { cells, causes, holds, idle, endUs }: Charged): readonly Sum[] {
  const ofCell: Sum[] = [];
  const [starts, held, trips] = [cells.startUs.view(), cells.held.view(), cells.trip.view()];
  let last: Sum | null = null;
  let [lastBy, lastCause, lastUs]: [Held, Cause, number] = [HELD.notKnown, 'unknown', 0];
  for (let cell = 0; cell < cells.length; cell++) {
    const trip = trips[cell];
    const by = heldBy(held[cell], holds[trip]);
    const cause = causes[trip];
    const isSame = by === lastBy && cause === lastCause;
    const sum: Sum = isSame && last !== null ? last : sumOf(sums, by, cause);
    const us = (starts[cell + 1] ?? endUs) - starts[cell];
    sum.heldUs += us;
    sum.idleUs += idle.idleUs[cell];
    sum.provedUs += idle.provedUs[cell];
    lastUs = sum === last ? lastUs + us : us;
    sum.longestUs = Math.max(sum.longestUs, lastUs);
    last = sum;
    lastBy = by;
    lastCause = cause;
    ofCell.push(sum);
  }
  return ofCell;
}

/** @param why why congestion control holds in the round trip. */
function sumOf(sums: Sums, by: Held, why: Cause): Sum {
  const isControl = by === HELD.window || by === HELD.pacing;
  const { holder } = HOLDER_OF[by];
  const cause = isControl ? why : HOLDER_OF[by].cause;
  let ofHolder = sums.get(holder);
  if (ofHolder === undefined) {
    ofHolder = new Map();
    sums.set(holder, ofHolder);
  }
  const before = ofHolder.get(cause);
  if (before !== undefined) return before;
  const sum = { holder, cause, lostShare: 0, heldUs: 0, idleUs: 0, provedUs: 0, longestUs: 0 };
  ofHolder.set(cause, sum);
  return sum;
}
