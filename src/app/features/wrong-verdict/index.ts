/** “This verdict is wrong”: saves the interval of a finding with what the user expects, as a case of the tests. */
import { type Feature, onTrace } from '../../workbench/slots';
import { askedFinding } from './asked-finding';

export const wrongVerdict: Feature = {
  id: 'wrong-verdict',
  commands: [
    onTrace(
      'wrong-verdict',
      'Say that the verdict of the chosen finding, else of the first, is wrong',
      'Trace',
      'Shift+KeyW',
      (trace, app) => {
        const { chosen } = trace.view.get();
        const keys = trace.snapshot.get()?.findings.map(({ key }) => key) ?? [];
        trace.feature(askedFinding).set(keys.find((key) => key === chosen) ?? keys[0] ?? null);
        app.toggleDialog('wrong-verdict');
      },
    ),
  ],
  dialogs: [
    {
      id: 'wrong-verdict',
      label: 'This verdict is wrong',
      load: async () => (await import('./wrong-verdict-form')).WrongVerdictForm,
    },
  ],
  traceSlots: async () => (await import('./trace-slots')).traceSlots,
};
