/** What is seen of the table: filter, order, selection, the current row. */
import { beforeEach, expect, test } from 'vitest';
import { comparable, worstRow } from '../../../../../src/app/controls/row-actions.ts';
import { createStore, type Store } from '../../../../../src/app/state/store.ts';
import { tableStore } from '../../../../../src/app/state/table/table-store.ts';
import { sortOf, TableView } from '../../../../../src/app/state/table/table-view.ts';
import type { TableRow, TraceTable } from '../../../../../src/app/state/table/trace-table.ts';
import type { TraceRow } from '../../../../../src/sharing/figures/rows.ts';
import { partialApp } from '../../../../support/partial-app.ts';
import { madeFinding, madeRow } from '../../../../support/table-rows.ts';

let rows: Store<readonly TableRow[]>;
let removed: readonly string[];
let table: Store<TraceTable | null>;
let view: TableView;

const SPIRAL = { findings: [madeFinding('death-spiral', 'critical', 1, 5e6)], illShare: 0.5 } as const;

function tableRow(name: string, row: TraceRow | null, hasFile = true): TableRow {
  const source = hasFile ? ({ source: { kind: 'text', text: '', name }, name } as const) : null;
  return { key: name, name, row, source };
}

const read = (name: string, known: Partial<TraceRow> = {}): TableRow => tableRow(name, madeRow(name, known));

const ALL = [
  read('well'),
  tableRow('waiting', null),
  read('ill', SPIRAL),
  read('worse', { ...SPIRAL, illShare: 0.9 }),
  read('broken', { failure: { kind: 'x', text: 'no trace' } }),
];

beforeEach(() => {
  rows = createStore<readonly TableRow[]>(ALL);
  removed = [];
  const remove = (keys: ReadonlySet<string>): void => {
    removed = [...keys];
    rows.update((all) => all.filter(({ key }) => !keys.has(key)));
  };
  const putBack = (): ReadonlySet<string> => {
    rows.set(ALL);
    return new Set(removed);
  };
  const app = partialApp({}, { rows, remove, putBack });
  table = app.feature(tableStore);
  view = new TableView(app);
});

const shown = (): readonly string[] => view.state.get().shown.map(({ key }) => key);

test('the worst first, failures after, what waits last; a filter hides what waits', () => {
  expect(shown()).toEqual(['worse', 'ill', 'well', 'broken', 'waiting']);
  view.setFilter('finding = death-spiral');
  expect(shown()).toEqual(['worse', 'ill']);
  rows.update((all) => [...all, read('new', SPIRAL)]);
  expect(shown()).toEqual(['worse', 'ill', 'new']);
  view.setFilter('nonsense = 1');
  expect(view.state.get().filterError?.at).toBe(0);
  expect(shown().length).toBe(6);
});

test('a heading sorts, and again the other way round', () => {
  view.sortBy('name');
  expect(shown()).toEqual(['broken', 'ill', 'well', 'worse', 'waiting']);
  expect(sortOf('name', view.state.get().order)).toBe('ascending');
  view.sortBy('name');
  expect(shown()).toEqual(['worse', 'well', 'ill', 'broken', 'waiting']);
  expect([sortOf('name', view.state.get().order), sortOf('ill', view.state.get().order)]).toEqual([
    'descending',
    undefined,
  ]);
});

test('the current row stays the same row while others come, and moves among those that are shown', () => {
  view.moveBy(1);
  expect(view.state.get().current).toBe('worse');
  view.moveBy(1);
  expect([view.state.get().current, view.currentIndex]).toEqual(['ill', 1]);
  rows.update((all) => [read('worst', { ...SPIRAL, illShare: 1 }), ...all]);
  expect([view.state.get().current, view.currentIndex]).toEqual(['ill', 2]);
  view.moveBy(100);
  expect(view.state.get().current).toBe('waiting');
  view.moveTo(-5);
  expect(view.state.get().current).toBe('worst');
});

test('removed rows are selected no more, and the current one gives way to the next', () => {
  view.moveTo(1);
  view.selectShown(true);
  view.select('well', false);
  expect(view.chosen.map(({ key }) => key)).toEqual(['worse', 'ill', 'broken']);
  view.remove(new Set(['worse', 'ill']));
  expect(removed).toEqual(['worse', 'ill']);
  expect([view.state.get().current, [...view.state.get().selected]]).toEqual(['well', ['broken', 'waiting']]);
  view.putBack();
  expect([view.state.get().current, shown().length]).toEqual(['worse', 5]);
});

test('two to six traces that were read, and whose files are here, can be compared', () => {
  view.toggle('ill');
  expect(comparable(view).why).toContain('Select 2 to 6 traces');
  view.toggle('well');
  expect(comparable(view)).toMatchObject({ why: null, rows: [{ key: 'ill' }, { key: 'well' }] });
  rows.update((all) => [...all, tableRow('record', madeRow('record'), false)]);
  view.toggle('record');
  expect(comparable(view).why).toContain('The file of record is not here');
  expect(worstRow(view)?.key).toBe('worse');
  view.setFilter('ill < 60%');
  expect(worstRow(view)?.key).toBe('ill');
  view.setFilter('name = well');
  expect(worstRow(view)).toBeNull();
});

test('what the filter hides is neither compared, copied nor removed', () => {
  view.selectShown(true);
  view.setFilter('finding = death-spiral');
  expect(comparable(view).rows.map(({ key }) => key)).toEqual(['worse', 'ill']);
  expect(view.chosen.map(({ key }) => key)).toEqual(['worse', 'ill']);
  view.removePicked();
  expect(removed).toEqual(['worse', 'ill']);
});

test('a closed table leaves nothing selected, and no filter', () => {
  view.setFilter('ill');
  view.toggle('ill');
  table.set(null);
  expect(view.state.get()).toMatchObject({ filter: '', shown: [], selected: new Set() });
});
