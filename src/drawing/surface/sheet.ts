/**
 * A sheet: a surface that also gives a clipped part of itself to a painter. A panel's separate picture
 * (`picture.ts`) is drawn on it, as SVG text or on a canvas, so that both look the same.
 */
import type { Surface } from './surface';

export interface Sheet extends Surface {
  /** Gives a painter a part of the sheet as a surface; painting outside the part is clipped. */
  part(x: number, y: number, width: number, height: number, paint: (surface: Surface) => void): void;
}

export const FONT = 'system-ui, -apple-system, "Segoe UI", "Noto Sans", sans-serif';

/** Average width of a character, as a share of its size. Widths are estimated, so that no font is needed. */
const CHARACTER = 0.56;

export function estimatedWidth(words: string, size: number): number {
  return words.length * size * CHARACTER;
}

/**
 * Breaks text into lines of at most `width` pixels; a longer word has its own line.
 * @param between where it may break: a space is left out there.
 */
export function wrapped(
  words: string,
  size: number,
  width: number,
  between: RegExp | string = ' ',
): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of words.split(between)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && estimatedWidth(longer, size) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return line === '' ? lines : [...lines, line];
}
