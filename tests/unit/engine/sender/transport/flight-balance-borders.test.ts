/** The balance of logged flights to the byte: what is rounding, what is a packet, and when the balance is believed. */
import { describe, expect, it, test } from 'vitest';
import { FlightBalance } from '../../../../../src/engine/sender/transport/flight-balance.ts';
import { emptyOutcome } from '../../../../../src/engine/sender/transport/ledger.ts';
import { TransportState } from '../../../../../src/engine/sender/transport/transport.ts';

/** A balance that is believed, with so many packets of 1,000 bytes in flight; a later one of their space is acknowledged. */
function believed(packets: number) {
  const state = new TransportState();
  const balance = new FlightBalance(state);
  const { application } = state.ledger;
  balance.logged(0, 0);
  // Few contradictions do not matter.
  for (let i = 1; i <= 100; i++) {
    balance.sent(1000);
    balance.acked(1000);
    balance.logged(i, 0);
  }
  for (let i = 0; i < packets; i++) {
    application.send(i, 1000, i, true);
    balance.sent(1000);
  }
  if (packets > 0) {
    application.send(packets, 0, packets, true);
    application.ackRange(packets, packets, emptyOutcome());
  }
  return { state, balance };
}

describe('bytes that are missing', () => {
  it.each([
    [19, 0],
    [20, 1],
    [1000, 1],
    [1019, 1],
    [1020, 2],
    [2019, 2],
    [2020, 3],
  ])('%i of 4,000: %i packets were lost', (missing, packets) => {
    const { state, balance } = believed(4);
    balance.logged(10, 4000 - missing);
    expect(state.losses.summary).toEqual({ method: 'in-flight-drop', packets });
    expect(state.losses.timesUs.length).toBe(packets === 0 ? 0 : 1);
    expect(state.ledger.inFlightBytes).toBe(4000 - packets * 1000);
  });

  it.each([
    [100, 119, 0],
    [100, 120, 1],
    [0, 20, 1],
  ])('of which %i may have been counted late, %i in all: %i packets', (doubtful, missing, packets) => {
    const { state, balance } = believed(4);
    balance.acked(0, doubtful);
    balance.logged(10, 4000 - missing);
    expect(state.losses.summary.packets).toBe(packets);
  });

  it('are counted as doubtful once', () => {
    const { state, balance } = believed(4);
    balance.acked(0, 500);
    balance.logged(10, 4000);
    balance.logged(11, 3980);
    expect(state.losses.summary.packets).toBe(1);
  });

  it('with nothing left in the ledger are no loss at all', () => {
    const { state, balance } = believed(0);
    balance.logged(10, 5000);
    balance.logged(11, 0);
    expect(state.losses.timesUs.length).toBe(0);
  });
});

describe('the balance is used', () => {
  const isBelieved = ({ losses }: TransportState): boolean => losses.method === 'in-flight-drop';

  it.each([
    [2, false],
    [3, true],
  ])('after %i ACKs across which it held: %s', (acks, yes) => {
    const state = new TransportState();
    const balance = new FlightBalance(state);
    balance.logged(0, 0);
    for (let i = 0; i < 40; i++) {
      balance.sent(1000);
      if (i < acks) balance.acked(1000);
      balance.logged(i, i < acks ? 0 : (i - acks + 1) * 1000);
    }
    expect(isBelieved(state)).toBe(yes);
  });

  it('by no ACK of nothing', () => {
    const state = new TransportState();
    const balance = new FlightBalance(state);
    balance.logged(0, 0);
    for (let i = 1; i < 40; i++) {
      balance.acked(0);
      balance.logged(i, 0);
    }
    expect(isBelieved(state)).toBe(false);
    for (let i = 0; i < 3; i++) {
      balance.sent(1);
      balance.acked(1);
      balance.logged(50 + i, 0);
    }
    expect(isBelieved(state)).toBe(true);
  });

  it.each([
    [20, 19, false],
    [20, 20, true],
    [19, 3, true],
  ])('a value %i bytes above it, held %i times: %s', (excess, held, yes) => {
    const state = new TransportState();
    const balance = new FlightBalance(state);
    balance.logged(0, 0);
    balance.logged(1, excess);
    // The one below 20 bytes held as well.
    for (let i = 0; i < held; i++) {
      balance.sent(1000);
      balance.acked(1000);
      balance.logged(2 + i, excess);
    }
    expect(isBelieved(state)).toBe(yes);
  });
});

test.each([2200, 2_764_472_320_000])(
  'a single value of %i bytes is damage, and the fall after it no loss',
  (damagedBytes) => {
    const { state, balance } = believed(1);
    balance.logged(10, damagedBytes);
    balance.logged(11, 0);
    // One packet could be lost, and was in flight.
    expect(state.losses.summary).toEqual({ method: 'in-flight-drop', packets: 1 });
  },
);

describe('bytes of a whole space', () => {
  /** Initial 700, Handshake 500 and 1-RTT packets where asked for; then exactly `missing` bytes are missing. */
  const gone = (
    missing: number,
    {
      role = 'unknown',
      hasHandshake = true,
      hasApplication = true,
    }: Partial<{
      role: 'unknown' | 'server';
      hasHandshake: boolean;
      hasApplication: boolean;
    }> = {},
  ) => {
    const { state, balance } = believed(hasApplication ? 1 : 0);
    const { initial, handshake } = state.ledger;
    state.role = role;
    initial.send(0, 700, 0, true);
    if (hasHandshake) handshake.send(0, 500, 0, true);
    const inFlight = state.ledger.inFlightBytes;
    balance.sent(inFlight - (hasApplication ? 1000 : 0));
    balance.logged(5, inFlight);
    balance.logged(6, inFlight - missing);
    const { inFlightBytes: initialBytes } = initial;
    return [initialBytes, handshake.inFlightBytes, state.losses.summary.packets];
  };

  it.each<[what: string, found: readonly number[], expected: readonly number[]]>([
    ['Initial, where Handshake packets exist', gone(700), [0, 500, 0]],
    ['not Initial, where none exist', gone(700, { hasHandshake: false }), [700, 0, 1]],
    ['not Initial, where the role is known', gone(700, { role: 'server' }), [700, 500, 1]],
    ['Handshake, where 1-RTT packets exist', gone(500, { role: 'server' }), [700, 0, 0]],
    ['not Handshake, where none exist', gone(500, { hasApplication: false }), [700, 500, 0]],
    ['both at once', gone(1200), [0, 0, 0]],
    ['not a byte less than both', gone(1199), [700, 500, 1]],
  ])('are discarded keys: %s', (_, found, expected) => {
    expect(found).toEqual(expected);
  });
});
