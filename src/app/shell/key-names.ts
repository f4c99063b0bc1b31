/** Names of keys on the user's keyboard, where the browser knows its layout. */
import type { KeyBinding } from '../workbench/slots';

const NAMES: { readonly [code: string]: string } = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  BracketLeft: '[',
  BracketRight: ']',
  Equal: '+',
  Minus: '−',
  Slash: '/',
  Escape: 'Esc',
  NumpadAdd: 'Num +',
  NumpadSubtract: 'Num −',
  Numpad0: 'Num 0',
};

interface KeyboardWithLayout {
  getLayoutMap?(): Promise<ReadonlyMap<string, string>>;
}

/** The layout map of the keyboard; empty where the browser does not provide it. */
export async function keyLayout(): Promise<ReadonlyMap<string, string>> {
  const { keyboard } = navigator as Navigator & { readonly keyboard?: KeyboardWithLayout };
  try {
    return (await keyboard?.getLayoutMap?.()) ?? new Map();
  } catch {
    return new Map();
  }
}

/** `Ctrl+Shift+P`, `W`, `[` */
export function keyName(binding: KeyBinding, layout: ReadonlyMap<string, string>): string {
  const plain = binding.code.replace(/^(Key|Digit)/, '');
  const placed = /^(Key|Bracket)/.test(binding.code) ? layout.get(binding.code) : undefined;
  const printed = (binding.letter ?? placed)?.toUpperCase();
  const name = binding.code === 'Slash' && binding.shift ? '?' : (printed ?? NAMES[binding.code] ?? plain);
  const shift = binding.shift === true && name !== '?' && binding.code !== 'Equal';
  return [...(binding.ctrl === true ? ['Ctrl'] : []), ...(shift ? ['Shift'] : []), name].join('+');
}

/** Names of all keys of a command, each once: `+` may come from two bindings. */
export function keyNames(
  bindings: readonly KeyBinding[],
  layout: ReadonlyMap<string, string>,
): readonly string[] {
  return [...new Set(bindings.map((binding) => keyName(binding, layout)))];
}
