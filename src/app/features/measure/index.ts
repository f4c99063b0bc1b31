/** Measures a time span: hold the key and drag, or measure the selection. */
import { type Feature, onTrace } from '../../workbench/slots';
import { followMeasureKey } from './measure-key';
import { measurement } from './measurement';

export const measure: Feature = {
  id: 'measure',
  commands: [
    onTrace(
      'measure',
      'Measure the selection or the visible range',
      'Range',
      'Shift+KeyR',
      // Loaded with the screen of a trace: at once from then on.
      (trace) => void import('./measure-tool').then(({ measureShown }) => measureShown(trace)),
    ),
  ],
  start: followMeasureKey,
  clear(trace) {
    const measured = trace.set.members.filter((member) => member.trace.feature(measurement).get() !== null);
    for (const member of measured) member.trace.feature(measurement).set(null);
    return measured.length > 0;
  },
  traceSlots: async () => (await import('./trace-slots')).traceSlots,
};
