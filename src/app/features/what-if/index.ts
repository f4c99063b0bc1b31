/** Runs the sender of a trace again under another controller, and draws the run over the trace. */
import { type Feature, onTrace } from '../../workbench/slots';

export const whatIf: Feature = {
  id: 'what-if',
  commands: [
    onTrace({
      id: 'what-if',
      title: 'What if: run the sender again under another controller',
      group: 'Trace',
      keys: [{ code: 'KeyI' }],
      run: (_, app) => app.toggleDialog('what-if'),
    }),
  ],
  dialogs: [
    {
      id: 'what-if',
      label: 'What if: another controller',
      load: async () => (await import('./what-if-form')).WhatIfForm,
    },
  ],
  traceSlots: async () => (await import('./trace-slots')).traceSlots,
};
