/**
 * Wraps every panel for a digest that holds nothing for the visible range: draws nothing, gives no values and states
 * so, because an empty column would be read as a count of zero. Panels themselves handle traces only.
 */
import type { PanelContext, PanelDefinition } from './panel';

const NOTHING_SO_FINE = 'The digest holds nothing this fine: zoom out, or open the trace itself.';
const UNKNOWN = '–';

/** A digest without data answers with a single column (`src/sharing/digest/resample.ts`). */
function isBlank({ snapshot, answer }: PanelContext): boolean {
  return snapshot.digest !== undefined && answer.window.columns === 1;
}

function isOutside({ snapshot, answer: { window } }: PanelContext, fromUs: number, toUs: number): boolean {
  if (snapshot.digest === undefined) return false;
  return toUs <= window.fromUs || fromUs >= window.fromUs + window.columns * window.columnUs;
}

/** The panel, wrapped if it is shown from a digest. */
export function guarded(panel: PanelDefinition): PanelDefinition {
  const { resting } = panel;
  return {
    ...panel,
    paint(context, tools) {
      if (!isBlank(context)) return panel.paint(context, tools);
      tools.axis(1, () => '');
      return { max: 1, clipped: NOTHING_SO_FINE };
    },
    values: (context, timeUs) =>
      isBlank(context) || isOutside(context, timeUs, timeUs) ? new Map() : panel.values(context, timeUs),
    ...(resting === undefined
      ? {}
      : { resting: (context: PanelContext) => (isBlank(context) ? new Map() : resting(context)) }),
    sentence: (context) => (isBlank(context) ? NOTHING_SO_FINE : panel.sentence(context)),
    cells: (context, fromUs, toUs) =>
      isBlank(context) || isOutside(context, fromUs, toUs)
        ? panel.legend(context).map(() => UNKNOWN)
        : panel.cells(context, fromUs, toUs),
  };
}
