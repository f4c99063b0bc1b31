/** Shares what is shown, by who gets it, and labels a shown digest. */
import { type Feature, type LazyContent, onReadScreen } from '../../workbench/slots';

/** Shown with a trace or a table only. */
const BUTTON: LazyContent = { load: async () => (await import('./share-button')).ShareButton };

export const share: Feature = {
  id: 'share',
  commands: [
    onReadScreen(
      'share',
      'Share: link, digest, store, report, JSON, CSV, qlog',
      'Trace',
      'Shift+KeyL',
      (app) => app.toggleDialog('share'),
    ),
  ],
  dialogs: [{ id: 'share', label: 'Share', load: async () => (await import('./share-form')).ShareForm }],
  page: [
    { place: 'header', part: 'The share button', content: BUTTON },
    { place: 'header-screen', part: 'The share button of a screen', content: BUTTON },
  ],
  traceSlots: async () => (await import('./trace-slots')).traceSlots,
};
