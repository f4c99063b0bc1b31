/** Damaged files of every container: reading always ends, throws nothing but NotATrace, and keeps its books. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DecodeProblem } from '../../src/engine/input/formats/decode-problem.ts';
import { NotATrace } from '../../src/engine/input/formats/not-a-trace.ts';
import { TracePipeline } from '../../src/engine/reading/stages/pipeline.ts';
import { valuesOf } from '../support/column-values.ts';
import { CONTAINERS } from '../support/containers.ts';
import { realTrace } from '../support/real-trace.ts';
import { draws } from '../support/tier.ts';

/** Positions and lengths are shares of the file, so that they shrink with it. */
const share = fc.double({ min: 0, max: 1, noNaN: true });
const damage = fc.oneof(
  fc.record({ type: fc.constant('flip' as const), at: share, byte: fc.nat(255) }),
  // Bytes that the structure hangs on do more harm than others.
  fc.record({
    type: fc.constant('flip' as const),
    at: share,
    byte: fc.constantFrom(...[...'{}[]",:\n\x1e9e-'].map((c) => c.charCodeAt(0))),
  }),
  fc.record({ type: fc.constant('delete' as const), at: share, bytes: fc.nat(300) }),
  fc.record({ type: fc.constant('duplicate' as const), at: share, bytes: fc.nat(3000) }),
  fc.record({ type: fc.constant('cut' as const), at: share }),
);
type Damage = typeof damage extends fc.Arbitrary<infer T> ? T : never;

function apply(bytes: Uint8Array, one: Damage): Uint8Array {
  const at = Math.floor(one.at * bytes.length);
  const join = (...parts: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts));
  switch (one.type) {
    case 'flip': {
      const flipped = bytes.slice();
      if (at < flipped.length) flipped[at] = one.byte;
      return flipped;
    }
    case 'delete':
      return join(bytes.subarray(0, at), bytes.subarray(at + one.bytes));
    case 'duplicate':
      return join(bytes.subarray(0, at + one.bytes), bytes.subarray(at));
    case 'cut':
      return bytes.slice(0, at);
  }
}

/** Reads what can be read. @returns null for a file that is refused as no qlog. */
function read(bytes: Uint8Array): { pipeline: TracePipeline; problems: DecodeProblem[] } | null {
  const problems: DecodeProblem[] = [];
  const pipeline = new TracePipeline((problem) => problems.push(problem));
  try {
    for (let at = 0; at < bytes.length; at += 4096) pipeline.push(bytes.subarray(at, at + 4096));
    pipeline.end();
  } catch (error) {
    if (error instanceof NotATrace) return null;
    throw error;
  }
  return { pipeline, problems };
}

describe.each(CONTAINERS)('a damaged %s file', (container) => {
  const good = realTrace(container, 30_000);
  const goodEvents = read(good)!.pipeline.events;

  it('is read to its end, and the columns are sound', () => {
    fc.assert(
      fc.property(fc.array(damage, { minLength: 1, maxLength: 6 }), (damages) => {
        const bytes = damages.reduce(apply, good);
        const result = read(bytes);
        if (result === null) return;
        const { pipeline, problems } = result;
        const { state } = pipeline;
        expect(pipeline.inflatedBytes).toBe(bytes.length);
        // A header that damage doubles begins another connection.
        const rows = pipeline.connections.reduce((sum, one) => sum + one.state.events.length, 0);
        expect(rows).toBe(pipeline.events);
        for (const problem of problems) {
          expect(problem.offset).toBeGreaterThanOrEqual(0);
          expect(problem.offset + problem.sizeBytes).toBeLessThanOrEqual(bytes.length);
        }
        const times = valuesOf(state.events.timeUs);
        expect(
          times.every((timeUs, i) => Number.isSafeInteger(timeUs) && (i === 0 || timeUs >= times[i - 1]!)),
        ).toBe(true);
        for (const { timesUs, values } of state.filledSeries()) {
          expect(timesUs.slice().every(Number.isFinite)).toBe(true);
          expect(values.slice().every((value) => Number.isFinite(value) && value >= 0)).toBe(true);
        }
        // What is counted is not more than the packets can hold; a PTO may be logged before its probe.
        const { sentPackets, packetsNumbered } = state.ledger;
        const { packets, method } = state.losses.summary;
        if (sentPackets > 0 && method !== 'logged') expect(packets).toBeLessThanOrEqual(packetsNumbered);
        if (sentPackets > 0) expect(state.series.ceTotal.last || 0).toBeLessThanOrEqual(packetsNumbered);
        expect(state.ptos.summary.mostConsecutive).toBeLessThanOrEqual(packetsNumbered + 1);
        expect(state.ledger.inFlightBytes).toBeGreaterThanOrEqual(0);
        expect(state.ackedBytes).toBeLessThanOrEqual(state.sentInFlightBytes);
      }),
      { numRuns: draws(250) },
    );
  });

  it('has shares of its states that add up to all of the time since the first state', () => {
    fc.assert(
      fc.property(fc.array(damage, { minLength: 1, maxLength: 4 }), (damages) => {
        const state = read(damages.reduce(apply, good))?.pipeline.state;
        const fromUs = state?.states.timesUs[0];
        if (state === undefined || fromUs === undefined || fromUs >= state.lastUs) return;
        const columns = 50;
        const columnUs = (state.lastUs - fromUs) / columns;
        const { names, shares } = state.states.query({ fromUs, columnUs, columns }, state.lastUs);
        for (let column = 0; column < columns; column++) {
          const all = shares.subarray(column * names.length, (column + 1) * names.length);
          for (const one of all) expect(one).toBeGreaterThanOrEqual(-1e-6);
          expect(all.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 6);
        }
      }),
      { numRuns: draws(100) },
    );
  });

  it('loses at most the events that were touched when one byte after the header is wrong', () => {
    const from = new TextDecoder().decode(good).indexOf('"time":0.0');
    const at = fc.integer({ min: from, max: good.length - 20 });
    fc.assert(
      fc.property(at, fc.nat(255), (position, byte) => {
        const bytes = good.slice();
        bytes[position] = byte;
        const result = read(bytes);
        // Bytes between two records may tie them together; no byte belongs to more than two.
        expect(result?.pipeline.events).toBeGreaterThanOrEqual(goodEvents - 2);
        expect(result?.pipeline.events).toBeLessThanOrEqual(goodEvents);
      }),
      { numRuns: draws(400) },
    );
  });
});
