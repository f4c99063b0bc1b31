/** Measures a time span: hold the key and drag, or measure the selection. */
import { type Feature, onTrace } from '../../workbench/slots';
import { followMeasureKey } from './measure-key';
import { measureShown, measureTool } from './measure-tool';

export const measure: Feature = {
  id: 'measure',
  commands: [
    onTrace({
      id: 'measure',
      title: 'Measure the selection or the visible range',
      group: 'Range',
      keys: [{ code: 'KeyR', shift: true }],
      run: (trace) => measureShown(trace),
    }),
  ],
  start: followMeasureKey,
  clear(trace) {
    if (trace.feature(measureTool).current.get() === null) return false;
    trace.feature(measureTool).clear();
    return true;
  },
  traceSlots: async () => (await import('./trace-slots')).traceSlots,
};
