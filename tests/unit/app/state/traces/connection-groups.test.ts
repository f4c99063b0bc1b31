/** Connections of several files, grouped by the id they share. */
import { describe, expect, test } from 'vitest';
import { createStore } from '../../../../../src/app/state/store.ts';
import { connectionGroups, counterpartOf } from '../../../../../src/app/state/traces/connection-groups.ts';
import type { OpenFile } from '../../../../../src/app/state/traces/open-file.ts';
import type { ConnectionSummary } from '../../../../../src/engine/reading/contract/quality.ts';
import type { Snapshot } from '../../../../../src/engine/reading/contract/snapshot.ts';

function summary(index: number, facts: Partial<ConnectionSummary>): ConnectionSummary {
  return {
    index,
    entry: null,
    title: null,
    role: 'unknown',
    side: 'unknown',
    sentBytes: 0,
    receivedBytes: 0,
    durationUs: 1,
    events: 1,
    groupId: null,
    odcid: null,
    worst: null,
    ...facts,
  };
}

/** What the groups read of an open file. */
function file(name: string, connection: number, connections: readonly ConnectionSummary[]): OpenFile {
  const snapshot = { connection, connections } as unknown as Snapshot;
  const current = { connection, snapshot: createStore<Snapshot | null>(snapshot) };
  return { name, current } as unknown as OpenFile;
}

const client = file('client.qlog', 0, [summary(0, { role: 'client', odcid: 'AB12' })]);
const server = file('server.qlog', 1, [
  summary(0, { role: 'server', odcid: 'ffff' }),
  summary(1, { role: 'server', odcid: 'ab12', groupId: 'other' }),
  summary(2, {}),
  summary(3, {}),
]);

describe('groups', () => {
  test('hold what shares an ODCID, whatever its case, over all files', () => {
    const groups = connectionGroups([client, server]);
    expect(groups.map(({ id, entries }) => [id, entries.map(({ summary: { index } }) => index)])).toEqual([
      ['ab12', [0, 1]],
      ['ffff', [0]],
      [null, [2]],
      [null, [3]],
    ]);
    expect(groups[0]?.entries.map(({ current }) => current)).toEqual([true, true]);
  });

  test('fall back to the group id', () => {
    const a = file('a', 0, [summary(0, { groupId: 'g1' })]);
    const b = file('b', 0, [summary(0, { groupId: 'G1' }), summary(1, { groupId: 'g2' })]);
    expect(connectionGroups([a, b]).map(({ entries }) => entries.length)).toEqual([2, 1]);
  });
});

describe('the counterpart', () => {
  test('is the other role of the same connection', () => {
    const other = counterpartOf(client, [client, server]);
    expect([other?.file, other?.summary.index]).toEqual([server, 1]);
    expect(counterpartOf(server, [client, server])?.file).toBe(client);
  });

  test('is none for a connection without an id, and none of the same role', () => {
    const lone = file('lone', 0, [summary(0, {}), summary(1, {})]);
    expect(counterpartOf(lone, [lone])).toBeNull();
    const twice = file('twice', 0, [
      summary(0, { role: 'server', odcid: 'x' }),
      summary(1, { role: 'server', odcid: 'x' }),
    ]);
    expect(counterpartOf(twice, [twice])).toBeNull();
  });
});
