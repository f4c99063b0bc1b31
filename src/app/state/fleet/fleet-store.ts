/** The fleet, where there is one. Small: the page asks before its code is fetched. */
import type { AppState } from '../app-state';
import type { FeatureState } from '../feature-states';
import { createStore, type Store } from '../store';
import type { OpenFleet } from './fleet';

/** Id of its screen. */
export const FLEET = 'fleet';

/** Why there is no link to a fleet; null where there is one. */
export const noFleetLink = ({ url }: Pick<OpenFleet, 'url'>): string | null =>
  url === null ? 'A fleet of local files has no link: share its report.' : null;

/** The fleet while it is on the screen. */
export function shownFleet(app: AppState): OpenFleet | null {
  return app.screens.isShown(FLEET) ? app.feature(fleetStore).get() : null;
}

export const fleetStore: FeatureState<AppState, Store<OpenFleet | null>> = {
  create: () => createStore<OpenFleet | null>(null),
};
