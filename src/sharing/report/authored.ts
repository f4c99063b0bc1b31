/**
 * What the author of a report writes into it: title, name, severity, what is to be done. The author's own words: they are
 * in the report only, in no link and in no other file, and each is cleaned and bounded before it gets there.
 */
import { beginningOf, plainLine, plainLines } from '../../engine/base/text/plain';

export interface Authored {
  /** Empty for the report's own, here and below. */
  readonly title: string;
  readonly author: string;
  readonly severity: string;
  /** One action per line, before those that the trace suggests. */
  readonly actions: string;
}

export const NOTHING_AUTHORED: Authored = { title: '', author: '', severity: '', actions: '' };

/** Most characters of each. */
export const AUTHORED_LENGTHS: { readonly [field in keyof Authored]: number } = {
  title: 160,
  author: 100,
  severity: 60,
  actions: 2000,
};
const MAX_ACTIONS = 12;

/** The fields as they are written into a report. */
export function authoredOf({ title, author, severity, actions }: Authored): Authored {
  const line = (text: string, field: keyof Authored): string =>
    beginningOf(plainLine(text.replace(/\s+/g, ' ')).trim(), AUTHORED_LENGTHS[field]);
  return {
    title: line(title, 'title'),
    author: line(author, 'author'),
    severity: line(severity, 'severity'),
    actions: beginningOf(plainLines(actions), AUTHORED_LENGTHS.actions),
  };
}

/** The actions, one each, without empty ones and marks of a list. */
export function actionsIn({ actions }: Authored): readonly string[] {
  const lines = actions.split('\n').map((line) => line.replace(/^\s*[-*]\s+/, '').trim());
  return lines.filter((line) => line !== '').slice(0, MAX_ACTIONS);
}
