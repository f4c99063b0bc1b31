/**
 * Draws the row of a request, and beside it what was asked for:
 *
 *     ░░░░░░░░░████████████  /index.html · 200 · 12.3 kB
 *     start    first byte  end
 */
import type { HttpRow } from '../../engine/http/http-row';
import type { TimeSpan } from '../../engine/transport/connectivity/connectivity';
import { paintMarks } from '../painters/paint-sequence';
import { paintSpans, type RowPlace } from '../painters/paint-spans';
import type { Palette } from '../surface/palette';
import { estimatedWidth } from '../surface/sheet';
import type { Surface } from '../surface/surface';
import { timeToX } from '../surface/viewport';
import type { PaintTools, PanelContext } from './panel';
import { isFailed, requestTitle } from './request-row-words';
import { streamFill } from './stream-fills';

export type RequestMark = 'waiting' | 'receiving' | 'credit' | 'gap' | 'failed';

/** Share of a row above and below its bar, and of waits behind gaps. */
const SHARES = { edge: 0.17, gap: 0.26 } as const;
const HATCH_OPACITY = 0.75;
const GROUND_OPACITY = 0.86;
const TEXT_SIZE = 11;
const TEXT_GAP_PX = 6;
/** Of a bar behind the words over it. */
const END_PX = 4;
/** A lower row has no text. */
const TEXT_ROW_PX = 11;

/** From the start to the first byte; to the end where there was none, or to the end of the trace. */
export function waiting({ startUs, firstByteUs, endUs }: HttpRow, traceEndUs: number): readonly TimeSpan[] {
  const toUs = [firstByteUs, endUs, traceEndUs].find((timeUs) => !Number.isNaN(timeUs)) ?? traceEndUs;
  return Number.isNaN(startUs) ? [] : [{ fromUs: startUs, toUs }];
}

/** From the first byte of the response to its end, or that of the trace. */
export function receiving({ firstByteUs, endUs }: HttpRow, traceEndUs: number): readonly TimeSpan[] {
  if (Number.isNaN(firstByteUs)) return [];
  return [{ fromUs: firstByteUs, toUs: Number.isNaN(endUs) ? traceEndUs : endUs }];
}

export function paintRequestRow(
  { snapshot, viewport }: PanelContext,
  { surface, palette }: PaintTools,
  request: HttpRow,
  { top, height }: RowPlace,
  isShown: (mark: RequestMark) => boolean,
): void {
  const endUs = snapshot.extent.toUs;
  const bar = { top: top + SHARES.edge * height, height: (1 - 2 * SHARES.edge) * height };
  const spans = { waiting: waiting(request, endUs), receiving: receiving(request, endUs) };
  if (isShown('waiting'))
    paintSpans(surface, viewport, spans.waiting, bar, { color: palette.slots[5] as string, pattern: 'dots' });
  if (isShown('receiving')) {
    const { color } = streamFill(request.streamId, palette);
    paintSpans(surface, viewport, spans.receiving, bar, { color, pattern: 'solid' });
  }
  if (isShown('credit')) {
    const fill = { color: palette.slots[1] as string, pattern: 'diagonal' } as const;
    paintSpans(surface, viewport, request.blocked, bar, fill, HATCH_OPACITY);
  }
  if (isShown('gap')) {
    const fill = { color: palette.slots[4] as string, pattern: 'horizontal' } as const;
    paintSpans(surface, viewport, request.gaps, { top, height: SHARES.gap * height }, fill);
  }
  if (isShown('failed') && isFailed(request) && !Number.isNaN(request.endUs))
    paintMarks(surface, 'cross', [timeToX(viewport, request.endUs), top + height / 2], palette.loss);
  const all = [...spans.waiting, ...spans.receiving];
  if (height >= TEXT_ROW_PX && all.length > 0) {
    const fromX = Math.max(0, timeToX(viewport, Math.min(...all.map((span) => span.fromUs))));
    const toX = Math.min(surface.width, timeToX(viewport, Math.max(...all.map((span) => span.toUs))));
    if (toX > 0 && fromX < surface.width) paintTitle(surface, palette, request, { fromX, toX, ...bar });
  }
}

interface BarPlace extends RowPlace {
  readonly fromX: number;
  readonly toX: number;
}

/**
 * Right of the bar; left of it where there is no room; over it, before its end, where there is none either: its start, most
 * often the first byte, and its end stay in sight.
 */
function paintTitle(
  surface: Surface,
  { ink, paper }: Palette,
  request: HttpRow,
  { fromX, toX, top, height }: BarPlace,
): void {
  const words = requestTitle(request);
  const width = estimatedWidth(words, TEXT_SIZE) + 2 * TEXT_GAP_PX;
  const y = top + height / 2 + 4;
  const style = { color: ink, size: TEXT_SIZE };
  if (toX + width <= surface.width) surface.text(toX + TEXT_GAP_PX, y, words, style);
  else if (fromX >= width) surface.text(fromX - TEXT_GAP_PX, y, words, { ...style, anchor: 'end' });
  else {
    const ground = { color: paper, pattern: 'solid' } as const;
    const x = Math.max(fromX, toX - END_PX - width);
    surface.rect(x, top, Math.min(width, surface.width - x), height, ground, GROUND_OPACITY);
    surface.text(x + TEXT_GAP_PX, y, words, style);
  }
}
