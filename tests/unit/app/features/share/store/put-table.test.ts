/** A set of groups that is put into the store, and opened from there by a page that has nothing else of it. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { StoreClient } from '../../../../../../src/app/backend/store-client.ts';
import { putTable, storableTable } from '../../../../../../src/app/features/share/store/put-table.ts';
import { triage } from '../../../../../../src/app/features/triage/index.ts';
import { tableScreenLinks } from '../../../../../../src/app/features/triage/table-screen-links.ts';
import { AppState } from '../../../../../../src/app/state/app-state.ts';
import { hostConfig } from '../../../../../../src/app/state/host-config.ts';
import { groupsShown } from '../../../../../../src/app/state/table/groups-shown.ts';
import { tableOf } from '../../../../../../src/app/state/table/open-table.ts';
import { savedRows } from '../../../../../../src/app/state/table/saved-table.ts';
import { tableGroups } from '../../../../../../src/app/state/table/table-groups.ts';
import { tableLinks } from '../../../../../../src/app/state/table/table-link.ts';
import { tableStore } from '../../../../../../src/app/state/table/table-store.ts';
import { tableView } from '../../../../../../src/app/state/table/table-view.ts';
import { MOST_RECORDS } from '../../../../../../src/app/state/table/trace-table.ts';
import { sha256OfBlob } from '../../../../../../src/engine/input/bytes/sha256.ts';
import type { RunSamples } from '../../../../../../src/engine/reading/contract/samples.ts';
import { SHARE_NOTHING } from '../../../../../../src/engine/reading/contract/share-options.ts';
import { parseLink } from '../../../../../../src/sharing/link/parse.ts';
import { documentOf } from '../../../../../../src/sharing/table/groups-text.ts';
import { madeFinding, madeRow } from '../../../../../support/table-rows.ts';
import { endTraceWorkers, stubTraceWorkers } from '../../../../../support/trace-worker.ts';

const BASE = 'https://store.example/';

const apps: AppState[] = [];
/** Objects of the store, by their names. */
let store: Map<string, Blob>;

beforeEach(() => {
  stubTraceWorkers();
  store = new Map();
  vi.stubGlobal('location', new URL('https://page.example/'));
  vi.stubGlobal('fetch', async (url: string) => {
    const object = store.get(url.replace(BASE, ''));
    return object === undefined ? new Response(null, { status: 404 }) : new Response(object);
  });
});
afterEach(() => {
  for (const app of apps.splice(0)) endTraceWorkers(app);
  vi.unstubAllGlobals();
});

/** A browser of its own, whose page has the store. */
function page(): AppState {
  const app = new AppState([triage]);
  apps.push(app);
  const config = {
    store: { base: BASE, sign: null, maxBytes: null },
    embedOrigins: [],
    publicUrl: null,
    links: null,
  };
  app.feature(hostConfig).read = async () => ({ config, problems: [] });
  return app;
}

const rowsThere = (app: AppState, rows: number): Promise<void> =>
  vi.waitFor(() => expect(app.feature(tableStore).get()?.rows.get()).toHaveLength(rows));

const client = {
  checkSize: () => undefined,
  put: async (name: string, content: Blob) => void store.set(name, content),
} as unknown as StoreClient;

const run = (completedUs: number): RunSamples => ({
  ...{ connection: 0, outcome: 'finished', completedUs, endUs: completedUs },
  samples: {
    ...{ fromUs: 0, stepUs: 1e4 },
    series: [{ quantity: 'cwnd', values: new Float64Array(100).fill(completedUs / 1e3) }],
  },
  landmarks: { startUs: 0, handshakeUs: 2e4, firstDataUs: 3e4, firstLossUs: 1e5, lastLossUs: 2e5 },
});

/** A table of so many rows in two groups, of which as many files are read as are given. */
async function grouped(rows: number, read: number): Promise<AppState> {
  const app = page();
  const ill = { findings: [madeFinding('death-spiral', 'critical', 1, 5e6)] };
  tableOf(app).addRecords(
    Array.from({ length: rows }, (_, i) =>
      madeRow(`${i % 2 === 0 ? 'old' : 'new'}-s${i}`, { side: 'sender', ...(i % 4 === 0 && ill) }),
    ),
    0,
  );
  await rowsThere(app, rows);
  const groups = app.feature(tableGroups);
  groups.change({ by: 'pattern', patterns: 'old-*\nnew-*' });
  groups.rename('old-*', 'before');
  const keys = groups.grouped.get().groups.flatMap((group) => group.rows.map(({ key }) => key));
  groups.figures.set(new Map(keys.slice(0, read).map((key, i) => [key, run(1e6 + i * 1e4)])));
  app.feature(groupsShown).set(true);
  return app;
}

async function put(app: AppState): Promise<string> {
  const { signal } = new AbortController();
  const steps = { signal, onStep: () => undefined };
  return putTable(app, client, await storableTable(app, savedRows(app), signal), steps);
}

/** Opens a link in another browser. @returns what it is, or why it was not opened. */
async function opened(fragment: string): Promise<AppState | string> {
  const other = page();
  const { state, dropped } = parseLink(fragment);
  expect(dropped).toEqual([]);
  const show = await tableScreenLinks.fetch?.(other, state);
  if (show == null) throw new Error('the link names no table in a store');
  if ('kind' in show) return show.text;
  expect(show()).toEqual([]);
  return other;
}

test('opens with the same verdict, figures, bands and names, and its address is the short link', async () => {
  const app = await grouped(24, 24);
  const fragment = await put(app);
  expect(fragment).toMatch(/^v=13&table=[0-9a-f]{64}\.table$/);
  const other = await opened(fragment);
  if (typeof other === 'string') throw new Error(other);
  await rowsThere(other, 24);
  const [mine, theirs] = [app.feature(tableGroups), other.feature(tableGroups)];
  expect(documentOf(theirs.said)).toEqual(documentOf(mine.sharedSaid));
  expect(theirs.shown.map(({ name }) => name)).toEqual(['before', 'group B']);
  expect(theirs.bands.plots).toHaveLength(mine.bands.plots.length);
  expect(other.feature(tableLinks).shortest()?.fragment).toBe(fragment);

  // What is changed is in the store no more: the link holds the rows.
  theirs.rename('group B', 'after');
  expect(other.feature(tableLinks).shortest()?.fragment).toMatch(/^v=1[23]&groups=.*&rows=/);
});

test('holds 10,000 rows, the worst of more, and then what is said of all', { timeout: 60_000 }, async () => {
  const app = await grouped(MOST_RECORDS + 10, 0);
  const said = documentOf(app.feature(tableGroups).sharedSaid);
  const other = await opened(await put(app));
  if (typeof other === 'string') throw new Error(other);
  await rowsThere(other, MOST_RECORDS);
  expect(documentOf(other.feature(tableGroups).said)).toEqual(said);
  const [spiral] = other.feature(tableGroups).said.shares;
  expect(spiral?.shares.map(({ runs }) => runs)).toEqual([5005, 5005]);
});

test('order and filter are in the link, and a table without groups opens as rows', async () => {
  const app = await grouped(12, 0);
  app.feature(groupsShown).set(null);
  app.feature(tableView).setOptions({ ...SHARE_NOTHING, fileName: true });
  app.feature(tableView).setFilter('name = old*');
  app.feature(tableView).sortBy('ill');
  const fragment = await put(app);
  const other = await opened(fragment);
  if (typeof other === 'string') throw new Error(other);
  await rowsThere(other, 6);
  expect(other.feature(groupsShown).get()).toBeNull();
  expect(other.feature(tableView).state.get().order).toEqual({ key: 'ill', reversed: false });
});

test('what is gone, other bytes and no table are said', async () => {
  const fragment = await put(await grouped(12, 0));
  const [name = '', content = new Blob()] = [...store][0] ?? [];
  store.clear();
  expect(await opened(fragment)).toMatch(
    /could not be read from the store\. store\.example does not have it/,
  );
  store.set(name, new Blob([content, 'x']));
  expect(await opened(fragment)).toContain('other bytes than the link names');
});

test('an object that is no table is said to be none', async () => {
  const content = new Blob(['{}']);
  const name = `${await sha256OfBlob(content)}.table`;
  store.set(name, content);
  expect(await opened(`v=13&table=${name}`)).toContain('is no table that this version reads');
});
