/** The arrow keys while a packet is selected: they step through packets. Without one they move the range, as ever. */
import type { AppState } from '../../state/app-state';
import type { OpenSet } from '../../state/traces/open-trace';
import { takesKey } from '../../workbench/keys';
import { stepPacket } from './pointed-packets';
import { packetTraceOf } from './selected-packet';

const STEPS: { readonly [key: string]: readonly [1 | -1, 'sent' | 'lost'] } = {
  ArrowLeft: [-1, 'sent'],
  ArrowRight: [1, 'sent'],
  ArrowDown: [-1, 'lost'],
  ArrowUp: [1, 'lost'],
};

/**
 * Takes the arrow keys before the commands of the page do, and after whatever has the focus and uses them.
 * @returns the function that ends it.
 */
export function followPacketKeys(app: AppState, set: OpenSet): () => void {
  const onKey = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step === undefined || event.defaultPrevented || app.dialog.get() !== null || takesKey(event)) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const trace = packetTraceOf(set);
    if (trace === null) return;
    event.preventDefault();
    event.stopPropagation();
    stepPacket(trace, ...step);
  };
  document.addEventListener('keydown', onKey);
  return () => document.removeEventListener('keydown', onKey);
}
