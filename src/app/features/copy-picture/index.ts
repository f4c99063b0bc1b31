/** Copies a picture and a sentence for a chat: of a finding, or of a panel from its menu (workbench/export/copy-picture.ts). */
import { copiedWords } from '../../controls/copied-words';
import { type Feature, onTrace } from '../../workbench/slots';

export const copyPicture: Feature = {
  id: 'copy-picture',
  commands: [
    onTrace(
      'copy-picture',
      'Copy picture and sentence of the chosen finding, else of the worst',
      'Trace',
      'KeyY',
      (trace, app) =>
        void import('../../workbench/export/finding-picture').then(({ copyShown }) => copyShown(app, trace)),
    ),
  ],
  traceSlots: async () => (await import('./trace-slots')).traceSlots,
  page: [
    {
      place: 'line',
      part: 'What was copied',
      content: {
        during: (app) => app.feature(copiedWords),
        load: async () => (await import('./copied-line')).CopiedLine,
      },
    },
  ],
};
