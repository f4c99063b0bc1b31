/** Each unseen character as the escape that a reader of that form knows, at the borders of the ranges. */
import { describe, expect, test } from 'vitest';
import {
  printable,
  printableJson,
  printableMarkdown,
  printableXml,
} from '../../../../../src/engine/base/text/printable.ts';
import { escapeAttribute, escapeXml } from '../../../../../src/engine/base/text/xml.ts';

const of = (...codes: readonly number[]): string => String.fromCodePoint(...codes);

describe('on a terminal', () => {
  test.each([
    [of(0x00), '\\x00'],
    [of(0x07), '\\x07'],
    [of(0x1b), '\\x1b'],
    [of(0x1f), '\\x1f'],
    [of(0x20), ' '],
    [of(0x7e), '~'],
    [of(0x7f), '\\x7f'],
    [of(0x80), '\\u0080'],
    [of(0x9b), '\\u009b'],
    [of(0xad), '\\u00ad'],
    [of(0x200b), '\\u200b'],
    [of(0x202e), '\\u202e'],
    [of(0x2028), '\\u2028'],
    [of(0xe0001), '\\udb40\\udc01'],
    ['\n\r\t', '\\n\\r\\t'],
    ['é', 'é'],
  ])('%j is %s', (text, shown) => {
    expect(printable(`a${text}b`)).toBe(`a${shown}b`);
  });

  test.each([
    ['::error ::x', '\\x3a:error ::x'],
    ['  ::set', '  \\x3a:set'],
    [':one', ':one'],
    ['a ::b', 'a ::b'],
    ['x ##[group]', 'x #\\x23[group]'],
    ['##vso[task]', '#\\x23vso[task]'],
    ['## [heading]', '## [heading]'],
  ])('the command %s is shown as %s', (text, shown) => {
    expect(printable(text)).toBe(shown);
  });
});

test('in JSON only line ends between values stay, in XML whatever its texts hold', () => {
  const text = `a${of(0x1b)}\n\t${of(0x202e)}${of(0xe0001)}##x[`;
  expect(printableJson(text)).toBe('a\\u001b\n\\u0009\\u202e\\udb40\\udc01#\\u0023x[');
  expect(printableXml(escapeXml(text))).toBe('a\\x1b\n\t\\u202e\\udb40\\udc01#&#35;x[');
});

test('in Markdown a command is escaped as Markdown does it', () => {
  expect(printableMarkdown('a\n ::error::x ##[y]')).toBe('a\n \\::error::x #\\#[y]');
});

test('markup is escaped, and an attribute is one line', () => {
  expect(escapeXml(`<a href="x">'&'</a>\n${of(0x01)}${of(0xfffe)}`)).toBe(
    '&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;\n\\x01\\ufffe',
  );
  expect(escapeXml(`a${'\ud800'}b😀`)).toBe('a\\ud800b😀');
  expect(escapeAttribute('a\r\n\tb\nc')).toBe('a b c');
});
