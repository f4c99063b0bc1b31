/** The tab of the fleet. */
import type { ReactNode } from 'react';
import { count } from '../../../engine/base/text/figures';
import { ScreenTab } from '../../controls/screen-tab';
import { useApp } from '../../controls/use-app';
import { useStore } from '../../controls/use-store';
import type { OpenFleet } from '../../state/fleet/fleet';
import { FLEET, fleetStore } from '../../state/fleet/fleet-store';

export function FleetTab(): ReactNode {
  const fleet = useStore(useApp().feature(fleetStore));
  return fleet === null ? null : <Tab fleet={fleet} />;
}

function Tab({ fleet }: { readonly fleet: OpenFleet }): ReactNode {
  const { opened } = useStore(fleet.state);
  const rows = opened?.rows ?? 0;
  return (
    <ScreenTab testId="fleet-tab" screen={FLEET} title="Fleet (Shift + F)" rows={rows}>
      Fleet ({count(rows)})
    </ScreenTab>
  );
}
