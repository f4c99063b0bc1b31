/** Streams of any packets, losses and ACKs: bytes by fate, bytes carried again, waits behind gaps, orders of rows. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { StreamMaker } from '../support/stream-maker.ts';
import { type Arrival, distinctBytes, waitedUs, wholeTo } from '../support/stream-truth.ts';
import { draws } from '../support/tier.ts';

/** A frame of 0 to 4 pieces of 10 bytes, sent at its place in the list; acknowledged or lost later, or neither. */
const FRAME = fc.record({
  stream: fc.integer({ min: 0, max: 2 }),
  piece: fc.integer({ min: 0, max: 12 }),
  pieces: fc.integer({ min: 0, max: 4 }),
  ackedAfter: fc.option(fc.integer({ min: 1, max: 40 })),
  lostAfter: fc.option(fc.integer({ min: 1, max: 40 })),
});

test('rows add up, whatever became of the packets', () => {
  fc.assert(
    fc.property(fc.array(FRAME, { maxLength: 40 }), (frames) => {
      const made = new StreamMaker();
      const due: { timeUs: number; run: () => void }[] = [];
      const arrivals = new Map<number, Arrival[]>();
      for (const [packet, { stream, piece, pieces, ackedAfter, lostAfter }] of frames.entries()) {
        const id = 4 * stream;
        const [from, bytes] = [10 * piece, 10 * pieces];
        made.send(packet, packet, id, from, bytes);
        if (lostAfter !== null)
          due.push({
            timeUs: 100 + packet + lostAfter,
            run: () => void made.lose(100 + packet + lostAfter, packet),
          });
        if (ackedAfter === null) continue;
        const timeUs = 100 + packet + ackedAfter;
        due.push({ timeUs, run: () => void made.ack(timeUs, packet) });
        if (bytes > 0) arrivals.set(id, [...(arrivals.get(id) ?? []), { from, to: from + bytes, timeUs }]);
      }
      for (const { run } of due.sort((a, b) => a.timeUs - b.timeUs)) run();
      const rows = made.rows();
      for (const { id, sent, gapUs, gaps, beginsMidway } of rows) {
        const of = frames.filter(({ stream }) => 4 * stream === id);
        expect(sent.ackedBytes + sent.inFlightBytes + sent.lostBytes + sent.discardedBytes).toBe(sent.bytes);
        const pieces = of.map(({ piece, pieces }) => ({ from: 10 * piece, to: 10 * (piece + pieces) }));
        expect(sent.bytes - sent.resentBytes).toBe(distinctBytes(pieces.filter(({ from, to }) => to > from)));
        const acked = of.filter(({ ackedAfter }) => ackedAfter !== null);
        expect(sent.ackedBytes).toBe(acked.reduce((sum, one) => sum + 10 * one.pieces, 0));
        const came = arrivals.get(id) ?? [];
        const after = came.map(({ from }) => from).filter((from) => from > wholeTo(came));
        const isLogged = wholeTo(pieces.filter(({ from, to }) => to > from)) >= Math.min(...after);
        if (!beginsMidway) expect(gapUs).toBe(waitedUs(came, isLogged ? made.state.lastUs : null));
        expect(gapUs).toBeLessThanOrEqual(gaps.reduce((sum, { fromUs, toUs }) => sum + toUs - fromUs, 0));
      }
      for (const order of ['start', 'bytes', 'waited'] as const) {
        const ids = made.rows(order).map(({ id }) => id);
        expect([...ids].sort((a, b) => a - b)).toEqual(rows.map(({ id }) => id).sort((a, b) => a - b));
        expect(made.rows(order).map(({ id }) => id)).toEqual(ids);
      }
    }),
    { numRuns: draws(1000) },
  );
});
