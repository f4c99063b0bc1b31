/**
 * The account as a lane: what held the sender, as shares of time in cells of a few pixels. Its colour is the holder, its pattern the
 * cause, and where one of them holds for long it is named.
 * A digest before version 10 holds the holders alone.
 */
import type { StateSlice } from '../../../engine/base/columns/state-timeline';
import { percent } from '../../../engine/base/text/figures';
import type { WindowAnswer } from '../../../engine/reading/contract/snapshot';
import { paintStates } from '../../painters/paint-states';
import { largestShare, shareCells } from '../../painters/share-cells';
import type { Palette } from '../../surface/palette';
import type { PictureLane } from '../../surface/picture';
import type { LegendMark } from '../../surface/picture-legend';
import { estimatedWidth } from '../../surface/sheet';
import type { Surface } from '../../surface/surface';
import { timeToX } from '../../surface/viewport';
import { columnsOf } from '../build/answer-values';
import { sharesOfColumns } from '../build/shares';
import type { PanelContext } from '../panel';
import { causeOf, partFill, partStyle } from './holder-styles';

/** A time of which one part of the account holds most, in each cell. */
export interface AccountRun {
  readonly name: string;
  readonly fromUs: number;
  readonly toUs: number;
}

const TEXT_PX = 10;
/** On either side of a name, and how much wider than estimated a font may be. */
const MARGIN_PX = 4;
const WIDEST = 1.15;
/** Height in a picture. */
const PICTURE_PX = 16;
/** Lower lanes have no names. */
const LEAST_NAMED_PX = 12;
/** Smaller shares would show 0.0 %. */
const LEAST_SHARE = 0.0005;

/** Null where the answer does not hold what held the sender. */
function sliceOf({ parts }: WindowAnswer): StateSlice | null {
  const slice = parts.account ?? parts.limits;
  return slice === null || slice.names.length === 0 ? null : slice;
}

export const holdsAccount = (answer: WindowAnswer): boolean => sliceOf(answer) !== null;

/** From left to right; none where the answer does not hold it. */
export function accountRuns({
  answer,
  viewport,
}: Pick<PanelContext, 'answer' | 'viewport'>): readonly AccountRun[] {
  const slice = sliceOf(answer);
  if (slice === null) return [];
  const { fromUs, columnUs } = answer.window;
  const runs: AccountRun[] = [];
  for (const { from, to, shares } of shareCells(slice, answer.window, viewport)) {
    const run = {
      name: slice.names[largestShare(shares)],
      fromUs: fromUs + from * columnUs,
      toUs: fromUs + to * columnUs,
    };
    const last = runs.at(-1);
    if (last?.name === run.name && last.toUs === run.fromUs)
      runs[runs.length - 1] = { ...last, toUs: run.toUs };
    else runs.push(run);
  }
  return runs;
}

/** The longest of its name, its cause and its holder for which there is room; empty for none. */
function nameFor(name: string, roomPx: number): string {
  const [holder = '', cause = ''] = [name.split(': ')[0], causeOf(name)];
  const fits = (words: string): boolean => estimatedWidth(words, TEXT_PX) * WIDEST <= roomPx;
  return [name, cause, holder].find((words) => words !== '' && fits(words)) ?? '';
}

/** Fills the surface; paints nothing where the answer does not hold it. */
export function paintAccount(
  surface: Surface,
  context: Pick<PanelContext, 'answer' | 'viewport'>,
  palette: Palette,
): void {
  const { answer, viewport } = context;
  const slice = sliceOf(answer);
  if (slice === null) return;
  const fills = slice.names.map((name) => partFill(name, palette));
  paintStates(surface, slice, answer.window, viewport, fills);
  if (surface.height < LEAST_NAMED_PX) return;
  for (const { name, fromUs, toUs } of accountRuns(context)) {
    const from = Math.max(0, timeToX(viewport, fromUs));
    const words = nameFor(name, Math.min(surface.width, timeToX(viewport, toUs)) - from - 4 * MARGIN_PX);
    if (words === '') continue;
    const width = estimatedWidth(words, TEXT_PX);
    const paper = { color: palette.paper, pattern: 'solid' } as const;
    surface.rect(from + MARGIN_PX, 1, width + 2 * MARGIN_PX, surface.height - 2, paper);
    surface.text(from + 1.5 * MARGIN_PX, surface.height - 3, words, { color: palette.ink, size: TEXT_PX });
  }
}

/** The lane in a picture, on top of a plot of the same range, and the parts of it that hold most somewhere; null where the answer lacks it. */
export function pictureLane(
  context: Pick<PanelContext, 'answer' | 'viewport'>,
  { name, palette }: { readonly name: string; readonly palette: Palette },
): { readonly lane: PictureLane; readonly legend: readonly LegendMark[] } | null {
  const names = [...new Set(accountRuns(context).map((run) => run.name))];
  if (names.length === 0) return null;
  return {
    lane: { name, height: PICTURE_PX, paint: (surface) => paintAccount(surface, context, palette) },
    legend: names.map((label) => ({ label, swatch: 'area', ...partStyle(label) })),
  };
}

/** `window: random loss 57.9 %, handshake 3.1 %` of a time, the largest first; empty where nothing is held of it. */
export function accountWords(answer: WindowAnswer, fromUs: number, toUs: number): string {
  const slice = sliceOf(answer);
  if (slice === null) return '';
  const shares = sharesOfColumns(slice, ...columnsOf(answer.window, fromUs, toUs));
  return slice.names
    .map((name, at) => ({ name, share: shares[at].share }))
    .filter(({ share }) => share >= LEAST_SHARE)
    .sort((a, b) => b.share - a.share)
    .map(({ name, share }) => `${name} ${percent(share)}`)
    .join(', ');
}
