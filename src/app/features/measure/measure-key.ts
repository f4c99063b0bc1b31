/** The key that is held down while dragging over a plot: the drag measures. Let go of it, and a drag marks again. */
import type { AppState } from '../../state/app-state';
import type { FeatureState } from '../../state/feature-states';
import { createStore, type Store } from '../../state/store';
import { MEASURE_KEY, pressesKey, takesKeys } from '../../workbench/keys';

/** Whether it is held: one keyboard, so one value for the page. */
export const measureKeyHeld: FeatureState<AppState, Store<boolean>> = { create: () => createStore(false) };

/** Follows the key. What else it does, alone or with others, is not touched. */
export function followMeasureKey(app: AppState): void {
  const held = app.feature(measureKeyHeld);
  const follow = (event: KeyboardEvent): void => {
    if (app.dialog.get() !== null && event.type === 'keydown') return;
    if (event.code !== MEASURE_KEY.code) return;
    held.set(event.type === 'keydown' && pressesKey(MEASURE_KEY, event) && !takesKeys(event.target));
  };
  window.addEventListener('keydown', follow);
  window.addEventListener('keyup', follow);
  // The window lost the keyboard: nobody will say when the key is let go.
  window.addEventListener('blur', () => held.set(false));
}
