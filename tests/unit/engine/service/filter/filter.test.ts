/** The filter language: what each form matches, what is decided without the record, and what an error says. */
import { describe, expect, test, vi } from 'vitest';
import { FILTER_HELP } from '../../../../../src/engine/service/filter/help.ts';
import {
  compileFilter,
  type Filter,
  isFilterError,
  MAX_FILTER_LENGTH,
  type RowFacts,
} from '../../../../../src/engine/service/filter/index.ts';
import { fieldsIn, fieldsOf } from '../../../../support/record-fields.ts';

interface Sample {
  readonly row: RowFacts;
  readonly record: unknown;
}

function sample(facts: Partial<RowFacts>, data: unknown, more: object = {}): Sample {
  const row = {
    timeUs: 0,
    name: 'quic:packet_sent',
    packetNumber: null,
    sizeBytes: 0,
    space: null,
    ...facts,
  };
  return { row, record: { time: row.timeUs / 1000, name: row.name, data, ...more } };
}

const SAMPLES = {
  sent: sample(
    { timeUs: 2_044_000, packetNumber: 42, sizeBytes: 1350, space: '1RTT' },
    {
      header: { packet_type: '1RTT', packet_number: 42, dcid: '1234567890123456789' },
      raw: { length: 1350 },
      frames: [
        { frame_type: 'ack', acked_ranges: [[0, 41]] },
        { frame_type: 'stream', stream_id: 4, length: 1200 },
      ],
    },
  ),
  initial: sample(
    { timeUs: 300, name: 'transport:packet_received', packetNumber: 0, sizeBytes: 1200, space: 'initial' },
    { packet_type: 'initial', header: { packet_number: '0', packet_size: 1200 }, frames: [] },
  ),
  lost: sample(
    { timeUs: 3_000_000, name: 'recovery:packet_lost', packetNumber: 7, space: 'handshake' },
    { header: { packet_type: 'handshake', packet_number: 7 }, trigger: 'pto_probe' },
  ),
  metrics: sample(
    { timeUs: 400_000, name: 'quic:recovery_metrics_updated' },
    {
      congestion_window: '2700',
      ssthresh: null,
      app_limited: false,
      nested: { deep: [{ cwnd_gain: 2 }] },
      delivered: 7_654_321,
    },
    { group_id: 'f00d' },
  ),
  array: {
    row: { timeUs: 1, name: 'recovery:metrics_updated', packetNumber: null, sizeBytes: 0, space: null },
    record: [1, 'recovery', 'metrics_updated', { congestion_window: 5000 }],
  },
} satisfies { readonly [name: string]: Sample };

function compiled(text: string): Filter {
  const filter = compileFilter(text);
  if (isFilterError(filter)) throw new Error(`${text}: ${filter.text} (at ${filter.at})`);
  return filter;
}

function matching(text: string): readonly string[] {
  const filter = compiled(text);
  return Object.entries(SAMPLES)
    .filter(([, { row, record }]) => {
      const matches = filter.full(row, fieldsOf(record));
      const quick = filter.quick(row);
      expect(quick ?? matches).toBe(matches);
      return matches;
    })
    .map(([name]) => name);
}

const ALL = Object.keys(SAMPLES);

test.each<[string, readonly string[]]>([
  ['', ALL],
  ['  ', ALL],
  ['#42', ['sent']],
  ['#4', []],
  ['delivered = 7,654,321', ['metrics']],
  ['delivered >= 7,654,322', []],
  ['PTO_Probe', ['lost']],
  ['"packet_number\\":42"', ['sent']],
  ['packet_re', ['initial']],
  ['name = packet_sent', ['sent']],
  ['name = QUIC:packet_sent', ['sent']],
  ['name = packet', []],
  ['name = packet_*', ['sent', 'initial', 'lost']],
  ['name = recovery:*', ['lost', 'array']],
  ['name = *c*_*t', ['sent', 'lost']],
  ['name = "packet_*"', []],
  ['name = packet_sent|packet_lost', ['sent', 'lost']],
  ['name != packet_sent | packet_lost', ['initial', 'metrics', 'array']],
  ['name ~ metrics', ['metrics', 'array']],
  ['pn = 42', ['sent']],
  ['pn == 42', ['sent']],
  ['pn != 42', ['initial', 'lost']],
  ['not pn = 42', ['initial', 'lost', 'metrics', 'array']],
  ['pn >= 7 pn < 42', ['lost']],
  ['pn <= 7', ['initial', 'lost']],
  ['size > 1.2kB', ['sent']],
  ['size >= 1.2 kB', ['sent', 'initial']],
  ['size > 1.2KiB', ['sent']],
  ['size = 1,350B', ['sent']],
  ['size < 5000', ['sent', 'initial']],
  ['time > 2.5s', ['lost']],
  ['time = 2.044', ['sent']],
  ['time < 300ms', ['initial', 'array']],
  ['time < 300 ms and #0', ['initial']],
  ['time <= 1us', ['array']],
  ['time <= 1µs', ['array']],
  ['time < .3 ms', ['array']],
  ['space = initial|handshake', ['initial', 'lost']],
  ['space = 1rtt', ['sent']],
  ['space = application', ['sent']],
  ['space != 1RTT', ['initial', 'lost']],
  ['packet_type = initial', ['initial']],
  ['packet_type = 1RTT|handshake', ['sent', 'lost']],
  ['data.header.packet_type = handshake', ['lost']],
  ['header.packet_number = 0', ['initial']],
  ['frames.frame_type = ack', ['sent']],
  ['frames.0.frame_type = stream', []],
  ['frames.1.frame_type = stream', ['sent']],
  ['frames.frame_type = stre*', ['sent']],
  ['frames.acked_ranges = 41', ['sent']],
  ['frames.length > 1000', ['sent']],
  ['trigger = pto_probe', ['lost']],
  ['trigger ~ PTO', ['lost']],
  ['congestion_window < 3000', ['metrics']],
  ['congestion_window < 3kB', ['metrics']],
  ['congestion_window = 2,700', ['metrics']],
  ['congestion_window = 2.7e3', ['metrics']],
  ['congestion_window > 2700', ['array']],
  ['cwnd_gain = 2', ['metrics']],
  ['app_limited = false', ['metrics']],
  ['has ssthresh', ['metrics']],
  ['ssthresh = null', ['metrics']],
  ['has pn', ['sent', 'initial', 'lost']],
  ['has size', ['sent', 'initial']],
  ['has space', ['sent', 'initial', 'lost']],
  ['has nested.deep.cwnd_gain', ['metrics']],
  ['group_id = f00d', ['metrics']],
  ['trigger != pto_probe', []],
  ['packet_type != initial', ['sent', 'lost']],
  ['dcid = 1234567890123456789', ['sent']],
  ['dcid = 1234567890123456788', []],
  ['(#42 or #7) and name = packet_lost', ['lost']],
  ['#42 || #7 && name = packet_lost', ['sent', 'lost']],
  ['! (#42 or #7)', ['initial', 'metrics', 'array']],
  ['NOT #42 AND NOT #7 AND has pn', ['initial']],
  ['name = packet_sent time > 2s', ['sent']],
  ['__proto__ = 1', []],
  ['has __proto__', []],
  ['has constructor', []],
  ['has frames.length', ['sent']],
  ['has header.toString', []],
  ['has header.__proto__', []],
  ['trigger = and', []],
])('%s', (text, due) => {
  expect(matching(text)).toEqual(due);
});

describe('words of the page', () => {
  test.each<[string, unknown, boolean]>([
    ['cwnd = 3000', { congestion_window: 3000 }, true],
    ['cwnd = 3000', { cwnd: '3000' }, true],
    ['cwnd < 4000', { metrics: { current_cwnd: 3000 } }, true],
    ['cwnd = 3000', { congestion: 3000 }, false],
    ['has cwnd', { current_cwnd: 1 }, true],
    ['cwnd != 3000', { congestion_window: 3000 }, false],
    ['cwnd = 1', { congestion_window: 2, deep: { cwnd: 1 } }, false],
    ['state = recovery', { old: 'slow_start', new: 'recovery' }, true],
    ['state = slow_start', { old: 'slow_start', new: 'recovery' }, false],
    ['state = startup', { cc_phase: 'startup' }, true],
    ['state = open', { state: 'open' }, true],
    ['srtt > 10', { smoothed_rtt: 12.5 }, true],
    ['data.srtt > 10', { smoothed_rtt: 12.5 }, true],
    ['in_flight = 0', { bytes_in_flight: 0 }, true],
    ['data.in_flight = 0', { deep: { bytes_in_flight: 0 } }, true],
  ])('%s of %j: %s', (text, data, due) => {
    const { row, record } = sample({}, data);
    expect(compiled(text).full(row, fieldsOf(record))).toBe(due);
  });
});

describe('a field under another key', () => {
  const found = (text: string, name: string, data: unknown): boolean => {
    const { row, record } = sample({ name }, data);
    return compiled(text).full(row, fieldsOf(record));
  };

  test.each<[string, string, unknown, boolean]>([
    ['packet_number = 7', 'transport:packet_sent', { header: { packet_num: '7' } }, true],
    ['packet_number = 7', 'transport:packet_lost', { packet_nr: 7 }, true],
    ['header.packet_number = 7', 'quic:packet_lost', { packet_number: 7 }, true],
    ['data.packet_number != 8', 'quic:packet_lost', { packet_nr: 7 }, true],
    ['packet_type = initial', 'transport:packet_received', { type: 'initial' }, true],
    ['frame_type = ack', 'transport:packet_sent', { type: '1RTT', frames: [{ type: 'ack' }] }, true],
    ['frames.stream_id = 4', 'transport:packet_sent', { frames: [{ frame_type: 'stream', id: 4 }] }, true],
    ['ce > 1', 'quic:packet_received', { frames: [{ frame_type: 'ack', ecn_ce: 2 }] }, true],
    ['has acked_ranges', 'transport:packet_received', { frames: [{ ack_ranges: [[1, 2]] }] }, true],
    ['key_type = 1rtt', 'security:key_updated', { type: '1rtt' }, true],
    ['new = 1400', 'recovery:mtu_updated', { mtu: 1400 }, true],
  ])('%s in %s %j: %s', (text, name, data, due) => {
    expect(found(text, name, data)).toBe(due);
  });

  test.each<[string, string, unknown]>([
    ['of another event', 'security:key_updated', { type: 'initial' }],
    ['of an unknown event', 'custom:packet', { type: 'initial' }],
    ['beside the canonical one', 'quic:packet_sent', { header: { packet_type: '1RTT' }, type: 'initial' }],
    ['in another place', 'quic:packet_sent', { frames: [{ type: 'initial' }] }],
  ])('%s is not asked for', (_, name, data) => {
    expect(found('packet_type = initial', name, data)).toBe(false);
  });
});

test('data.x finds the same as x, if it is in the data', () => {
  const inData = sample({}, { header: { path_id: 1 } });
  const beside = sample({}, {}, { path_id: 1 });
  const found = (text: string, { row, record }: Sample): boolean =>
    compiled(text).full(row, fieldsOf(record));
  expect([found('path_id = 1', inData), found('data.path_id = 1', inData)]).toEqual([true, true]);
  expect([found('path_id = 1', beside), found('data.path_id = 1', beside)]).toEqual([true, false]);
  expect(found('has data.path_id', sample({}, null))).toBe(false);
});

test('a field that is really called __proto__ is found', () => {
  const fields = fieldsIn('{"name":"a:b","data":{"__proto__":{"x":3}}}');
  const { row } = SAMPLES.sent;
  for (const text of ['__proto__.x = 3', 'x = 3', 'has __proto__']) {
    expect(compiled(text).full(row, fields)).toBe(true);
  }
});

test('data nested a hundred thousand deep is searched', () => {
  const depth = 100_000;
  const fields = fieldsIn(`{"data":${'{"a":['.repeat(depth)}{"end":1}${']}'.repeat(depth)}}`);
  const { row } = SAMPLES.sent;
  expect(compiled('end = 1').full(row, fields)).toBe(true);
});

test.each([null, 3, 'text', [], [1, 2], {}, { data: null }, { data: [] }])(
  'a record that is no event matches no field: %j',
  (record) => {
    const { row } = SAMPLES.sent;
    for (const text of ['trigger = x', 'has frames', 'frames.frame_type != ack']) {
      expect(compiled(text).full(row, fieldsOf(record))).toBe(false);
    }
  },
);

describe('without the record', () => {
  test.each<[string, keyof typeof SAMPLES, boolean | null]>([
    ['name = packet_lost and "foo"', 'sent', false],
    ['"foo" and name = packet_lost', 'sent', false],
    ['name = packet_lost and "foo"', 'lost', null],
    ['name = packet_sent or has trigger', 'sent', true],
    ['name = packet_lost or has trigger', 'sent', null],
    ['not (name = packet_lost and "foo")', 'sent', true],
    ['not has trigger', 'sent', null],
    ['packet', 'sent', true],
    ['zebra', 'sent', null],
  ])('%s: %s → %s', (text, name, due) => {
    expect(compiled(text).quick(SAMPLES[name].row)).toBe(due);
  });

  test('a record is never read if the columns decide, in any order of the parts', () => {
    const valuesAt = vi.fn(() => []);
    const text = vi.fn(() => '');
    const record = {
      valuesAt,
      get text() {
        return text();
      },
    };
    compiled('("foo" or has trigger) and name = packet_lost').full(SAMPLES.sent.row, record);
    expect(valuesAt).not.toHaveBeenCalled();
    expect(text).not.toHaveBeenCalled();
  });
});

test.each<[string, number, string]>([
  ['#', 0, '#42'],
  ['name = a #x', 9, '#42'],
  ['"open', 0, 'not closed'],
  ['a & b', 2, '&&'],
  ['(#1 or #2', 0, 'not closed'],
  ['#1)', 2, 'closes none'],
  ['()', 1, 'closes none'],
  ['#1 and', 6, 'stops here'],
  ['or #1', 0, 'missing'],
  ['#1 or or #2', 6, 'missing'],
  ['= 3', 0, 'field must stand before'],
  ['pn =', 4, 'value must follow'],
  ['pn = (', 5, 'value must follow'],
  ['a = 1 = 2', 6, 'field must stand before'],
  ['"a" = 3', 4, 'field must stand before'],
  ['pn = four', 5, '42'],
  ['pn ~ 4', 3, 'number'],
  ['time < 3 parsecs and time < 4parsecs', 28, '300ms'],
  ['size = 3s', 7, '1.2kB'],
  ['space = 0RTT', 8, 'initial, handshake and 1RTT'],
  ['space < initial', 6, '~'],
  ['name > a', 5, '~'],
  ['pn < 3|4', 6, 'takes one'],
  ['ssthresh < many', 11, 'no number'],
  ['has', 0, 'has ssthresh'],
  ['has (', 0, 'has ssthresh'],
])('%s is refused at %i', (text, at, words) => {
  const error = compileFilter(text);
  expect(error).toEqual({ text: expect.stringContaining(words), at });
});

test('length and nesting are limited with an error', () => {
  expect(isFilterError(compileFilter('a'.repeat(MAX_FILTER_LENGTH)))).toBe(false);
  expect(compileFilter('a'.repeat(MAX_FILTER_LENGTH + 1))).toMatchObject({ at: MAX_FILTER_LENGTH });
  expect(isFilterError(compileFilter(`${'('.repeat(50)}a${')'.repeat(50)}`))).toBe(false);
  expect(compileFilter(`${'('.repeat(900)}a${')'.repeat(900)}`)).toMatchObject({ at: 51 });
  expect(compileFilter('!'.repeat(900))).toMatchObject({ at: 51 });
});

test('a pattern of many stars takes time in proportion to the text', () => {
  const filter = compiled(`name = ${'*a'.repeat(900)}*b`);
  const name = 'a'.repeat(200_000);
  expect(filter.quick({ ...SAMPLES.sent.row, name })).toBe(false);
});

test.each(FILTER_HELP.map(({ example, meaning }) => [example, meaning]))(
  'the help’s example %s compiles',
  (example, meaning) => {
    expect(isFilterError(compileFilter(example))).toBe(false);
    expect(meaning).not.toBe('');
  },
);

test('a word is found in the name of an event whose record has it in parts', () => {
  const filter = compileFilter('transport:packet_sent');
  if (isFilterError(filter)) throw new Error(filter.text);
  const { row } = sample({ name: 'transport:packet_sent' }, {});
  const record = ['1', 'transport', 'packet_sent', {}];
  const fields = fieldsOf(record);
  expect(filter.full(row, fields)).toBe(true);
  expect(filter.full({ ...row, name: 'transport:packet_received' }, fields)).toBe(false);
});
