/** Shares over time as lines: which groups are drawn, where a line is broken, and its path. */
import { type ShareInterval, shareInterval } from '../../../engine/service/compare/intervals';
import type { FleetGrouping, FleetTimeline } from '../../../sharing/fleet-rows/contract';
import { countedShare } from '../../../sharing/fleet-rows/counts';

export interface ShareLine {
  /** Of its group; null for all traces. */
  readonly id: string | null;
  /** Place among the largest groups, which have a style each; -1 for all traces. */
  readonly at: number;
  /** A share per step of time: NaN where nothing was judged. */
  readonly points: readonly ShareInterval[];
  readonly judged: readonly number[];
}

const groupShare = (hits: number, judged: number): ShareInterval => countedShare(judged, hits);

/** @param picked a group that is compared: the other groups are left out. */
export function shareLines(
  { lines }: FleetTimeline,
  by: FleetGrouping,
  picked: string | null,
): readonly ShareLine[] {
  // Over days of one day each there is one point.
  const drawn = by === 'day' ? lines.slice(0, 1) : lines;
  const shown =
    picked === null || !drawn.some(({ id }) => id === picked)
      ? drawn
      : drawn.filter(({ id }) => id === null || id === picked);
  return shown.map(({ id, judged, hits }) => ({
    id,
    at: drawn.findIndex((line) => line.id === id) - 1,
    // A group with too few in a step has no share there; that of all has its interval around it.
    points: judged.map((total, i) => (id === null ? shareInterval : groupShare)(hits[i] as number, total)),
    judged,
  }));
}

/** Top of the value axis: above the interval of all traces, and the shares of the groups. */
export function topOf(lines: readonly ShareLine[]): number {
  const tops = lines.flatMap(({ id, points }) =>
    points.map(({ share, high }) => (id === null ? high : share) || 0),
  );
  return Math.min(1, Math.max(...tops, 0.01) * 1.05);
}

/** From a step, and from a share, to units of the picture. */
export interface PlotScale {
  readonly x: (step: number) => number;
  readonly y: (share: number) => number;
}

/** The intervals of a line as areas, one for each part without a gap. */
export function bandPaths(points: readonly ShareInterval[], { x, y }: PlotScale): readonly string[] {
  return runsOf(points).map(([from, to]) => {
    const run = points.slice(from, to);
    const highs = run.map(({ high }, i) => `${x(from + i)},${y(high)}`);
    const lows = run.map(({ low }, i) => `${x(from + i)},${y(low)}`);
    return `M${highs.join('L')}L${lows.reverse().join('L')}Z`;
  });
}

/** The paths of a line, one for each part without a gap, by its first step; a point alone is a dash. */
export function linePaths(
  points: readonly ShareInterval[],
  { x, y }: PlotScale,
): readonly { readonly from: number; readonly path: string }[] {
  return runsOf(points).map(([from, to]) => {
    const places = points.slice(from, to).map(({ share }, i) => `${x(from + i)},${y(share)}`);
    if (places.length > 1) return { from, path: `M${places.join('L')}` };
    return { from, path: `M${x(from) - 2},${y((points[from] as ShareInterval).share)}h4` };
  });
}

/** Steps with a share, without a gap: from, to. */
function runsOf(points: readonly ShareInterval[]): readonly (readonly [number, number])[] {
  const runs: [number, number][] = [];
  for (const [i, { share }] of points.entries()) {
    const last = runs.at(-1);
    if (Number.isNaN(share)) continue;
    if (last !== undefined && last[1] === i) last[1] = i + 1;
    else runs.push([i, i + 1]);
  }
  return runs;
}
