/** Whether the measure key is held down: a drag that begins now measures. One keyboard, so one value for the page. */
import { createStore, type Store } from './store';

export const measureKeyHeld: Store<boolean> = createStore(false);
