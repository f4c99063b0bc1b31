/**
 * Where the bars of findings stand in a strip of the overview: in up to three lanes, in which none covers another, the worst placed
 * first. One that came several times has as many bars in one lane, and so have those of one rule where there is room. A low strip has one lane for all, the worst on top.
 */
import { timeToX, type Viewport } from '../../drawing/surface/viewport';
import type { TimeRange } from '../../drawing/view/view';
import type { Finding } from '../../engine/findings/finding/finding';
import { findingTimes } from '../../engine/reading/contract/stretches';

/** CSS pixels. */
export interface FindingBar<F> {
  readonly finding: F;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface FindingLanes<F> {
  readonly bars: readonly FindingBar<F>[];
  /** Those for which no lane has room. */
  readonly beyond: readonly F[];
}

type Placed = Pick<Finding, 'id' | 'severity' | 'startUs' | 'endUs' | 'times'>;

const LANES = 3;
const LANE_PX = 5;
/** How thick a bar is says how bad it is, also without colours. */
const BAR_PX = { critical: 4, warning: 3, info: 2 } as const;
const LEAST_BAR_PX = 3;
const GAP_PX = 1;
/** A strip that is lower has one lane. */
const LOW_PX = 32;
const LOW_BAR_PX = 4;

export const isLow = (stripPx: number): boolean => stripPx < LOW_PX;

/** What the lanes of a strip take of its height, CSS pixels. */
export const lanesPx = (stripPx: number): number => (isLow(stripPx) ? LOW_BAR_PX : LANES * LANE_PX) + 1;

/** @param findings the worst first. */
export function findingLanes<F extends Placed>(
  findings: readonly F[],
  whole: Viewport,
  stripPx: number,
): FindingLanes<F> {
  const lanes: FindingBar<F>[][] = Array.from({ length: LANES }, () => []);
  const beyond: F[] = [];
  for (const finding of findings) {
    const places = placesOf(findingTimes(finding), whole);
    const isFree = (lane: readonly FindingBar<F>[]): boolean =>
      lane.every((bar) => places.every((place) => isApart(bar, place)));
    const own = lanes.find((lane) => lane.some((bar) => bar.finding.id === finding.id) && isFree(lane));
    const lane = isLow(stripPx) ? lanes[0] : (own ?? lanes.find(isFree));
    const height = isLow(stripPx) ? LOW_BAR_PX : BAR_PX[finding.severity];
    if (lane === undefined) beyond.push(finding);
    else
      lane.push(...places.map((place) => ({ finding, ...place, y: lanes.indexOf(lane) * LANE_PX, height })));
  }
  return { bars: lanes.flat(), beyond };
}

type Place = Pick<FindingBar<unknown>, 'x' | 'width'>;

const isApart = (a: Place, b: Place): boolean =>
  a.x + a.width + GAP_PX <= b.x || b.x + b.width + GAP_PX <= a.x;

/** @param times ascending; those too near to be two bars are one. */
function placesOf(times: readonly TimeRange[], whole: Viewport): readonly Place[] {
  const places: Place[] = [];
  for (const { fromUs, toUs } of times) {
    const x = timeToX(whole, fromUs);
    const toX = Math.max(x + LEAST_BAR_PX, timeToX(whole, toUs));
    const last = places.at(-1);
    if (last === undefined || isApart(last, { x, width: toX - x })) places.push({ x, width: toX - x });
    else places[places.length - 1] = { x: last.x, width: Math.max(last.x + last.width, toX) - last.x };
  }
  return places;
}
