/** Trace quality: how well a trace could be read. */
import type { Feature } from '../../workbench/slots';

export const quality: Feature = {
  id: 'quality',
  traceSlots: async () => (await import('./trace-slots')).traceSlots,
};
