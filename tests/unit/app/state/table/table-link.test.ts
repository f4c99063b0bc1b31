/** The link to a table whose groups are shown: which rows are in which group, under which names, and what it says it leaves out. */
import { beforeEach, expect, test } from 'vitest';
import type { AppState } from '../../../../../src/app/state/app-state.ts';
import { createStore } from '../../../../../src/app/state/store.ts';
import { groupsShown } from '../../../../../src/app/state/table/groups-shown.ts';
import { MOST_GROUPS, tableGroups } from '../../../../../src/app/state/table/table-groups.ts';
import { type TableLink, tableLinks } from '../../../../../src/app/state/table/table-link.ts';
import { tableStore } from '../../../../../src/app/state/table/table-store.ts';
import { tableView } from '../../../../../src/app/state/table/table-view.ts';
import type { TableRow, TraceTable } from '../../../../../src/app/state/table/trace-table.ts';
import type { RunSamples } from '../../../../../src/engine/reading/contract/samples.ts';
import { SHARE_NOTHING } from '../../../../../src/engine/reading/contract/share-options.ts';
import { parseLink } from '../../../../../src/sharing/link/parse.ts';
import { type LinkGroups, MAX_GROUPS, MAX_ID } from '../../../../../src/sharing/link/state.ts';
import { documentOf } from '../../../../../src/sharing/table/groups-text.ts';
import { unpackRuns } from '../../../../../src/sharing/table/packed-runs.ts';
import { partialApp } from '../../../../support/partial-app.ts';
import { madeFinding, madeRow } from '../../../../support/table-rows.ts';

const LISTING = 'https://logs.example/list.json';

let app: AppState;

const rowOf = (name: string, known: Parameters<typeof madeRow>[1] = {}): TableRow => ({
  ...{ key: name, name, source: null },
  row: madeRow(name, { side: 'sender', ...known }),
});

beforeEach(() => {
  const ill = { findings: [madeFinding('death-spiral', 'critical', 1, 5e6)] };
  const rows = [
    ...[1, 2].map((seed) => rowOf(`well-s${seed}`)),
    ...[1, 2, 3].map((seed) => rowOf(`ill-s${seed}`, ill)),
    rowOf('ill-s4', { ...ill, side: 'receiver' }),
  ];
  app = partialApp(
    { activity: { hold: () => () => undefined } },
    { rows: createStore(rows), origin: { kind: 'listing', url: LISTING }, placesOf: () => [] },
  );
  app.feature(groupsShown).set(true);
});

const made = (): TableLink => app.feature(tableLinks).shortest() as TableLink;

function groupsOf({ fragment }: TableLink): LinkGroups | null {
  const { state, dropped } = parseLink(fragment);
  expect(dropped).toEqual([]);
  return state.table.groups;
}

test('holds as many groups as the page shows', () => expect(MAX_GROUPS).toBe(MOST_GROUPS));

test('holds the group of each row, the worst row first, and the names that were typed; not those of files', () => {
  app.feature(tableGroups).rename('well', ' after, the fix ');
  const link = made();
  expect(groupsOf(link)).toEqual({ names: ['group A', 'after, the fix'], ofRows: [0, 0, 0, null, 1, 1] });
  expect(link.words).toMatch(/^holds 6 rows.*, in 2 groups\. 1 name of groups that come from names of files/);
  expect(link.fragment).not.toContain('ill');

  // Each has a tick of its own.
  app.feature(tableView).setOptions({ ...SHARE_NOTHING, fileName: true });
  expect(groupsOf(made())?.names).toEqual(['group A', 'after, the fix']);
  app.feature(tableView).setOptions({ ...SHARE_NOTHING, groupNames: true });
  expect(groupsOf(made())?.names).toEqual(['ill', 'after, the fix']);
  expect(made().words).not.toContain('letter');
});

test('holds patterns with the names of groups only; which rows they took stays in any case', () => {
  const patternsIn = ({ fragment }: TableLink) => parseLink(fragment).state.table.patterns;
  app.feature(tableGroups).change({ by: 'pattern', patterns: 'well-*\nill-s?' });
  expect([groupsOf(made())?.ofRows, patternsIn(made())]).toEqual([[1, 1, 1, null, 0, 0], []]);
  app.feature(tableView).setOptions({ ...SHARE_NOTHING, groupNames: true });
  expect([groupsOf(made())?.ofRows, patternsIn(made())]).toEqual([
    [1, 1, 1, null, 0, 0],
    ['well-*', 'ill-s?'],
  ]);
  app.feature(tableGroups).change({ by: 'name' });
  expect(made().fragment).toMatch(/^v=10&/);
});

test('has a letter for a name that is longer than a link holds', () => {
  app.feature(tableGroups).rename('well', 'x'.repeat(MAX_ID + 1));
  expect(groupsOf(made())?.names).toEqual(['group A', 'group B']);
  expect(made().words).toContain('The names of groups');
});

test('of a listing holds rows where groups are shown, and the link that names the listing says that it lacks them', () => {
  expect(made().fragment).toMatch(/^v=10&groups=/);
  const { words = '', fragment = '' } = app.feature(tableLinks).ofListing() ?? {};
  expect(fragment).toBe(`v=2&src=${LISTING}`);
  expect(words).toContain('The groups and their names are left out');
  app.feature(groupsShown).set(null);
  expect(made()).toMatchObject({
    fragment: `v=2&src=${LISTING}`,
    words: expect.not.stringContaining('groups'),
  });
  expect(app.feature(tableLinks).ofRows()?.fragment).toMatch(/^v=4&rows=/);
});

test('holds the landmark that was chosen, and what the files of its rows gave, once all are read', () => {
  const groups = app.feature(tableGroups);
  expect(parseLink(made().fragment).state.table.runs).toBeNull();
  groups.landmark.set('handshake');
  const run: RunSamples = {
    ...{ connection: 0, outcome: 'finished', completedUs: 9, endUs: 9 },
    samples: { fromUs: 0, stepUs: 1, series: [] },
    landmarks: { startUs: 4, handshakeUs: 5, firstDataUs: 6, firstLossUs: 7, lastLossUs: 8 },
  };
  groups.figures.set(new Map([['well-s2', run]]));
  const shared = unpackRuns(parseLink(made().fragment).state.table.runs ?? '');
  expect(shared).toMatchObject({ landmark: 'handshake', bands: null });
  // The worst rows first.
  const of = typeof shared === 'string' ? [] : shared.runs.map((one) => one?.completedUs ?? null);
  expect(of).toEqual([null, null, null, null, null, 5]);
  groups.progress.set({ read: 1, total: 2 });
  expect(parseLink(made().fragment).state.table.runs).toBeNull();
});

test('of more runs than fit holds the worst rows, and what is said of all', () => {
  const many = Array.from({ length: 2000 }, (_, i) => {
    const findings = i % 4 === 0 ? [madeFinding('death-spiral', 'critical', i * 977, 5e6 + i * 7919)] : [];
    return rowOf(`${i < 1000 ? 'old' : 'new'}-s${i}`, {
      ...{ findings, durationUs: 1e6 + i * i, goodput: 1e5 + i * 31, recordedMs: i * 1e7 },
    });
  });
  const table = { rows: createStore(many), origin: null, placesOf: () => [] };
  app = partialApp({ activity: { hold: () => () => undefined } }, table);
  app.feature(groupsShown).set(true);
  app.feature(tableView).setOptions({ ...SHARE_NOTHING, fileName: true, groupNames: true });
  const groups = app.feature(tableGroups);
  const link = made();
  expect(link.fragment.length).toBeLessThan(32 * 1024);
  expect(link.words).toMatch(/^holds the [\d,]+ worst of 2,000 rows.* and what is said of all runs\./);
  const shared = unpackRuns(parseLink(link.fragment).state.table.runs ?? '');
  if (typeof shared === 'string' || shared.said === null) throw new Error('nothing is said');
  expect(documentOf(shared.said)).toEqual(documentOf(groups.said));
  expect(groups.said.verdict[0]).toContain('every interval of a difference holds 0');
});

test('follows what is grouped and named', () => {
  let changes = 0;
  const table = app.feature(tableStore).get() as TraceTable;
  const end = app.feature(tableLinks).watch(table, () => changes++);
  app.feature(tableGroups).rename('well', 'fixed');
  expect(changes).toBe(1);
  app.feature(groupsShown).set(null);
  expect(changes).toBe(2);
  end();
  app.feature(tableGroups).rename('well', 'else');
  expect(changes).toBe(2);
});
