/**
 * Draws the row of a stream: what it waited for beneath everything, the bytes of its packets as bars from its foot, below them
 * what was acknowledged, and marks where it ended.
 *
 *    ▒▒▒▒▒▒▒▒▒▒   waits for credit, hatched over the whole row
 *    ▀▀▀▀         waits for a gap, along its upper edge
 *      ▄█▄ ▄█     bytes; red what was sent again
 *    ▁▁▁▁▁▁▁▁▁    acknowledged
 */
import type { StreamLanes } from '../../../engine/reading/contract/streams';
import type { StreamRow } from '../../../engine/sender/streams/stream-row';
import { type LaneBar, laneBars, paintBars } from '../../painters/paint-lanes';
import { type MarkShape, paintMarks } from '../../painters/paint-sequence';
import { paintSpans, type RowPlace } from '../../painters/paint-spans';
import { timeToX } from '../../surface/viewport';
import type { PaintTools, PanelContext } from '../panel';
import { streamFill } from './stream-fills';

export type StreamMark =
  | 'data'
  | 'again'
  | 'acked'
  | 'stream-credit'
  | 'connection-credit'
  | 'opening'
  | 'gap'
  | 'fin'
  | 'reset'
  | 'stop';

export type StreamBars = ReturnType<typeof barsOf>;

interface DrawnRow {
  readonly stream: StreamRow;
  readonly bars: StreamBars;
  /** The bytes of a bar as high as the row. */
  readonly most: number;
  readonly place: RowPlace;
}

/** Share of a row above its bars, of what was acknowledged below them, and of waits for gaps. */
const SHARES = { above: 0.12, acked: 0.14, below: 0.06, gap: 0.26 } as const;
const HATCH_OPACITY = 0.55;

export function barsOf({ answer, viewport }: PanelContext, lanes: StreamLanes, row: number) {
  const { window } = answer;
  const of = (values: Float32Array): readonly LaneBar[] => laneBars({ values, window }, row, viewport);
  return { data: of(lanes.data), resent: of(lanes.resent), acked: of(lanes.acked) };
}

/** When the direction ended whose data is drawn, µs; NaN for never. */
export function finUs({ sent, received, finSentUs, finReceivedUs }: StreamRow): number {
  return sent.bytes >= received.bytes ? finSentUs : finReceivedUs;
}

/** The largest bar; 1 where there is none. */
export function mostOf(bars: readonly LaneBar[]): number {
  return bars.reduce((most, { sum }) => Math.max(most, sum), 1);
}

export function paintStreamRow(
  { answer: { window }, viewport }: PanelContext,
  { surface, palette }: PaintTools,
  { stream, bars, most, place }: DrawnRow,
  isShown: (mark: StreamMark) => boolean,
): void {
  const { top, height } = place;
  const credit = palette.slots[1];
  for (const [mark, by, pattern] of [
    ['stream-credit', 'stream', 'diagonal'],
    ['connection-credit', 'connection', 'cross'],
    ['opening', 'opening', 'dots'],
  ] as const) {
    const spans = stream.blocked.filter((span) => span.by === by);
    if (isShown(mark)) paintSpans(surface, viewport, spans, place, { color: credit, pattern }, HATCH_OPACITY);
  }
  const barPlace = {
    top: top + SHARES.above * height,
    height: (1 - SHARES.above - SHARES.acked - SHARES.below) * height,
  };
  const life = { fromUs: stream.firstUs, toUs: stream.lastUs };
  const foot = { top: barPlace.top + barPlace.height - 1, height: 1 };
  paintSpans(surface, viewport, [life], foot, { color: palette.faint, pattern: 'solid' });
  if (isShown('data')) {
    const fill = { color: streamFill(stream.id, palette).color, pattern: 'solid' } as const;
    paintBars(surface, bars.data, window, viewport, barPlace, { most, fill });
  }
  if (isShown('again')) {
    const fill = { color: palette.loss, pattern: 'solid' } as const;
    paintBars(surface, bars.resent, window, viewport, barPlace, { most, fill });
  }
  if (isShown('acked')) {
    const fill = { color: palette.slots[2], pattern: 'solid' } as const;
    const ackedPlace = { top: barPlace.top + barPlace.height, height: SHARES.acked * height };
    paintBars(surface, bars.acked, window, viewport, ackedPlace, { most: 1, fill });
  }
  if (isShown('gap')) {
    const fill = { color: palette.slots[4], pattern: 'horizontal' } as const;
    paintSpans(surface, viewport, stream.gaps, { top, height: SHARES.gap * height }, fill);
  }
  const middle = top + height / 2;
  const marks = (mark: StreamMark, shape: MarkShape, times: readonly number[], color: string): void => {
    const points = times.flatMap((timeUs) => [timeToX(viewport, timeUs), middle]);
    if (isShown(mark)) paintMarks(surface, shape, points, color);
  };
  const abortsOf = (what: 'reset' | 'stop-sending'): readonly number[] =>
    stream.aborts.filter((abort) => abort.what === what).map(({ timeUs }) => timeUs);
  const endUs = finUs(stream);
  if (isShown('fin') && !Number.isNaN(endUs)) {
    const end = { fromUs: endUs, toUs: endUs };
    paintSpans(surface, viewport, [end], place, { color: palette.ink, pattern: 'solid' });
  }
  marks('reset', 'cross', abortsOf('reset'), palette.loss);
  marks('stop', 'triangle-down', abortsOf('stop-sending'), credit);
}
