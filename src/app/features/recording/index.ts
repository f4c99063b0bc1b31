/** How to record a log: folded on the open screen, and a dialog. What a log lacks on a panel is workbench/panel/how-to-log.tsx. */
import { type Feature, onPage } from '../../workbench/slots';

export const recording: Feature = {
  id: 'recording',
  commands: [
    onPage('recording', 'How do I record a log?', 'Page', 'Shift+KeyH', (app) =>
      app.toggleDialog('recording'),
    ),
  ],
  dialogs: [
    {
      id: 'recording',
      label: 'How to record a log',
      load: async () => (await import('./recording-form')).RecordingForm,
    },
  ],
  page: [
    {
      place: 'recording',
      part: 'How to record a log',
      content: { load: async () => (await import('./recording-table')).RecordingTable },
    },
  ],
};
