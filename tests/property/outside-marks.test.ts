/** Files of outside marks of any text: nothing throws, the same comes of it wherever chunks end, and what is kept is bounded and finite. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MAX_MARK_NAME, MAX_MARKS } from '../../src/sharing/outside/outside-mark.ts';
import { MarksReader, type ReadMarks } from '../../src/sharing/outside/read-marks.ts';
import { unseenIn } from '../support/hostile-trace.ts';
import { draws } from '../support/tier.ts';
import { unseenText, withoutEmoji } from '../support/unseen-text.ts';

const ALL = { fromUs: Number.NEGATIVE_INFINITY, toUs: Number.POSITIVE_INFINITY };

function read(text: string, cuts: readonly number[]): ReadMarks {
  const reader = new MarksReader('a.csv', ALL);
  const places = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length];
  for (const [i, at] of places.entries()) reader.push(text.slice(at, places[i + 1] ?? at));
  return reader.end();
}

const time = fc.oneof(
  fc.date({ min: new Date(0), max: new Date(9e12), noInvalidDate: true }).map((date) => date.toISOString()),
  fc.bigInt({ min: 0n, max: 10n ** 20n }).map(String),
  fc.double().map(String),
  unseenText,
);
const cell = fc.oneof(
  time,
  fc.string(),
  fc.double().map(String),
  unseenText,
  fc.constantFrom('"', '""', '{}', '#'),
);
const row = fc.oneof(
  fc.tuple(time, cell, cell).map((cells) => cells.join(',')),
  fc.tuple(cell, cell, time).map(([name, value, at]) => `${name}{a="${name}"} ${value} ${at}`),
  fc.record({ time, name: cell, value: fc.oneof(fc.double(), cell) }).map((value) => JSON.stringify(value)),
  unseenText,
);
const file = fc
  .tuple(
    fc.constantFrom('time,name,value', 'a;b', '# TYPE a gauge', '{"time":1795242962,"name":"a"}', ''),
    fc.array(row, { maxLength: 30 }),
    fc.constantFrom('\n', '\r\n'),
  )
  .map(([head, rows, end]) => [head, ...rows].join(end));

it('reads any text', () => {
  fc.assert(
    fc.property(file, fc.array(fc.nat(), { maxLength: 8 }), (text, cuts) => {
      const whole = read(text, []);
      expect(read(text, cuts)).toEqual(whole);
      expect(whole.marks.length).toBeLessThanOrEqual(MAX_MARKS);
      for (const { timeUs, name, value } of whole.marks) {
        expect(Number.isSafeInteger(timeUs)).toBe(true);
        expect(value === null || Number.isFinite(value)).toBe(true);
        expect(name.length).toBeLessThanOrEqual(MAX_MARK_NAME);
        expect(name).not.toBe('');
      }
      expect(unseenIn(withoutEmoji(JSON.stringify(whole)))).toEqual([]);
    }),
    { numRuns: draws(3000) },
  );
});

it('takes no time that grows faster than a line', () => {
  const hard = [
    '"'.repeat(60_000),
    ' '.repeat(60_000),
    `a{b="${'\\'.repeat(60_000)}`,
    `a 1 ${' '.repeat(60_000)}x y`,
  ];
  for (const head of ['time,name', '# EOF of what', '{"time":1795242962}'])
    for (const line of hard) expect(read(`${head}\n${line}\n`, []).problems.length).toBeLessThanOrEqual(1);
});
