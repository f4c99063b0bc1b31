/** Exports a range of events as a smaller trace. */
import { type Feature, onTrace } from '../../workbench/slots';

const slots = async () => (await import('./trace-slots')).traceSlots;

export const exportRange: Feature = {
  id: 'export-range',
  commands: [
    onTrace('cut', 'Export the selection or the visible range as qlog', 'Trace', 'Shift+KeyC', (_, app) =>
      app.toggleDialog('cut'),
    ),
  ],
  dialogs: [{ id: 'cut', label: 'Export the range', load: async () => (await slots()).loadForm() }],
  traceSlots: slots,
};
