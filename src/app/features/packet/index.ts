/** The packet under the pointer, and the selected one. */
import { type Feature, onTrace } from '../../workbench/slots';
import { packetTraceOf } from './selected-packet';

export const packet: Feature = {
  id: 'packet',
  commands: [
    onTrace(
      'packet',
      'Select the packet at the cursor; arrow keys go on from it',
      'Cursor',
      'KeyK',
      (trace) => void import('./pointed-packets').then(({ selectAtCursor }) => selectAtCursor(trace)),
    ),
  ],
  clear(trace) {
    const selected = packetTraceOf(trace.set);
    selected?.selectPacket(null);
    return selected !== null;
  },
  traceSlots: async () => (await import('./trace-slots')).traceSlots,
};
