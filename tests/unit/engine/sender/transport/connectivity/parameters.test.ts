/** Transport parameters of both endpoints, in the words of stacks, as rows of a table. */
import { expect, test } from 'vitest';
import { connectivityOf } from '../../../../../../src/engine/sender/transport/connectivity/connectivity-of.ts';
import { replayEvents, type TimedEvent } from '../../../../../support/replay-events.ts';

const set = (data: object): TimedEvent => [0, 'transport:parameters_set', data];
const rowsOf = (...events: readonly TimedEvent[]): ReadonlyMap<string, readonly (string | null)[]> =>
  new Map(
    connectivityOf(replayEvents(events)).parameters.map(({ name, own, peer, usual }) => [
      name,
      [own, peer, usual],
    ]),
  );

test('each side has its column, beside what holds where nothing is said', () => {
  const rows = rowsOf(
    set({ owner: 'local', max_idle_timeout: 30_000, initial_max_data: '1048576', ack_delay_exponent: 3 }),
    set({ initiator: 'remote', idle_timeout: 0, disable_active_migration: true, max_ack_delay: 26 }),
  );
  expect(Object.fromEntries(rows)).toEqual({
    max_idle_timeout: ['30,000 ms', 'none', 'none'],
    initial_max_data: ['1,048,576 B', null, '0 B'],
    ack_delay_exponent: ['3', null, '3'],
    max_ack_delay: [null, '26 ms', '25 ms'],
    disable_active_migration: [null, 'yes', 'no'],
  });
});

test('of ids only their length is read, of tokens and addresses only that they are there', () => {
  const rows = rowsOf(
    set({
      owner: 'remote',
      original_connection_id: 'c0ffee',
      initial_source_connection_id: '',
      stateless_reset_token: { data: 'dead' },
      preferred_address: { ip_v4: '192.0.2.9' },
      version_information: { chosen_version: '00000001', available_versions: ['1', '6b3343cf'] },
    }),
  );
  expect(Object.fromEntries(rows)).toEqual({
    original_destination_connection_id: [null, 'ID of 3 B', ''],
    stateless_reset_token: [null, 'set', ''],
    preferred_address: [null, 'set', ''],
    initial_source_connection_id: [null, 'empty', ''],
    version_information: [null, '1, 6b3343cf', ''],
  });
});

test('parameters without a name are counted, reserved ones apart (RFC 9000 §18.1)', () => {
  const rows = rowsOf(
    set({ owner: 'local', '15a9': 'ab', cd3: 1, initial_max_path_id: 2, unknown_parameters: [{ id: 27 }] }),
  );
  expect(rows.get('reserved')).toEqual(['2', null, '']);
  expect(rows.get('unnamed')).toEqual(['1', null, '']);
  expect(rows.get('initial_max_path_id')).toEqual(['2', null, '']);
});

test('the largest value of an integer on the wire is no limit', () => {
  const rows = rowsOf(set({ owner: 'remote', initial_max_data: '4611686018427387903' }));
  expect(rows.get('initial_max_data')).toEqual([null, 'no limit', '0 B']);
});

test('version, protocol and server name stand beside them', () => {
  const said = connectivityOf(
    replayEvents([
      set({ owner: 'remote', sni: 'example.org', proposed_alpn: ['h3', 'hq'], alpn: 'h3' }),
      [1, 'transport:version_information', { chosen_version: 0x6b3343cf }],
    ]),
  );
  expect(said).toMatchObject({ serverName: 'example.org', alpn: 'h3', version: 'v2 (0x6b3343cf)' });
});
