/** All values at a time as text, one line per series. */
import type { SharedContext } from '../../drawing/panels/redact-context';
import { missingOf, shownPanels } from '../../drawing/panels/registry';
import type { Choices } from '../../drawing/view/choices';
import { instant } from '../../engine/text/figures';

export function valuesAsText(context: SharedContext, choices: Choices, timeUs: number): string {
  const { viewport, snapshot } = context;
  const lines = [`time\t${instant(timeUs, viewport.toUs - viewport.fromUs)}`];
  for (const panel of shownPanels(choices, snapshot)) {
    if (missingOf(panel, snapshot) !== null) continue;
    const values = panel.values(context, timeUs);
    for (const { id, label } of panel.legend(context)) {
      const value = values.get(id);
      if (value !== undefined) lines.push(`${panel.title}\t${label}\t${value}`);
    }
  }
  return lines.join('\n');
}
