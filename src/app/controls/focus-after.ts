/**
 * Moves the focus when the focused control is removed by its own click: a panel that hides itself, a
 * dismissed finding. Without this the browser moves the focus to the page's start.
 */

/** @param find returns the new place, called after the next rendering; only where the focus was lost. */
export function focusAfter(find: () => HTMLElement | null | undefined): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    find()?.focus({ preventScroll: true });
  });
}
