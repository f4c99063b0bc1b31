/** The table of exclusions itself: each pair is told where a trace shows both, and not where it shows one. */
import { expect, test } from 'vitest';
import type { Finding } from '../../src/engine/findings/finding/finding';
import { TransportState } from '../../src/engine/sender/transport/transport.ts';
import { contradictions, EXCLUSIONS } from '../support/exclusions.ts';

const named = (id: string, verdict = ''): Finding => ({ id, verdict, startUs: 0, endUs: 1e6 }) as Finding;
const IDLE = named(
  'app-limited',
  'The window limited the sender for 1 %: the network is not the bottleneck.',
);

/** A second with 100 kB/s at most. */
function stateOf({ deliveredBytes = 10_000, lossUs = 2e6 }): TransportState {
  const state = new TransportState();
  state.rebuilt.deliveryRate.push(0, 100_000);
  state.series.ackedTotal.push(0, 0);
  state.series.ackedTotal.push(500_000, deliveredBytes);
  state.losses.push('logged', lossUs, 1);
  return state;
}

test('a trace that shows one of a pair is sound', () => {
  expect(contradictions({ findings: [IDLE], state: stateOf({}) })).toEqual([]);
  expect(contradictions({ findings: [named('bufferbloat')], state: stateOf({ lossUs: 0 }) })).toEqual([]);
});

test('every pair is told', () => {
  const told = [
    contradictions({ findings: [IDLE, named('bufferbloat')], state: stateOf({}) }),
    contradictions({ findings: [IDLE, named('policed')], state: stateOf({}) }),
    contradictions({ findings: [IDLE, named('slow-start-overshoot')], state: stateOf({}) }),
    contradictions({ findings: [IDLE], state: stateOf({ deliveredBytes: 75_000 }) }),
    contradictions({ findings: [IDLE], state: stateOf({ lossUs: 500_000 }) }),
    contradictions({ findings: [IDLE, named('flow-control-limited')], state: stateOf({}) }),
    contradictions({ findings: [named('bufferbloat'), named('flow-control-limited')], state: stateOf({}) }),
    contradictions({ findings: [named('host-stall'), named('delivery-stall')], state: stateOf({}) }),
  ];
  expect(told.map((pairs) => pairs.length)).toEqual(EXCLUSIONS.map(() => 1));
  expect(new Set(told.flat()).size).toBe(EXCLUSIONS.length);
});
