/** The packet under the pointer, and the selected one. */
import { type Feature, onTrace } from '../../workbench/slots';
import { followPacketKeys, packetTraceOf } from './packet-keys';

export const packet: Feature = {
  id: 'packet',
  commands: [
    onTrace({
      id: 'packet',
      title: 'Select the packet at the cursor; arrow keys go on from it',
      group: 'Cursor',
      keys: [{ code: 'KeyK' }],
      run: (trace) => void import('./trace-packets').then(({ selectAtCursor }) => selectAtCursor(trace)),
    }),
  ],
  start: followPacketKeys,
  clear(trace) {
    const selected = packetTraceOf(trace);
    selected?.selectPacket(null);
    return selected !== null;
  },
  traceSlots: async () => (await import('./trace-slots')).traceSlots,
};
