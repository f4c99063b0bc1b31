/**
 * Outside marks as a link holds them: `2.04:deploy,3:steal:0.4,4::7`. A link has them as text (`link/parts.ts`); whoever opens it may have
 * it from a stranger, or cut.
 */
import { plainLine } from '../../engine/base/text/plain';
import { byTime, MAX_MARK_NAME, type OutsideMark } from './outside-mark';
import { MAX_SHARED, sharedMarks } from './shared-marks';

/** As much as a part of a link may have. */
const MAX_TEXT = 10_000;
/** ±30 years, as other times of a link. */
const MAX_S = 1e9;

/** With the marks of a text that chat programs take as its end. */
const escaped = (name: string): string =>
  encodeURIComponent(name).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);

/** What may leave of them; as many as fit. A sample of the same metric as the mark before it has no name. */
export function outsideText(marks: readonly OutsideMark[]): string {
  let text = '';
  let before = '';
  for (const { timeUs, name, value } of sharedMarks(marks)) {
    const at = Math.round(timeUs) / 1e6;
    const mark =
      value === null
        ? `${at}:${escaped(name)}`
        : `${at}:${name === before ? '' : escaped(name)}:${Number(value.toPrecision(6))}`;
    before = name;
    if (text.length + mark.length >= MAX_TEXT) break;
    text += text === '' ? mark : `,${mark}`;
  }
  return text;
}

const MARK =
  /^(-?\d{1,10}(?:\.\d{1,6})?):((?:[^:%]|%[\dA-F]{2})*)(?::(-?\d{1,21}(?:\.\d{1,25})?(?:e[+-]\d{1,3})?))?$/;

/** By time; null where one of them is none. */
export function readOutside(text: string): readonly OutsideMark[] | null {
  const most = MAX_SHARED.events + MAX_SHARED.metrics * MAX_SHARED.parts * 2;
  const marks: OutsideMark[] = [];
  for (const written of text.split(',', most + 1)) {
    const [, seconds, name = '', figure] = MARK.exec(written) ?? [];
    const value = figure === undefined ? null : Number(figure);
    const own = name === '' && value !== null ? marks.at(-1)?.name : unescaped(name);
    if (!own || own.length > MAX_MARK_NAME || !(Math.abs(Number(seconds)) <= MAX_S)) return null;
    if (value !== null && !Number.isFinite(value)) return null;
    marks.push({ timeUs: Math.round(Number(seconds) * 1e6), name: own, value });
  }
  return marks.length > most ? null : byTime(marks);
}

/** Cleaned; null where it is no UTF-8. */
function unescaped(text: string): string | null {
  try {
    return plainLine(decodeURIComponent(text));
  } catch {
    return null;
  }
}
