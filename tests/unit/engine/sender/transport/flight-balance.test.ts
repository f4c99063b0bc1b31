/** Losses from the balance of logged bytes in flight, and when that balance is believed. */
import { describe, expect, it } from 'vitest';
import { FlightBalance } from '../../../../../src/engine/sender/transport/flight-balance.ts';
import { emptyOutcome } from '../../../../../src/engine/sender/transport/ledger.ts';
import { PacketFate } from '../../../../../src/engine/sender/transport/packet-fate.ts';
import { TransportState } from '../../../../../src/engine/sender/transport/transport.ts';
import { loadBytes, readTrace } from '../../../../support/load.ts';
import {
  acknowledge,
  metrics,
  replayEvents,
  send,
  type TimedEvent,
} from '../../../../support/replay-events.ts';
import { utf8 } from '../../../../support/split-all.ts';

/** A ledger and a balance that see the same 1-RTT packets, of 1350 bytes each. */
function sender() {
  const state = new TransportState();
  const balance = new FlightBalance(state);
  let sent = 0;
  const sendOne = (bytes = 1350): void => {
    state.ledger.application.send(sent, bytes, sent, true);
    sent++;
    balance.sent(bytes);
  };
  state.ledger.context.takesBack = (lostUs) => state.losses.takeBack(lostUs);
  const ack = (from: number, to: number): void => {
    const outcome = emptyOutcome();
    state.ledger.application.ackRange(from, to, outcome);
    balance.acked(outcome.bytes, outcome.spuriousBytes);
  };
  balance.logged(0, 0);
  return { state, balance, send: sendOne, ack };
}

/** Packets went and came one by one, the balance held so often; then so many more are in flight. */
function flight(packets: number, held = 3) {
  const side = sender();
  const log = (timeUs: number, bytes: number): void => {
    side.state.ledger.context.nowUs = timeUs;
    side.balance.logged(timeUs, bytes);
  };
  for (let number = 0; number < held; number++) {
    side.send();
    side.ack(number, number);
    log(number, 0);
  }
  for (let number = 0; number < packets; number++) side.send();
  log(held, packets * 1350);
  return { ...side, log };
}

describe('FlightBalance', () => {
  it('finds what is missing: sent one, two acknowledged, two lost', () => {
    const { state, balance, send: sendOne, ack } = flight(5);
    sendOne();
    ack(7, 8);
    balance.logged(77, 2700);
    expect(state.losses.summary).toEqual({ method: 'in-flight-drop', packets: 2 });
    expect([...state.losses.timesUs]).toEqual([77]);
  });

  it('declares the oldest packets lost in the ledger', () => {
    const { state, ack, log } = flight(4);
    ack(6, 6);
    log(9, 1350);
    expect(state.ledger.inFlightBytes).toBe(1350);
    expect(state.ledger.application.lose(3)).toBe(0);
    expect(state.ledger.application.lose(5)).toBe(1350);
  });

  it('takes no packet for lost before a later one is acknowledged (RFC 9002 §6.1)', () => {
    const { state, ack, log } = flight(4, 40);
    log(50, 2700);
    expect(state.losses.summary).toEqual({ method: 'in-flight-drop', packets: 0 });
    ack(42, 42);
    log(51, 0);
    expect(state.losses.summary.packets).toBe(1);
  });

  it('finds no loss while the balance holds or is off by a few bytes', () => {
    const { state, balance, send: sendOne, ack } = flight(4, 20);
    ack(20, 20);
    balance.logged(25, 4050);
    sendOne();
    balance.logged(26, 5400 - 19);
    balance.logged(27, 9999);
    expect(state.losses.summary).toEqual({ method: 'in-flight-drop', packets: 0 });
  });

  it('does not count reported losses and discards again', () => {
    const { state, balance } = flight(4);
    balance.lost(1350);
    balance.discarded(1350);
    balance.logged(5, 2700);
    expect(state.losses.summary.packets).toBe(0);
  });

  it('takes missing bytes of a whole older space for discarded keys', () => {
    const { state, balance } = flight(2);
    state.ledger.handshake.send(0, 700, 0, true);
    balance.sent(700);
    balance.logged(5, 3400);
    balance.logged(6, 2700);
    expect(state.losses.summary.packets).toBe(0);
    expect(state.ledger.handshake.inFlightBytes).toBe(0);
    expect(state.ledger.inFlightBytes).toBe(2700);
  });

  it.each([
    ['initial', 700, 0],
    ['handshake', 0, 500],
    ['both at once', 700, 500],
  ])('takes them for discarded keys: %s', (_, initialBytes, handshakeBytes) => {
    const { state, balance } = flight(2);
    const { initial, handshake } = state.ledger;
    // A handshake packet is there in any case: without one the Initial keys cannot go.
    initial.send(0, 700, 0, true);
    handshake.send(0, 500, 0, true);
    balance.sent(1200);
    balance.logged(5, 2700 + 1200);
    balance.logged(6, 2700 + 1200 - initialBytes - handshakeBytes);
    expect(state.losses.summary.packets).toBe(0);
    expect(initial.inFlightBytes).toBe(700 - initialBytes);
    expect(handshake.inFlightBytes).toBe(500 - handshakeBytes);
  });

  it('does not change the ledger if better evidence exists', () => {
    const { state, balance, ack } = flight(5);
    state.losses.markAvailable('counted');
    ack(7, 7);
    balance.logged(5, 1350);
    expect(state.ledger.inFlightBytes).toBe(5400);
    expect(state.losses.summary).toEqual({ method: 'counted', packets: 0 });
  });

  it('infers nothing from packets of unknown size', () => {
    const { state, balance, send: sendOne, ack } = sender();
    for (let number = 0; number < 9; number++) {
      sendOne(0);
      ack(number, number);
      balance.logged(number, 5400 - number);
    }
    expect(state.losses.method).not.toBe('in-flight-drop');
  });

  it('never counts more packets than are outstanding', () => {
    const { state, ack, log } = flight(3, 100);
    ack(102, 102);
    // Bytes of packets that were never logged: known to be in flight, and gone again.
    log(105, 13_500);
    log(106, 0);
    expect(state.losses.summary.packets).toBe(2);
    log(107, 13_500);
    log(108, 0);
    expect(state.losses.summary.packets).toBe(2);
  });

  it('takes back the loss of a packet that is acknowledged, whether its bytes were counted or not', () => {
    for (const logged of [2700, 1350]) {
      const { state, ack, log } = flight(5, 40);
      ack(44, 44);
      log(45, 2700);
      expect([state.losses.summary.packets, ...state.losses.timesUs]).toEqual([2, 45]);
      ack(40, 40);
      log(46, logged);
      expect([state.losses.summary.packets, ...state.losses.timesUs]).toEqual([1, 45]);
      ack(41, 41);
      expect(state.losses.summary).toEqual({ method: 'in-flight-drop', packets: 0 });
      expect(state.ledger.application.fateAt(40)).toBe(PacketFate.acked);
    }
  });

  it('declares lost what was missing before it was used, once it has held across three ACKs', () => {
    const { state, balance, send: sendOne, ack } = sender();
    for (let number = 0; number < 6; number++) sendOne();
    ack(1, 1);
    balance.logged(10, 4 * 1350);
    for (const number of [2, 3]) {
      ack(number, number);
      balance.logged(10 + number, (5 - number) * 1350);
    }
    expect(state.losses.method).not.toBe('in-flight-drop');
    ack(4, 4);
    balance.logged(14, 1350);
    expect(state.losses.summary).toEqual({ method: 'in-flight-drop', packets: 1 });
    // What the thresholds declared lost meanwhile is not lost again.
    expect(state.ledger.inFlightBytes).toBe(1350);
  });

  it('counts no packet again that the thresholds have declared lost before the stack does', () => {
    const { state, balance, send: sendOne, ack } = sender();
    for (let number = 0; number < 6; number++) sendOne();
    balance.logged(1, 6 * 1350);
    ack(3, 3);
    balance.inferredLost(state.ledger.loseOldest() ?? 0);
    for (const number of [1, 2, 4]) {
      balance.logged(10 + number, state.ledger.inFlightBytes + 1350);
      ack(number, number);
    }
    balance.logged(20, 2 * 1350);
    expect(state.losses.method).toBe('in-flight-drop');
    balance.logged(21, 1350);
    expect(state.losses.summary.packets).toBe(0);
    expect(state.ledger.inFlightBytes).toBe(1350);
  });

  it('is used no longer where what contradicts it is no rare thing, and the thresholds decide again', () => {
    const { state, ack, log } = flight(4, 39);
    ack(42, 42);
    state.ledger.application.loseByThreshold(3, Number.NEGATIVE_INFINITY, false);
    state.losses.markAvailable('ack-gap');
    log(50, 3 * 1350);
    expect(state.losses.method).toBe('in-flight-drop');
    log(51, 9999);
    log(52, 19_999);
    expect(state.losses.method).toBe('in-flight-drop');
    log(53, 29_999);
    expect(state.losses.summary).toEqual({ method: 'ack-gap', packets: 1 });
    expect([...state.losses.timesUs]).toEqual([53]);
  });

  it('holds by no value that is logged again with nothing in between', () => {
    const { state, log } = flight(4, 10);
    log(20, 9999);
    for (let i = 0; i < 40; i++) log(30 + i, 9999);
    expect(state.losses.method).not.toBe('in-flight-drop');
  });
});

describe('a loss-free trace', () => {
  /** Ten flights of four packets; each is acknowledged in two halves 20 ms later. */
  const flights = (one: (startMs: number, first: number) => readonly TimedEvent[]): readonly TimedEvent[] =>
    Array.from({ length: 10 }, (_, flightNumber) => one(flightNumber * 50, flightNumber * 4)).flat();
  const inFlight = (timeMs: number, packets: number): TimedEvent =>
    metrics(timeMs, { bytes_in_flight: packets * 1000 });

  it('shows no loss when the metrics are logged before the packet that they include', () => {
    const { losses, ledger } = replayEvents(
      flights((at, first) => [
        ...[0, 1, 2, 3].flatMap((n) => [inFlight(at, n + 1), send(at, first + n)]),
        acknowledge(at + 20, [[first, first + 1]]),
        inFlight(at + 20, 2),
        acknowledge(at + 21, [[first + 2, first + 3]]),
        inFlight(at + 21, 0),
      ]),
    );
    expect(losses.summary).toEqual({ method: 'ack-gap', packets: 0 });
    expect(ledger.inFlightBytes).toBe(0);
  });

  it('shows no loss when the metrics are logged before the ACK that lowers them', () => {
    const { losses } = replayEvents(
      flights((at, first) => [
        ...[0, 1, 2, 3].flatMap((n) => [send(at, first + n), inFlight(at, n + 1)]),
        inFlight(at + 20, 2),
        acknowledge(at + 20, [[first, first + 1]]),
        inFlight(at + 21, 0),
        acknowledge(at + 21, [[first + 2, first + 3]]),
      ]),
    );
    expect(losses.summary).toEqual({ method: 'ack-gap', packets: 0 });
  });

  it('shows no loss when the log holds no ACK frames', () => {
    const { losses } = replayEvents(
      flights((at, first) => [
        ...[0, 1, 2, 3].flatMap((n) => [send(at, first + n), inFlight(at, n + 1)]),
        inFlight(at + 20, 0),
      ]),
    );
    expect(losses.summary.packets).toBe(0);
  });
});

describe('quiche traces with their loss counters hidden', () => {
  it.each(['rate-026-cubic-s05', 'rate-026-cubic-s08'])('%s shows the instants that it counted', (name) => {
    const path = new URL(`../../../../corpus/traces/${name}.server.sqlog.gz`, import.meta.url).pathname;
    const bytes = readTrace(path);
    const hidden = utf8(new TextDecoder().decode(bytes).replaceAll('cf_lost_packets', 'cf_hidden_count'));
    const { losses: counted } = loadBytes(bytes).pipeline.state;
    const { losses: found } = loadBytes(hidden).pipeline.state;
    expect([counted.method, found.method]).toEqual(['counted', 'in-flight-drop']);
    const beside = (times: Float64Array) => (timeUs: number) =>
      times.some((other) => Math.abs(other - timeUs) <= 1000);
    const hits = counted.timesUs.filter(beside(found.timesUs)).length;
    expect(hits / counted.timesUs.length).toBeGreaterThanOrEqual(0.98);
    const right = found.timesUs.filter(beside(counted.timesUs)).length;
    expect(right / found.timesUs.length).toBeGreaterThanOrEqual(0.99);
  });
});
