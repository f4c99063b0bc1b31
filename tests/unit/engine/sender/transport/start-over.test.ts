/**
 * A Retry or Version Negotiation packet begins the connection anew (RFC 9000 §17.2.5, §6.2; RFC 9002 §6.3): what a client sent
 * before is forgotten, not lost.
 */
import { describe, expect, test } from 'vitest';
import { FATE_NAMES } from '../../../../../src/engine/sender/transport/packet-fate.ts';
import type { TransportState } from '../../../../../src/engine/sender/transport/transport.ts';
import {
  acknowledge,
  metrics,
  replayEvents,
  send,
  type TimedEvent,
} from '../../../../support/replay-events.ts';

const initial = (timeMs: number, number: number): TimedEvent =>
  send(timeMs, number, { type: 'initial', bytes: 1200 });
const answer = (timeMs: number, packet_type: 'retry' | 'version_negotiation'): TimedEvent => [
  timeMs,
  'quic:packet_received',
  { header: { packet_type }, raw: { length: 100 } },
];
const acked = (timeMs: number, ...ranges: (readonly number[])[]): TimedEvent =>
  acknowledge(timeMs, ranges, { type: 'initial' });

const fates = ({ ledger: { initial: space } }: TransportState): readonly (string | undefined)[] =>
  Array.from({ length: space.sentPackets }, (_, row) => FATE_NAMES[space.fateAt(row)]);
const lostIn = ({ losses }: TransportState): number => losses.summary.packets;

describe.each(['retry', 'version_negotiation'] as const)(
  'what was sent before a packet of type %s',
  (type) => {
    const before = [initial(0, 0), initial(1, 1), answer(31, type)];

    test('leaves the flight with it', () => {
      const state = replayEvents(before);
      expect(fates(state)).toEqual(['discarded', 'discarded']);
      expect(state.ledger.inFlightBytes).toBe(0);
      expect(state.ledger.presumedBytes).toBe(0);
    });

    test('is not lost with the ACK of what follows, nor probed for', () => {
      const state = replayEvents([
        ...before,
        initial(32, 2),
        initial(33, 3),
        initial(34, 4),
        acked(62, [2, 4]),
      ]);
      expect(fates(state)).toEqual([
        'discarded',
        'discarded',
        'acknowledged',
        'acknowledged',
        'acknowledged',
      ]);
      expect(lostIn(state)).toBe(0);
      expect(state.ptos.summary.count).toBe(0);
    });

    test('is not lost where the log calls it so, unlike what follows', () => {
      const lost = (timeMs: number, packet_number: number): TimedEvent => [
        timeMs,
        'quic:packet_lost',
        { header: { packet_type: 'initial', packet_number } },
      ];
      const state = replayEvents([...before, lost(31, 0), lost(31, 1), initial(32, 2), lost(90, 2)]);
      expect(fates(state)).toEqual(['discarded', 'discarded', 'lost']);
      expect(lostIn(state)).toBe(1);
    });

    test('stays so where losses turn out to be logged', () => {
      const late: TimedEvent = [
        99,
        'quic:packet_lost',
        { header: { packet_type: '1RTT', packet_number: 0 } },
      ];
      const state = replayEvents([...before, initial(32, 2), send(98, 0), late]);
      expect(fates(state).slice(0, 2)).toEqual(['discarded', 'discarded']);
    });

    test('is missed by no flight that is logged, whether it is emptied before or never', () => {
      for (const flight of [0, 2400]) {
        const rest = Array.from({ length: 20 }, (_, i): readonly TimedEvent[] => [
          send(100 + i * 40, i, { bytes: 1200 }),
          metrics(101 + i * 40, { bytes_in_flight: 1200 }),
          acknowledge(130 + i * 40, [[i]]),
          metrics(131 + i * 40, { bytes_in_flight: 0 }),
        ]).flat();
        const logged = metrics(2, { bytes_in_flight: 2400 });
        const state = replayEvents([
          ...[
            initial(0, 0),
            initial(1, 1),
            logged,
            metrics(30, { bytes_in_flight: flight }),
            answer(31, type),
          ],
          ...rest,
        ]);
        expect(state.losses.method).toBe('in-flight-drop');
        expect(lostIn(state)).toBe(0);
      }
    });
  },
);

test('a number that is used again after Version Negotiation is in flight again, and its ACK no sample of the RTT', () => {
  const events = [initial(0, 0), answer(31, 'version_negotiation'), initial(32, 0)];
  const sent = replayEvents(events);
  expect(fates(sent)).toEqual(['outstanding']);
  expect(sent.ledger.inFlightBytes).toBe(1200);
  const state = replayEvents([...events, acked(62, [0]), initial(63, 1), acked(95, [0, 1])]);
  expect(fates(state)).toEqual(['acknowledged', 'acknowledged']);
  expect([state.ledger.inFlightBytes, state.ledger.presumedBytes, lostIn(state)]).toEqual([0, 0, 0]);
  expect(state.rebuilt.minRtt.last).toBe(32_000);
});

describe('packets that a client drops begin nothing anew', () => {
  test.each(['retry', 'version_negotiation'] as const)('%s after another packet of the server', (type) => {
    const state = replayEvents([
      initial(0, 0),
      initial(1, 1),
      acked(31, [1]),
      initial(32, 2),
      answer(33, type),
    ]);
    expect(fates(state)[2]).toBe('outstanding');
  });

  test('a second Retry', () => {
    const state = replayEvents([initial(0, 0), answer(31, 'retry'), initial(32, 1), answer(33, 'retry')]);
    expect(fates(state)).toEqual(['discarded', 'outstanding']);
  });

  test('a Retry after Version Negotiation is the first', () => {
    const both = [answer(31, 'version_negotiation'), initial(32, 1), answer(63, 'retry')];
    expect(fates(replayEvents([initial(0, 0), ...both]))).toEqual(['discarded', 'discarded']);
  });
});
