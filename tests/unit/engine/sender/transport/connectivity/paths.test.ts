/** Path changes (RFC 9000 §9): who moved, whether it meant to, and when the path was validated. */
import { expect, test } from 'vitest';
import { connectivityOf } from '../../../../../../src/engine/sender/transport/connectivity/connectivity-of.ts';
import { replayEvents, type TimedEvent } from '../../../../../support/replay-events.ts';

type Way = 'sent' | 'received';

const packet = (
  ms: number,
  way: Way,
  packet_type: string,
  frames: readonly object[] = [{ frame_type: 'ping' }],
  dcid?: string,
): TimedEvent => [
  ms,
  `quic:packet_${way}`,
  { header: { packet_type, packet_number: ms, ...(dcid === undefined ? {} : { dcid }) }, frames },
];
const asks = (ms: number, way: Way, data: string, dcid?: string): TimedEvent =>
  packet(ms, way, '1RTT', [{ frame_type: 'path_challenge', data: data.repeat(8) }], dcid);
const answers = (ms: number, way: Way, data: string): TimedEvent =>
  packet(ms, way, '1RTT', [{ frame_type: 'path_response', data: data.repeat(8) }]);

const CLIENT: readonly TimedEvent[] = [packet(0, 'sent', 'initial'), packet(9, 'received', '1RTT', [], 'c1')];
const SERVER: readonly TimedEvent[] = [
  packet(0, 'received', 'initial'),
  packet(9, 'received', '1RTT', [], 's1'),
];

const pathsOf = (...events: readonly TimedEvent[]) => connectivityOf(replayEvents(events)).paths;

test('a client that probes a path migrates', () => {
  const [change, ...others] = pathsOf(...CLIENT, asks(100, 'sent', 'aa'), answers(130, 'received', 'aa'));
  expect(change).toMatchObject({ timeUs: 100_000, why: 'migration', by: 'local', validatedUs: 130_000 });
  expect(others).toEqual([]);
});

test('a server that is asked by its client sees a migration, and validates the path itself', () => {
  const events = [
    asks(100, 'received', 'aa'),
    answers(100, 'sent', 'aa'),
    asks(100, 'sent', 'bb'),
    answers(130, 'received', 'bb'),
  ];
  expect(pathsOf(...SERVER, ...events)).toMatchObject([
    { why: 'migration', by: 'remote', timeUs: 100_000, validatedUs: 130_000 },
  ]);
});

test('a server that asks unprompted sees another address of its client: a rebinding', () => {
  expect(pathsOf(...SERVER, asks(100, 'sent', 'aa'), answers(130, 'received', 'aa'))).toMatchObject([
    { why: 'rebinding', by: 'remote', validatedUs: 130_000 },
  ]);
});

test('a packet with a new connection ID before that shows that the client meant to move (§9.5)', () => {
  const moved = packet(99, 'received', '1RTT', [{ frame_type: 'ping' }], 's2');
  expect(pathsOf(...SERVER, moved, asks(100, 'sent', 'aa'))).toMatchObject([
    { why: 'migration', by: 'remote', validatedUs: Number.NaN },
  ]);
});

test('an ID that changed long before shows nothing', () => {
  const changed = packet(50, 'received', '1RTT', [{ frame_type: 'ping' }], 's2');
  expect(pathsOf(...SERVER, changed, asks(100, 'sent', 'aa'))).toMatchObject([{ why: 'rebinding' }]);
});

test('a client that is asked learns that its address changed under it', () => {
  expect(pathsOf(...CLIENT, asks(100, 'received', 'aa'), answers(101, 'sent', 'aa'))).toMatchObject([
    { why: 'rebinding', by: 'local', timeUs: 100_000, validatedUs: 101_000 },
  ]);
});

test('challenges of one validation are one change, those of a later one are another', () => {
  const again = [100, 400, 1100, 2400].map((ms) => asks(ms, 'sent', 'aa'));
  const later = [asks(20_000, 'sent', 'bb'), answers(20_030, 'received', 'bb')];
  expect(pathsOf(...SERVER, ...again, ...later).map(({ timeUs }) => timeUs / 1000)).toEqual([100, 20_000]);
});

test('a response to nothing that was asked validates nothing', () => {
  expect(pathsOf(...SERVER, answers(50, 'received', 'cc'))).toEqual([]);
  expect(pathsOf(...SERVER, asks(100, 'sent', 'aa'), answers(130, 'received', 'bb'))).toMatchObject([
    { validatedUs: Number.NaN },
  ]);
});

const started: TimedEvent = [
  1,
  'quic:connection_started',
  {
    local: { address_v4: { ip: '192.0.2.1', port: 443 } },
    remote: { ip_v6: '2001:db8::1', port_v6: 5000 },
  },
];
const tuple = (ms: number, tuple_id: string, port: number): TimedEvent => [
  ms,
  'quic:tuple_assigned',
  {
    tuple_id,
    tuple_local: { address_v4: { ip: '192.0.2.1', port: 443 } },
    tuple_remote: { ip_v6: '2001:db8::1', port_v6: port },
  },
];

test('addresses of the paths tell which one is in use, and which was only probed', () => {
  const probed = [started, tuple(100, '1', 6000), asks(100, 'sent', 'aa'), answers(130, 'received', 'aa')];
  expect(pathsOf(...SERVER, ...probed)).toEqual([]);
  expect(pathsOf(...SERVER, ...probed, tuple(140, '', 6000))).toEqual([
    {
      timeUs: 100_000,
      why: 'rebinding',
      by: 'remote',
      validatedUs: 130_000,
      from: '[2001:db8::1]:5000',
      to: '[2001:db8::1]:6000',
    },
  ]);
});

test('several paths at once are no change of one', () => {
  const owned = (owner: string): TimedEvent => [1, 'quic:parameters_set', { owner, initial_max_path_id: 3 }];
  expect(pathsOf(...SERVER, owned('local'), owned('remote'), asks(100, 'sent', 'aa'))).toEqual([]);
});

test('states of a migration are taken as the log says them', () => {
  const state = (ms: number, data: object, name = 'migration_state_updated'): TimedEvent => [
    ms,
    `quic:${name}`,
    data,
  ];
  expect(
    pathsOf(...SERVER, state(50, { new: 'migration_started' }), state(80, { new: 'migration_complete' })),
  ).toMatchObject([{ timeUs: 50_000, validatedUs: 80_000, why: 'migration', by: 'remote' }]);
  expect(
    pathsOf(
      ...SERVER,
      state(50, { intentional: false }, 'connection_migrated'),
      state(80, { success: true }, 'path_validated'),
    ),
  ).toMatchObject([{ timeUs: 50_000, validatedUs: 80_000, why: 'rebinding' }]);
});
