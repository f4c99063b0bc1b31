/** Loss: packets lost per column while they are close, one mark each when they stand apart. */

import type { TraceSummary } from '../../engine/contract/messages';
import { count } from '../../engine/text/figures';
import { visibleColumns } from '../painters/paint-series';
import type { Fill } from '../surface/surface';
import { timeToX } from '../surface/viewport';
import { isHidden, type PanelContext, type PanelDefinition } from './panel';
import { sumOf } from './readings';
import { lossWords } from './words';

type LossMethod = TraceSummary['lossMethod'];

const BAR_PX = 3;
/** Bars at least this far from the next are marks of their own: they get a head, to be found and counted. */
const APART_PX = 8;
const HEAD_PX = 7;

/** Solid where the stack says so itself, striped where it is inferred: not by colour alone. */
const PATTERNS: { readonly [method in LossMethod]: Fill['pattern'] } = {
  logged: 'solid',
  counted: 'solid',
  'in-flight-drop': 'diagonal',
  'ack-gap': 'diagonal',
  'window-cut': 'diagonal',
  'resent-data': 'diagonal',
};

interface Bar {
  readonly x: number;
  readonly packets: number;
}

/** Packets lost per bar of three pixels, on the window's own grid. */
function barsOf({ answer, viewport }: PanelContext): readonly Bar[] {
  const { window, losses } = answer;
  const columnPx = (window.columnUs / (viewport.toUs - viewport.fromUs)) * viewport.width;
  const size = Math.max(1, Math.round(BAR_PX / columnPx));
  const [first, last] = visibleColumns(window, viewport);
  const bars: Bar[] = [];
  for (let from = Math.floor(first / size) * size; from < last; from += size) {
    let packets = 0;
    for (let i = from; i < Math.min(from + size, window.columns); i++) packets += losses[i] as number;
    if (packets > 0) bars.push({ x: timeToX(viewport, window.fromUs + from * window.columnUs), packets });
  }
  return bars;
}

function lostIn({ answer }: PanelContext, fromUs: number, toUs: number): number {
  return sumOf(answer.losses, answer.window, fromUs, toUs);
}

export const loss: PanelDefinition = {
  id: 'loss',
  title: 'Loss',
  height: 80,
  series: [],
  side: 'both',
  missing: ({ summary }) =>
    summary.lossesKnown
      ? null
      : 'no packet_lost event, no loss counter and no packets from which a loss could be inferred. Log packet_sent ' +
        'and packet_received, or packet_lost, on the sender.',
  legend: ({ snapshot }) => [
    {
      id: 'loss',
      label: `packets lost, ${lossWords(snapshot.summary.lossMethod)}`,
      swatch: 'area',
      color: '--loss',
      pattern: PATTERNS[snapshot.summary.lossMethod],
    },
  ],
  paint(context, { surface, palette, lockedMax, axis }) {
    const bars = barsOf(context);
    const highest = bars.reduce((max, bar) => Math.max(max, bar.packets), 0);
    const max = lockedMax ?? Math.max(1, highest) * 1.1;
    axis(max, (value) => (Number.isInteger(value) ? count(value) : ''));
    if (isHidden(context, 'loss', 'loss')) return { max };
    const fill: Fill = { color: palette.loss, pattern: PATTERNS[context.snapshot.summary.lossMethod] };
    bars.forEach(({ x, packets }, i) => {
      const height = Math.min(1, packets / max) * surface.height;
      surface.rect(x, surface.height - height, BAR_PX, height, fill);
      const before = bars[i - 1]?.x ?? Number.NEGATIVE_INFINITY;
      const after = bars[i + 1]?.x ?? Number.POSITIVE_INFINITY;
      if (x - before < APART_PX || after - x < APART_PX) return;
      const head = { color: palette.loss, pattern: 'solid' } as const;
      surface.rect(
        x + BAR_PX / 2 - HEAD_PX / 2,
        surface.height - height,
        HEAD_PX,
        Math.min(HEAD_PX, height),
        head,
      );
    });
    return { max };
  },
  values(context, timeUs) {
    const { columnUs } = context.answer.window;
    const lost = lostIn(context, timeUs - columnUs, timeUs + columnUs);
    return new Map([['loss', count(lost)]]);
  },
  sentence(context) {
    const { viewport, snapshot } = context;
    const lost = lostIn(context, viewport.fromUs, viewport.toUs);
    return `${count(lost)} packets lost in view, ${lossWords(snapshot.summary.lossMethod)}.`;
  },
  cells: (context, fromUs, toUs) => [count(lostIn(context, fromUs, toUs))],
};
