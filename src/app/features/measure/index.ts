/** Measures a span of time: the held key and a drag, or the selection. */
import { type Feature, onTrace } from '../../workbench/slots';
import { followMeasureKey } from './measure-key';

export const measure: Feature = {
  id: 'measure',
  commands: [
    onTrace({
      id: 'measure',
      title: 'Measure the selection or the visible range',
      group: 'Range',
      keys: [{ code: 'KeyR', shift: true }],
      run: (trace) => trace.measureShown(),
    }),
  ],
  start: followMeasureKey,
  clear(trace) {
    if (trace.measure.current.get() === null) return false;
    trace.measure.clear();
    return true;
  },
  traceSlots: async () => (await import('./trace-slots')).traceSlots,
};
