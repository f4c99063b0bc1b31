/**
 * What the stack itself says of its limits, on the panel of the rebuilt ones: the flag app_limited, as a strip along the top,
 * whose height is the share of time in which it is set. It is the sender's opinion, and part of no share of time: quiche sets it whenever
 * the window has room, for an instant also while data waits. Where the sender says by BLOCKED frames that data waits, it is left out.
 *
 * Not here: what is taken from it (transport/sender-pauses.ts).
 */

import type { StateSlice } from '../../../engine/base/columns/state-timeline';
import { duration } from '../../../engine/base/text/figures';
import { paintStates } from '../../painters/paint-states';
import { stripOf } from '../../surface/surface';
import { columnAt, columnsOf } from '../build/answer-values';
import { shareAt } from '../build/shares';
import {
  idsInView,
  isHidden,
  type LegendEntry,
  legendEntry,
  type PaintTools,
  type PanelContext,
  type PanelDefinition,
} from '../panel';

const STRIP_PX = 5;
const NOT_SET = 'not set';

const FLAG: LegendEntry = legendEntry('app-limited', 'app_limited (log)', 'area', '--ink');

/** Null where no flag is logged, in a digest, and of a receiver, which has little to send. */
const flagOf = ({ answer, snapshot }: PanelContext): StateSlice | null =>
  snapshot.summary.side === 'receiver' ? null : answer.parts.appLimited;

/** For how long it is set in [fromUs, toUs), as `812 ms`; null without a flag. */
function setWords(context: PanelContext, fromUs: number, toUs: number): string | null {
  const slice = flagOf(context);
  if (slice === null) return null;
  const { window } = context.answer;
  const [first, last] = columnsOf(window, fromUs, toUs);
  let setUs = 0;
  for (let column = first; column < last; column++) setUs += shareAt(slice, column, 0) * window.columnUs;
  return setUs === 0 ? NOT_SET : duration(setUs);
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
  const inView = (context: PanelContext): string | null =>
    setWords(context, context.viewport.fromUs, context.viewport.toUs);
  const withFlag = (texts: ReadonlyMap<string, string>, words: string | null) =>
    words === null ? texts : new Map([...texts, [FLAG.id, words]]);
  return {
    ...panel,
    parts: [...(panel.parts ?? []), 'appLimited'],
    legend: (context) => [...panel.legend(context), ...(flagOf(context) === null ? [] : [FLAG])],
    inView: (context) => [...idsInView(panel, context), ...(flagOf(context) === null ? [] : [FLAG.id])],
    paint(context, tools) {
      const painted = panel.paint(context, tools);
      paintFlag(panel.id, context, tools);
      return painted;
    },
    values(context, timeUs) {
      const slice = flagOf(context);
      const { window } = context.answer;
      const column = columnAt(window, timeUs);
      if (slice === null || Number.isNaN(column)) return panel.values(context, timeUs);
      const isSet = shareAt(slice, column, 0) >= shareAt(slice, column, 1);
      const isKnown = shareAt(slice, column, 0) + shareAt(slice, column, 1) > 0;
      return withFlag(panel.values(context, timeUs), isKnown ? (isSet ? 'set' : NOT_SET) : null);
    },
    resting: (context) => withFlag(panel.resting?.(context) ?? new Map(), inView(context)),
    sentence(context) {
      const words = inView(context);
      if (words === null) return panel.sentence(context);
      const said = ` The log’s app_limited is ${words === NOT_SET ? words : `set for ${words}`} in view.`;
      return `${panel.sentence(context)}${said}`;
    },
    cells(context, fromUs, toUs) {
      const words = setWords(context, fromUs, toUs);
      return [...panel.cells(context, fromUs, toUs), ...(words === null ? [] : [words])];
    },
  };
}
