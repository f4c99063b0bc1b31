/** What panels draw of a trace, and how what copies it gets the data of those that are out of sight. */
import type { PanelDefinition } from '../../../drawing/panels/panel';
import { isRunningTotal } from '../../../engine/base/columns/running-total';
import { joinedAnswer } from '../../state/traces/joined-answer';
import type { OpenTrace } from '../../state/traces/open-trace';
import type { PanelData } from '../../state/traces/windows';

export function dataOf(panels: readonly PanelDefinition[]): PanelData {
  return {
    series: panels.flatMap(({ series }) => series),
    parts: [...new Set(panels.flatMap(({ parts = [] }) => parts))],
  };
}

/**
 * Asks for what the newest answer lacks of the panels' data. Resolves once it is joined to it, or another answer has come;
 * rejects as `OpenTrace.request`.
 */
export async function completeAnswer(trace: OpenTrace, panels: readonly PanelDefinition[]): Promise<void> {
  const { series, parts } = dataOf(panels);
  const before = trace.answer.get();
  const catalogue = trace.snapshot.get()?.catalogue ?? [];
  if (before === null || trace.holds({ series, parts })) return;
  const isHeld = new Set(before.series.map(({ id }) => id));
  const lacking = catalogue.map(({ id }) => id).filter((id) => series.includes(id) && !isHeld.has(id));
  const hasTotals = lacking.some(isRunningTotal);
  const { fromUs, toUs } = trace.viewport;
  const further = await trace.request('window', {
    window: before.window,
    visible: { fromUs, toUs },
    series: lacking,
    parts: parts.filter((part) => before.parts[part] === null || (part === 'rates' && hasTotals)),
    model: null,
    ...trace.rows.shown.get(),
  });
  if (trace.answer.get() === before) trace.answer.set(joinedAnswer(before, further));
}
