/** A file is read the same however it is cut into chunks, and in whichever container it comes. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DecodeProblem } from '../../src/engine/input/formats/decode-problem.ts';
import { TracePipeline } from '../../src/engine/reading/stages/pipeline.ts';
import { CONTAINERS } from '../support/containers.ts';
import { type Loaded, loadBytes } from '../support/load.ts';
import { realTrace } from '../support/real-trace.ts';
import { columnsOf } from '../support/state-columns.ts';
import { DEEP, draws } from '../support/tier.ts';

/** Reads bytes in chunks of the given sizes, over and over; each chunk is overwritten after its use. */
function loadCut(bytes: Uint8Array, sizes: readonly number[]): Loaded {
  const problems: DecodeProblem[] = [];
  const pipeline = new TracePipeline((problem) => problems.push(problem));
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const size = sizes[i % sizes.length]!;
    const chunk = bytes.slice(at, at + size);
    pipeline.push(chunk);
    chunk.fill(0x22);
    at += size;
  }
  pipeline.end();
  return { pipeline, problems };
}

/** Of the example's beginning. */
const BYTES = DEEP ? 60_000 : 30_000;

/** Small sizes cut inside names and numbers, large ones between records; 0 is an empty chunk. */
const chunkSizes = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 100, max: 9000 })), {
    minLength: 1,
    maxLength: 30,
  })
  .filter((sizes) => sizes.some((size) => size > 0));

describe.each(CONTAINERS)('a real trace as %s', (container) => {
  const bytes = realTrace(container, BYTES);
  const whole = columnsOf(loadBytes(bytes, bytes.length));

  it('is read completely', () => {
    expect(whole.container).toBe(container);
    expect(whole.problems).toEqual([]);
    expect(whole.totals.count).toBeGreaterThan(BYTES / 300);
    expect(whole.series.congestionWindow![0]!.length).toBeGreaterThan(5);
  });

  it('gives the same columns for any chunks', () => {
    fc.assert(
      fc.property(chunkSizes, (sizes) => {
        expect(columnsOf(loadCut(bytes, sizes))).toEqual(whole);
      }),
      { numRuns: draws(25) },
    );
  });

  it('gives the same columns byte by byte', () => {
    expect(columnsOf(loadCut(bytes, [1]))).toEqual(whole);
  });

  it('gives the same columns and problems for any chunks when it is damaged', () => {
    const position = fc.integer({ min: Math.floor(bytes.length / 3), max: bytes.length - 1 });
    fc.assert(
      fc.property(chunkSizes, fc.array(fc.tuple(position, fc.nat(255)), { minLength: 1 }), (sizes, flips) => {
        const damaged = bytes.slice();
        for (const [at, byte] of flips) damaged[at] = byte;
        expect(columnsOf(loadCut(damaged, sizes))).toEqual(columnsOf(loadBytes(damaged, damaged.length)));
      }),
      { numRuns: draws(25) },
    );
  });
});

describe('the containers', () => {
  it('hold the same trace', () => {
    const [first, ...others] = CONTAINERS.map((container) => {
      const columns = columnsOf(loadBytes(realTrace(container, BYTES)));
      const { events, series, states, losses, totals } = columns;
      // Where the records stand in the file is the container's affair.
      return {
        events: { ...events, offset: [] },
        series,
        states,
        losses,
        totals: { ...totals, inflatedBytes: 0 },
      };
    });
    for (const other of others) expect(other).toEqual(first);
  });
});
