/** The arrow keys while a packet is selected: they step through packets. Without one they move the range, as ever. */
import type { AppState } from '../../state/app-state';
import type { OpenTrace } from '../../state/open-trace';
import { takesKey } from '../../workbench/keys';

const STEPS: { readonly [key: string]: readonly [1 | -1, 'sent' | 'lost'] } = {
  ArrowLeft: [-1, 'sent'],
  ArrowRight: [1, 'sent'],
  ArrowDown: [-1, 'lost'],
  ArrowUp: [1, 'lost'],
};

/** The trace of the set of which a packet is selected; null for none. */
export function packetTraceOf({ set }: OpenTrace): OpenTrace | null {
  return set.members.find(({ trace }) => trace.view.get().packet !== null)?.trace ?? null;
}

/** Takes the arrow keys before the commands of the page do, and behind whatever has the focus and uses them. */
export function followPacketKeys(app: AppState): void {
  document.addEventListener('keydown', (event) => {
    const step = STEPS[event.key];
    if (step === undefined || event.defaultPrevented || app.dialog.get() !== null || takesKey(event)) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const { shownTrace } = app.files;
    const trace = shownTrace && packetTraceOf(shownTrace);
    if (trace === null) return;
    event.preventDefault();
    event.stopPropagation();
    void import('./trace-packets').then(({ stepPacket }) => stepPacket(trace, ...step));
  });
}
