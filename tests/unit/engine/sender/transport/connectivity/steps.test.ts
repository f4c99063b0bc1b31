/** Steps of a connection: as records say them, and derived from packets where none does. */
import { expect, test } from 'vitest';
import { connectivityOf } from '../../../../../../src/engine/sender/transport/connectivity/connectivity-of.ts';
import { connectivityWithExchange } from '../../../../../../src/engine/sender/transport/connectivity/exchange.ts';
import { replayEvents, type TimedEvent } from '../../../../../support/replay-events.ts';

type Way = 'sent' | 'received';

function packet(
  ms: number,
  way: Way,
  packet_type: string,
  more: { readonly header?: object; readonly frames?: readonly object[]; readonly bytes?: number } = {},
): TimedEvent {
  const { header = {}, frames = [{ frame_type: 'crypto', offset: 0, length: 100 }], bytes = 1200 } = more;
  return [
    ms,
    `quic:packet_${way}`,
    { header: { packet_type, packet_number: ms, ...header }, raw: { length: bytes }, frames },
  ];
}

const DONE = [{ frame_type: 'handshake_done' }];
const PING = { frames: [{ frame_type: 'ping' }] };

/** A client's handshake of one round trip; no record but packets. */
const CLIENT: readonly TimedEvent[] = [
  packet(0, 'sent', 'initial', { header: { version: '00000001' } }),
  packet(30, 'received', 'initial'),
  packet(31, 'received', 'handshake'),
  packet(32, 'sent', 'handshake'),
  packet(33, 'sent', '1RTT', PING),
  packet(60, 'received', '1RTT', { frames: DONE }),
];

const kindsOf = (...events: readonly TimedEvent[]): readonly (readonly [string, number])[] =>
  connectivityOf(replayEvents(events)).steps.map(({ kind, timeUs }) => [kind, timeUs / 1000]);
const textsOf = (...events: readonly TimedEvent[]): readonly string[] =>
  connectivityOf(replayEvents(events)).steps.map(({ text }) => text);

test('the first packets of each kind, and what follows from them, are the steps of a log of packets alone', () => {
  expect(kindsOf(...CLIENT)).toEqual([
    ['initial-sent', 0],
    ['initial-received', 30],
    ['handshake-received', 31],
    ['handshake-sent', 32],
    ['one-rtt-sent', 33],
    ['handshake-complete', 33],
    ['one-rtt-received', 60],
    ['handshake-confirmed', 60],
  ]);
  expect(textsOf(...CLIENT)).toContain('Handshake complete (derived: first 1-RTT packet sent)');
  expect(connectivityOf(replayEvents(CLIENT))).toMatchObject({
    handshakeUs: 33_000,
    version: 'v1 (0x1)',
    leftOut: 0,
  });
});

test('a step has the row of its record in the event list', () => {
  const { steps } = connectivityOf(replayEvents([[0, 'loglevel:info', {}], ...CLIENT]));
  expect(steps.map(({ row }) => row)).toEqual([1, 2, 3, 4, 5, 5, 6, 6]);
});

test('states that the log says outrank what packets show', () => {
  const state = (ms: number, of: string): TimedEvent => [ms, 'quic:connection_state_updated', { new: of }];
  const events = [...CLIENT.slice(0, 4), state(32, 'handshake_complete'), ...CLIENT.slice(4)];
  expect(textsOf(...events)).toContain('Handshake complete');
  expect(kindsOf(...events)).toContainEqual(['handshake-complete', 32]);
});

test('a server completes its handshake with the first 1-RTT packet of the client, and validates it by the first Handshake packet', () => {
  const server = [
    packet(0, 'received', 'initial'),
    packet(1, 'sent', 'initial'),
    packet(2, 'sent', 'handshake'),
    packet(3, 'sent', '1RTT', PING),
    packet(33, 'received', 'handshake'),
    packet(34, 'received', '1RTT', PING),
    packet(35, 'sent', '1RTT', { frames: DONE }),
  ];
  expect(kindsOf(...server).slice(4)).toEqual([
    ['handshake-received', 33],
    ['address-validated', 33],
    ['one-rtt-received', 34],
    ['handshake-complete', 34],
    ['handshake-confirmed', 34],
  ]);
});

test.each([
  ['as hexadecimal text', 'c0ffee'],
  ['as an object of ngtcp2', { data: 'c0ffee' }],
  ['as an object of quic-go', { raw: { data: 'c0ffee' } }],
])('a token in an Initial packet validates the client at once: %s', (_, token) => {
  const steps = kindsOf(
    packet(0, 'received', 'initial', { header: { token } }),
    packet(1, 'sent', 'initial'),
  );
  expect(steps).toContainEqual(['address-validated', 0]);
});

test.each(['', { raw: { data: '' } }, null, 7])('a token of no bytes is none: %j', (token) => {
  const steps = kindsOf(
    packet(0, 'received', 'initial', { header: { token } }),
    packet(1, 'sent', 'initial'),
  );
  expect(steps.some(([kind]) => kind === 'address-validated')).toBe(false);
});

test('Retry and Version Negotiation are steps, also where they have neither number nor size', () => {
  const bare = (ms: number, packet_type: string): TimedEvent => [
    ms,
    'transport:packet_received',
    { header: { packet_type } },
  ];
  const steps = kindsOf(packet(0, 'sent', 'initial'), bare(30, 'version_negotiation'), bare(60, 'Retry'));
  expect(steps).toContainEqual(['version-negotiation', 30]);
  expect(steps).toContainEqual(['retry', 60]);
});

test('0-RTT packets are a phase of their own, and none of 1-RTT', () => {
  const zero = (ms: number) => packet(ms, 'sent', '0RTT', { ...PING, bytes: 300 });
  const { phases, exchange } = connectivityWithExchange(
    replayEvents([CLIENT[0] as TimedEvent, zero(1), zero(2), ...CLIENT.slice(1)]),
  );
  expect(phases.map(({ phase, sentPackets, sentBytes }) => [phase, sentPackets, sentBytes])).toEqual([
    ['initial', 1, 1200],
    ['handshake', 1, 1200],
    ['zero-rtt', 2, 600],
    ['one-rtt', 1, 1200],
  ]);
  expect(exchange?.packets.flatMap((one) => (one.phase === 'zero-rtt' ? one.timeUs : []))).toEqual([
    ...[1000, 2000],
  ]);
});

const key = (ms: number, key_type: string, more: object = {}): TimedEvent => [
  ms,
  'security:key_updated',
  { key_type, trigger: 'tls', ...more },
];

test('keys of both endpoints at once are one step, an update is told apart from the first keys', () => {
  const texts = textsOf(
    packet(0, 'sent', 'initial'),
    key(1, 'client_initial_secret'),
    key(1, 'server_initial_secret'),
    key(30, 'server_1rtt_secret'),
    key(40, 'client_1rtt_secret'),
    key(90, 'client_1rtt_secret', { trigger: 'remote_update', key_phase: 1 }),
    key(90, 'server_1rtt_secret', { trigger: 'remote_update', key_phase: 1 }),
    [95, 'quic:key_retired', { key_type: 'client_1rtt_secret', key_phase: 0 }],
  );
  expect(texts.filter((text) => text.includes('keys') && !text.startsWith('Handshake'))).toEqual([
    'Initial keys available',
    '1-RTT keys of the server available',
    '1-RTT keys of the client available',
    '1-RTT keys updated by the peer (key phase 1)',
    '1-RTT keys (key phase 0) discarded',
  ]);
});

test('a log that begins after the handshake has none of its steps', () => {
  const { steps, handshakeUs } = connectivityOf(
    replayEvents([packet(0, 'sent', '1RTT', PING), packet(9, 'received', '1RTT', PING)]),
  );
  expect(steps.map(({ kind }) => kind)).toEqual(['one-rtt-sent', 'one-rtt-received']);
  expect(handshakeUs).toBeNaN();
});

test.each<[string, object, string]>([
  [
    'of HTTP/3',
    { application_error: 'unknown', error_code: 0x100 },
    'Closed by the server: H3_NO_ERROR (0x100)',
  ],
  [
    'of TLS',
    { connection_error: 'crypto_error_0x178' },
    'Closed by the server: CRYPTO_ERROR, no_application_protocol (0x178)',
  ],
  [
    'of the transport',
    { connection_error: 'protocol_violation' },
    'Closed by the server: PROTOCOL_VIOLATION (0xa)',
  ],
  ['of nobody', { application_code: 0x7777 }, 'Closed by the server: 0x7777'],
  ['by a timeout', { trigger: 'idle_timeout' }, 'Closed by the idle timeout'],
])('the end is named, with its code: %s', (_, data, text) => {
  const closed: TimedEvent = [90, 'quic:connection_closed', { initiator: 'remote', ...data, reason: 'why' }];
  const { steps, closeReason } = connectivityOf(replayEvents([...CLIENT, closed]));
  expect(steps.at(-1)).toMatchObject({ kind: 'closed', text, timeUs: 90_000, row: 6 });
  expect(closeReason).toBe('why');
});

test('what a hostile log says without end is counted beyond what is kept', () => {
  const challenge = (ms: number) =>
    packet(ms, 'received', '1RTT', { frames: [{ frame_type: 'path_challenge', data: '00'.repeat(8) }] });
  const many = Array.from({ length: 6000 }, (_, i) => challenge(100 + i));
  const { steps, leftOut } = connectivityOf(replayEvents([...CLIENT, ...many]));
  expect(steps.length).toBeLessThanOrEqual(1024);
  expect(steps.length + leftOut).toBeGreaterThan(6000);
});

test('a version is that which came last, also where a packet of an older one comes late; half a number is none', () => {
  const versions = ['00000001', '6b3343cf', 0.5, '00000001', 'ffffffffff'];
  const packets = versions.map((version, ms) => packet(ms, 'sent', 'initial', { header: { version } }));
  expect(connectivityOf(replayEvents(packets)).version).toBe('v2 (0x6b3343cf)');
});

test('a record of nothing useful says nothing', () => {
  const events: readonly TimedEvent[] = [
    [0, 'quic:key_updated', { key_type: 7 }],
    [1, 'quic:connection_state_updated', { new: null }],
    [2, 'quic:connection_started', { local: 'x', remote: [1] }],
    [3, 'quic:tuple_assigned', { tuple_id: {}, tuple_local: null }],
    [4, 'quic:parameters_set', { owner: 'local', initial_max_data: 'many' }],
    [5, 'quic:version_information', { chosen_version: 'zz' }],
    [6, 'quic:alpn_information', { chosen_alpn: 1 }],
    [7, 'quic:migration_state_updated', {}],
  ];
  expect(connectivityOf(replayEvents(events))).toMatchObject({
    steps: [],
    phases: [],
    parameters: [],
    paths: [],
    version: null,
    alpn: null,
  });
});

test('a server that has sent three times what it received is held until a Handshake packet comes, if more of its handshake follows', () => {
  const held = (bytes: number | undefined) => {
    const initial = packet(0, 'received', 'initial', { bytes: bytes ?? 1200 });
    const [, , data] = initial;
    const unsized: TimedEvent = [0, 'quic:packet_received', { ...data, raw: {} }];
    const events = [
      bytes === undefined ? unsized : initial,
      ...[1, 2, 3].map((ms) => packet(ms, 'sent', 'initial', { frames: [crypto(ms)] })),
      packet(50, 'received', 'handshake'),
      packet(51, 'sent', 'handshake', { frames: [crypto(9)] }),
    ];
    return connectivityOf(replayEvents(events)).amplificationLimited;
  };
  const crypto = (part: number) => ({ frame_type: 'crypto', offset: 1000 * part, length: 1000 });
  expect(held(1200)).toEqual([{ fromUs: 3000, toUs: 50_000 }]);
  expect(held(1600)).toEqual([]);
  expect(held(undefined)).toEqual([]);
});
