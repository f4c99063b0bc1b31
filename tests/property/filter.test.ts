/** Filters made of anything: every text compiles or is refused at a place in it, and the columns never contradict. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileFilter, isFilterError, type RowFacts } from '../../src/engine/service/filter/index.ts';
import { fieldsOf } from '../support/record-fields.ts';
import { draws } from '../support/tier.ts';

const word = fc.constantFrom(
  'name',
  'pn',
  'size',
  'time',
  'space',
  'trigger',
  'frames.frame_type',
  'data.header.packet_type',
  '__proto__',
  'and',
  'or',
  'not',
  'has',
  'ack',
  'initial',
  'packet_*',
  '3',
  '1.2kB',
  '300ms',
  's',
  '#3',
  '#',
  '"ack"',
  '"',
);
const mark = fc.constantFrom('=', '!=', '<', '<=', '>', '>=', '~', '(', ')', '!', '&&', '||', '|', '&', '\\');
const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.array(fc.oneof(word, mark), { maxLength: 14 }).map((parts) => parts.join(' ')),
  fc.array(fc.oneof(word, mark), { maxLength: 14 }).map((parts) => parts.join('')),
);

/** Texts that compile more often than not. */
const conditions = fc
  .array(
    fc.tuple(
      fc.constantFrom('', 'not ', '!'),
      fc.constantFrom(
        'name = packet_*',
        'ack',
        '#3',
        'trigger = 3',
        'has ack',
        'pn < 3',
        'time != 1s',
        'x ~ a',
      ),
      fc.constantFrom(' and ', ' or ', ' '),
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((parts) => `${parts.map((part) => part.join('')).join('')}(has pn or "3")`);

const rows: fc.Arbitrary<RowFacts> = fc.record({
  timeUs: fc.oneof(fc.constantFrom(0, 1e6), fc.integer()),
  name: fc.oneof(fc.constantFrom('quic:packet_sent', 'ack'), fc.string()),
  packetNumber: fc.oneof(fc.constant(null), fc.nat(5)),
  sizeBytes: fc.nat(1500),
  space: fc.constantFrom(null, 'initial', 'handshake', '1RTT'),
});
const records = fc.oneof(
  fc.jsonValue(),
  fc.record({
    name: fc.string(),
    data: fc.dictionary(fc.constantFrom('trigger', 'ack', 'x'), fc.jsonValue()),
  }),
);

test('any text compiles, or is refused in words at a place in it', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const result = compileFilter(text);
      if (!isFilterError(result)) return;
      expect(result.text).not.toBe('');
      expect(result.at).toBeGreaterThanOrEqual(0);
      expect(result.at).toBeLessThanOrEqual(text.length);
    }),
    { numRuns: draws(2000) },
  );
});

test('what the columns decide, the record does not change', () => {
  fc.assert(
    fc.property(fc.oneof(texts, conditions), rows, records, (text, row, record) => {
      const filter = compileFilter(text);
      if (isFilterError(filter)) return;
      const full = filter.full(row, fieldsOf(record));
      expect(filter.quick(row) ?? full).toBe(full);
    }),
    { numRuns: draws(2000) },
  );
});

test('not turns every answer around', () => {
  fc.assert(
    fc.property(conditions, rows, records, (text, row, record) => {
      const [plain, turned] = [compileFilter(text), compileFilter(`not (${text})`)];
      if (isFilterError(plain) || isFilterError(turned)) return expect.unreachable();
      const fields = fieldsOf(record);
      expect(turned.full(row, fields)).toBe(!plain.full(row, fields));
      const quick = plain.quick(row);
      expect(turned.quick(row)).toBe(quick === null ? null : !quick);
    }),
    { numRuns: draws(1000) },
  );
});
