/**
 * A fleet: Parquet files of rows, as `qlogscope check --format parquet` and the job write them, become a table of a million
 * traces with groups and shares. What is here loads with the page; the rest with the first fleet.
 */
import type { Message } from '../../../engine/reading/contract/snapshot';
import { isParquet } from '../../../sharing/fleet-rows/parquet-head';
import type { AppState } from '../../state/app-state';
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
    onPage({
      id: 'fleet',
      title: 'Fleet',
      group: 'Trace',
      keys: [{ code: 'KeyF', shift: true }],
      run: (app) => {
        if (app.fleet.get() === null) return app.files.notify(NO_FLEET);
        app.showScreen('fleet');
      },
    }),
  ],
  page: [
    {
      place: 'tabs',
      part: 'The tab of the fleet',
      content: { during: (app) => app.fleet, load: async () => (await import('./fleet-tab')).FleetTab },
    },
    {
      place: 'fleet',
      part: 'The fleet',
      content: { during: (app) => app.fleet, load: async () => (await import('./fleet-screen')).FleetScreen },
    },
  ],
  openers: (app) => [
    {
      claims: { name: (name) => PARQUET.test(name), head: isParquet },
      open: (files, traces) => openFleet(app, files, traces),
    },
  ],
};
