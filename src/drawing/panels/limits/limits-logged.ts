/**
 * What the stack itself says of its limits, on the panel of the rebuilt ones: the flag application-limited, as a strip along
 * the top, whose height is the share of time in which it is set. It is the sender's opinion: quiche sets it whenever the
 * window has room, for an instant also while data waits.
 *
 * Not here: what is taken from it (transport/sender-pauses.ts).
 */
import type { StateSlice } from '../../../engine/base/columns/state-timeline';
import { paintStates } from '../../painters/paint-states';
import { stripOf } from '../../surface/surface';
import { type Share, sharesAt, sharesWithin, shareText } from '../build/shares';
import {
  isHidden,
  type LegendEntry,
  legendEntry,
  type PaintTools,
  type PanelContext,
  type PanelDefinition,
} from '../panel';

const STRIP_PX = 5;

const FLAG: LegendEntry = legendEntry('app-limited', 'nothing to send (logged)', 'area', '--ink');

/** Null where no flag is logged, and in a digest. */
const flagOf = ({ answer }: PanelContext): StateSlice | null => answer.parts.appLimited;

/** Share of [fromUs, toUs) in which the flag is set, of the time in which it is known; null without a flag. */
function shareSet(context: PanelContext, fromUs: number, toUs: number): Share | null {
  const slice = flagOf(context);
  return slice === null ? null : sharesWithin(slice, context.answer.window, fromUs, toUs)[0];
}

function paintFlag(panel: string, context: PanelContext, { surface, palette }: PaintTools): void {
  const slice = flagOf(context);
  if (slice === null || isHidden(context, panel, FLAG.id)) return;
  const fills = [
    { color: palette.ink, pattern: 'solid' },
    { color: palette.grid, pattern: 'solid' },
  ] as const;
  paintStates(stripOf(surface, 0, STRIP_PX), slice, context.answer.window, context.viewport, fills);
}

export function withLogged(panel: PanelDefinition): PanelDefinition {
  const inView = (context: PanelContext): Share | null =>
    shareSet(context, context.viewport.fromUs, context.viewport.toUs);
  const withFlag = (texts: ReadonlyMap<string, string>, share: Share | null) =>
    share === null ? texts : new Map([...texts, [FLAG.id, shareText(share)]]);
  return {
    ...panel,
    parts: [...(panel.parts ?? []), 'appLimited'],
    legend: (context) => [...panel.legend(context), ...(flagOf(context) === null ? [] : [FLAG])],
    paint(context, tools) {
      const painted = panel.paint(context, tools);
      paintFlag(panel.id, context, tools);
      return painted;
    },
    values(context, timeUs) {
      const slice = flagOf(context);
      const atTime = slice === null ? null : sharesAt(slice, context.answer.window, timeUs);
      return withFlag(panel.values(context, timeUs), atTime?.[0] ?? null);
    },
    resting: (context) => withFlag(panel.resting?.(context) ?? new Map(), inView(context)),
    sentence(context) {
      const share = inView(context);
      const words =
        share === null ? '' : ` The log says application-limited ${shareText(share)} of the time in view.`;
      return `${panel.sentence(context)}${words}`;
    },
    cells(context, fromUs, toUs) {
      const share = shareSet(context, fromUs, toUs);
      return [...panel.cells(context, fromUs, toUs), ...(share === null ? [] : [shareText(share)])];
    },
  };
}
