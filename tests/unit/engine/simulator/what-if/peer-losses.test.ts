/** Packets of the peer that are missing by their numbers: lost, or never sent. */
import { expect, test } from 'vitest';
import { peerFates } from '../../../../../src/engine/simulator/what-if/peer-losses.ts';
import { Scenario } from '../../../../support/scenario.ts';

/** Packets received, by their numbers, each so many ms after the one before. */
function received(packets: readonly (readonly [number: number, afterMs: number])[]) {
  const scenario = new Scenario();
  for (const [number, afterMs] of packets)
    scenario.wait(afterMs).event('transport:packet_received', {
      header: { packet_type: '1RTT', packet_number: number },
      raw: { length: 40 },
    });
  return peerFates(scenario.load(), 0);
}

const STEADY = Array.from({ length: 10 }, (_, i) => [i, 14] as const);

test('a number that is missing where the next one comes late was lost, between the two', () => {
  const { sentUs, lost } = received([...STEADY, [11, 28], [12, 14]]);
  expect([...lost]).toEqual([...STEADY.map(() => 0), 1, 0, 0]);
  expect(sentUs[10]).toBe(154_000);
});

test('where the next one comes as ever, a number was skipped', () => {
  const { lost } = received([...STEADY, [11, 14], [12, 14]]);
  expect(lost.includes(1)).toBe(false);
});

test('a packet that comes out of order is none that is missing', () => {
  const { lost } = received([...STEADY, [11, 20], [10, 8], [12, 14]]);
  expect([...lost]).toEqual([...STEADY, 0, 0, 0].map(() => 0));
});
