/**
 * Inline marks: `*emphasis*`, `**strong**`, code in backticks, `[text](https://…)`, and a bare
 * URL. One pass from left to right; an unmatched mark is text. Links go to http and
 * https only, and contain plain text only.
 */

export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'emphasis'; readonly content: readonly Inline[] }
  | { readonly kind: 'strong'; readonly content: readonly Inline[] }
  | { readonly kind: 'link'; readonly text: string; readonly href: string };

/** How many marks are still read of a note; after them its text is plain. */
export interface PartsLeft {
  left: number;
}

const CODE = /`([^`]+)`/y;
const LINK = /\[([^[\]]{1,500})\]\(([^\s()<>]{1,2000})\)/y;
const STRONG = /\*\*(?=\S)([^*]*[^*\s])\*\*/y;
const EMPHASIS = /\*(?=[^\s*])([^*]*[^*\s])\*/y;
const ADDRESS = /https?:\/\/[^\s<>"'`*()[\]]{1,2000}/y;
/** Where a mark or a URL can begin. */
const NEXT = /[`[*]|https?:\/\//g;
/** Punctuation after a URL that is not part of it. */
const TRAILING = /[.,;:!?]+$/;

/** @returns the normalised URL; null if it is not http or https, or has a user name or password. */
export function safeHref(text: string): string | null {
  try {
    const { protocol, href, username, password } = new URL(text);
    return (protocol === 'https:' || protocol === 'http:') && username === '' && password === ''
      ? href
      : null;
  } catch {
    return null;
  }
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

interface Read {
  readonly part: Inline;
  readonly end: number;
}

/** The mark that begins at a position; null for text. @param marks false inside emphasis: marks do not nest. */
function readAt(text: string, at: number, parts: PartsLeft, marks: boolean): Read | null {
  const code = matchAt(CODE, text, at);
  if (code !== null) return { part: { kind: 'code', text: code[1] }, end: at + code[0].length };
  const link = matchAt(LINK, text, at);
  if (link !== null) {
    const href = safeHref(link[2]);
    if (href === null) return null;
    return { part: { kind: 'link', text: link[1], href }, end: at + link[0].length };
  }
  const address = matchAt(ADDRESS, text, at);
  if (address !== null) {
    const words = address[0].replace(TRAILING, '');
    const href = safeHref(words);
    return href === null ? null : { part: { kind: 'link', text: words, href }, end: at + words.length };
  }
  if (!marks) return null;
  const strong = matchAt(STRONG, text, at);
  if (strong !== null) {
    const content = parseInline(strong[1], parts, false);
    return { part: { kind: 'strong', content }, end: at + strong[0].length };
  }
  const emphasis = matchAt(EMPHASIS, text, at);
  if (emphasis === null) return null;
  const content = parseInline(emphasis[1], parts, false);
  return { part: { kind: 'emphasis', content }, end: at + emphasis[0].length };
}

/** Parses one paragraph or item. Takes at most one step per possible start of a mark. */
export function parseInline(text: string, parts: PartsLeft, marks = true): readonly Inline[] {
  const content: Inline[] = [];
  let plainFrom = 0;
  let at = 0;
  while (parts.left > 0) {
    const next = matchAt(NEXT, text, at);
    if (next === null) break;
    const read = readAt(text, next.index, parts, marks);
    if (read === null) {
      at = next.index + 1;
      continue;
    }
    if (next.index > plainFrom) content.push({ kind: 'text', text: text.slice(plainFrom, next.index) });
    content.push(read.part);
    parts.left--;
    at = read.end;
    plainFrom = read.end;
  }
  if (plainFrom < text.length) content.push({ kind: 'text', text: text.slice(plainFrom) });
  return content;
}
