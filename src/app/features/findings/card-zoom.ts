/** A click anywhere on a finding's card zooms to it, as its head does; the head is the button for keys and screen readers. */
import type { MouseEvent } from 'react';

/** Have an action of their own. */
const OWN_ACTION = 'button, a, summary, input, select, textarea, label, canvas';

/** @returns true where a click on the card is meant for the card: not for something in it, and not the end of selecting text. */
export function isForCard({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  const own = target instanceof Element ? target.closest(OWN_ACTION) : null;
  if (own !== null && currentTarget.contains(own)) return false;
  return (getSelection()?.isCollapsed ?? true) === true;
}
