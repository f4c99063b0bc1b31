/** What differs in configuration: stack, version of QUIC, controller, transport parameters of either endpoint. */
import { expect, test } from 'vitest';
import { configurationDifferences } from '../../../../../src/engine/service/compare/settings.ts';
import type { TransportParameter } from '../../../../../src/qlog-schema/transport-parameters.ts';
import { madeCompared } from '../../../../support/compared.ts';

const A = madeCompared({});

test('only settings that differ are told, as text', () => {
  expect(configurationDifferences(A, A, 'same-trace')).toEqual([]);
  const other = madeCompared({
    summary: { implementation: 'quiche', implementationVersion: '0.30.0', datagramBytes: 0 },
    outline: { initialCwndBytes: 12_000 },
    models: { notJudged: null, fits: true, best: ['newreno'], candidates: [{ id: 'newreno', fit: 0.996 }] },
  });
  expect(configurationDifferences(A, other, 'other').map(({ id, a, b }) => [id, a, b])).toEqual([
    ['implementation', 'not known', 'quiche'],
    ['version', 'not known', '0.30.0'],
    ['controller', 'not known', 'NewReno, 99 %'],
    ['idle-rule', 'not known', 'none, as NewReno has none'],
    ['initial-window', '13,500 B', '12,000 B'],
    ['datagram', '1,350 B', 'not known'],
  ]);
});

test.each([
  [1, 0x6b3343cf, '1', '2'],
  [0xff00001d, 0xff000006, 'draft-29', 'draft-06'],
  [0x50435130, Number.NaN, '0x50435130', 'not known'],
])('versions of QUIC %d and %d', (one, other, a, b) => {
  const of = (quicVersion: number) =>
    madeCompared({ outline: { identity: { ...A.outline.identity, quicVersion } } });
  expect(configurationDifferences(of(one), of(other), 'other')).toEqual([
    { id: 'quic-version', name: 'version of QUIC', a, b },
  ]);
});

type Logged = Partial<{ readonly [name in TransportParameter]: number }>;
const map = (logged: Logged) => new Map(Object.entries(logged) as [TransportParameter, number][]);
const having = (own: Logged, peer: Logged = {}) =>
  madeCompared({ outline: { parameters: { own: map(own), peer: map(peer) } } });
const told = (...[a, b, relation = 'other']: Pair) =>
  configurationDifferences(a, b, relation).map((row) => [row.id, row.name, row.a, row.b]);
type Pair = readonly [
  a: ReturnType<typeof having>,
  b: ReturnType<typeof having>,
  relation?: Parameters<typeof configurationDifferences>[2],
];

test('transport parameters are told by owner, each in its unit', () => {
  const one = having({
    ...{ max_ack_delay: 25_000, max_idle_timeout: 30_000, initial_max_data: 2 ** 62 },
    ...{ initial_max_streams_bidi: 100, max_udp_payload_size: 1472 },
  });
  const other = having({
    ...{ max_ack_delay: 26_000, max_idle_timeout: 0, initial_max_data: 786_432 },
    ...{ initial_max_streams_bidi: 1000, max_udp_payload_size: 1472 },
  });
  expect(told(one, other)).toEqual([
    ['own-max-ack-delay', 'max_ack_delay, own', '25.0 ms', '26.0 ms'],
    ['own-initial-max-data', 'initial_max_data, own', 'the most there is', '786,432 B'],
    ['own-max-idle-timeout', 'max_idle_timeout, own', '30.00 s', 'none'],
    ['own-initial-max-streams-bidi', 'initial_max_streams_bidi, own', '100', '1,000'],
  ]);
});

test('a parameter that one of two logged sets lacks is told, and none of a set that is not logged', () => {
  const full = having({ ack_delay_exponent: 3, max_datagram_frame_size: 1200 }, { ack_delay_exponent: 3 });
  expect(told(full, having({ ack_delay_exponent: 3 }, { ack_delay_exponent: 4 }))).toEqual([
    ['own-max-datagram-frame-size', 'max_datagram_frame_size, own', '1,200 B', 'not logged'],
    ['peer-ack-delay-exponent', "ack_delay_exponent, the peer's", '3', '4'],
  ]);
  expect(told(full, having({}, {}))).toEqual([]);
});

test('of both ends of a connection each parameter is told once', () => {
  const client = having({ initial_max_data: 1000 }, { initial_max_data: 2000 });
  const server = having({ initial_max_data: 2000 }, { initial_max_data: 1000 });
  expect(told(client, server)).toHaveLength(2);
  expect(told(client, server, 'both-ends')).toEqual([
    ['own-initial-max-data', 'initial_max_data, own', '1,000 B', '2,000 B'],
  ]);
});
