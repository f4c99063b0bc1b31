/** Whatever stands in a note: it is read without an error, stored and read back, and never becomes markup. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { XML_DECLARATION } from '../../src/engine/base/text/xml.ts';
import { MAX_NOTE_PARTS, parseNote, plainText } from '../../src/sharing/notes/markdown.ts';
import type { Inline } from '../../src/sharing/notes/markdown-inline.ts';
import { noteText as cleanNote, MAX_NOTE_LENGTH, type Note } from '../../src/sharing/notes/note.ts';
import { readNotes, storeNotes } from '../../src/sharing/notes/schema.ts';
import { noteHtml } from '../../src/sharing/report/document/html.ts';
import { toMarkdown } from '../../src/sharing/report/document/markdown.ts';
import { draws } from '../support/tier.ts';
import { type Element, parseXml } from '../support/xml.ts';

/** Pieces that could be markup in Markdown, HTML or XML, and what could break out of them. */
const PIECES = [
  ...['<script>', '</p>', '<img src=x onerror=alert(1)>', '<!--', ']]>', '&lt;', '&', '"', "'", '<', '>'],
  ...[
    '*',
    '**',
    '`',
    '```',
    '[',
    ']',
    '(',
    ')',
    '](',
    '[a](javascript:alert(1))',
    '[a](https://b.example/"x)',
  ],
  ...[
    'https://a.example/<b>',
    '- ',
    '1. ',
    '# ',
    '> ',
    '|',
    '\\',
    '\n',
    '\n\n',
    ' ',
    '\u0000',
    '\u202e',
    '\ud800',
  ],
];
const noteText = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'binary', maxLength: 6 })), { maxLength: 40 })
  .map((pieces) => pieces.join(''));

const ALLOWED = ['p', 'ul', 'ol', 'li', 'pre', 'code', 'em', 'strong', 'a'];

function elements(element: Element): readonly Element[] {
  return element.children.flatMap((child) => [child, ...elements(child)]);
}

function links(content: readonly Inline[]): readonly string[] {
  return content.flatMap((part) => {
    if (part.kind === 'link') return [part.href];
    return part.kind === 'emphasis' || part.kind === 'strong' ? links(part.content) : [];
  });
}

describe('any text', () => {
  test('is, as HTML, elements of notes only, with addresses of http and https only', () => {
    fc.assert(
      fc.property(noteText, (words) => {
        const root = parseXml(`${XML_DECLARATION}<div>${noteHtml(parseNote(words))}</div>`);
        for (const { name, attributes } of elements(root)) {
          expect(ALLOWED).toContain(name);
          expect(Object.keys(attributes)).toEqual(name === 'a' ? ['href', 'rel'] : []);
          if (name === 'a') expect(attributes.href).toMatch(/^https?:\/\//);
        }
      }),
      { numRuns: draws(2000) },
    );
  });

  test('is, as Markdown, without a tag, and closes every fence', () => {
    fc.assert(
      fc.property(noteText, (words) => {
        const content = parseNote(words);
        const sections = [
          { id: 'notes', title: 'N', blocks: [{ kind: 'note', head: words, content } as const] },
        ];
        const written = toMarkdown({ title: words, lead: words, sections });
        // What is left of angle brackets holds the address of a link.
        const bare = withoutCode(written).replace(/\]\(<https?:[^<>\s]*>\)/g, '](link)');
        expect(bare.replace(/^> ?/gm, '')).not.toMatch(/[<>]|!\[/);
      }),
      { numRuns: draws(2000) },
    );
  });

  test('is stored and read back as it is but for what is not seen, and its addresses are real ones', () => {
    fc.assert(
      fc.property(noteText, fc.nat(), (words, timeUs) => {
        fc.pre(words.trim() !== '');
        const note: Note = { id: 'n1', text: words, anchor: { kind: 'time', timeUs } };
        expect(readNotes(JSON.parse(JSON.stringify(storeNotes([note])))).notes).toEqual([
          { ...note, text: cleanNote(words) },
        ]);
        for (const block of parseNote(words)) {
          if (block.kind !== 'paragraph') continue;
          for (const href of links(block.content)) expect(new URL(href).protocol).toMatch(/^https?:$/);
        }
      }),
      { numRuns: draws(1000) },
    );
  });
});

/** What makes as many elements of a note as its length allows. */
const DENSE = [
  '*a*',
  '**b** ',
  '`c`',
  '- d\n',
  '1. e\n',
  'f\n\n',
  '*https://a.b* ',
  '```\ng\n```\n',
  '[h](https://i.j)',
];

test('however dense, a note has a bounded number of elements, and says all its words', () => {
  const dense = fc
    .array(fc.constantFrom(...DENSE), { minLength: 1, maxLength: 4 })
    .map((pieces) => pieces.join('').repeat(MAX_NOTE_LENGTH).slice(0, MAX_NOTE_LENGTH));
  fc.assert(
    fc.property(dense, (words) => {
      const blocks = parseNote(words);
      // A list is one element more than its items, a link in emphasis one more than its mark; one is the plain rest.
      const made = elements(parseXml(`${XML_DECLARATION}<div>${noteHtml(blocks)}</div>`)).length;
      expect(made).toBeLessThanOrEqual(2 * MAX_NOTE_PARTS + 2);
      const letters = (text: string): string => text.replace(/[^a-z]/g, '');
      const said = letters(plainText(blocks));
      // Of a link its address may stand in its mark alone.
      expect(letters(words.replaceAll(/\]\(https:\/\/i\.j\)?/g, ''))).toBe(said.replaceAll('hhttpsij', 'h'));
    }),
    { numRuns: draws(200) },
  );
});

/** Without fenced blocks, code spans and escaped characters: in none of them does Markdown read anything. */
function withoutCode(markdown: string): string {
  let fence: string | null = null;
  const lines = markdown.split('\n').filter((line) => {
    const inner = line.replace(/^> ?/, '');
    if (fence === null) {
      const begins = /^(`{3,})$/.exec(inner);
      fence = begins?.[1] ?? null;
      return begins === null;
    }
    if (inner === fence) fence = null;
    return false;
  });
  expect(fence).toBeNull();
  return lines.join('\n').replace(/\\[^\n]|`[^`\n]*`/g, '');
}

test('any JSON is read as notes without an error', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      for (const read of [
        readNotes(value),
        readNotes({ v: 1, notes: value }),
        readNotes({ v: 1, notes: [value] }),
      ]) {
        expect(read.notes.length > 0 || read.dropped !== null || Array.isArray(value)).toBe(true);
      }
    }),
    { numRuns: draws(2000) },
  );
});
