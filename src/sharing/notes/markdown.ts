/**
 * The syntax of notes: a small subset of Markdown, parsed into a tree. The renderers (React, the
 * report) create their own elements from the tree, so that text of a note never becomes markup.
 *
 *   paragraphs   lines joined; an empty line begins the next
 *   lists        `- item`, `* item`, `1. item`; a line that follows belongs to the item
 *   code         three backticks above and below
 *   inline       `markdown-inline.ts`
 *
 * Everything else (HTML, images, headings, tables) is plain text, and so is what stands after `MAX_NOTE_PARTS` parts:
 * every part is an element of the page, and notes come from strangers.
 */
import { type Inline, type PartsLeft, parseInline } from './markdown-inline';
import { noteText } from './note';

/** Blocks, items and inline marks of a note that are read, at most. */
export const MAX_NOTE_PARTS = 200;

export type NoteBlock =
  | { readonly kind: 'paragraph'; readonly content: readonly Inline[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly (readonly Inline[])[] };

const FENCE = /^ {0,3}```[^`]*$/;
const BULLET = /^ {0,3}[-*] +(\S.*)$/;
const NUMBER = /^ {0,3}\d{1,9}[.)] +(\S.*)$/;

/** A block that is still being read, line by line. */
type Open =
  | { readonly kind: 'paragraph'; readonly lines: string[] }
  | { readonly kind: 'code'; readonly lines: string[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: string[][] };

/** Parses a text; any text is a valid note. Control characters are removed. */
export function parseNote(text: string): readonly NoteBlock[] {
  const blocks: Open[] = [];
  const parts: PartsLeft = { left: MAX_NOTE_PARTS };
  /** Lines after the last part. */
  const rest: string[] = [];
  let open: Open | null = null;
  const begin = (block: Open): void => {
    parts.left--;
    blocks.push(block);
    open = block;
  };
  for (const line of noteText(text).replaceAll('\t', '    ').split('\n')) {
    const now = open as Open | null;
    if (now?.kind === 'code') {
      if (FENCE.test(line)) open = null;
      else now.lines.push(line);
      continue;
    }
    if (parts.left === 0) {
      rest.push(line.trim());
      continue;
    }
    const bullet = BULLET.exec(line)?.[1];
    const item = bullet ?? NUMBER.exec(line)?.[1];
    if (FENCE.test(line)) begin({ kind: 'code', lines: [] });
    else if (line.trim() === '') open = null;
    else if (item !== undefined) {
      const ordered = bullet === undefined;
      if (now?.kind === 'list' && now.ordered === ordered) {
        parts.left--;
        now.items.push([item]);
      } else begin({ kind: 'list', ordered, items: [[item]] });
    } else if (now?.kind === 'list') now.items[now.items.length - 1]?.push(line.trim());
    else if (now?.kind === 'paragraph') now.lines.push(line.trim());
    else begin({ kind: 'paragraph', lines: [line.trim()] });
  }
  const read = blocks.map((block) => closed(block, parts));
  const plain = rest.join(' ').trim();
  return plain === '' ? read : [...read, { kind: 'paragraph', content: [{ kind: 'text', text: plain }] }];
}

function closed(block: Open, parts: PartsLeft): NoteBlock {
  switch (block.kind) {
    case 'paragraph':
      return { kind: 'paragraph', content: parseInline(block.lines.join(' '), parts) };
    case 'code':
      return { kind: 'code', text: block.lines.join('\n') };
    case 'list':
      return {
        kind: 'list',
        ordered: block.ordered,
        items: block.items.map((lines) => parseInline(lines.join(' '), parts)),
      };
  }
}

/** The text of a note without marks, on one line: for a list, a label, a timeline. */
export function plainText(blocks: readonly NoteBlock[]): string {
  return blocks
    .map(blockText)
    .filter((part) => part !== '')
    .join(' ');
}

function blockText(block: NoteBlock): string {
  switch (block.kind) {
    case 'paragraph':
      return inlineText(block.content);
    case 'code':
      return block.text.replace(/\s+/g, ' ').trim();
    case 'list':
      return block.items.map(inlineText).join('; ');
  }
}

function inlineText(content: readonly Inline[]): string {
  return content
    .map((part) =>
      part.kind === 'emphasis' || part.kind === 'strong' ? inlineText(part.content) : part.text,
    )
    .join('');
}
