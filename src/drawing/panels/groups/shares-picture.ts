/** Shares of groups as one picture for a file: per finding a bar of each group, in its pattern, and the interval as a line over it. */
import { laneLetter, laneStyle } from '../../surface/lane-styles';
import { LIGHT_PALETTE, lightColor } from '../../surface/light-palette';
import { estimatedWidth } from '../../surface/sheet';
import { SvgSheet } from '../../surface/svg-surface';
import { laneColor } from '../lanes/panel-lanes';

export interface PictureShare {
  /** Null of too few runs. */
  readonly interval: { readonly share: number; readonly low: number; readonly high: number } | null;
  /** `24 of 30` */
  readonly words: string;
}

export interface SharesRow {
  readonly title: string;
  /** In the order of the groups. */
  readonly shares: readonly PictureShare[];
}

const WIDTH = 760;
const LABELS = 250;
const WORDS = 90;
const PAD = 12;
const BAR = 11;
const GAP = 2;
const ROW_GAP = 10;
const SIZE = 12;
const SMALL = 10.5;
const TICKS = [0, 0.25, 0.5, 0.75, 1];

/** A title that is wider ends with a mark of omission. */
function fitted(words: string): string {
  const fits = Math.floor((LABELS - 2 * PAD) / estimatedWidth('0', SIZE));
  return words.length <= fits ? words : `${words.slice(0, fits - 1)}…`;
}

/**
 * One `<svg>` element.
 * @param rows at least one. @param id prefix of the ids in it. @param description in a sentence.
 */
export function sharesPicture(
  rows: readonly SharesRow[],
  names: readonly string[],
  { id, title, description }: { readonly id: string; readonly title: string; readonly description: string },
): string {
  const rowHeight = names.length * (BAR + GAP) + ROW_GAP;
  const top = PAD + names.length * (SIZE + 4) + PAD;
  const bottom = top + rows.length * rowHeight;
  const sheet = new SvgSheet(WIDTH, bottom + 26, id);
  const { ink, faint, grid } = LIGHT_PALETTE;
  const width = WIDTH - LABELS - WORDS - PAD;
  const x = (share: number): number => LABELS + share * width;
  sheet.rect(0, 0, sheet.width, sheet.height, { color: lightColor('--paper'), pattern: 'solid' });
  const fillOf = (place: number) => ({
    color: laneColor(LIGHT_PALETTE, place),
    pattern: laneStyle(place).pattern,
  });
  for (const [place, name] of names.entries()) {
    const y = PAD + place * (SIZE + 4);
    sheet.rect(LABELS, y, 18, BAR, fillOf(place));
    sheet.text(LABELS + 24, y + BAR - 1, `${laneLetter(place)} ${name}`, { color: ink, size: SIZE });
  }
  for (const tick of TICKS) {
    sheet.polyline([x(tick), top - 4, x(tick), bottom], { color: grid, width: 1, dash: [] });
    const style = { color: faint, size: SMALL, anchor: 'middle' } as const;
    sheet.text(x(tick), bottom + 14, `${tick * 100} %`, style);
  }
  for (const [i, row] of rows.entries()) {
    const y = top + i * rowHeight;
    sheet.text(LABELS - PAD, y + (names.length * (BAR + GAP)) / 2 + 4, fitted(row.title), {
      color: ink,
      size: SIZE,
      anchor: 'end',
    });
    for (const [place, { interval, words }] of row.shares.entries()) {
      const barTop = y + place * (BAR + GAP);
      const middle = barTop + BAR / 2;
      sheet.text(LABELS + width + PAD, barTop + BAR - 2, words, { color: faint, size: SMALL });
      if (interval === null) continue;
      const { share, low, high } = interval;
      sheet.rect(x(0), barTop, share * width, BAR, fillOf(place));
      const line = { color: ink, width: 1.5, dash: [] };
      sheet.polyline([x(low), middle, x(high), middle], line);
      for (const end of [low, high]) sheet.polyline([x(end), middle - 3, x(end), middle + 3], line);
    }
  }
  return sheet.svg(title, description);
}
