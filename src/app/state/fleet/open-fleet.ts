/** Opens Parquet files, or one at a URL, as the fleet of the page. */
import { plural } from '../../../engine/base/text/figures';
import { type FleetQuery, GROUPINGS, type PartSpec } from '../../../sharing/fleet-rows/contract';
import { FLEET_ORDERS } from '../../../sharing/fleet-rows/shown-columns';
import type { RemoteRef } from '../../../sharing/link/remote-url';
import type { DroppedPart, LinkTable } from '../../../sharing/link/state';
import type { AppState } from '../../state/app-state';
import type { NamedFile } from '../traces/named-file';
import type { OpenFile } from '../traces/open-file';
import { OpenFleet } from './fleet';
import { FLEET, fleetStore } from './fleet-store';

/** @param traces that were dropped with the tables: rows open them by their names. */
export function openFleetOf(app: AppState, files: readonly NamedFile[], traces: readonly NamedFile[]): void {
  const parts = files.map(({ file, name }): PartSpec => ({ kind: 'file', name, file }));
  const [first] = files;
  const name = files.length === 1 ? (first?.name ?? '') : plural(files.length, 'file');
  show(app, name, parts).folder.set(traces);
}

/** What of a link to a fleet cannot be followed. */
export function unknownParts({ order, fleet }: LinkTable): readonly DroppedPart[] {
  const isKnown = (names: readonly string[], asked: string | null): boolean =>
    asked === null || names.includes(asked);
  const [key, by] = [order?.key ?? null, fleet?.by ?? null];
  return [
    ...(isKnown(FLEET_ORDERS, key) ? [] : [{ part: `sort=${key}`, why: 'the fleet has no such column' }]),
    ...(isKnown(GROUPINGS, by) ? [] : [{ part: `group=${by}`, why: 'rows are not grouped by that' }]),
  ];
}

/** Opens what a link names. @param file that was opened for the URL, before it was known to be no trace. */
export function openLinkedFleet(
  app: AppState,
  file: OpenFile,
  { url }: RemoteRef,
  { filter, order, fleet }: LinkTable,
): void {
  const { name } = file;
  const key = FLEET_ORDERS.find((one) => one === order?.key);
  const by = GROUPINGS.find((one) => one === fleet?.by);
  show(app, name, [{ kind: 'url', name, url }], {
    filter,
    finding: fleet?.finding ?? null,
    picked: fleet?.picked ?? null,
    ...(by !== undefined && { by }),
    ...(key !== undefined && { order: { key, reversed: order?.reversed === true } }),
  });
  app.files.close(file);
}

function show(
  app: AppState,
  name: string,
  parts: readonly PartSpec[],
  query: Partial<FleetQuery> = {},
): OpenFleet {
  const store = app.feature(fleetStore);
  store.get()?.close();
  const worker = new Worker(new URL('../../../../workers/fleet.ts', import.meta.url), { type: 'module' });
  const fleet = new OpenFleet(name, parts, worker, () => app.activity.changed(), query);
  store.set(fleet);
  app.files.notify(null);
  app.screens.show(FLEET);
  return fleet;
}

export function closeFleet(app: AppState): void {
  const store = app.feature(fleetStore);
  store.get()?.close();
  store.set(null);
  app.screens.leave();
}
