/** The plots of a panel: one, or one per trace where they are not drawn over one another, and the difference of two. */
import { isOverlaid } from '../../../drawing/panels/lanes/panel-lanes';
import type { PanelDefinition } from '../../../drawing/panels/panel';
import type { SetView } from '../../../drawing/view/set-view';

export interface PlotLayout {
  readonly keys: readonly string[];
  /** `set`: of the set as a whole, also while one of its traces is shown alone. */
  readonly kind: 'lanes' | 'difference' | 'set';
  /** CSS pixels. */
  readonly height: number;
}

/** Lower ones cannot be read: of lines, of shares. */
const LEAST_PX = { lines: 60, strip: 20 } as const;
const DIFFERENCE_PX = 48;
/** Between two plots, see `.panel-body + .panel-body`. */
const GAP_PX = 4;

/**
 * The plots from top to bottom.
 * @param height of the panel. @param alone key of the trace that is shown alone; null for all.
 * @param hasDifference whether the difference of the first two traces is wanted.
 */
export function plotLayout(
  definition: PanelDefinition,
  { lanes, arrangement }: Pick<SetView, 'lanes' | 'arrangement'>,
  height: number,
  alone: string | null,
  hasDifference: boolean,
): readonly PlotLayout[] {
  const keys = lanes.map(({ trace }) => trace);
  const kind = 'lanes';
  if (keys.length === 1) return [{ keys, kind, height }];
  if (!isOverlaid(definition, arrangement)) {
    const isStrip = definition.openHeight !== undefined;
    const share = Math.round(height / keys.length);
    const each = Math.max(isStrip ? LEAST_PX.strip : LEAST_PX.lines, share);
    // Of all plots the height is the same, so that nothing below moves.
    const all = each * keys.length + GAP_PX * (keys.length - 1);
    if (alone !== null) return [{ keys: [alone], kind, height: all }];
    return keys.map((key) => ({ keys: [key], kind, height: each }));
  }
  const difference = { keys: keys.slice(0, 2), kind: 'difference', height: DIFFERENCE_PX } as const;
  const isShown = hasDifference && definition.amounts?.line !== undefined;
  return [{ keys, kind, height }, ...(isShown ? [difference] : [])];
}
