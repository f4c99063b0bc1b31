/** Exports a range of events as a smaller trace. */
import { type Feature, onTrace } from '../../workbench/slots';

export const exportRange: Feature = {
  id: 'export-range',
  commands: [
    onTrace({
      id: 'cut',
      title: 'Export the selection or the visible range as qlog',
      group: 'Trace',
      keys: [{ code: 'KeyC', shift: true }],
      run: (_, app) => app.toggleDialog('cut'),
    }),
  ],
  dialogs: [
    {
      id: 'cut',
      label: 'Export the range',
      load: async () => (await import('./export-form')).ExportForm,
    },
  ],
  traceSlots: async () => (await import('./trace-slots')).traceSlots,
};
