/** The balance of logged flights to the byte: what is rounding, what is a packet, and when the balance is believed. */
import { describe, expect, it, test } from 'vitest';
import { FlightBalance } from '../../../../../src/engine/sender/transport/flight-balance.ts';
import { TransportState } from '../../../../../src/engine/sender/transport/transport.ts';
import { acknowledge, metrics, replayEvents, send } from '../../../../support/replay-events.ts';

/** A balance that is believed, with so many packets of 1,000 bytes in flight. */
function believed(packets: number) {
  const state = new TransportState();
  const balance = new FlightBalance(state);
  balance.logged(0, 0);
  for (let i = 1; i <= 3; i++) {
    balance.sent(1000);
    balance.acked(1000);
    balance.logged(i, 0);
  }
  for (let i = 0; i < packets; i++) {
    state.ledger.application.send(i, 1000, i, true);
    balance.sent(1000);
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

  it.each([
    [1200, 1829, 2],
    [1200, 1799, 1],
    [1400, 2100, 2],
    [1400, 2099, 1],
    [1200, 599, 1],
    [1200, 25, 1],
  ])(
    'and what it kept back until then is %i bytes a packet: %i are %i',
    (datagramBytes, missing, packets) => {
      const state = new TransportState();
      state.datagramBytes = datagramBytes === 1200 ? 0 : datagramBytes;
      const balance = new FlightBalance(state);
      balance.logged(0, 10_000);
      balance.logged(1, 10_000 - missing);
      for (let i = 0; i < 3; i++) {
        balance.sent(1000);
        balance.acked(1000);
        balance.logged(2 + i, 10_000 - missing);
      }
      expect(state.losses.summary).toEqual({ method: 'in-flight-drop', packets });
      expect([...state.losses.timesUs]).toEqual([1]);
    },
  );
});

test('a logged value of more bytes than were ever sent is damage, and the fall after it no loss', () => {
  const lostAfter = (damagedBytes: number) => {
    const state = replayEvents([
      send(0, 0),
      metrics(0, { bytes_in_flight: 1000 }),
      metrics(1, { bytes_in_flight: damagedBytes }),
      metrics(2, { bytes_in_flight: 1000 }),
      ...[1, 2, 3, 4].flatMap((number) => [
        acknowledge(10 * number, [[number - 1]]),
        metrics(10 * number, { bytes_in_flight: 0 }),
        send(10 * number + 1, number),
        metrics(10 * number + 1, { bytes_in_flight: 1000 }),
      ]),
      // As many hold as the one value above it needs.
      ...Array.from({ length: 20 }, (_, i) => metrics(60 + i, { bytes_in_flight: 1000 })),
    ]);
    return state.losses.summary;
  };
  expect(lostAfter(2200)).toEqual({ method: 'in-flight-drop', packets: 1 });
  expect(lostAfter(2_764_472_320_000)).toEqual({ method: 'in-flight-drop', packets: 0 });
});

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
    ['not Handshake, where none exist', gone(500, { hasApplication: false }), [700, 0, 1]],
    ['both at once', gone(1200), [0, 0, 0]],
    ['not a byte less than both', gone(1199), [700, 0, 2]],
  ])('are discarded keys: %s', (_, found, expected) => {
    expect(found).toEqual(expected);
  });
});
