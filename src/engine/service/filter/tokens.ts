/**
 * Splits a filter's text into words, quoted texts, packet numbers, operators and brackets, each with its position. The
 * parser interprets them; `and` is a word here. Words and texts are cleaned as names are (text/plain.ts), so that one that was
 * pasted from the log finds what one that was copied from the page finds.
 */
import { plainLine } from '../../base/text/plain';
import type { FilterError } from './filter';

export type Operator = '=' | '!=' | '<' | '<=' | '>' | '>=' | '~';

export type Token =
  | { readonly kind: 'word' | 'quoted' | 'packet'; readonly text: string; readonly at: number }
  | { readonly kind: 'operator'; readonly text: Operator; readonly at: number }
  | { readonly kind: 'mark'; readonly text: '(' | ')' | '!' | '&&' | '||' | '|'; readonly at: number }
  | { readonly kind: 'end'; readonly text: ''; readonly at: number };

/** Longest first, so that `<=` is not taken as `<`. `==` is accepted as well. */
const OPERATORS: readonly (readonly [string, Operator])[] = [
  ['==', '='],
  ['!=', '!='],
  ['<=', '<='],
  ['>=', '>='],
  ['=', '='],
  ['<', '<'],
  ['>', '>'],
  ['~', '~'],
];
const MARKS = ['&&', '||', '(', ')', '!', '|'] as const;
const ENDS_WORD = /[\s()"=!<>~&|]/;

/** All tokens, ending with `end`; or what cannot be read, and where. */
export function tokenize(text: string): readonly Token[] | FilterError {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    if (/\s/.test(text.charAt(at))) {
      at++;
      continue;
    }
    const token = nextToken(text, at);
    if ('error' in token) return { text: token.error, at };
    tokens.push(token.token);
    at = token.to;
  }
  tokens.push({ kind: 'end', text: '', at });
  return tokens;
}

type Read = { readonly token: Token; readonly to: number } | { readonly error: string };

function nextToken(text: string, at: number): Read {
  const operator = OPERATORS.find(([spelling]) => text.startsWith(spelling, at));
  if (operator !== undefined) {
    const [spelling, meaning] = operator;
    return { token: { kind: 'operator', text: meaning, at }, to: at + spelling.length };
  }
  const mark = MARKS.find((spelling) => text.startsWith(spelling, at));
  if (mark !== undefined) return { token: { kind: 'mark', text: mark, at }, to: at + mark.length };
  if (text.charAt(at) === '&') return { error: 'A single & means nothing here; write && or and.' };
  if (text.charAt(at) === '"') return quoted(text, at);
  let to = at;
  while (to < text.length && !ENDS_WORD.test(text.charAt(to))) to++;
  const word = plainLine(text.slice(at, to));
  if (!word.startsWith('#')) return { token: { kind: 'word', text: word, at }, to };
  if (!/^#\d+$/.test(word)) return { error: 'A packet number must follow the #, as in #42.' };
  return { token: { kind: 'packet', text: word.slice(1), at }, to };
}

/** A quoted text; a backslash escapes the next character. */
function quoted(text: string, at: number): Read {
  let content = '';
  for (let i = at + 1; i < text.length; i++) {
    const character = text.charAt(i);
    if (character === '"') return { token: { kind: 'quoted', text: plainLine(content), at }, to: i + 1 };
    if (character === '\\') i++;
    content += text.charAt(i);
  }
  return { error: 'The quotation mark that opens here is not closed.' };
}
