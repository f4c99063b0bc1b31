/** Which traces are offered: those of other tabs, and the other connections of the shown file that hold something. */
import { expect, test } from 'vitest';
import { candidatesOf } from '../../../../../src/app/features/compare/candidates.ts';
import type { OpenFile } from '../../../../../src/app/state/traces/open-file.ts';
import type { OpenSet } from '../../../../../src/app/state/traces/open-trace.ts';

function fileOf(id: number, events: readonly number[], state: OpenFile['state'] = 'ready'): OpenFile {
  const connections = events.map((count, index) => ({ index, events: count }));
  const trace = (connection: number) => ({
    ...{ key: `${id}.${connection}`, name: `${id}.qlog`, connection },
    snapshot: { get: () => (state === 'loading' ? null : { connections, connectionCount: events.length }) },
  });
  const file = { name: `${id}.qlog`, state, trace, current: trace(0) };
  return file as unknown as OpenFile;
}

const setOf = (file: OpenFile, ...keys: readonly string[]): OpenSet =>
  ({ lead: { file }, members: keys.map((key) => ({ trace: { key } })) }) as unknown as OpenSet;

test('tabs by what they show, connections of the shown file by number, none twice and none that is empty', () => {
  const [shown, other, loading] = [fileOf(1, [9, 0, 7]), fileOf(2, [5]), fileOf(3, [], 'loading')];
  const found = candidatesOf([shown, other, loading], setOf(shown, '1.0'));
  expect(found.map(({ key, connection, name, status }) => [key, connection, name, status])).toEqual([
    ['1.2', 2, '1.qlog, connection 3', 'ready'],
    ['2.0', null, '2.qlog', 'ready'],
    ['3.0', null, '3.qlog', 'loading'],
  ]);
  expect(found.map(({ summary }) => summary?.events)).toEqual([7, 5, undefined]);
  expect(candidatesOf([shown, other], setOf(shown, '1.0', '1.2', '2.0'))).toEqual([]);
});
