/** Which overlay is open: the command palette, the overview of keys, a dialog, or none. */
import { createStore } from '../state/store';

export type Overlay = 'palette' | 'keys' | 'report' | 'cut' | 'share' | 'address' | 'forget' | null;

export const overlay = createStore<Overlay>(null);

export function toggleOverlay(name: Exclude<Overlay, null>): void {
  overlay.set(overlay.get() === name ? null : name);
}
