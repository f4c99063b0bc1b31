/** Groups of a link or a saved table: their rows without names, and rows that come later, which join by the patterns that came along. */
import { expect, test } from 'vitest';
import { createStore } from '../../../../../src/app/state/store.ts';
import { groupsShown } from '../../../../../src/app/state/table/groups-shown.ts';
import { showGroups } from '../../../../../src/app/state/table/linked-groups.ts';
import { savedRows, savedTable } from '../../../../../src/app/state/table/saved-table.ts';
import { tableGroups } from '../../../../../src/app/state/table/table-groups.ts';
import { tableStore } from '../../../../../src/app/state/table/table-store.ts';
import { tableView } from '../../../../../src/app/state/table/table-view.ts';
import type { RowPlace, TableRow, TraceTable } from '../../../../../src/app/state/table/trace-table.ts';
import type { SavedGroups } from '../../../../../src/sharing/table/table-file.ts';
import { tableRows } from '../../../../../src/sharing/table/table-file.ts';
import { partialApp } from '../../../../support/partial-app.ts';
import { madeRow } from '../../../../support/table-rows.ts';

const rowOf = (name: string): TableRow => ({
  ...{ key: name, name, source: null },
  row: madeRow(name, { side: 'sender' }),
});

/** A table of nameless rows, whose groups are those of a link. */
function linked(groups: SavedGroups) {
  const rows = createStore(['trace 1', 'trace 2', 'trace 3'].map(rowOf));
  const keysAt = (places: readonly RowPlace[]) => new Set(places.map(({ file }) => `trace ${file + 1}`));
  const app = partialApp({ activity: { hold: () => () => undefined } }, { rows, keysAt });
  const table = app.feature(tableStore).get() as TraceTable;
  const lost = showGroups(
    app,
    table,
    rows.get().flatMap(({ row }) => row ?? []),
    groups,
  );
  const made = () =>
    app
      .feature(tableGroups)
      .grouped.get()
      .groups.map((group) => [group.name, group.rows.map(({ name }) => name)]);
  return { app, rows, lost, made };
}

test('rows that come later join the group whose pattern came along, and it goes on with the groups', () => {
  const groups = { names: ['before', 'after'], ofRows: [0, 1, null], patterns: ['old-*', ''], runs: null };
  const { app, rows, lost, made } = linked(groups);
  expect([lost, app.feature(groupsShown).get()]).toEqual([[], true]);
  expect(made()).toEqual([
    ['before', ['trace 1']],
    ['after', ['trace 2']],
  ]);
  rows.update((all) => [...all, rowOf('old-s7.sqlog'), rowOf('new-s7.sqlog')]);
  expect(made()).toEqual([
    ['before', ['old-s7.sqlog', 'trace 1']],
    ['after', ['trace 2']],
  ]);
  const again = tableRows(savedTable(app, savedRows(app)), 10);
  expect(again?.groups).toMatchObject({ ...groups, ofRows: [0, 0, 1] });
  expect(again?.rows.map(({ name }) => name)).toEqual(['trace 1', 'trace 2', 'trace 3']);
});

test('without patterns the groups have the rows that they came with, and names of files stay as they were ticked', () => {
  const { app, rows, made } = linked({ names: ['a'], ofRows: [0, 0, null], patterns: [], runs: null });
  rows.update((all) => [...all, rowOf('old-s7.sqlog')]);
  expect(made()).toEqual([['a', ['trace 1', 'trace 2']]]);
  expect(app.feature(tableView).state.get().options.groupNames).toBe(false);
});

test('a link whose rows are in no group is said to have none', () => {
  const { lost } = linked({ names: ['a'], ofRows: [], patterns: [], runs: null });
  expect(lost).toEqual([{ part: 'groups=…', why: 'none of the rows that are read is in a group' }]);
});
