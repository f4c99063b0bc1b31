/**
 * Losses by size alone (RFC 8899 §4.3): from a time on every packet above a size is lost, while smaller ones arrive. Not those of a path
 * that carries nothing, of which no size arrives, nor of one that drops some of all sizes, which chance makes look so.
 */
import { type PathLevel, rttMinAt } from '../path/path-levels';
import { groupsBetween } from './as-large';
import { type FlightRows, NOT_DELIVERED } from './flight-rows';
import { CHANCE, LostShares } from './lost-runs';

const LEAST = {
  lost: 5,
  /** Smaller ones that arrive meanwhile. */
  arrived: 3,
  /** Round trips in which packets of the size are lost: fewer are one burst. */
  rounds: 4,
  /** What every path carries, bytes: a datagram of 576 with its headers (RFC 791 §3.1). */
  bytes: 548,
} as const;

/** Rows of the losses that are so. @param fromUs when data began to flow: the handshake sends few packets, of all sizes. */
export function tooLargeLosses(
  rows: FlightRows,
  levels: readonly PathLevel[],
  fromUs: number,
): readonly number[] {
  const { sizeBytes, lost, losses, sentUs, delays } = rows;
  const { rttUs } = delays;
  const arrivals = {
    length: sizeBytes.length,
    sizeAt: (row: number) => sizeBytes[row],
    hasArrived: (row: number) => rttUs[row] !== NOT_DELIVERED,
  };
  const flowing = [...losses].filter((row) => sentUs[row] >= fromUs && sizeBytes[row] > LEAST.bytes);
  const groups = groupsBetween(arrivals, flowing, LEAST.lost);
  if (groups.length === 0) return [];
  const arrivedBefore = new Uint32Array(rttUs.length + 1);
  for (let row = 0; row < rttUs.length; row++)
    arrivedBefore[row + 1] = arrivedBefore[row] + (rttUs[row] === NOT_DELIVERED ? 0 : 1);
  const shares = new LostShares(lost);
  return groups
    .filter((group) => {
      const [first, last] = [group[0], group[group.length - 1]];
      const arrived = arrivedBefore[last] - arrivedBefore[first];
      const share = shares.around(first, last + 1, group.length);
      return (
        arrived >= LEAST.arrived &&
        share ** group.length * CHANCE.packets < CHANCE.most &&
        roundsOf(group, sentUs, levels) >= LEAST.rounds
      );
    })
    .flat();
}

/** Round trips in which packets of the rows were sent. */
function roundsOf(rows: readonly number[], sentUs: Float64Array, levels: readonly PathLevel[]): number {
  let rounds = 0;
  let fromUs = Number.NEGATIVE_INFINITY;
  for (const row of rows) {
    if (!(sentUs[row] >= fromUs)) continue;
    fromUs = sentUs[row] + rttMinAt(levels, sentUs[row]);
    rounds++;
  }
  return rounds;
}
