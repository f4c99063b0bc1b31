/**
 * A fleet: Parquet files of rows, as `qlogscope check --format parquet` and the job write them, become a table of a million
 * traces with groups and shares. What is here loads with the page; the rest with the first fleet.
 */
import type { Message } from '../../../engine/reading/contract/snapshot';
import { isParquet } from '../../../sharing/fleet-rows/parquet-head';
import { isFleet } from '../../../sharing/link/url-kind';
import type { AppState } from '../../state/app-state';
import { FLEET, fleetStore, noFleetLink } from '../../state/fleet/fleet-store';
import type { NamedFile } from '../../state/traces/named-file';
import { type Feature, onPage } from '../../workbench/slots';

const NOT_FETCHED: Message = {
  kind: 'part-missing',
  level: 'error',
  text: 'The part of this page that shows a fleet could not be fetched from its server. Reload the page.',
  places: [],
};

const NO_FLEET: Message = {
  kind: 'no-fleet',
  level: 'note',
  text: 'There is no fleet: drop the Parquet files that qlogscope check --format parquet, or the job, wrote.',
  places: [],
};

const PARQUET = /\.parquet$/i;

async function openFleet(
  app: AppState,
  files: readonly NamedFile[],
  traces: readonly NamedFile[],
): Promise<void> {
  const part = await import('../../state/fleet/open-fleet').catch(() => null);
  if (part === null) app.files.notify(NOT_FETCHED);
  else part.openFleetOf(app, files, traces);
}

export const fleet: Feature = {
  id: 'fleet',
  commands: [
    onPage('fleet', 'Fleet', 'Trace', 'Shift+KeyF', (app) => {
      if (app.feature(fleetStore).get() === null) return app.files.notify(NO_FLEET);
      app.screens.show(FLEET);
    }),
  ],
  screens: [
    {
      id: FLEET,
      store: (app) => app.feature(fleetStore),
      isBusy: (app) => app.feature(fleetStore).get()?.isBusy === true,
      isShared: true,
      noLink: (app) => {
        const open = app.feature(fleetStore).get();
        return open === null ? null : noFleetLink(open);
      },
      claimsUrl: isFleet,
      links: async () => (await import('./fleet-screen-links')).fleetLinks,
      name: 'The fleet',
      tab: async () => (await import('./fleet-tab')).FleetTab,
      content: async () => (await import('./fleet-screen')).FleetScreen,
    },
  ],
  openers: (app) => [
    {
      claims: { name: (name) => PARQUET.test(name), head: isParquet },
      open: (files, traces) => openFleet(app, files, traces),
    },
  ],
};
