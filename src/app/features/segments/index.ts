/** A trace of several files: what shows that they are one connection, where each begins, and the way back. */
import type { Feature } from '../../workbench/slots';

export const segments: Feature = {
  id: 'segments',
  traceSlots: async () => (await import('./trace-slots')).traceSlots,
  carryOver: async (app) => {
    const { carryOver } = await import('./move-over');
    return (closed, opened) => carryOver(app, closed, opened);
  },
};
