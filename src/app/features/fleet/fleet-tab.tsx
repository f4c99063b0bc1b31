/** The tab of the fleet, before those of the open traces. */
import type { ReactNode } from 'react';
import { count } from '../../../engine/text/figures';
import { useApp } from '../../controls/use-app';
import { useStore } from '../../controls/use-store';
import type { OpenFleet } from '../../state/open-fleet';
import '../triage/table-tab.css';

export function FleetTab(): ReactNode {
  const fleet = useStore(useApp().fleet);
  return fleet === null ? null : <Tab fleet={fleet} />;
}

function Tab({ fleet }: { readonly fleet: OpenFleet }): ReactNode {
  const app = useApp();
  useStore(app.files.list);
  useStore(app.screen);
  const { opened } = useStore(fleet.state);
  const isShown = app.shownFleet === fleet;
  return (
    <span className={isShown ? 'tab table-tab current' : 'tab table-tab'}>
      <button
        type="button"
        className="tab-name"
        data-testid="fleet-tab"
        data-rows={opened?.rows ?? 0}
        aria-current={isShown ? 'true' : undefined}
        title="Fleet (Shift + F)"
        onClick={() => {
          app.screen.set('fleet');
          app.files.showNone();
        }}
      >
        Fleet ({count(opened?.rows ?? 0)})
      </button>
    </span>
  );
}
