/** Runs the sender of a trace again under another controller, and draws the run over the trace. */
import { type Feature, onTrace } from '../../workbench/slots';

const title = 'What if: another controller';

const slots = async () => (await import('./trace-slots')).traceSlots;

export const whatIf: Feature = {
  id: 'what-if',
  commands: [onTrace('what-if', title, 'Trace', 'KeyI', (_, app) => app.toggleDialog('what-if'))],
  dialogs: [{ id: 'what-if', label: title, load: async () => (await slots()).loadForm() }],
  traceSlots: slots,
};
