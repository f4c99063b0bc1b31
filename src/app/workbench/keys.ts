/** Key bindings of commands: by position (`KeyboardEvent.code`), so that W S A D are at the same place on every layout. */
import type { KeyBinding } from './slots';

/** Held down while dragging over a plot: the drag measures. */
export const MEASURE_KEY: KeyBinding = { code: 'KeyR' };

export function pressesKey(binding: KeyBinding, event: KeyboardEvent): boolean {
  return (
    binding.code === event.code &&
    (binding.ctrl === true) === (event.ctrlKey || event.metaKey) &&
    (binding.shift === true) === event.shiftKey &&
    !event.altKey
  );
}

/** True inside elements that handle keys themselves. */
export function takesKeys(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select') !== null;
}
