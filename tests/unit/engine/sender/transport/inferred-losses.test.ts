/**
 * Losses by packet number alone (RFC 9002 §6.1.1): a packet is lost with the ACK of one that is three numbers ahead of
 * it, and not before; where packets were seen to overtake each other by more, with one that is one further ahead.
 */
import { describe, expect, test } from 'vitest';
import { PacketFate } from '../../../../../src/engine/sender/transport/packet-fate.ts';
import { acknowledge, lost, replayEvents, send, type TimedEvent } from '../../../../support/replay-events.ts';

/** Packets [from, to) at one time. */
const sent = (timeMs: number, from: number, to: number): readonly TimedEvent[] =>
  Array.from({ length: to - from }, (_, i) => send(timeMs, from + i));

/** Numbers of packets that were declared lost. */
function lostIn(events: readonly TimedEvent[]): readonly number[] {
  const { application } = replayEvents(events).ledger;
  return [...application.packetNumbers].filter((_, i) => application.fateAt(i) === PacketFate.lost);
}

test('a packet that is acknowledged was not lost, where nothing but thresholds says so', () => {
  const late = [...sent(0, 0, 10), acknowledge(20, [[1, 9]])];
  expect(replayEvents(late).losses.summary).toEqual({ method: 'ack-gap', packets: 1 });
  const state = replayEvents([...late, acknowledge(21, [[0]])]);
  expect(state.losses.summary).toEqual({ method: 'ack-gap', packets: 0 });
  expect([state.spuriousLosses, state.ledger.application.fateAt(0)]).toEqual([0, PacketFate.acked]);
});

test('a loss that the log has twice at one time is one', () => {
  const before = [...sent(0, 0, 10), acknowledge(20, [[5, 9]])];
  const lostAt = (...timesMs: readonly number[]): number =>
    replayEvents([...before, ...timesMs.map((ms) => lost(ms, 1))]).losses.summary.packets;
  expect(lostAt(21, 21)).toBe(1);
  // On several paths two packets have one number.
  expect(lostAt(21, 22)).toBe(2);
});

describe('a packet is lost by its number', () => {
  const before = [...sent(0, 0, 10)];

  test('with the ACK of one that is three ahead, and no packet earlier or later', () => {
    expect(lostIn([...before, acknowledge(20, [[2]])])).toEqual([]);
    expect(lostIn([...before, acknowledge(20, [[3]])])).toEqual([0]);
    expect(lostIn([...before, acknowledge(20, [[4]])])).toEqual([0, 1]);
  });

  test('after one was acknowledged three late, with the ACK of one that is four ahead', () => {
    // Number 0 was declared lost with the ACK of 3 and comes all the same.
    const reordered = [...before, acknowledge(20, [[1, 9]]), acknowledge(21, [[0]]), ...sent(100, 10, 30)];
    const gap = [...sent(0, 0, 4), acknowledge(20, [[1, 3]]), acknowledge(21, [[0]]), ...sent(100, 4, 14)];
    expect(lostIn([...gap, acknowledge(120, [[7]])])).toEqual([]);
    expect(lostIn([...gap, acknowledge(120, [[8]])])).toEqual([4]);
    expect(lostIn([...gap, acknowledge(120, [[9]])])).toEqual([4, 5]);
    // Nine late: ten ahead.
    expect(lostIn([...reordered, acknowledge(120, [[19]])])).toEqual([]);
    expect(lostIn([...reordered, acknowledge(120, [[20]])])).toEqual([10]);
  });
});
