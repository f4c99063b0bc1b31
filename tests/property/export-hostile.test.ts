/**
 * Whatever stands in a log: rewriting an event never throws, gives valid qlog, and no text and no key of the log that
 * is not in a closed list comes out of it.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EXPORTED_FIELDS } from '../../src/engine/input/formats/qlog/write/event-fields.ts';
import { eventRecord } from '../../src/engine/input/formats/qlog/write/export-file.ts';
import { rewrite } from '../../src/engine/input/formats/qlog/write/rewrite.ts';
import { EVENT_DEFINITIONS } from '../../src/qlog-schema/index.ts';
import { strictFault } from '../support/qlog-strict.ts';
import { writer } from '../support/record-writer.ts';
import { draws } from '../support/tier.ts';

const HEADER =
  '\x1e{"qlog_version":"0.3","qlog_format":"JSON-SEQ","trace":{"vantage_point":{"type":"unknown"},"common_fields":{"time_format":"relative","reference_time":0}}}\n';

/** In no word of any list. */
const MARK = 'zqxj';

/** Keys that a reader looks for, and others; every other text is marked. */
const KEYS = [
  ...[
    'header',
    'raw',
    'frames',
    'packet_type',
    'packet_number',
    'frame_type',
    'acked_ranges',
    'length',
    'scid',
    'dcid',
  ],
  ...[
    'token',
    'data',
    'new',
    'old',
    'trigger',
    'reason',
    'owner',
    'cwnd',
    'congestion_window',
    'smoothed_rtt',
    'state',
  ],
  ...[
    'stream_id',
    'error_code',
    'key_type',
    'packet_numbers',
    'src_ip',
    'dst_port',
    'timer_type',
    'cf_lost_packets',
  ],
  ...[
    'total',
    'type',
    '__proto__',
    'constructor',
    'toString',
    'version',
    'client_versions',
    'ecn',
    'path_id',
    'message',
  ],
];

/** The same, and every key that some event may keep. */
const ALL_KEYS = [
  ...new Set([...KEYS, ...[...EXPORTED_FIELDS.values()].flatMap((table) => [...table.keys()])]),
];

const text = fc.string({ maxLength: 12 }).map((inner) => `${MARK}${inner}`);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(
      text,
      fc.double(),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.constantFrom('ack', 'stream', '1RTT'),
    ),
    fc.array(tie('value'), { maxLength: 5 }),
    tie('object'),
  ),
  object: fc
    .array(fc.tuple(fc.oneof(fc.constantFrom(...KEYS), text), tie('value')), { maxLength: 8 })
    // As JSON.parse makes it: __proto__ is a key like any other.
    .map((entries) => {
      const pairs = entries.map(
        ([key, inner]) => `${JSON.stringify(key)}:${JSON.stringify(inner) ?? 'null'}`,
      );
      return JSON.parse(`{${pairs.join(',')}}`) as unknown;
    }),
}));

/** Data with most of what events hold at once: a marked text, a list of them, or anything where each field stands. */
const filled = fc
  .tuple(
    fc.subarray(ALL_KEYS, { minLength: 10 }),
    fc.array(fc.oneof(text, fc.array(text, { maxLength: 2 }), value), { minLength: 5, maxLength: 20 }),
  )
  .map(([keys, values]) => {
    const pairs = keys.map(
      (key, i) => `${JSON.stringify(key)}:${JSON.stringify(values[i % values.length]) ?? 'null'}`,
    );
    return JSON.parse(`{${pairs.join(',')}}`) as object;
  });
const packet = fc
  .tuple(
    filled,
    filled,
    filled,
    fc.array(filled, { maxLength: 2 }),
    fc.constantFrom('ack', 'stream', 'connection_close', MARK),
  )
  .map(([data, header, raw, frames, type]) => ({
    ...data,
    ...{ header, raw, frames: frames.map((frame) => ({ ...frame, frame_type: type })) },
  }));

const named = fc.constantFrom(
  ...EVENT_DEFINITIONS.flatMap(({ kind, canonical, aliases }) =>
    [canonical, ...aliases].map((name) => ({ kind: kind as number, name })),
  ),
  { kind: 0, name: `${MARK}:event` },
  { kind: 0, name: 'loglevel:info' },
);

describe('rewriting an event', () => {
  it('lets nothing of the log out that is not listed, and stays valid', () => {
    fc.assert(
      fc.property(named, fc.oneof(value, filled, packet), ({ kind, name }, data) => {
        const using = writer();
        const told = rewrite({ time: 1, name, data }, { kind, form: '0.3', columns: null }, using);
        if (told === null) return;
        const record = eventRecord(1000, told);
        expect(record).not.toContain(MARK);
        expect(strictFault(HEADER + record)).toBeNull();
      }),
      { numRuns: draws(4000) },
    );
  });

  it('never throws on any JSON as a record, with any columns', () => {
    const columns = fc.option(
      fc.array(fc.constantFrom('time', 'category', 'event', 'data', 'group_id'), { maxLength: 5 }),
    );
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 45 }), value, columns, (kind, record, named) => {
        const told = rewrite(record, { kind, form: 'schema', columns: named }, writer());
        if (told !== null) expect(eventRecord(1, told)).not.toContain(MARK);
      }),
      { numRuns: draws(3000) },
    );
  });
});
