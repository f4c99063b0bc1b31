/**
 * Draws the row of a request, and beside it what was asked for. Its colours are what held it; where that does not show, as in a
 * digest, the time until the first byte and that of the response:
 *
 *     ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▏███░░░ /index.html · 200 · 12.3 kB
 *     other streams   ▏the first byte: window, in transit
 *     ░░░░░░░░░████████████  /index.html · 200 · 12.3 kB
 *     start    first byte  end
 */
import { HOLDER_NAMES, type Holder } from '../../../engine/base/text/account-names';
import { isFailed } from '../../../engine/reading/contract/request-totals';
import type { HttpRow } from '../../../engine/sender/http/http-row';
import type { StreamHeld } from '../../../engine/sender/streams/stream-row';
import type { TimeSpan } from '../../../engine/sender/transport/connectivity/connectivity';
import { openPlaces, type PxSpan } from '../../painters/bar-labels';
import { paintMarks } from '../../painters/paint-sequence';
import { paintSpans, type RowPlace } from '../../painters/paint-spans';
import type { Palette } from '../../surface/palette';
import { estimatedWidth } from '../../surface/sheet';
import type { Surface } from '../../surface/surface';
import { timeToX } from '../../surface/viewport';
import { holderFill } from '../limits/holder-styles';
import type { PaintTools, PanelContext } from '../panel';
import { streamFill } from '../streams/stream-fills';
import { requestTitle } from './request-row-words';

export type RequestMark = 'waiting' | 'receiving' | 'first-byte' | 'blocked' | 'gap' | 'failed' | Holder;

/** Share of a row above and below its bar, and of waits for gaps. */
const SHARES = { edge: 0.17, gap: 0.26 } as const;
const HATCH_OPACITY = 0.75;
const GROUND_OPACITY = 0.86;
const TEXT_SIZE = 11;
const TEXT_GAP_PX = 6;
/** Fewer characters over a bar say nothing. */
const LEAST_CHARACTERS = 6;
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

/** Of what held it; none where that does not show. */
export const heldSpans = ({ held }: HttpRow): StreamHeld['spans'] => held?.spans ?? [];

/** Where colours are what held it, what came before it: it waited to be opened. */
export function creditSpans(request: HttpRow): readonly TimeSpan[] {
  const { blocked, startUs } = request;
  return heldSpans(request).length === 0 ? blocked : blocked.filter(({ toUs }) => toUs <= startUs);
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
  const held = heldSpans(request);
  for (const holder of new Set(held.map((span) => span.holder))) {
    const ofHolder = held.filter((span) => span.holder === holder);
    if (isShown(holder))
      paintSpans(surface, viewport, ofHolder, bar, holderFill(HOLDER_NAMES[holder], palette));
  }
  if (held.length === 0 && isShown('waiting'))
    paintSpans(surface, viewport, spans.waiting, bar, { color: palette.slots[5], pattern: 'dots' });
  if (held.length === 0 && isShown('receiving')) {
    const { color } = streamFill(request.streamId, palette);
    paintSpans(surface, viewport, spans.receiving, bar, { color, pattern: 'solid' });
  }
  if (held.length > 0 && isShown('first-byte')) {
    const { firstByteUs } = request;
    const at = Number.isNaN(firstByteUs) ? [] : [{ fromUs: firstByteUs, toUs: firstByteUs }];
    paintSpans(surface, viewport, at, { top, height }, { color: palette.ink, pattern: 'solid' });
  }
  if (isShown('blocked')) {
    const pattern = held.length > 0 ? 'dots' : 'diagonal';
    const fill = { color: palette.slots[1], pattern } as const;
    paintSpans(surface, viewport, creditSpans(request), bar, fill, HATCH_OPACITY);
  }
  if (isShown('gap')) {
    const fill = { color: palette.slots[4], pattern: 'horizontal' } as const;
    paintSpans(surface, viewport, request.gaps, { top, height: SHARES.gap * height }, fill);
  }
  if (isShown('failed') && isFailed(request) && !Number.isNaN(request.endUs))
    paintMarks(surface, 'cross', [timeToX(viewport, request.endUs), top + height / 2], palette.loss);
  const bars = [...spans.waiting, ...spans.receiving, ...creditSpans(request)].map(
    ({ fromUs, toUs }): PxSpan => ({
      from: Math.max(0, timeToX(viewport, fromUs)),
      to: Math.min(surface.width, timeToX(viewport, toUs)),
    }),
  );
  const seen = bars.filter(({ from, to }) => to > 0 && from < surface.width);
  if (height >= TEXT_ROW_PX && seen.length > 0) paintTitle(surface, palette, request, seen, bar);
}

/** What has room in a width, CSS pixels; empty where that is too little. */
function fitted(words: string, widthPx: number): string {
  if (estimatedWidth(words, TEXT_SIZE) <= widthPx) return words;
  const characters = Math.floor(widthPx / estimatedWidth('m', TEXT_SIZE)) - 1;
  return characters < LEAST_CHARACTERS ? '' : `${[...words].slice(0, characters).join('')}…`;
}

/**
 * Right of the bars; left of them where there is no room; over them where there is none either, where they hide no end of a
 * bar: its start, most often the first byte, and its end stay in sight. Shortened, or left out, where no such place is wide enough.
 */
function paintTitle(
  surface: Surface,
  { ink, paper }: Palette,
  request: HttpRow,
  bars: readonly PxSpan[],
  { top, height }: RowPlace,
): void {
  const words = requestTitle(request);
  const width = estimatedWidth(words, TEXT_SIZE) + 2 * TEXT_GAP_PX;
  const all = { from: Math.min(...bars.map(({ from }) => from)), to: Math.max(...bars.map(({ to }) => to)) };
  const y = top + height / 2 + 4;
  const style = { color: ink, size: TEXT_SIZE };
  if (all.to + width <= surface.width) surface.text(all.to + TEXT_GAP_PX, y, words, style);
  else if (all.from >= width) surface.text(all.from - TEXT_GAP_PX, y, words, { ...style, anchor: 'end' });
  else {
    const places = openPlaces(all, bars);
    const widest = Math.max(0, ...places.map(({ from, to }) => to - from));
    const place = places.findLast(({ from, to }) => to - from >= Math.min(width, widest));
    const shown = fitted(words, widest - 2 * TEXT_GAP_PX);
    if (place === undefined || shown === '') return;
    const shownPx = estimatedWidth(shown, TEXT_SIZE) + 2 * TEXT_GAP_PX;
    const ground = { color: paper, pattern: 'solid' } as const;
    surface.rect(place.to - shownPx, top, shownPx, height, ground, GROUND_OPACITY);
    surface.text(place.to - shownPx + TEXT_GAP_PX, y, shown, style);
  }
}
