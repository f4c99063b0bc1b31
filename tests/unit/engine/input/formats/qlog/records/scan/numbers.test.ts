/** The scanner's numbers are those of JSON.parse, to the last bit, or it does not recognise their record. */
import { describe, expect, it } from 'vitest';
import { Between } from '../../../../../../../../src/engine/input/formats/qlog/records/scan/between.ts';
import { RecordScanner } from '../../../../../../../../src/engine/input/formats/qlog/records/scan/record-scanner.ts';
import { Random } from '../../../../../../../support/encoder/random.ts';
import { utf8 } from '../../../../../../../support/split-all.ts';
import { draws } from '../../../../../../../support/tier.ts';

const BUILDS = ['simd', 'scalar'] as const;
const VALUES = draws(1_000_000);
const PER_TEXT = 10_000;

function scannerOf(build: (typeof BUILDS)[number]): RecordScanner {
  const scanner = new RecordScanner(build);
  scanner.learn(utf8('{"a":1}'), { a: 1 });
  return scanner;
}

const digits = (random: Random, count: number): string => {
  let text = '';
  for (let i = 0; i < count; i++) text += String(random.integer(0, 10));
  return text;
};
const integer = (random: Random, count: number): string =>
  count === 1 ? digits(random, 1) : String(1 + random.integer(0, 9)) + digits(random, count - 1);
const float = (random: Random): number => random.integer(0, 2 ** 31) / 2 ** 31 + random.integer(0, 2 ** 31);

/** Kinds of numbers as traces hold them, and those at the limits of what is read. */
const KINDS: readonly ((random: Random) => string)[] = [
  (random) => integer(random, 1 + random.integer(0, 15)),
  (random) => integer(random, 15 + random.integer(0, 5)),
  (random) => `${integer(random, 1 + random.integer(0, 9))}.${digits(random, 1 + random.integer(0, 6))}`,
  (random) => `${integer(random, 1 + random.integer(0, 4))}.${digits(random, 12 + random.integer(0, 4))}`,
  (random) => `0.${'0'.repeat(random.integer(0, 8))}${digits(random, 1 + random.integer(0, 10))}`,
  (random) => `-${integer(random, 1 + random.integer(0, 5))}.${digits(random, 1 + random.integer(0, 13))}`,
  // As dates in ms, with what a double leaves of the fraction.
  (random) => String(1_795_242_693_225 + random.integer(0, 2 ** 20) + random.integer(0, 2 ** 31) / 2 ** 31),
  (random) => String(float(random)),
  (random) => (float(random) / 2 ** 31).toFixed(18),
  (random) => (float(random) * 2 ** 10).toFixed(random.integer(0, 5)),
  (random) => String(2 ** 53 + random.integer(0, 1000) - 500),
  // Halfway between two doubles, and one digit beside it.
  (random) => halfway(random, 0n),
  (random) => halfway(random, random.integer(0, 2) === 0 ? 1n : -1n),
];

/** A number of 19 digits at most that lies in the middle between two doubles, or `beside` one digit from it. */
function halfway(random: Random, beside: bigint): string {
  const decimals = random.integer(1, 4);
  const mantissa =
    2n ** 52n + BigInt(random.integer(0, 2 ** 31)) * 2n ** 21n + BigInt(random.integer(0, 2 ** 21));
  // An odd multiple of 2^-decimals is a decimal fraction of so many digits.
  const text = String((2n * mantissa + 1n) * 5n ** BigInt(decimals) + beside);
  return `${text.slice(0, -decimals)}.${text.slice(-decimals)}`;
}

describe.each(BUILDS)('the %s build', (build) => {
  it(`reads ${VALUES.toLocaleString('en')} numbers of ${KINDS.length} kinds as JSON.parse does`, () => {
    const scanner = scannerOf(build);
    const random = new Random(20_261_121);
    let wrong = 0;
    let read = 0;
    for (let done = 0; done < VALUES; done += PER_TEXT) {
      const texts = Array.from({ length: PER_TEXT }, (_, i) => KINDS[i % KINDS.length]!(random));
      const values = texts.map((text) => JSON.parse(text) as number);
      const bytes = utf8(texts.map((text) => `{"a":${text}}\n`).join(''));
      let at = 0;
      let first = 0;
      scanner.forget();
      for (;;) {
        const next = scanner.scan(bytes, at, Between.space);
        const { count, numbers } = scanner.run;
        if (next === at) break;
        for (let i = 0; i < count; i++) if (!Object.is(numbers[i], values[first + i])) wrong++;
        first += count;
        at = next;
      }
      read += first;
    }
    expect(wrong).toBe(0);
    expect(read).toBe(VALUES);
  });

  it.each([
    '0',
    '-0',
    '0.0',
    '-0.0',
    '1.0',
    '1.10',
    '9007199254740993',
    '9007199254740992.5',
    '9999999999999999999',
    '0.123456789012345678',
    '2228.5739999999998',
    '1795242693225.9397',
    '0.37853000000000003',
  ])('reads %s', (text) => {
    const scanner = scannerOf(build);
    const bytes = utf8(`{"a":${text}}`);
    expect(scanner.scan(bytes, 0, Between.space)).toBe(bytes.length);
    expect(Object.is(scanner.run.numbers[0], JSON.parse(text))).toBe(true);
  });

  it.each([
    '01',
    '-01',
    '1.',
    '.5',
    '-',
    '',
    '1e3',
    '1E3',
    '1.5e-7',
    '+1',
    '0x12',
    '1_000',
    '18446744073709551616',
    '0.1234567890123456789',
    '--1',
    '1.2.3',
    'NaN',
    'null',
    '"1"',
    '1 2',
    '٣',
  ])('leaves %s to JSON.parse', (text) => {
    const scanner = scannerOf(build);
    expect(scanner.scan(utf8(`{"a":${text}}`), 0, Between.space)).toBe(0);
  });

  describe('of a number in quotes', () => {
    const quoted = (text: string): string => `{"data":{"a":"${text}"}}`;
    const learned = (): RecordScanner => {
      const scanner = new RecordScanner(build);
      scanner.learn(utf8(quoted('1')), JSON.parse(quoted('1')));
      return scanner;
    };

    it.each(['0', '7', '10', '999999999999999'])('reads %s, and gives it back as text', (text) => {
      const scanner = learned();
      const bytes = utf8(quoted(text));
      expect(scanner.scan(bytes, 0, Between.space)).toBe(bytes.length);
      const { numbers, records } = scanner.run;
      expect(numbers[0]).toBe(Number(text));
      expect(scanner.template(records[0]!).read(numbers, 0)).toEqual({ data: { a: text } });
    });

    it.each([
      ...['-1', '-0', '1.0', '1.5', '01', '00', '', ' 1', '1 ', '+1', '1e3', '0x1', '1000000000000000'],
      ...['9007199254740993', 'x', '1"', '1\\', '\\u0031'],
    ])('leaves "%s" to JSON.parse', (text) => {
      expect(learned().scan(utf8(quoted(text)), 0, Between.space)).toBe(0);
    });

    it('does not take one without quotes for it, or the other way round', () => {
      expect(learned().scan(utf8('{"data":{"a":1}}'), 0, Between.space)).toBe(0);
      const scanner = new RecordScanner(build);
      scanner.learn(utf8('{"data":{"a":1}}'), { data: { a: 1 } });
      expect(scanner.scan(utf8(quoted('1')), 0, Between.space)).toBe(0);
    });
  });
});
