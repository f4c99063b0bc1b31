/**
 * Groups of runs in the table of traces: how many have each finding, and what their windows did, as median and band. Their
 * screen stands in place of the rows, and is fetched by them (`triage/table-screen.tsx`).
 */
import { type Feature, onPage } from '../../../workbench/slots';

const part = () => import('./groups-part');

export const groups: Feature = {
  id: 'groups',
  commands: [
    onPage(
      'groups',
      'Group traces of the table',
      'Trace',
      'Shift+KeyG',
      (app) => void part().then(({ askForGroups }) => askForGroups(app)),
    ),
  ],
  dialogs: [{ id: 'groups', label: 'Groups of traces', load: async () => (await part()).groupsForm() }],
};
