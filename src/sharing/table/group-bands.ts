/** The bands of the groups that are shown, on one axis: what the plots draw, and what a saved picture holds. */
import { type DrawnBands, groupPlots } from '../../drawing/panels/groups/group-plots';
import { instant } from '../../engine/base/text/figures';
import { alignmentWords, type OutlineLandmark } from '../../engine/service/compare/align';
import { alignedGroups, groupsGrid, groupsLandmark } from '../../engine/service/compare/bands';
import type { GroupOfRows } from './run-groups';

/** A plot is hardly wider. */
const STEPS = 400;

export interface GroupBandsModel {
  readonly at: OutlineLandmark;
  /** µs on the axis; NaN where no run shows the landmark. */
  readonly landmarkUs: number;
  /** Runs of each group that are in the bands. */
  readonly runs: readonly number[];
  /** Runs of all groups that do not show the landmark. */
  readonly without: number;
  readonly fromUs: number;
  readonly toUs: number;
  /** Those of which any group has a band, and the runs that they are of. */
  readonly plots: readonly DrawnBands[];
}

/** @param chosen landmark; null for the proposed one. @param steps of each band. */
export function bandsModel(
  groups: readonly GroupOfRows[],
  chosen: OutlineLandmark | null,
  steps = STEPS,
): GroupBandsModel {
  const runs = groups.map((group) => group.runs);
  const at = chosen ?? groupsLandmark(runs.flat());
  const aligned = alignedGroups(runs, at);
  const grid = groupsGrid(aligned.groups, steps);
  return {
    at,
    landmarkUs: aligned.landmarkUs,
    runs: aligned.groups.map(({ length }) => length),
    without: aligned.without.reduce((sum, number) => sum + number, 0),
    fromUs: grid.fromUs,
    toUs: grid.fromUs + grid.steps * grid.stepUs,
    plots: groupPlots(aligned.groups, grid),
  };
}

/** `Every run is moved so that the last loss is at 2.026 s, its median.` */
export function alignedSentence({ at, landmarkUs }: GroupBandsModel): string {
  return Number.isNaN(landmarkUs)
    ? `No run shows ${alignmentWords({ at })}.`
    : `Every run is moved so that ${alignmentWords({ at })} is at ${instant(landmarkUs)}, the median of all.`;
}
