import { expect, it } from 'vitest';
import { CONNECTION_LINES, Line } from '../../../../../../src/engine/input/formats/nginx/lines/line-kinds.ts';
import { Matcher } from '../../../../../../src/engine/input/formats/nginx/lines/matcher.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

it('finds the longest text that the bytes begin with, and where it ends', () => {
  const matcher = new Matcher([
    ['quic ', 1],
    ['quic lost timer', 2],
  ]);
  const find = (text: string): readonly number[] => [matcher.find(bytes(text), 0, text.length), matcher.end];
  expect(find('quic lost timer pto:3')).toEqual([2, 15]);
  expect(find('quic lost time')).toEqual([1, 5]);
  expect(find('http3 method')[0]).toBe(0);
  expect(matcher.find(bytes('xxquic y'), 2, 8)).toBe(1);
});

it('knows each text of the table by its own kind', () => {
  const matcher = new Matcher(CONNECTION_LINES);
  const kinds = new Map(CONNECTION_LINES);
  for (const [text, kind] of kinds)
    expect([text, matcher.find(bytes(`${text}9`), 0, text.length + 1)]).toEqual([text, kind]);
  expect(matcher.find(bytes('quic congestion lost rec t:1'), 0, 28)).toBe(Line.lostAgain);
});
