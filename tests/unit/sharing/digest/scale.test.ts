/**
 * Values of a series as whole levels: which form they get, that what is read encloses what was written, and that one
 * value far away from all others costs these nothing.
 */
import { describe, expect, test } from 'vitest';
import { ByteReader, ByteWriter, Unreadable } from '../../../../src/sharing/digest/bytes.ts';
import { number } from '../../../../src/sharing/digest/codec.ts';
import type { Scale } from '../../../../src/sharing/digest/scale.ts';
import {
  type ExactChoice,
  type ReadScale,
  readScale,
  writeScale,
} from '../../../../src/sharing/digest/scale-codec';

interface Both {
  readonly written: Scale;
  readonly read: ReadScale;
}

function scales(values: readonly number[], levels: number, kept?: ExactChoice): Both {
  const writer = new ByteWriter();
  const written = writeScale(writer, values, levels, kept);
  const reader = new ByteReader(writer.done());
  const read = readScale(reader, false);
  expect(reader.left).toBe(0);
  return { written, read };
}

/** How far a value is from what is read of it, downwards, upwards and to the nearest level. */
function errorsOf({ written, read }: Both, value: number): readonly [number, number, number] {
  return [
    value - read.value(written.down(value)),
    read.value(written.up(value)) - value,
    Math.abs(value - read.value(written.near(value))),
  ];
}

const exactly = [0, 0, 0];
/** So many values that no table holds them: 17 and more, none of them twice. */
const from = (base: number, step: number, count = 200): readonly number[] =>
  Array.from({ length: count }, (_, i) => base + i * step);

describe('values that are few stand in a table, exactly', () => {
  test.each([
    ['one', [7]],
    ['sixteen that nothing divides', from(0.1, Math.PI, 16)],
    ['of either sign', [-5.25, 0, 1e200]],
    ['many that repeat often', Array.from({ length: 800 }, (_, i) => Math.sqrt(i % 50))],
  ])('%s', (_, values) => {
    const both = scales(values, 3);
    for (const value of values) expect(errorsOf(both, value)).toEqual(exactly);
  });
});

describe('values that are many are steps', () => {
  test('of their common divisor where that is enough, exactly', () => {
    const values = from(13_500, 1350);
    const both = scales(values, 199);
    for (const value of values) expect(errorsOf(both, value)).toEqual(exactly);
    expect(both.written.up(values.at(-1) as number)).toBe(199);
  });

  test('of the range cut into the levels where it is not: with one level less they are no longer exact', () => {
    const values = from(13_500, 1350);
    const both = scales(values, 198);
    expect(values.some((value) => errorsOf(both, value)[0] > 0)).toBe(true);
    // Beside the levels: next to the smallest and the largest, which are kept.
    expect(both.written.up(values.at(-1) as number)).toBeLessThanOrEqual(198 + 2);
  });

  test.each([
    ['whole ones', from(1_000_003, 7919), 100],
    ['fractions', from(0.125, Math.SQRT2), 100],
    ['small fractions', from(0, 1e-6), 64],
    ['with a negative one', from(-5000, 37), 255],
  ])(
    '%s: none is off by a step, the nearest by half of one, and the envelope encloses',
    (_, values, levels) => {
      const both = scales(values, levels);
      const range = (values.at(-1) as number) - (values[0] as number);
      const step = range / levels > 1 ? Math.ceil(range / levels) : range / levels;
      const slack = 1e-9 * range;
      const most = step + slack;
      for (const value of values) {
        const [down, up, near] = errorsOf(both, value);
        expect(down).toBeGreaterThanOrEqual(-slack);
        expect(down).toBeLessThan(most);
        expect(up).toBeGreaterThanOrEqual(-slack);
        expect(up).toBeLessThan(most);
        expect(near).toBeLessThanOrEqual(most / 2);
      }
    },
  );
});

test('across zero, zero is a level also where levels are rounded: no value changes its side', () => {
  const values = [...from(-7_850_001, 39_251), 0, 3];
  const both = scales(values, 64);
  expect(values.some((value) => errorsOf(both, value)[0] > 0)).toBe(true);
  expect(errorsOf(both, 0)).toEqual(exactly);
  for (const value of values) {
    expect(both.read.value(both.written.down(value)) * value).toBeGreaterThanOrEqual(0);
    expect(both.read.value(both.written.up(value)) * value).toBeGreaterThanOrEqual(0);
  }
});

describe('values that are kept', () => {
  const values = from(2700, 7).concat(from(60_000, 0.5));
  const whole = from(2700, 7).concat(from(60_001, 2));
  test.each([
    ['whole ones', whole, [2707, 2714, 3400, 60_003]],
    ['fractions', values, [2707, 2714, 3400, 60_000.5]],
  ])('%s come back as they are, and no other value as one of them, or past it', (_, all, named) => {
    const both = scales(all, 15, { values: named });
    const { written, read } = both;
    const rounded = read.roundedUpTo(0);
    expect(rounded?.fences).toEqual([...(rounded?.exact ?? [])].sort((a, b) => a - b));
    const ends = [Math.min(...all), Math.max(...all)];
    expect([...(rounded?.exact ?? [])].sort((a, b) => a - b)).toEqual(
      [...named, ...ends].sort((a, b) => a - b),
    );
    for (const value of all) {
      const found = [written.down(value), written.near(value), written.up(value)].map(read.value) as [
        number,
        number,
        number,
      ];
      if (rounded?.exact.has(value) === true) {
        expect(found).toEqual([value, value, value]);
        continue;
      }
      for (const [i, one] of found.entries()) {
        expect(rounded?.exact.has(one)).toBe(false);
        expect(Math.abs(one - value)).toBeLessThanOrEqual(rounded?.byUpTo ?? 0);
        for (const kept of rounded?.exact ?? []) expect(one < kept, `${value} at ${i}`).toBe(value < kept);
      }
      expect(found[0]).toBeLessThanOrEqual(value);
      expect(found[2]).toBeGreaterThanOrEqual(value);
    }
  });

  test('of values that were rounded before, those are kept as exact that were, and both bounds add up', () => {
    const before = { byUpTo: 100, exact: new Set([2700, 3400]), fences: [] };
    const both = scales(whole, 15, { values: [3400, 2707], before });
    const rounded = both.read.roundedUpTo(0);
    expect([...(rounded?.exact ?? [])].sort((a, b) => a - b)).toEqual([2700, 3400]);
    const step = Math.ceil((Math.max(...whole) - 2700) / 15);
    expect(rounded?.byUpTo).toBe(step + 100);
    const few = scales([1, 2, 3], 255, {
      values: [],
      before: { byUpTo: 7, exact: new Set([2]), fences: [] },
    });
    expect(few.read.roundedUpTo(0)).toEqual({ byUpTo: 7, exact: new Set([2]), fences: [] });
    expect([1, 2, 3].map((value) => few.read.value(few.written.near(value)))).toEqual([1, 2, 3]);
  });

  test('of a total nothing is kept, and its bound is said', () => {
    const both = scales(from(0, 1001), 10, { values: null });
    expect(both.read.roundedUpTo(0)).toEqual({ byUpTo: 19_920, exact: new Set(), fences: [] });
  });
});

test.each([
  ['a step that cut the range into levels', 500, 255, true],
  ['a common divisor', 1350, 42, false],
  ['steps of 1', 1, 255, false],
  ['a fraction', 0.7, 42, true],
])('before version 7, %s: rounded %d × %d: %s', (_, step, top, isRounded) => {
  const writer = new ByteWriter();
  writer.byte(1);
  number.write(writer, 2700);
  number.write(writer, step);
  const bytes = writer.done();
  const earlier = readScale(new ByteReader(bytes), true).roundedUpTo(top);
  expect(earlier).toEqual(isRounded ? { byUpTo: step, exact: new Set(), fences: [] } : undefined);
  expect(readScale(new ByteReader(bytes), false).roundedUpTo(top)).toBeUndefined();
});

describe('one value far away from all others', () => {
  test.each([2 ** 41, 2 ** 53 - 1, 1e300])('%d leaves the others exact', (outlier) => {
    const values = [...from(2700, 1.5), outlier];
    const both = scales(values, 255);
    for (const value of values) expect(errorsOf(both, value)).toEqual(exactly);
  });

  test('that is none yet is cut into levels with them', () => {
    const values = [...from(0, 1.5), 2 ** 40];
    const both = scales(values, 255);
    expect(errorsOf(both, 1.5)[1]).toBeGreaterThan(1e9);
  });
});

describe('a scale that was not written here', () => {
  const bytesOf = (write: (writer: ByteWriter) => void): ByteReader => {
    const writer = new ByteWriter();
    write(writer);
    return new ByteReader(writer.done());
  };
  const steps = (base: number, step: number) =>
    bytesOf((writer) => {
      writer.byte(1);
      number.write(writer, base);
      number.write(writer, step);
    });
  const table = (length: number, ...values: readonly number[]) =>
    bytesOf((writer) => {
      writer.byte(0);
      writer.uint(length);
      for (const value of values) number.write(writer, value);
    });

  const writeKeeping = (writer: ByteWriter, step: number, length: number, isWhole = false): void => {
    writer.byte(2);
    number.write(writer, step);
    number.write(writer, step);
    writer.byte(isWhole ? 1 : 0);
    writer.uint(length);
  };
  const keeping = (step: number, values: readonly number[], isWhole = false) =>
    bytesOf((writer) => {
      writeKeeping(writer, step, values.length, isWhole);
      for (const value of values) {
        writer.byte(1);
        number.write(writer, value);
      }
    });

  test.each([
    ['of steps that are none', () => steps(5, 0)],
    ['of steps backwards', () => steps(5, -1)],
    ['of steps that are no number', () => steps(5, Number.NaN)],
    ['without a base', () => steps(Number.NaN, 1)],
    ['longer than what is left', () => table(1000, 1, 2)],
    ['with a value that is no number', () => table(2, 1, Number.NaN)],
    ['of an unknown form', () => bytesOf((writer) => writer.byte(9))],
    ['with kept values that do not ascend', () => keeping(1, [5, 5])],
    ['with kept values and no step', () => keeping(0, [5, 6])],
    ['with kept values and more levels than there are numbers', () => keeping(1e-300, [0, 1e300])],
    ['with a kept fraction among whole numbers', () => keeping(1, [5, 6.5], true)],
    ['with more kept values than bytes', () => bytesOf((writer) => writeKeeping(writer, 1, 1000))],
  ])('%s is refused', (_, reader) => {
    expect(() => readScale(reader(), false)).toThrow(Unreadable);
  });

  test('has no level outside of it', () => {
    const scale = readScale(steps(5, 2), false);
    expect([scale.value(0), scale.value(2 ** 40)]).toEqual([5, 5 + 2 ** 41]);
    for (const level of [-1, 2 ** 40 + 1, Number.NaN]) expect(() => scale.value(level)).toThrow(Unreadable);
    const few = readScale(table(2, 3, 9), false);
    expect([few.value(0), few.value(1)]).toEqual([3, 9]);
    for (const level of [-1, 2]) expect(() => few.value(level)).toThrow(Unreadable);
  });

  test('of values that no sum of two stays finite of is held within numbers', () => {
    expect(readScale(table(2, 1.7e308, -1.7e308), false).value(0)).toBe(1e300);
    expect(readScale(steps(-1.7e308, 1), false).value(0)).toBe(-1e300);
  });
});

describe('the form and the step that are chosen', () => {
  /** null for a table. */
  const stepOf = (values: readonly number[], levels: number): number | null => {
    const writer = new ByteWriter();
    writeScale(writer, values, levels);
    const reader = new ByteReader(writer.done());
    const form = reader.byte();
    if (form === 0) return null;
    if (form === 1) expect(number.read(reader)).toBe(Math.min(...values));
    return number.read(reader);
  };

  test.each<[what: string, values: readonly number[], levels: number, step: number | null]>([
    ['sixteen values are a table', from(0, 10, 16), 255, null],
    ['seventeen are steps', from(0, 10, 17), 255, 10],
    [
      'seventeen that stand for 272 are a table',
      Array.from({ length: 272 }, (_, i) => (i % 17) * 10),
      255,
      null,
    ],
    ['seventeen that stand for 271 are steps', Array.from({ length: 271 }, (_, i) => (i % 17) * 10), 255, 10],
    ['a common divisor, however many levels there were', from(0, 1350, 20), 1e6, 1350],
    ['a common divisor that is just enough', from(0, 10, 21), 20, 10],
    ['one level less: whole steps', from(0, 10, 21), 19, 11],
    ['whole steps, though the divisor is 1', [...from(0, 10, 21), 7], 100, 2],
    ['fractions in steps below 1', from(0.5, 1, 20), 38, 0.5],
    ['fractions in steps of exactly 1', from(0.5, 1, 20), 19, 1],
    ['fractions in whole steps above 1', from(0.5, 1, 20), 10, 2],
    ['fractions in whole steps just above 1', from(0.5, 1, 20), 18, 2],
    ['a range of 2⁴⁰', [...from(0, 2 ** 30, 17), 2 ** 40], 4095, 2 ** 30],
    ['a range beyond it', [...from(0, 2 ** 30, 17), 2 ** 40 + 2 ** 30], 4095, null],
  ])('%s', (_, values, levels, step) => {
    expect(stepOf(values, levels)).toBe(step);
  });
});

test('a table may end with what is read, not after it', () => {
  const table = (length: number) => {
    const writer = new ByteWriter();
    writer.byte(0);
    writer.uint(length);
    for (const value of [1, 2, 3]) number.write(writer, value);
    return () => readScale(new ByteReader(writer.done()), false);
  };
  expect([0, 1, 2].map((level) => table(3)().value(level))).toEqual([1, 2, 3]);
  expect(table(1000)).toThrow('a scale in it is too long');
});
