/** The one list of characters that no name keeps, and what each becomes. */
import { describe, expect, test } from 'vitest';
import { dotted, plainJson, plainLine, plainLines } from '../../../../../src/engine/base/text/plain.ts';

const of = (...codes: readonly number[]): string => String.fromCodePoint(...codes);

describe('one line of text', () => {
  test.each([
    ['a control', of(0x00), '\\x00'],
    ['an escape of a terminal', of(0x1b), '\\x1b'],
    ['DEL', of(0x7f), '\\x7f'],
    ['CSI in one character', of(0x9b), '\\u009b'],
    ['line ends and tabs', '\r\n\t', '\\r\\n\\t'],
    ['the separators of lines and paragraphs', of(0x2028, 0x2029), '\\u2028\\u2029'],
    ['a soft hyphen', of(0xad), '\\u00ad'],
    ['marks of direction', of(0x061c, 0x200e, 0x200f), '\\u061c\\u200e\\u200f'],
    [
      'embeddings, overrides and isolates',
      of(0x202a, 0x202e, 0x2066, 0x2069),
      '\\u202a\\u202e\\u2066\\u2069',
    ],
    ['a space of no width', of(0x200b), '\\u200b'],
    ['the mark of a byte order', of(0xfeff), '\\ufeff'],
    ['a character beyond 16 bits', of(0xe0001), '\\udb40\\udc01'],
    ['half a surrogate pair', '\ud800', '\\ud800'],
    ['tags that spell a hidden text', of(0xe0041, 0xe0042), '\\udb40\\udc41\\udb40\\udc42'],
    ['a joiner between letters', of(0x200d), '\\u200d'],
  ])('shows %s', (_, listed, shown) => {
    expect(plainLine(`a${listed}b`)).toBe(`a${shown}b`);
  });

  test.each([
    'Grüße, 世界: C:\\traces\\a::b #1 [x] – 99 %',
    'a\u00a0b\u2027c\u202fd',
    // Families, flags of regions, variants, keycaps, tones (UTS #51).
    ...['👩‍👩‍👧‍👦', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '❤️‍🔥', '3️⃣', '👩🏽‍💻', '🇩🇪'],
  ])('keeps %j', (text) => {
    expect(plainLine(text)).toBe(text);
  });

  test.each([
    ['a joiner after an emoji', '👩\u200d', '👩\\u200d'],
    ['a joiner before a letter', '👩\u200db', '👩\\u200db'],
    ['tags of a flag without their end', `🏴${of(0xe0067, 0xe0062)}`, '🏴\\udb40\\udc67\\udb40\\udc62'],
    [
      'more tags than a region has',
      `🏴${of(...Array.from('abcdefg', (letter) => 0xe0000 + letter.charCodeAt(0)))}`,
      `🏴${Array.from('abcdefg', (letter) => `\\udb40\\udc${letter.charCodeAt(0).toString(16)}`).join('')}`,
    ],
  ])('shows %s', (_, text, shown) => {
    expect(plainLine(text)).toBe(shown);
  });

  test('keeps two names two', () => {
    expect(plainLine('a\u200b')).not.toBe(plainLine('a'));
    expect(plainLine('a\u200b')).not.toBe(plainLine('a\u200c'));
  });
});

test('several lines keep their ends and tabs, JSON its line ends and its meaning', () => {
  const text = 'a\n\tb\r\u202ec';
  expect(plainLines(text)).toBe('a\n\tb\\r\\u202ec');
  const json = JSON.stringify({ name: 'a\u007f\u202e\u2028👩‍👩' }, null, 1);
  expect(plainJson(json)).toBe('{\n "name": "a\\u007f\\u202e\\u2028👩‍👩"\n}');
  expect(JSON.parse(plainJson(json))).toEqual(JSON.parse(json));
});

test('of bytes that may be no text each run is a dot', () => {
  expect(dotted('\u007fELF\u0000\u0001\ufffd\u202ex')).toBe('·ELF·x');
});
