/** Damaged debug logs of NGINX: nothing is thrown but that it is none, nothing hangs, and it is the same wherever its chunks end. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NotATrace } from '../../src/engine/input/formats/not-a-trace.ts';
import { readTrace } from '../support/load.ts';
import { readLog } from '../support/nginx-log.ts';
import { columnsOf } from '../support/state-columns.ts';
import { draws } from '../support/tier.ts';

const FOLDER = new URL('../corpus/nginx/', import.meta.url).pathname;
const LOGS = ['mixed', 'retry', 'debug-connection', 'loss-1.26'].map((name) =>
  readTrace(`${FOLDER}${name}.log.gz`).slice(0, 120_000),
);

/** A log from one place to another, with some bytes changed, and some parts of it written over others. */
const mutant = fc
  .record({
    log: fc.constantFrom(...LOGS),
    from: fc.double({ min: 0, max: 0.9, noNaN: true }),
    share: fc.double({ min: 0.05, max: 1, noNaN: true }),
    bytes: fc.array(fc.tuple(fc.nat(120_000), fc.nat(255)), { maxLength: 20 }),
    moves: fc.array(fc.tuple(fc.nat(120_000), fc.nat(120_000), fc.nat(400)), { maxLength: 8 }),
    ends: fc.array(fc.nat(120_000), { maxLength: 8 }),
  })
  .map(({ log, from, share, bytes, moves, ends }) => {
    const begin = Math.floor(from * log.length);
    const text = log.slice(begin, begin + Math.floor(share * (log.length - begin)));
    for (const [at, byte] of bytes) text[at % text.length] = byte;
    for (const [to, of, length] of moves)
      text.copyWithin(to % text.length, of % text.length, (of % text.length) + length);
    for (const at of ends) text[at % text.length] = 0x0a;
    return text;
  });

const resultOf = (text: Uint8Array, chunkBytes: number): unknown => {
  try {
    const read = readLog([text], chunkBytes);
    return [columnsOf(read), read.pipeline.connections.map(({ info, quality }) => ({ info, quality }))];
  } catch (error) {
    if (!(error instanceof NotATrace)) throw error;
    return error.message;
  }
};

it('a damaged log is read as far as it can be, the same in any chunks', () => {
  fc.assert(
    fc.property(mutant, fc.integer({ min: 1, max: 5000 }), (text, chunkBytes) => {
      expect(resultOf(text, chunkBytes)).toEqual(resultOf(text, 1 << 20));
    }),
    { numRuns: draws(2000, 60, 20) },
  );
});
