/** Keys within a panel: Tab stops at its menu, and the arrow keys lead from there to its other controls, and back. */
import type { KeyboardEvent, MouseEvent } from 'react';

const TOOLS =
  ':is(.panel-title, .spacing) :is(button, summary, select):not(.menu *), .rows-folded > summary, .rows-bar, .resize';
const STEPS: { readonly [key: string]: number } = { ArrowLeft: -1, ArrowRight: 1 };

export function walkTools(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget } = event;
  const step = STEPS[key];
  if (step === undefined || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return;
  const tools = [...currentTarget.querySelectorAll<HTMLElement>(TOOLS)];
  const at = tools.indexOf(target as HTMLElement);
  if (at < 0) return;
  event.preventDefault();
  event.stopPropagation();
  tools[Math.min(tools.length - 1, Math.max(0, at + step))]?.focus();
}

/** A button that is pressed by the pointer leaves the focus, and with it the arrow keys, where they were. */
export function keepFocus(event: MouseEvent<HTMLElement>): void {
  if (event.target instanceof Element && event.target.closest('button') !== null) event.preventDefault();
}
