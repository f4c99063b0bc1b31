/**
 * Losses by packet number alone (RFC 9002 §6.1.1): a packet is lost with the ACK of one that is three numbers ahead of
 * it, and not before; where packets were seen to overtake each other by more, with one that is one further ahead.
 */
import { describe, expect, test } from 'vitest';
import { PacketFate } from '../../../../../src/engine/sender/transport/packet-fate.ts';
import { acknowledge, replayEvents, send, type TimedEvent } from '../../../../support/replay-events.ts';

/** Packets [from, to) at one time. */
const sent = (timeMs: number, from: number, to: number): readonly TimedEvent[] =>
  Array.from({ length: to - from }, (_, i) => send(timeMs, from + i));

/** Numbers of packets that were declared lost. */
function lostIn(events: readonly TimedEvent[]): readonly number[] {
  const { application } = replayEvents(events).ledger;
  return [...application.packetNumbers].filter((_, i) => application.fateAt(i) === PacketFate.lost);
}

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
