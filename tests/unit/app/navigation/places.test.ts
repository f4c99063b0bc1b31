/** Where the page is, and the way back there: to what is still open, as it was left. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fleet as fleetFeature } from '../../../../src/app/features/fleet/index.ts';
import { lab as labFeature } from '../../../../src/app/features/lab/index.ts';
import { triage } from '../../../../src/app/features/triage/index.ts';
import { isSamePart, type Place, Places } from '../../../../src/app/navigation/places.ts';
import { AppState } from '../../../../src/app/state/app-state.ts';
import type { OpenFleet } from '../../../../src/app/state/fleet/fleet.ts';
import { fleetStore } from '../../../../src/app/state/fleet/fleet-store.ts';
import type { Lab, LabPage } from '../../../../src/app/state/lab/lab.ts';
import { labStore } from '../../../../src/app/state/lab/lab-store.ts';
import { createStore } from '../../../../src/app/state/store.ts';
import { groupsShown } from '../../../../src/app/state/table/groups-shown.ts';
import { tableStore } from '../../../../src/app/state/table/table-store.ts';
import type { TraceTable } from '../../../../src/app/state/table/trace-table.ts';
import { HandTrace } from '../../../support/hand-trace.ts';
import { endTraceWorkers, stubTraceWorkers } from '../../../support/trace-worker.ts';

let app: AppState;
let places: Places;
let page = createStore<LabPage>('scenarios');

/** A table, a fleet and a lab are open. */
beforeEach(() => {
  stubTraceWorkers();
  app = new AppState([triage, fleetFeature, labFeature]);
  places = new Places(app);
  page = createStore<LabPage>('scenarios');
  app.feature(tableStore).set({ close: () => undefined } as unknown as TraceTable);
  app.feature(fleetStore).set({} as OpenFleet);
  app.feature(labStore).set({ page, show: (id: LabPage) => page.set(id) } as unknown as Lab);
});
afterEach(() => endTraceWorkers(app));

/** Each screen, and what shows it. */
const SCREENS: { readonly [name: string]: () => void } = {
  trace: () => void new HandTrace(app, 'a').say(),
  rows: () => {
    app.screens.show('table');
    app.feature(groupsShown).set(null);
  },
  groups: () => {
    app.screens.show('table');
    app.feature(groupsShown).set(true);
  },
  fleet: () => app.screens.show('fleet'),
  lab: () => {
    app.screens.show('lab');
    page.set('scenarios');
  },
  experiments: () => {
    app.screens.show('lab');
    page.set('experiments');
  },
};

const goTo = (name: string): Place => {
  SCREENS[name]?.();
  return places.now ?? expect.fail('no place');
};

test('the open screen is no place', () => {
  expect(new Places(new AppState([triage, fleetFeature, labFeature])).now).toBeNull();
  expect(isSamePart(null, null)).toBe(true);
});

describe.each(Object.keys(SCREENS))('from %s', (from) => {
  test.each(Object.keys(SCREENS))('to %s and back', (to) => {
    const place = goTo(from);
    expect(isSamePart(place, goTo(to))).toBe(from === to);
    expect(places.isOpen(place)).toBe(true);
    expect(places.show(place)).toBe(true);
    expect(places.now).toEqual(place);
  });
});

test('a table in place of another one is no place of that', () => {
  const place = goTo('groups');
  app.feature(tableStore).set({ close: () => undefined } as unknown as TraceTable);
  expect(places.show(place)).toBe(false);
  expect(places.now).toMatchObject({ screen: 'table', part: 'rows' });
});

test('a trace that was closed is no place to go back to, nor is one of another load of the page', () => {
  const place = goTo('trace');
  expect(new Places(app).isOpen(place)).toBe(false);
  expect(places.isOpen({ ...place, screen: 'constructor' })).toBe(false);
  for (const file of app.files.files) app.files.close(file);
  expect(places.show(place)).toBe(false);
  expect(places.now?.screen).not.toBe('trace');
});
