/** What the page knows about where it runs: test mode, pixel ratio, and what the system asks of its colours. */

const parameters = new URLSearchParams(globalThis.location?.search);

/** `?testing=1`: fixed pixel ratio, no animation, so that two runs draw the same picture. */
export const testing = parameters.get('testing') === '1';

export function pixelRatio(): number {
  return testing ? 1 : Math.min(window.devicePixelRatio || 1, 3);
}

/** What the system may change under a painted picture. */
const MEDIA = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)', 'print'];
/** The queries that colours depend on, in a fixed order; none outside a browser. */
export const MEDIA_LISTS: readonly MediaQueryList[] = MEDIA.flatMap(
  (query) => globalThis.matchMedia?.(query) ?? [],
);
