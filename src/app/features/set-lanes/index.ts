/** The traces of the set on the screen, where there are several: which colour is which, their offsets and arrangement. */
import type { Feature } from '../../workbench/slots';

export const setLanes: Feature = {
  id: 'set-lanes',
  traceSlots: async () => (await import('./trace-slots')).traceSlots,
};
