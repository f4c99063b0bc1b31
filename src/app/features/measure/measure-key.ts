/** The key that turns a drag over a plot into a measurement while it is held. Without it a drag selects a range. */
import type { AppState } from '../../state/app-state';
import type { FeatureState } from '../../state/feature-states';
import { createStore, type Store } from '../../state/store';
import { MEASURE_KEY, pressesKey, takesKey } from '../../workbench/keys';

/** Whether the key is held; one value for the page. */
export const measureKeyHeld: FeatureState<AppState, Store<boolean>> = { create: () => createStore(false) };

export function followMeasureKey(app: AppState): void {
  const held = app.feature(measureKeyHeld);
  const follow = (event: KeyboardEvent): void => {
    if (app.dialog.get() !== null && event.type === 'keydown') return;
    if (event.code !== MEASURE_KEY.code) return;
    held.set(event.type === 'keydown' && pressesKey(MEASURE_KEY, event) && !takesKey(event));
  };
  window.addEventListener('keydown', follow);
  window.addEventListener('keyup', follow);
  // The window lost the focus: there will be no keyup event.
  window.addEventListener('blur', () => held.set(false));
}
