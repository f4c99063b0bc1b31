/** Links to the lab: its scenario or experiment, the fields that were changed, and the number of runs. */
import { formatLink } from '../../../sharing/link/format';
import { EMPTY_LINK } from '../../../sharing/link/state';
import type { AppState } from '../../state/app-state';
import { labStore } from '../../state/lab/lab-store';
import type { ScreenLinks } from '../../state/screens';
import { showLab } from './open-lab';

export const labLinks: ScreenLinks<AppState> = {
  fragment: (app) => {
    const lab = app.feature(labStore).get();
    return lab === null ? '' : formatLink({ ...EMPTY_LINK, lab: lab.link });
  },
  watch: (app, run) => {
    const lab = app.feature(labStore).get();
    const stores = lab === null ? [] : [lab.state, lab.page, lab.experiments.state];
    const ends = stores.map((store) => store.subscribe(run));
    return () => {
      for (const end of ends) end();
    };
  },
  lost: (_, isShown) => (isShown ? null : 'what was set in the lab'),
  follow: (app, { lab }) => {
    showLab(app, lab);
    return [];
  },
};
