/** A trace of several files: what shows that they are one connection, where each begins, and the way back. */
import type { Feature } from '../../workbench/slots';

export const segments: Feature = {
  id: 'segments',
  traceSlots: async () => (await import('./trace-slots')).traceSlots,
  moveOver: async (app) => {
    const { moveOver } = await import('./move-over');
    return (closed, opened) => moveOver(app, closed, opened);
  },
};
