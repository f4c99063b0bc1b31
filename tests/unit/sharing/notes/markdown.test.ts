/** The small Markdown of notes: what is a mark, and that everything else stays text. */
import { describe, expect, test } from 'vitest';
import { parseNote, plainText } from '../../../../src/sharing/notes/markdown.ts';
import { parseInline, safeHref } from '../../../../src/sharing/notes/markdown-inline.ts';

const text = (words: string) => ({ kind: 'text', text: words });
const paragraph = (...content: readonly unknown[]) => ({ kind: 'paragraph', content });

describe('blocks', () => {
  test('are paragraphs, lists and code', () => {
    expect(
      parseNote('one\ntwo\n\nthree\n- a\n- b\n  more\n\n1. x\n2) y\n```\nlet *a*\n\n<b>\n```\nend'),
    ).toEqual([
      paragraph(text('one two')),
      paragraph(text('three')),
      { kind: 'list', ordered: false, items: [[text('a')], [text('b more')]] },
      { kind: 'list', ordered: true, items: [[text('x')], [text('y')]] },
      { kind: 'code', text: 'let *a*\n\n<b>' },
      paragraph(text('end')),
    ]);
  });

  test('of any other kind are text as they stand', () => {
    const strange = '# head <img src=x onerror=alert(1)> | a | b | ![x](y)';
    expect(parseNote(strange)).toEqual([paragraph(text(strange))]);
    expect(plainText(parseNote('# head\n<b>bold</b>'))).toBe('# head <b>bold</b>');
  });

  test('hold escapes for controls, lone surrogates, and what turns the direction of text', () => {
    expect(parseNote('a\u0000b\u202ec\ud800d')).toEqual([paragraph(text('a\\x00b\\u202ec\\ud800d'))]);
    expect(parseNote('a\r\nb\u2028c')).toEqual([paragraph(text('a b c'))]);
  });
});

describe('marks within a line', () => {
  test('are emphasis, strong, code and links', () => {
    expect(parseInline('a *b* **c d** `e*f*` [g](https://h.example/i)', { left: 99 })).toEqual([
      text('a '),
      { kind: 'emphasis', content: [text('b')] },
      text(' '),
      { kind: 'strong', content: [text('c d')] },
      text(' '),
      { kind: 'code', text: 'e*f*' },
      text(' '),
      { kind: 'link', text: 'g', href: 'https://h.example/i' },
    ]);
  });

  test('without a partner are text', () => {
    for (const words of ['2 * 3 * 4', 'a*', '**a', '`a', '[a](', '****', '* a *']) {
      expect(parseInline(words, { left: 99 })).toEqual([text(words)]);
    }
  });

  test('include a bare URL, without the punctuation after it', () => {
    expect(parseInline('See https://a.example/b?c=1, then', { left: 99 })).toEqual([
      text('See '),
      { kind: 'link', text: 'https://a.example/b?c=1', href: 'https://a.example/b?c=1' },
      text(', then'),
    ]);
  });

  test.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    '//a.example',
    '/a',
    'https://user:word@a.example/',
    'blob:https://a.example/x',
  ])('lead nowhere with %s', (href) => {
    expect(safeHref(href)).toBeNull();
    const links = parseInline(`[a](${href})`, { left: 99 }).filter(({ kind }) => kind === 'link');
    expect(links.filter((part) => 'text' in part && part.text === 'a')).toEqual([]);
  });
});
