/** A fleet gets on the screen, from files or a link, and leaves it; its rows open their traces wherever those are. Workers are stubs. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fleet as feature } from '../../../../../src/app/features/fleet/index.ts';
import { fileOf, openFleetRow } from '../../../../../src/app/features/fleet/row-opening.ts';
import { AppState } from '../../../../../src/app/state/app-state.ts';
import type { OpenFleet } from '../../../../../src/app/state/fleet/fleet.ts';
import { fleetStore } from '../../../../../src/app/state/fleet/fleet-store.ts';
import {
  closeFleet,
  openFleetOf,
  openLinkedFleet,
  unknownParts,
} from '../../../../../src/app/state/fleet/open-fleet.ts';
import type { NamedFile } from '../../../../../src/app/state/traces/named-file.ts';
import { Openers } from '../../../../../src/app/state/traces/openers.ts';
import { GROUPINGS, type RowDetail } from '../../../../../src/sharing/fleet-rows/contract.ts';
import { FLEET_ORDERS } from '../../../../../src/sharing/fleet-rows/shown-columns.ts';
import { EMPTY_LINK, type LinkTable } from '../../../../../src/sharing/link/state.ts';
import { StubFleetWorker } from '../../../../support/fleet-worker.ts';
import { shownRow } from '../../../../support/shown-fleet.ts';

const named = (name: string): NamedFile => ({ name, file: new File(['x'], name.split('/').at(-1) ?? '') });
const table = (known: Partial<LinkTable>): LinkTable => ({ ...EMPTY_LINK.table, ...known });

let app: AppState;
beforeEach(() => {
  vi.stubGlobal('Worker', StubFleetWorker);
  vi.stubGlobal('requestAnimationFrame', () => 0);
  app = new AppState([feature]);
});
afterEach(() => {
  app.feature(fleetStore).get()?.close();
  vi.unstubAllGlobals();
});

const shownWords = (): string => app.files.list.get().notice?.text ?? '';

describe('what of a link cannot be followed', () => {
  test('is named part by part; all that there is can be', () => {
    const fleet = (by: string) => ({ by, finding: null, picked: null }) as never;
    for (const key of FLEET_ORDERS)
      expect(unknownParts(table({ order: { key, reversed: true } }))).toEqual([]);
    for (const by of GROUPINGS) expect(unknownParts(table({ fleet: fleet(by) }))).toEqual([]);
    expect(unknownParts(table({}))).toEqual([]);
    const both = table({ order: { key: 'colour', reversed: false }, fleet: fleet('shape') });
    expect(unknownParts(both).map(({ part, why }) => `${part}: ${why}`)).toEqual([
      'sort=colour: the fleet has no such column',
      'group=shape: rows are not grouped by that',
    ]);
  });

  test('is left out of what is looked at; the rest of it is', () => {
    const file = app.files.openDigest('march.parquet', { ref: null, encoded: null, place: null }, () => ({
      request: () => new Promise(() => undefined),
      ...{ isPreparing: () => false, wake: () => undefined, restart: () => undefined, stop: () => undefined },
    }));
    const looked = { filter: 'host = a', fleet: { by: 'shape', finding: 'pto-storm', picked: 'b' } as never };
    openLinkedFleet(
      app,
      file,
      { kind: 'src', url: 'https://a.example/march.parquet' },
      table({ ...looked, order: { key: 'cost', reversed: true } }),
    );
    expect(app.feature(fleetStore).get()?.state.get().query).toEqual({
      ...{ filter: 'host = a', finding: 'pto-storm', by: 'version', picked: 'b' },
      order: { key: 'cost', reversed: true },
    });
    expect([app.feature(fleetStore).get()?.url, app.files.files]).toEqual([
      'https://a.example/march.parquet',
      [],
    ]);
    expect(app.screens.shown.get()?.id).toBe('fleet');
  });
});

describe('a fleet of files', () => {
  test('is called by its file, several by their number, and replaces the one before', () => {
    openFleetOf(app, [named('a.parquet')], []);
    const [first, worker] = [app.feature(fleetStore).get(), StubFleetWorker.last];
    expect(first?.name).toBe('a.parquet');
    openFleetOf(app, [named('a.parquet'), named('b.parquet')], [named('t.sqlog')]);
    expect(app.feature(fleetStore).get()?.name).toBe('2 files');
    expect(
      app
        .feature(fleetStore)
        .get()
        ?.folder.get()
        .map(({ name }) => name),
    ).toEqual(['t.sqlog']);
    expect(worker?.isEnded).toBe(true);
    expect(StubFleetWorker.last?.bodies('open')).toMatchObject([
      [{ name: 'a.parquet' }, { name: 'b.parquet' }],
    ]);
  });

  test('that is closed gives the screen back', () => {
    openFleetOf(app, [named('a.parquet')], []);
    expect(app.status.get().state).toBe('loading');
    closeFleet(app);
    expect([app.feature(fleetStore).get(), app.screens.shown.get()?.id, app.status.get().state]).toEqual([
      null,
      undefined,
      'empty',
    ]);
    expect(StubFleetWorker.last?.isEnded).toBe(true);
  });

  test('takes the tables among files that are dropped, whatever case their names have, and keeps the traces for its rows', async () => {
    const others: (readonly NamedFile[])[] = [];
    const openers = new Openers(feature.openers?.(app) ?? []);
    const open = (...names: readonly string[]): Promise<void> =>
      openers.open(names.map(named), async (files) => void others.push(files));
    await open('t.sqlog');
    expect([others.length, app.feature(fleetStore).get()]).toEqual([1, null]);
    await open('t.sqlog', 'A.PARQUET', 'parquet');
    expect(others).toHaveLength(1);
    expect(app.feature(fleetStore).get()?.name).toBe('A.PARQUET');
    expect(
      app
        .feature(fleetStore)
        .get()
        ?.folder.get()
        .map(({ name }) => name),
    ).toEqual(['t.sqlog', 'parquet']);
  });

  test('is shown by its command, which says what to do where there is none', () => {
    const command = feature.commands?.find(({ id }) => id === 'fleet');
    command?.run(app);
    expect(shownWords()).toMatch(/^There is no fleet: drop the Parquet files/);
    openFleetOf(app, [named('a.parquet')], []);
    app.screens.choose('table');
    command?.run(app);
    expect(app.screens.shown.get()?.id).toBe('fleet');
  });
});

describe('the file of a row', () => {
  const folder = ['logs/edge-1/a.sqlog', 'edge-1/b.sqlog', 'a.sqlog', 'x/aa.sqlog'].map(named);

  test.each([
    ['edge-1/a.sqlog', 'logs/edge-1/a.sqlog'],
    ['edge-1/b.sqlog', 'edge-1/b.sqlog'],
    // The folder that was given lies further inside, or further outside.
    ['deep/edge-2/a.sqlog', 'a.sqlog'],
    ['b.sqlog', 'edge-1/b.sqlog'],
    // A connection or member of a file.
    ['edge-1/b.sqlog!/2', 'edge-1/b.sqlog'],
    // No part of a name is a name.
    ['edge-1/aaa.sqlog', null],
    ['c.sqlog', null],
    ['qlog', null],
  ])('%s is %s', (path, name) => {
    expect(fileOf(folder, path)?.name ?? null).toBe(name);
  });

  test('is the one whose path says most', () => {
    expect(fileOf([named('a.sqlog'), named('edge-1/a.sqlog')], 'edge-1/a.sqlog')?.name).toBe(
      'edge-1/a.sqlog',
    );
    expect(fileOf([], 'a.sqlog')).toBeNull();
  });
});

describe('a row', () => {
  const DIGEST = new Uint8Array([1, 2, 3]);
  function fleetWith(detail: Partial<RowDetail> | null, folder: readonly NamedFile[] = []): OpenFleet {
    const whole: RowDetail = { hash: null, fileBytes: null, controllerWords: null, digest: null, ...detail };
    return {
      folder: { get: () => folder },
      detail: () => (detail === null ? Promise.reject(new Error('gone')) : Promise.resolve(whole)),
    } as unknown as OpenFleet;
  }
  let opened: File[];
  beforeEach(() => {
    opened = [];
    app.files.openFiles = (files) => {
      opened.push(...files);
      return Promise.resolve() as never;
    };
  });
  const row = shownRow({ file: 'edge-1/a.sqlog' });

  test('whose trace is nowhere opens its digest, under its own name', async () => {
    await openFleetRow(app, fleetWith({ digest: DIGEST }), row);
    expect(opened.map(({ name, size }) => [name, size])).toEqual([['a.sqlog.qlogscope', 3]]);
    expect(shownWords()).toBe('');
  });

  test('without one says where its trace is wanted from, and where it could not be read again, that too', async () => {
    await openFleetRow(app, fleetWith({}), row);
    expect(shownWords()).toMatch(/^The trace edge-1\/a\.sqlog is not here: give the folder that it lies in/);
    await openFleetRow(app, fleetWith(null), row);
    expect(shownWords()).toMatch(/^Its row could not be read again\. The trace edge-1\/a\.sqlog is not here/);
    expect(opened).toEqual([]);
  });

  test('with a hash that is none asks no store', async () => {
    const asked = vi.fn();
    vi.stubGlobal('fetch', asked);
    await openFleetRow(app, fleetWith({ hash: '../../evil', digest: DIGEST }), row);
    expect([asked.mock.calls, opened.length]).toEqual([[], 1]);
  });
});
