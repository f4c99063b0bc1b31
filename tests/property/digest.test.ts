/** Digests made of anything and damaged in any way: what is read encloses what was written, and nothing throws. */

import fc from 'fast-check';
import { deflateSync, inflateSync } from 'fflate';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type ColumnWindow,
  Series,
  type SeriesSlice,
  SLICE_STRIDE,
} from '../../src/engine/base/columns/series.ts';
import { answerFrom } from '../../src/sharing/digest/answer.ts';
import { ByteReader, ByteWriter } from '../../src/sharing/digest/bytes.ts';
import { coarsen, surveyWindow } from '../../src/sharing/digest/coarsen.ts';
import { readSlice, writeSlice } from '../../src/sharing/digest/columns.ts';
import {
  DIGEST_VERSION,
  type Digest,
  MAX_INFLATED_BYTES,
  MAX_OTHERS,
} from '../../src/sharing/digest/digest.ts';
import { FULL_DETAIL, fitDigest, reduceTo } from '../../src/sharing/digest/fit.ts';
import { makeDigest } from '../../src/sharing/digest/make.ts';
import { decodeDigest, encodeDigest } from '../../src/sharing/digest/pack.ts';
import { type SurveyedTrace, surveyTrace } from '../support/digest-input.ts';
import { draws } from '../support/tier.ts';

const SPIRAL = new URL('../corpus/traces/rate2-both-cubic-buggy-s09.server.sqlog.gz', import.meta.url)
  .pathname;

/** Points of a series: times in whole µs, values of any size, some repeated. */
const points = fc
  .array(
    fc.tuple(
      fc.integer({ min: 0, max: 5000 }),
      fc.oneof(
        fc.integer({ min: 0, max: 60_000 }),
        fc.double({ min: -1e6, max: 1e6, noNaN: true }),
        fc.constantFrom(0, 2700, 54_000, 2 ** 64),
      ),
    ),
    { minLength: 1, maxLength: 200 },
  )
  .map((steps) => {
    let timeUs = 0;
    return steps.map(([gap, value]): readonly [number, number] => {
      timeUs += gap;
      return [timeUs, value];
    });
  });

function seriesOf(id: string, all: readonly (readonly [number, number])[]): Series {
  const series = new Series({ id, name: id, unit: 'bytes', shape: 'line', origin: 'logged' });
  for (const [timeUs, value] of all) series.push(timeUs, value);
  return series;
}

function written(slice: SeriesSlice, levels: number): SeriesSlice {
  const writer = new ByteWriter();
  writeSlice(writer, slice, levels);
  const reader = new ByteReader(writer.done());
  const read = readSlice(reader, slice.id, slice.values.length / SLICE_STRIDE);
  expect(reader.left).toBe(0);
  return read;
}

const column = (slice: SeriesSlice, i: number): readonly number[] => [
  ...slice.values.subarray(i * SLICE_STRIDE, (i + 1) * SLICE_STRIDE),
];

/** Room for rounding of the arithmetic itself. */
const slack = (value: number): number => Math.abs(value) * 1e-9 + 1e-9;

describe('one series', () => {
  test('what is read lies within a step of what was written, and encloses it', () => {
    fc.assert(
      fc.property(points, fc.constantFrom(15, 255, 1023), (all, levels) => {
        const window: ColumnWindow = { fromUs: 0, columnUs: 1024, columns: 300 };
        const slice = seriesOf('cwnd', all).query(window);
        const read = written(slice, levels);
        const values = [...slice.values].filter((value) => !Number.isNaN(value));
        const range = Math.max(...values) - Math.min(...values);
        // A step is a whole number where it is wider than one.
        const step = Math.max(range / levels, Math.min(range, 1), Math.ceil(range / levels));
        expect(read.entry).toEqual(slice.entry);
        expect(read.next).toEqual(slice.next);
        for (let i = 0; i < window.columns; i++) {
          const [first, min, max, last] = column(slice, i) as [number, number, number, number];
          const [firstRead, minRead, maxRead, lastRead] = column(read, i) as [number, number, number, number];
          expect(Number.isNaN(firstRead)).toBe(Number.isNaN(first));
          if (Number.isNaN(first)) continue;
          const room = slack(max) + slack(min);
          expect(minRead).toBeLessThanOrEqual(min + room);
          expect(maxRead).toBeGreaterThanOrEqual(max - room);
          for (const [was, is] of [
            [first, firstRead],
            [min, minRead],
            [max, maxRead],
            [last, lastRead],
          ] as const)
            expect(Math.abs(was - is)).toBeLessThanOrEqual(step + room);
        }
      }),
    );
  });

  test('a running total keeps its ends within a step and never falls where it did not', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 3000 }), { minLength: 2, maxLength: 200 }), (gains) => {
        let total = 0;
        const all = gains.map((gain, i): readonly [number, number] => {
          total += gain;
          return [i * 700, total];
        });
        const window: ColumnWindow = { fromUs: 0, columnUs: 2048, columns: 80 };
        const slice = seriesOf('sent-total', all).query(window);
        const read = written(slice, 255);
        const step = Math.max(1, Math.ceil(total / (255 * 64)));
        let held = 0;
        for (let i = 0; i < window.columns; i++) {
          const [, min, , last] = column(slice, i) as [number, number, number, number];
          if (Number.isNaN(last)) continue;
          const [, minRead, , lastRead] = column(read, i) as [number, number, number, number];
          expect(minRead).toBeLessThanOrEqual(min);
          expect(lastRead).toBeGreaterThanOrEqual(last);
          expect(lastRead - last).toBeLessThanOrEqual(step);
          expect(lastRead).toBeGreaterThanOrEqual(held);
          held = lastRead;
        }
      }),
    );
  });

  test('fewer columns enclose the same', () => {
    fc.assert(
      fc.property(
        points,
        fc.integer({ min: 0, max: 40 }),
        fc.integer({ min: 1, max: 40 }),
        (all, first, most) => {
          const window: ColumnWindow = { fromUs: first * 1024, columnUs: 1024, columns: 100 };
          const slice = seriesOf('cwnd', all).query(window);
          const block = {
            window,
            series: [slice],
            shares: [],
            losses: new Float64Array(100).fill(1),
            ptos: null,
            streamShares: null,
          };
          const coarse = coarsen(block, most);
          const [wide] = coarse.series as [SeriesSlice];
          expect(coarse.window.columns).toBeLessThanOrEqual(most + 1);
          expect(coarse.losses.reduce((sum, lost) => sum + lost, 0)).toBe(100);
          for (let i = 0; i < window.columns; i++) {
            const [, min, max] = column(slice, i) as [number, number, number];
            if (Number.isNaN(min)) continue;
            const startUs = window.fromUs + i * window.columnUs;
            const at = Math.floor((startUs - coarse.window.fromUs) / coarse.window.columnUs);
            const [, minWide, maxWide] = column(wide, at) as [number, number, number];
            expect(minWide).toBeLessThanOrEqual(min);
            expect(maxWide).toBeGreaterThanOrEqual(max);
          }
        },
      ),
    );
  });
});

describe('a digest of a real trace', () => {
  let trace: SurveyedTrace;
  let digest: Digest;
  let intact: Uint8Array<ArrayBuffer>;
  beforeAll(async () => {
    trace = await surveyTrace(SPIRAL);
    digest = makeDigest(trace.input());
    intact = encodeDigest(reduceTo(digest, trace, { ...FULL_DETAIL, columns: 256 }), 1023);
  });

  const decoded = (bytes: Uint8Array): Digest => {
    const read = decodeDigest(bytes);
    if ('reason' in read) throw new Error(read.reason);
    return read.digest;
  };

  test('no budget is exceeded, and a larger one keeps no less', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 900, max: 40_000 }), { minLength: 1, maxLength: 3 }), (some) => {
        const budgets = [...some].sort((a, b) => a - b);
        const fitted = fitDigest(digest, trace, budgets);
        let columns = 0;
        fitted.forEach((one, i) => {
          if (one === null) return;
          expect(one.bytes.length).toBeLessThanOrEqual(budgets[i] as number);
          expect(decoded(one.bytes).blocks[0]?.window.columns).toBeGreaterThanOrEqual(columns);
          columns = one.digest.blocks[0]?.window.columns as number;
        });
      }),
      { numRuns: draws(15, 5, 3) },
    );
  });

  test('all that is no column is read as it was written', () => {
    const reduced = reduceTo(digest, trace, FULL_DETAIL);
    const read = decoded(encodeDigest(reduced, 1023));
    // The least credit and the path are not in a digest.
    const absent = {
      statesAreNoPhases: null,
      leastCreditBytes: null,
      leastStreamCreditBytes: null,
      path: null,
      datagramsSent: null,
      rttSamples: null,
    };
    // Of the waits of a row it holds the longest ones.
    const withoutWaits = <Row extends object>(held: { readonly rows: readonly Row[] } | null) =>
      held && { ...held, rows: held.rows.map((row) => ({ ...row, blocked: [], gaps: [] })) };
    // Of the packets of a handshake it holds when the first and the last were.
    const withoutPackets = (life: Digest['connectivity']) => {
      const { exchange: ___, ...rest } = life ?? {};
      return life && rest;
    };
    const plain = ({ blocks: _, models: __, closeUps, findings, summary, ...rest }: Digest) => ({
      ...rest,
      connectivity: withoutPackets(rest.connectivity),
      streams: withoutWaits(rest.streams),
      requests: withoutWaits(rest.requests),
      closeUps: closeUps.map(({ key, block }) => [key, block.window, block.series.map(({ id }) => id)]),
      summary: { ...summary, ...absent },
      findings: findings.map((finding) => ({
        ...finding,
        confidence: Math.round(finding.confidence * 1000),
      })),
    });
    expect(plain(read)).toEqual(plain(reduced));
    expect(read.summary.lossKinds).toEqual(trace.snapshot.summary.lossKinds);
    expect(read.models?.unnamed).toEqual(trace.snapshot.models?.unnamed);
    expect(read.models?.candidates.map(({ id, name }) => `${id} ${name}`)).toEqual(
      trace.snapshot.models?.candidates.map(({ id, name }) => `${id} ${name}`),
    );
    expect(JSON.stringify(read)).not.toContain('secret-name');
  });

  test('a window of any place and zoom is answered within the envelope of the trace', () => {
    const read = decoded(intact);
    const { extent } = trace.snapshot;
    const length = extent.toUs - extent.fromUs;
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(share, share, fc.integer({ min: 16, max: 1500 }), (at, size, columns) => {
        const visible = { fromUs: extent.fromUs + at * length * 0.9, toUs: extent.toUs };
        visible.toUs = visible.fromUs + Math.max(1000, size * (extent.toUs - visible.fromUs));
        const window = surveyWindow(visible, columns);
        const series = ['cwnd', 'bytes-in-flight', 'smoothed-rtt'];
        const query = { connection: 0, window, visible, series } as const;
        const answer = answerFrom(read, { ...query, parts: ['limits', 'ptos'], model: null });
        const real = trace.ask({ window: answer.window, visible });
        for (const slice of answer.series) {
          const own = real.series.find(({ id }) => id === slice.id) as SeriesSlice;
          const blank = answer.window.columns === 1;
          for (let i = 0; i < answer.window.columns && !blank; i++) {
            const [, min, max] = column(own, i) as [number, number, number];
            if (Number.isNaN(min)) continue;
            // What is drawn there: the column's own envelope, or what was held into it.
            const [, low, high] = column(slice, i) as [number, number, number];
            expect(low).toBeLessThanOrEqual(min + slack(min));
            expect(high).toBeGreaterThanOrEqual(max - slack(max));
          }
        }
        for (const sum of [...Array(answer.window.columns).keys()].map((i) =>
          answer.states.names.reduce(
            (all, _, state) => all + (answer.states.shares[i * answer.states.names.length + state] as number),
            0,
          ),
        ))
          expect(sum).toBeLessThan(1.02);
      }),
      { numRuns: draws(60) },
    );
  });

  test('a set comes back with all its traces, within each budget, and as the budget left them', () => {
    const refs = fc.array(fc.oneof(fc.constant(''), fc.stringMatching(/^example=[a-z0-9-]{1,30}$/)), {
      minLength: 1,
      maxLength: MAX_OTHERS,
    });
    fc.assert(
      fc.property(refs, fc.integer({ min: 2000, max: 60_000 }), fc.boolean(), (some, budget, isFirst) => {
        const others = some.map((ref, i) => ({
          ref,
          digest: { ...digest, rttUs: i, outline: i % 2 === 0 ? digest.outline : null },
        }));
        const lead = isFirst ? digest : { ...digest, outline: null };
        const priorities = { ...trace, others: others.map(() => trace) };
        const [fitted] = fitDigest({ ...lead, others }, priorities, [budget]);
        if (fitted == null) return;
        expect(fitted.bytes.length).toBeLessThanOrEqual(budget);
        const read = decoded(fitted.bytes);
        const told = (one: Digest) => ({
          rttUs: one.rttUs,
          held: one.panels.held,
          givenUp: one.givenUp,
          outline: one.outline,
          columns: one.blocks.map(({ window }) => window),
        });
        expect([read, ...read.others.map((other) => other.digest)].map(told)).toEqual(
          [fitted.digest, ...fitted.digest.others.map((other) => other.digest)].map(told),
        );
        expect(read.others.map(({ ref }) => ref)).toEqual(some);
        // What the budget took is said of each.
        for (const [i, other] of read.others.entries())
          expect(other.digest.givenUp.outline).toBe(i % 2 === 0 && other.digest.outline === null);
      }),
      { numRuns: draws(15, 5, 3) },
    );
  });

  test.each([
    ['one trace', false],
    ['a set', true],
  ])('damaged digests of %s: a digest or a clear word, never an exception', (_, isSet) => {
    const others = isSet ? [{ ref: 'example=reno', digest }] : [];
    const detail = { ...FULL_DETAIL, columns: 256 };
    const whole = encodeDigest(reduceTo({ ...digest, others }, { ...trace, others: [trace] }, detail), 1023);
    const packed = isSet ? whole : intact;
    const inflated = inflatedOf(packed);
    const words = new Set<string>();
    let shown = 0;
    const flips = fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { minLength: 1, maxLength: 6 });
    const damage = (bytes: Uint8Array, changes: readonly (readonly [number, number])[], cut: number) => {
      const damaged = bytes.slice(0, cut === 0 ? bytes.length : 1 + (cut % bytes.length));
      for (const [at, value] of changes) damaged[at % damaged.length] = value;
      return damaged;
    };
    fc.assert(
      fc.property(
        flips,
        fc.oneof(fc.constant(0), fc.nat()),
        fc.nat({ max: 3 }),
        fc.uint8Array({ maxLength: 300 }),
        (changes, cut, kind, garbage) => {
          // Deflated bytes; the form under an honest deflate; garbage under one; garbage alone.
          const bytes = [
            () => damage(packed, changes, cut),
            () => repacked(damage(inflated, changes, cut)),
            () => repacked(garbage),
            () => garbage,
          ][kind] as () => Uint8Array;
          const read = decodeDigest(bytes());
          if ('reason' in read) {
            expect(read.reason).toMatch(
              /^(it is damaged: [a-z ]+|it was made by a newer|there is no digest of)/,
            );
            words.add(read.reason.slice(0, 40));
            return;
          }
          // What passes can be shown: any answer is finite in size.
          shown++;
          const { extent } = read.digest;
          const query = {
            connection: 0,
            visible: extent,
            series: ['cwnd'],
          } as const;
          const window = surveyWindow(extent, 64);
          const answer = answerFrom(read.digest, { ...query, window, parts: ['ptos'], model: null });
          expect(answer.window.columns).toBeLessThanOrEqual(window.columns);
        },
      ),
      { numRuns: draws(10_000, 80) },
    );
    expect(words.size).toBeGreaterThan(5);
    expect(shown).toBeGreaterThan(0);
  });

  test('a bomb is put out while it inflates', () => {
    const bomb = repacked(new Uint8Array(MAX_INFLATED_BYTES * 16));
    expect(bomb.length).toBeLessThan(100_000);
    expect(decodeDigest(bomb)).toEqual({ reason: 'it is damaged: it grows beyond what a digest may hold' });
  });
});

function repacked(inflated: Uint8Array): Uint8Array {
  const deflated = deflateSync(inflated);
  return Uint8Array.from([DIGEST_VERSION, ...deflated]);
}

const inflatedOf = (packed: Uint8Array): Uint8Array => inflateSync(packed.subarray(1));
