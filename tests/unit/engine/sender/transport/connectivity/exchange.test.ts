/** The packets of a handshake as one end logs them: who sent them, in which space, and what became of them. */
import { expect, test } from 'vitest';
import { connectivityWithExchange } from '../../../../../../src/engine/sender/transport/connectivity/exchange.ts';
import { replayEvents, type TimedEvent } from '../../../../../support/replay-events.ts';

const crypto = (offset: number) => [{ frame_type: 'crypto', offset, length: 300 }];

function packet(
  ms: number,
  way: 'sent' | 'received',
  type: string,
  number: number,
  frames: object[],
): TimedEvent {
  const header = { packet_type: type, packet_number: number };
  return [ms, `transport:packet_${way}`, { header, raw: { length: 1200 }, frames }];
}
const ack = (to: number) => ({ frame_type: 'ack', acked_ranges: [[to, to]] });

function exchangeOf(...events: readonly TimedEvent[]) {
  const { exchange } = connectivityWithExchange(replayEvents(events));
  if (exchange === undefined) throw new Error('it has an exchange');
  return exchange;
}

const fatesOf = (...events: readonly TimedEvent[]) =>
  exchangeOf(...events).packets.map(({ by, timeUs, fate, isAgain }) => [by, timeUs / 1000, fate, isAgain]);

test('a packet that was acknowledged arrived, and half the smallest RTT is the way of one', () => {
  const { client, oneWayUs, packets } = exchangeOf(
    packet(0, 'sent', 'initial', 0, crypto(0)),
    packet(30, 'received', 'initial', 0, [ack(0), ...crypto(0)]),
    packet(31, 'sent', 'initial', 1, [ack(0)]),
  );
  expect([client, oneWayUs]).toEqual(['local', 15_000]);
  expect(packets.map(({ phase, packetNumber, fate }) => [phase, packetNumber, fate])).toEqual([
    ['initial', 0, 'arrived'],
    ['initial', 0, 'arrived'],
    ['initial', 1, 'unanswered'],
  ]);
});

test('Initials that nothing answers are sent again, and no RTT is measured', () => {
  const events = [0, 1000, 3000].map((ms, i) => packet(ms, 'sent', 'initial', i, crypto(0)));
  expect(fatesOf(...events)).toEqual([
    ['local', 0, 'unanswered', false],
    ['local', 1000, 'unanswered', true],
    ['local', 3000, 'unanswered', true],
  ]);
  expect(exchangeOf(...events).oneWayUs).toBeNaN();
});

test('a packet that was declared lost is lost; of one without an ACK that something came after nothing shows', () => {
  const lost: TimedEvent = [
    40,
    'recovery:packet_lost',
    { header: { packet_type: 'initial', packet_number: 0 } },
  ];
  expect(
    fatesOf(
      packet(0, 'sent', 'initial', 0, crypto(0)),
      packet(1, 'sent', 'initial', 1, crypto(300)),
      packet(2, 'sent', 'initial', 2, [{ frame_type: 'ping' }]),
      packet(30, 'received', 'initial', 0, [ack(1)]),
      lost,
    ),
  ).toEqual([
    ['local', 0, 'lost', false],
    ['local', 1, 'arrived', false],
    ['local', 2, 'unshown', false],
    ['remote', 30, 'arrived', false],
  ]);
});

test('Retry comes from the server, without a number', () => {
  const retry: TimedEvent = [30, 'transport:packet_received', { header: { packet_type: 'retry' } }];
  const { packets } = exchangeOf(packet(0, 'sent', 'initial', 0, crypto(0)), retry);
  expect(packets.map(({ by, packetNumber }) => [by, packetNumber])).toEqual([
    ['local', 0],
    ['remote', Number.NaN],
  ]);
});

test('of 1-RTT the first packets of each direction are listed', () => {
  const many = Array.from({ length: 40 }, (_, i) =>
    packet(40 + i, 'sent', '1RTT', i, [{ frame_type: 'ping' }]),
  );
  const { packets } = exchangeOf(packet(0, 'sent', 'initial', 0, crypto(0)), ...many);
  expect(packets.filter(({ phase }) => phase === 'one-rtt')).toHaveLength(16);
});
