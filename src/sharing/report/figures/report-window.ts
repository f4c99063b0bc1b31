/** The window of columns that the pictures of a report are drawn from, the same for page and command line. */
import type { PanelContext } from '../../../drawing/panels/panel';
import { windowFor } from '../../../drawing/surface/viewport';
import type { Choices } from '../../../drawing/view/choices';
import type { TimeRange } from '../../../drawing/view/view';
import type { ModelQuery } from '../../../engine/reading/contract/parts';
import type { Snapshot, WindowAnswer, WindowRequest } from '../../../engine/reading/contract/snapshot';
import { TRAFFIC_REQUEST } from '../sections/sections-traffic';
import { drawnPanels } from './panel-figures';

/**
 * Width of the plots, CSS pixels: with axis and margins 820, so that the smallest letters are still 7 points high on A4.
 * It does not follow the window of the page: two people get the same report.
 */
export const REPORT_PLOT_PX = 720;

/** The lane of page one; a digest before version 10 has the holders alone. */
const ACCOUNT = ['account', 'limits'] as const;

/** The request for a range, which has a length. */
export function reportWindow(
  snapshot: Snapshot,
  choices: Choices,
  visible: TimeRange,
  width: number,
  model: ModelQuery | null,
): Omit<WindowRequest, 'connection'> {
  const panels = drawnPanels(choices, snapshot);
  const wanted = panels.flatMap(({ series }) => series);
  return {
    window: windowFor({ ...visible, width }, snapshot.extent),
    visible,
    series: snapshot.catalogue.map(({ id }) => id).filter((id) => wanted.includes(id)),
    ...TRAFFIC_REQUEST,
    parts: [...new Set([...panels.flatMap(({ parts = [] }) => parts), ...TRAFFIC_REQUEST.parts, ...ACCOUNT])],
    model,
  };
}

export function reportContext(
  snapshot: Snapshot,
  choices: Choices,
  { fromUs, toUs }: TimeRange,
  width: number,
  answer: WindowAnswer,
): PanelContext {
  return { answer, snapshot, viewport: { fromUs, toUs, width }, hidden: new Set(choices.hiddenSeries) };
}
