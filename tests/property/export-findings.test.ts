/**
 * An export of any range of a trace of any stack: it has the losses of the range, found as in the whole, is of the same
 * side, and says nothing that the whole does not say there.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mainConnection } from '../../src/engine/reading/stages/connection-list.ts';
import { ENTRIES } from '../support/corpus/list.ts';
import { openStored, wholeRange } from '../support/export.ts';
import { compareRange, judged, lossesIn } from '../support/export-findings.ts';
import { readTrace } from '../support/load.ts';
import { DEEP, draws } from '../support/tier.ts';

/** In the gate those of moderate size: losses logged, counted, inferred; spirals, BBR, policers, blackouts. */
const IN_GATE = new Set([
  'applimited-buggy-lowwin.server.sqlog.gz',
  'rate-024-cubic-s02.server.sqlog.gz',
  'rate-cubic-buggy-s12.server.sqlog.gz',
  'rtt100-l4s-cubic-buggy-s17.server.sqlog.gz',
  'aioquic-1.7.2_cubic-loss5MB_server.qlog.gz',
  'neqo-0.6.8_newreno-loss5MB_client.sqlog.gz',
  'ngtcp2-0.12.1_reno-loss5MB_server.sqlog.gz',
  'quic-go-v0.65.0_loss5MB_client.sqlog.gz',
  'quinn-0.11.12_cubic-loss5MB_server.sqlog.gz',
  'dead-data-rtt20_ngtcp2-cubic_server.sqlog.gz',
  'police-5mbit-b60_ngtcp2-cubic_server.sqlog.gz',
  'ce-all_quic-go-reno_server.sqlog.gz',
]);

const TRACES = ENTRIES.filter(({ file }) => DEEP || IN_GATE.has(file));

const share = (max: number) => fc.double({ min: 0, max, noNaN: true });

describe('the export of any range', () => {
  it('is made of every trace that is listed', () => {
    expect(TRACES.length).toBe(DEEP ? ENTRIES.length : IN_GATE.size);
  });

  it.each(TRACES.map(({ file, path }) => [file, path] as const))(
    'of %s says nothing new',
    async (_, path) => {
      const file = await openStored(readTrace(path));
      const whole = file[mainConnection(file, [])];
      if (whole === undefined) throw new Error('no connection');
      const { state } = whole.connection;
      const due = judged(whole);
      const { fromUs: firstUs, toUs: lastUs } = wholeRange(whole);
      await fc.assert(
        fc.asyncProperty(share(0.95), share(0.6), async (at, length) => {
          const fromUs = Math.round(firstUs + at * (lastUs - firstUs));
          const range = { fromUs, toUs: Math.min(lastUs, Math.round(fromUs + length * (lastUs - firstUs))) };
          const compared = await compareRange(file, whole, due, range);
          if (compared === null) return;
          const part = compared.part.connection.state;
          expect(compared.invented).toEqual([]);
          expect(part.side).toBe(state.side);
          expect(lossesIn(part, range)).toEqual(lossesIn(state, range));
        }),
        { numRuns: DEEP ? draws(20) : 3 },
      );
    },
  );
});
