/** When a receiver acknowledges (RFC 9000 §13.2), and what its ACK frame says (§19.3). */
import { describe, expect, test } from 'vitest';
import { AcksDue } from '../../../../../src/engine/simulator/runs/acks-due.ts';
import { packetOf } from '../../../../support/simulated.ts';

const DELAY_US = 25_000;
const NEVER = Number.POSITIVE_INFINITY;

/** A packet came. @returns whether it is new. */
const came = (
  acks: AcksDue,
  number: number,
  nowUs: number,
  about: { isAckEliciting?: boolean; isMarked?: boolean } = {},
): boolean => acks.received(packetOf({ number, ...about }), nowUs);

describe('when an ACK is due', () => {
  test('at every n-th packet at once, before it after max_ack_delay', () => {
    const acks = new AcksDue(2, DELAY_US);
    expect(acks.dueUs).toBe(NEVER);
    came(acks, 0, 100);
    expect(acks.dueUs).toBe(100 + DELAY_US);
    came(acks, 1, 200);
    expect(acks.dueUs).toBe(200);
    acks.frame(200);
    expect(acks.dueUs).toBe(NEVER);
    came(acks, 2, 300);
    expect(acks.dueUs).toBe(300 + DELAY_US);
  });

  test('a later packet does not put off what an earlier one waits for', () => {
    const acks = new AcksDue(10, DELAY_US);
    came(acks, 0, 100);
    came(acks, 1, 20_000);
    expect(acks.dueUs).toBe(100 + DELAY_US);
  });

  test('the count begins anew with each ACK', () => {
    const acks = new AcksDue(3, DELAY_US);
    came(acks, 0, 0);
    came(acks, 1, 1);
    acks.frame(2);
    came(acks, 2, 3);
    came(acks, 3, 4);
    expect(acks.dueUs).toBe(3 + DELAY_US);
    came(acks, 4, 5);
    expect(acks.dueUs).toBe(5);
  });

  test('out of order at once: behind a gap, and where the gap is filled', () => {
    const acks = new AcksDue(10, DELAY_US);
    came(acks, 0, 0);
    acks.frame(0);
    came(acks, 2, 10);
    expect(acks.dueUs).toBe(10);
    acks.frame(10);
    came(acks, 3, 20);
    expect(acks.dueUs).toBe(20 + DELAY_US);
    came(acks, 1, 30);
    expect(acks.dueUs).toBe(30);
  });

  test('a CE mark at once', () => {
    const acks = new AcksDue(10, DELAY_US);
    came(acks, 0, 50, { isMarked: true });
    expect(acks.dueUs).toBe(50);
  });

  test('without a delay each one at once, as in the handshake', () => {
    const acks = new AcksDue(10, 0);
    came(acks, 0, 50);
    expect(acks.dueUs).toBe(50);
  });

  test('packets that elicit none make none due, in whatever order, and are told by the next', () => {
    const acks = new AcksDue(1, DELAY_US);
    came(acks, 0, 10, { isAckEliciting: false });
    came(acks, 5, 20, { isAckEliciting: false });
    expect(acks.dueUs).toBe(NEVER);
    expect(acks.isNew).toBe(true);
    came(acks, 6, 30);
    expect(acks.frame(30)?.ranges).toEqual([6, 5, 0, 0]);
    expect(acks.isNew).toBe(false);
  });
});

describe('what it says', () => {
  test('nothing before anything came', () => {
    expect(new AcksDue(1, DELAY_US).frame(10)).toBeNull();
  });

  test('ranges from the newest on, and how long the largest has waited', () => {
    const acks = new AcksDue(10, DELAY_US);
    for (const [number, atUs] of [
      [0, 0],
      [1, 10],
      [4, 20],
      [7, 30],
      [6, 40],
    ] as const)
      came(acks, number, atUs);
    expect(acks.frame(130)).toEqual({ ranges: [7, 6, 4, 4, 1, 0], delayUs: 100, ceCount: 0 });
  });

  test('the newest 32 ranges, where there are more', () => {
    const acks = new AcksDue(1000, DELAY_US);
    for (let number = 0; number < 100; number += 2) came(acks, number, 0);
    const { ranges } = acks.frame(0) ?? { ranges: [] };
    expect(ranges.length).toBe(64);
    expect([ranges[0], ranges.at(-1)]).toEqual([98, 36]);
  });

  test('CE marks are counted over all packets, and told in each ACK', () => {
    const acks = new AcksDue(1, DELAY_US);
    came(acks, 0, 0, { isMarked: true });
    came(acks, 1, 0, { isMarked: true, isAckEliciting: false });
    expect(acks.frame(0)?.ceCount).toBe(2);
    came(acks, 2, 0);
    expect(acks.frame(0)?.ceCount).toBe(2);
  });

  test('a packet that comes twice is neither new nor counted', () => {
    const acks = new AcksDue(1, DELAY_US);
    expect(came(acks, 0, 0)).toBe(true);
    acks.frame(0);
    expect(came(acks, 0, 10, { isMarked: true })).toBe(false);
    expect([acks.dueUs, acks.isNew, acks.frame(10)?.ceCount]).toEqual([NEVER, false, 0]);
  });

  test('what the peer knows to be acknowledged is not told again, but for the largest', () => {
    const acks = new AcksDue(10, DELAY_US);
    for (const number of [0, 1, 2, 4, 5]) came(acks, number, 0);
    acks.confirm(2);
    expect(acks.frame(0)?.ranges).toEqual([5, 4]);
    acks.confirm(5);
    expect(acks.frame(0)?.ranges).toEqual([5, 5]);
    expect(came(acks, 1, 10), 'known for a duplicate').toBe(false);
    came(acks, 6, 20);
    expect(acks.frame(20)?.ranges).toEqual([6, 5]);
  });
});
