/** Groups of runs in the table of traces: how many have each finding, and what their windows did, as median and band. */
import type { AppState } from '../../state/app-state';
import { type Feature, onPage } from '../../workbench/slots';
import { groupsShown } from './groups-shown';

function askForGroups(app: AppState): void {
  // Without a table it says so.
  void import('../triage/open-table').then(({ showTable }) => {
    showTable(app);
    if (app.table.get() !== null) app.toggleDialog('groups');
  });
}

export const groups: Feature = {
  id: 'groups',
  commands: [
    onPage({
      id: 'groups',
      title: 'Group traces of the table',
      group: 'Trace',
      keys: [{ code: 'KeyG', shift: true }],
      run: askForGroups,
    }),
  ],
  dialogs: [
    {
      id: 'groups',
      label: 'Groups of traces',
      load: async () => (await import('./groups-form')).GroupsForm,
    },
  ],
  page: [
    {
      place: 'table',
      part: 'The groups of traces',
      content: {
        during: (app) => app.feature(groupsShown),
        load: async () => (await import('./groups-screen')).GroupsScreen,
      },
    },
  ],
};
