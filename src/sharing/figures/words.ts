/** What the cells of single figures say. */
import { utcInstant } from '../../engine/base/text/utc';
import type { RowDefect } from './row';

/** What a row does not know. */
export const UNKNOWN = '–';

export const orUnknown =
  (words: (value: number) => string) =>
  (value: number | null): string =>
    value === null ? UNKNOWN : words(value);

/** In a spreadsheet what is not known is empty. */
export const named = (text: string): string | null => (text === UNKNOWN || text === '' ? null : text);

export const seconds = (us: number | null | undefined): number | null => (us == null ? null : us / 1e6);
export const millis = (us: number | null): number | null => (us === null ? null : us / 1e3);

export const recordedWords = orUnknown((ms) => utcInstant(ms, 0).replace(/\.\d+ UTC$/, ' UTC'));

/** Without the words that the heading of the column says. */
export function controllerCell(controller: string): string {
  return controller === '' ? UNKNOWN : controller.replace(/^behaves like /, '');
}

const STANDINGS: { readonly [standing: string]: string } = {
  affected: 'affected',
  fixed: 'fixed version, yet shown',
  'not-known': 'version not known',
};

/** `quiche pull request 2370 (affected)` */
export function defectWords(defect: RowDefect | null): string {
  if (defect === null) return '';
  return `${defect.implementation} ${defect.reference} (${STANDINGS[defect.standing] ?? defect.standing})`;
}
