/**
 * Reading with the scanner gives what reading without it gives, to the last bit, whatever was done to a file and
 * however it is cut: rows, connections, counts, problems with their places.
 */
import { describe, expect, it } from 'vitest';
import { contain } from '../support/encoder/containers.ts';
import { mutantCases } from '../support/encoder/mutants.ts';
import { mutate } from '../support/encoder/mutate.ts';
import { Random } from '../support/encoder/random.ts';
import { differences, readThrough, type Way } from '../support/scan-compare.ts';
import { draws, SEED } from '../support/tier.ts';

const MUTANTS_PER_CASE = draws(50, 10, 3);
const EDITED_PER_CASE = draws(12, 10, 3);

/** What may stand where a number stood: the same number otherwise written, another type, or no JSON. */
const INSTEAD_OF_NUMBERS = [
  '0',
  '-0',
  '-0.0',
  '1.0',
  '1.50',
  '-7',
  '-0.25',
  '1e3',
  '1E-3',
  '2.5e+2',
  '01',
  '00',
  '1.',
  '.5',
  '+1',
  '-',
  '0x12',
  'null',
  'true',
  'NaN',
  '-Infinity',
  '"7"',
  '"0x12"',
  '""',
  '[]',
  '{}',
  '[1,2]',
  '9007199254740993',
  '18446744073709551615',
  '0.1234567890123456789',
  '1795242693225.9397',
  '1 ',
  ' 1',
  '1\n',
  '',
] as const;
/** What may stand between any two bytes. */
const BETWEEN = [
  ' ',
  '\n',
  '\r\n',
  '\t',
  ',',
  ',,',
  '"',
  '\\',
  '\\u0041',
  '{',
  '}',
  '[',
  ']',
  '\x1e',
  '\x1e\x1e',
  '\u0000',
  '\u00ef\u00bb\u00bf',
  '\u00e4',
  '\u00ff',
  'é',
  '1',
  '"a":1,',
  '"time":5,',
  '"__proto__":1,',
  '{"qlog_version":"0.3","trace":{}}',
  '{"time":1,"name":"x:y","data":{}}',
  '{"events":[1,2]}',
  ']}]},{"events":[',
] as const;

/** The file as text of one character per byte. */
function edited(text: string, random: Random): string {
  let result = text;
  for (let i = random.integer(1, 6); i > 0; i--) {
    const at = random.integer(Math.floor(text.length / 4), result.length);
    const numbers = [...result.slice(at, at + 400).matchAll(/-?\d+(?:\.\d+)?/g)];
    if (numbers.length > 0 && random.chance(0.7)) {
      const { index, 0: number } = random.pick(numbers);
      const from = at + index;
      result = result.slice(0, from) + random.pick(INSTEAD_OF_NUMBERS) + result.slice(from + number.length);
    } else if (random.chance(0.5)) result = result.slice(0, at) + random.pick(BETWEEN) + result.slice(at);
    else result = result.slice(0, at) + result.slice(at + random.integer(1, 200));
  }
  return result;
}

/** Sizes of chunks; small ones are rare, so that records lie whole in their chunk. */
function cutOf(random: Random): readonly number[] {
  return Array.from({ length: random.integer(1, 6) }, () =>
    random.chance(0.2) ? random.integer(1, 60) : random.integer(200, 60_000),
  );
}

function compare(
  bytes: Uint8Array,
  way: Way,
  random: Random,
): { found: readonly string[]; recognised: number } {
  const scanned = readThrough(bytes, way, cutOf(random));
  return {
    found: differences(scanned, readThrough(bytes, 'parsed', cutOf(random))),
    recognised: scanned.recognised,
  };
}

/** The ways of the page; the scanner may come late. */
const WAYS: readonly Way[] = ['scalar', 'simd', 'late', 'simd'];

const wayOf = (number: number): Way => WAYS[number % WAYS.length]!;

describe.each(mutantCases())('$name as $kind', ({ set, container }) => {
  it('is read the same when its records are mutated', () => {
    const failed: string[] = [];
    for (let number = 0; number < MUTANTS_PER_CASE; number++) {
      const random = new Random(SEED + number);
      const mutant = mutate(set, container, random);
      const { found } = compare(mutant.bytes, wayOf(number), random);
      for (const fault of found)
        failed.push(`mutant ${number} of seed ${SEED} (${mutant.done.join(', ')}): ${fault}`);
    }
    expect(failed).toEqual([]);
  });

  it('is read the same when its text is edited', () => {
    const failed: string[] = [];
    let recognised = 0;
    for (let number = 0; number < EDITED_PER_CASE; number++) {
      const random = new Random(SEED + number);
      const from = random.integer(0, set.records.length - 60);
      const records = set.records
        .slice(from, from + random.integer(20, 60))
        .map((record) => Buffer.from(record, 'utf8').toString('latin1'));
      const text = contain(container, set.file, [{ fields: set.trace, events: records }]);
      const bytes = new Uint8Array(Buffer.from(edited(text, random), 'latin1'));
      const result = compare(bytes, wayOf(number), random);
      recognised += result.recognised;
      for (const fault of result.found) failed.push(`edit ${number} of seed ${SEED}: ${fault}`);
    }
    expect(failed).toEqual([]);
    expect(recognised).toBeGreaterThan(0);
  });
});
