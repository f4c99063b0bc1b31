/** Connection: how it came about, what both endpoints set, its paths, and how it ended. */
import type { Feature } from '../../workbench/slots';

export const connection: Feature = {
  id: 'connection',
  traceSlots: async () => (await import('./trace-slots')).traceSlots,
};
