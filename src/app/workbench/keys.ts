/**
 * Key bindings of commands: by position (`KeyboardEvent.code`), so that W S A D are at the same place on every layout; by letter
 * where hands know the letter from everywhere, as Ctrl+Z.
 */
import type { KeyBinding } from './slots';

/** Held down while dragging over a plot: the drag measures. */
export const MEASURE_KEY: KeyBinding = { code: 'KeyR' };

/** A keyboard without Latin letters counts by position. */
function isPressed({ code, letter }: KeyBinding, event: KeyboardEvent): boolean {
  if (letter === undefined || !/^[a-z]$/i.test(event.key)) return code === event.code;
  return event.key.toLowerCase() === letter;
}

export function pressesKey(binding: KeyBinding, event: KeyboardEvent): boolean {
  return (
    isPressed(binding, event) &&
    (binding.ctrl === true) === (event.ctrlKey || event.metaKey) &&
    (binding.shift === true) === event.shiftKey &&
    !event.altKey
  );
}

/** Keys that inputs without text need; all others are free for commands. */
const KEYS_OF_INPUTS: { readonly [type: string]: RegExp } = {
  checkbox: /^ $/,
  radio: /^ $|^Arrow/,
  range: /^(Arrow|Home|End|Page)/,
};

/** True where the focused element handles the key itself. */
export function takesKey({ target, key }: Pick<KeyboardEvent, 'target' | 'key'>): boolean {
  const field = target instanceof Element ? target.closest('input, textarea, select') : null;
  if (field === null) return false;
  return KEYS_OF_INPUTS[field.getAttribute('type') ?? 'text']?.test(key) ?? true;
}
