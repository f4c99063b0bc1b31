/** Links to a fleet at a URL: which one, and what is looked at of it. A fleet of local files has none. */
import { formatLink } from '../../../sharing/link/format';
import { EMPTY_LINK, type LinkFleet } from '../../../sharing/link/state';
import type { AppState } from '../../state/app-state';
import type { OpenFleet } from '../../state/fleet/fleet';
import { fleetStore } from '../../state/fleet/fleet-store';
import type { ScreenLinks } from '../../state/screens';

export const fleetLinks: ScreenLinks<AppState> = {
  fragment: (app) => {
    const fleet = app.feature(fleetStore).get();
    return fleet === null ? '' : fleetFragment(fleet);
  },
  watch: (app, run) => app.feature(fleetStore).get()?.state.subscribe(run) ?? (() => undefined),
  lost: (app, isShown) => {
    const fleet = app.feature(fleetStore).get();
    return fleet === null || (isShown && fleet.url !== null) ? null : `the fleet ${fleet.name}`;
  },
  openUrl: async (app, file, ref, link) => {
    const part = await import('../../state/fleet/open-fleet').catch(() => null);
    if (part === null) return null;
    part.openLinkedFleet(app, file, ref, link);
    return { dropped: part.unknownParts(link), asks: [] };
  },
};

/** @returns a fragment without `#`; empty for a fleet of local files. */
export function fleetFragment({ url, state }: OpenFleet): string {
  if (url === null) return '';
  const { filter, order, by, finding, picked } = state.get().query;
  const seen: LinkFleet | null =
    by === 'version' && finding === null && picked === null ? null : { by, finding, picked };
  const isFirst = order.key === 'worst' && !order.reversed;
  return formatLink({
    ...EMPTY_LINK,
    traces: [{ kind: 'src', url }],
    table: { ...EMPTY_LINK.table, filter, order: isFirst ? null : order, fleet: seen },
  });
}
