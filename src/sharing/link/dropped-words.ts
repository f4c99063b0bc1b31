/** Message about the dropped parts of a link. */
import { plainLine } from '../../engine/base/text/plain';
import type { DroppedPart } from './state';

/** More parts than this are counted in the text and listed separately. */
const MAX_NAMED = 3;

export interface DroppedWords {
  readonly text: string;
  /** One line per part, if the text does not name all. */
  readonly list: readonly string[];
}

/** @returns null where everything was followed. */
export function droppedWords(dropped: readonly DroppedPart[]): DroppedWords | null {
  if (dropped.length === 0) return null;
  const lines = dropped.map(({ part, why }) => plainLine(`${part}: ${why}`));
  const named = lines.slice(0, MAX_NAMED).join('; ');
  const more = lines.length - MAX_NAMED;
  const rest = more > 0 ? `; and ${more.toLocaleString('en-US')} more` : '';
  return {
    text: `The link was not followed in full. Left out: ${named}${rest}.`,
    list: more > 0 ? lines : [],
  };
}
