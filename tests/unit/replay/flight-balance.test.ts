/** Losses from the balance of logged bytes in flight. */
import { describe, expect, it } from 'vitest';
import { FlightBalance } from '../../../src/replay/flight-balance.ts';
import { TransportState } from '../../../src/replay/transport.ts';

/** Sends 1-RTT packets of 1350 bytes, to the ledger and the balance. */
function flight(packets: number) {
  const state = new TransportState();
  const balance = new FlightBalance(state);
  const send = (number: number, bytes = 1350): void => {
    state.ledger.application.send(number, bytes, number, true);
    state.sentInFlightBytes += bytes;
    balance.sent(bytes);
  };
  balance.logged(0, 0);
  for (let number = 0; number < packets; number++) send(number);
  balance.logged(packets, packets * 1350);
  return { state, balance, send };
}

describe('FlightBalance', () => {
  it('finds what is missing: sent one, two acknowledged, two lost', () => {
    const { state, balance, send } = flight(5);
    send(5);
    balance.acked(2700);
    balance.logged(77, 2700);
    expect(state.losses.summary).toEqual({ method: 'in-flight-drop', packets: 2 });
    expect([...state.losses.timesUs]).toEqual([77]);
  });

  it('declares the oldest packets lost in the ledger', () => {
    const { state, balance } = flight(3);
    balance.logged(9, 1350);
    expect(state.ledger.inFlightBytes).toBe(1350);
    expect(state.ledger.application.lose(0)).toBe(0);
    expect(state.ledger.application.lose(2)).toBe(1350);
  });

  it('sees no loss while the balance holds or is off by a few bytes', () => {
    const { state, balance, send } = flight(4);
    balance.acked(1350);
    balance.logged(5, 4050);
    send(9);
    balance.logged(6, 5400 - 19);
    balance.logged(7, 9999);
    expect(state.losses.summary).toEqual({ method: 'in-flight-drop', packets: 0 });
  });

  it('does not take losses and discards that it was told about for new ones', () => {
    const { state, balance } = flight(4);
    balance.lost(1350);
    balance.discarded(1350);
    balance.logged(5, 2700);
    expect(state.losses.summary.packets).toBe(0);
  });

  it('takes bytes of an older space that vanish whole for discarded keys', () => {
    const { state, balance } = flight(2);
    state.ledger.handshake.send(0, 700, 0, true);
    balance.sent(700);
    balance.logged(5, 3400);
    balance.logged(6, 2700);
    expect(state.losses.summary.packets).toBe(0);
    expect(state.ledger.handshake.inFlightBytes).toBe(0);
    expect(state.ledger.inFlightBytes).toBe(2700);
  });

  it('counts by datagram size and leaves the ledger alone where better evidence exists', () => {
    const { state, balance } = flight(4);
    state.losses.markAvailable('counted');
    state.datagramBytes = 1350;
    balance.logged(5, 1350);
    expect(state.ledger.inFlightBytes).toBe(5400);
    expect(state.losses.sawRecently('in-flight-drop', 5, 0)).toBe(true);
  });

  it('cannot tell anything from packets of unknown size', () => {
    const state = new TransportState();
    const balance = new FlightBalance(state);
    state.ledger.application.send(0, 0, 0, true);
    balance.sent(0);
    balance.logged(1, 5400);
    balance.acked(0);
    balance.logged(2, 1350);
    expect(state.losses.isAvailable('in-flight-drop')).toBe(false);
  });
});
