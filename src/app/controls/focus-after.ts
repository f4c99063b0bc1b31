/**
 * Where the focus goes when the control that had it is taken away by its own click: a panel that hides itself, a
 * finding put aside. Without this the browser drops it on the page, and the keyboard begins again at the top.
 *
 * Which place is the right one is the caller's matter.
 */

/** @param find the place, looked for after the next rendering; nothing is moved where the focus was not lost. */
export function focusAfter(find: () => HTMLElement | null | undefined): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    find()?.focus({ preventScroll: true });
  });
}
