/**
 * The schema's tables are what decoder, plans, export and filter read: each field, in each of its spellings, is read
 * the same from parsed and from recognised records, is exported if its table says so and never otherwise, and is found by
 * the filter under its canonical name.
 */
import { describe, expect, it } from 'vitest';
import { QlogRecord } from '../../src/engine/input/formats/qlog/access/qlog-record.ts';
import { RecordScanner } from '../../src/engine/input/formats/qlog/records/scan/record-scanner.ts';
import { rewrite } from '../../src/engine/input/formats/qlog/write/rewrite.ts';
import {
  SHARE_NOTHING,
  SHARE_OPTIONS,
  type ShareOptions,
} from '../../src/engine/reading/contract/share-options.ts';
import { compileFilter, isFilterError } from '../../src/engine/service/filter/index.ts';
import { ALL_FRAME_FIELDS, EVENT_FIELDS } from '../../src/qlog-schema/event-fields.ts';
import { EventKind, LIFE_KINDS } from '../../src/qlog-schema/index.ts';
import { contain } from '../support/containers.ts';
import { Random } from '../support/encoder/random.ts';
import { FIELD_CASES, type FieldCase, isRead, randomEvents } from '../support/field-cases.ts';
import { writer } from '../support/record-writer.ts';
import { differences, type Reading, readThrough } from '../support/scan-compare.ts';
import { utf8 } from '../support/split-all.ts';
import { draws, SEED } from '../support/tier.ts';

const SHARE_ALL = Object.fromEntries(SHARE_OPTIONS.map(({ id }) => [id, true])) as ShareOptions;

/** A packet before the events: the first one of a connection is never read by a plan. */
const FIRST = { time: 0, name: 'quic:packet_sent', data: { header: { packet_number: 0 } } };

function bytesOf(events: readonly object[]): Uint8Array {
  return utf8(
    contain(
      'JSON-SEQ',
      events.map((event) => JSON.stringify(event)),
    ),
  );
}

/** The event with the numbers of its data as text, as draft-01 has them. */
function withTexts<Event extends { readonly data?: unknown }>(event: Event): Event {
  const text = JSON.stringify(event.data, (_, value: unknown) =>
    typeof value === 'number' ? String(value) : value,
  );
  return { ...event, data: JSON.parse(text) };
}

/** @returns the reading, and how many of its rows a plan made. */
function scan(bytes: Uint8Array): { readonly reading: Reading; readonly planned: number } {
  const { fillRows } = RecordScanner.prototype;
  let planned = 0;
  RecordScanner.prototype.fillRows = function (...rows): number {
    const done = fillRows.call(this, ...rows);
    planned += done;
    return done;
  };
  try {
    return { reading: readThrough(bytes, 'simd', [bytes.length]), planned };
  } finally {
    RecordScanner.prototype.fillRows = fillRows;
  }
}

function exported({ kind, events }: FieldCase, options: ShareOptions): unknown {
  return rewrite(events[0], { kind, form: 'schema', columns: null }, writer({ options }))?.data;
}

/** Whether an exported event holds a key, in the event or in its second frame. */
function holds(data: unknown, key: string, { isOfFrame }: FieldCase): boolean {
  const { frames } = data as { readonly frames?: readonly unknown[] };
  let value = isOfFrame ? frames?.[1] : data;
  for (const word of key.split('.'))
    value = (value as { readonly [key: string]: unknown } | undefined)?.[word];
  return value !== undefined;
}

/** Kinds whose events are always read as if parsed. */
const UNPLANNED: readonly EventKind[] = [
  EventKind.packetLost,
  EventKind.packetsAcked,
  EventKind.httpPriorityUpdated,
  ...LIFE_KINDS,
];
/** Facts of frames that are always read as if parsed. */
const UNPLANNED_FACTS: readonly string[] = [
  ...['limit', 'granted', 'finalSize', 'closeCode', 'closeSpace', 'closeReason', 'streamType'],
];

const titled = ({ name, isOfFrame, key }: FieldCase): string =>
  `${name} ${isOfFrame ? 'frames[].' : ''}${key}`;

describe('a field of the tables', () => {
  it('is one of many', () => {
    expect(FIELD_CASES.length).toBeGreaterThan(400);
    expect(new Set(FIELD_CASES.map(titled)).size).toBeGreaterThan(350);
  });

  it.each(['as numbers', 'as text'])(
    'is read the same from parsed and from recognised records: %s',
    (written) => {
      for (const one of FIELD_CASES) {
        const bytes = bytesOf([FIRST, ...(written === 'as text' ? one.events.map(withTexts) : one.events)]);
        const { reading, planned } = scan(bytes);
        expect(differences(reading, readThrough(bytes, 'parsed', [bytes.length])), titled(one)).toEqual([]);
        expect(reading.events, titled(one)).toBe(one.events.length + 1);
        // A number with a limit may be valid in one record and not in the next; fractions in texts are parsed, and so
        // are frames that tell of flow control or of the connection's end.
        const isPlanned = !UNPLANNED.includes(one.kind) && !UNPLANNED_FACTS.includes(one.field.fact ?? '');
        if (written === 'as numbers' && isPlanned && one.field.most === undefined)
          expect(planned, titled(one)).toBeGreaterThan(0);
      }
    },
  );

  it('is read where its table has a place for it, and nowhere else', () => {
    for (const one of FIELD_CASES) {
      const [having, lacking] = [one.events, one.without].map((events) =>
        readThrough(bytesOf(events), 'parsed', [1e6]),
      ) as [Reading, Reading];
      const found = differences({ ...having, bytes: 0 }, { ...lacking, bytes: 0 }).filter(
        (difference) => !difference.startsWith('offset'),
      );
      expect(found.length > 0, `${titled(one)}: ${found.join('; ')}`).toBe(isRead(one));
      const { column } = one.field;
      if (column === undefined || !isRead(one)) continue;
      expect(having.columns.get(column)?.some(Number.isNaN), titled(one)).toBe(false);
      expect(lacking.columns.get(column)?.every(Number.isNaN), titled(one)).toBe(true);
    }
  });

  it('is exported as its table says, under its canonical name', () => {
    for (const one of FIELD_CASES) {
      const { keys, exported: rule, exportedAs, type } = one.field;
      const to = exportedAs ?? (keys[0] as string);
      const [shared, all] = [SHARE_NOTHING, SHARE_ALL].map((options) => exported(one, options));
      const due = [rule === true || exportedAs !== undefined, rule !== undefined || exportedAs !== undefined];
      expect([holds(shared, to, one), holds(all, to, one)], titled(one)).toEqual(due);
      if (one.key !== to) expect(holds(all, one.key, one), titled(one)).toBe(false);
      if (rule !== true && (type === 'hex' || type === 'text'))
        expect(JSON.stringify(shared), titled(one)).not.toMatch(/c0ffee|some words/);
    }
  });

  it('is found by the filter under its canonical name', () => {
    for (const one of FIELD_CASES) {
      const [key = ''] = one.field.keys;
      const word = key.slice(key.lastIndexOf('.') + 1);
      for (const path of [word, `data.${word}`, one.isOfFrame ? `frames.${key}` : key]) {
        const filter = compileFilter(`has ${path}`);
        if (isFilterError(filter)) throw new Error(`${path}: ${filter.text}`);
        const row = { timeUs: 0, name: one.name, packetNumber: null, sizeBytes: 0, space: null };
        const [record] = one.events;
        const fields = QlogRecord.whole(utf8(JSON.stringify(record)));
        const isFound = filter.full(row, fields);
        expect(isFound, `${titled(one)}: has ${path}`).toBe(true);
      }
    }
  });
});

it('events of any fields of a table are read the same from parsed and from recognised records', () => {
  const failed: string[] = [];
  let planned = 0;
  for (let number = 0; number < draws(600, 20); number++) {
    const random = new Random(SEED + number);
    const drawn = [...EVENT_FIELDS.keys()].flatMap((kind) => randomEvents(kind, random));
    const events = number % 3 === 0 ? drawn.map(withTexts) : drawn;
    const bytes = bytesOf([FIRST, ...events]);
    const scanned = scan(bytes);
    planned += scanned.planned;
    const parsed = readThrough(bytes, 'parsed', [bytes.length]);
    for (const difference of differences(scanned.reading, parsed))
      failed.push(`draw ${number} of seed ${SEED}: ${difference}`);
  }
  expect(failed).toEqual([]);
  expect(planned).toBeGreaterThan(1000);
});

describe('the tables', () => {
  it('export each key by one rule only', () => {
    for (const [kind, { fields }] of [...EVENT_FIELDS, [-1, { fields: ALL_FRAME_FIELDS }] as const]) {
      const keys = fields.filter((field) => field.exported !== undefined).flatMap((field) => field.keys);
      expect(new Set(keys).size, `${kind}`).toBe(keys.length);
    }
  });
});
