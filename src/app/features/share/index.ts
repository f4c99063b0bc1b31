/** Shares the view as a link with data or as a file, and labels a shown digest. */
import { type Feature, onScreen } from '../../workbench/slots';
import { ShareButton } from './share-button';

export const share: Feature = {
  id: 'share',
  commands: [
    onScreen({
      id: 'share',
      title: 'Share: link with data, or a file',
      group: 'Trace',
      keys: [{ code: 'KeyL', shift: true }],
      run: (app) => app.toggleDialog('share'),
    }),
  ],
  dialogs: [{ id: 'share', label: 'Share', load: async () => (await import('./share-form')).ShareForm }],
  page: [
    { place: 'header', part: 'The share button', content: ShareButton },
    { place: 'header-table', part: 'The share button of the table', content: ShareButton },
  ],
  traceSlots: async () => (await import('./trace-slots')).traceSlots,
};
