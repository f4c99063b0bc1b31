/** The switch that keeps copies of local files on this device, and below it how much room they take. */
import type { ReactNode } from 'react';
import { useApp } from '../../controls/use-app';
import { useStore } from '../../controls/use-store';
import { copiesState } from '../../state/device/copies-state';
import { loadCopies } from '../../state/device/load-copies';

export function CopiesSwitch(): ReactNode {
  const app = useApp();
  const { keepCopies } = useStore(app.choices);
  const state = app.feature(copiesState);
  const { refused } = useStore(state);
  const change = (on: boolean): void => {
    const switched = loadCopies(app).then((copies) => (on ? copies.switchOn() : copies.switchOff()));
    void app.activity.whileBusy(switched).catch(() => state.update((now) => ({ ...now, refused: MISSING })));
  };
  return (
    <>
      <label className="keep-copies">
        <input
          type="checkbox"
          data-testid="keep-copies"
          checked={keepCopies}
          onChange={({ target }) => change(target.checked)}
        />
        Keep copies of local files on this device
      </label>
      {refused !== null && (
        <p className="copies-refused" role="alert" data-testid="copies-refused">
          {refused}
        </p>
      )}
    </>
  );
}

const MISSING =
  'Nothing was changed: a part of this page could not be fetched from its server. Reload the page.';
