/** The environment of the page: test mode, pixel ratio, and the system's colour preferences. */

const parameters = new URLSearchParams(globalThis.location?.search);

/** `?testing=1`: fixed pixel ratio, no animation, so that two runs draw the same picture. */
export const testing = parameters.get('testing') === '1';

export function pixelRatio(): number {
  return testing ? 1 : Math.min(window.devicePixelRatio || 1, 3);
}

/** The system has put few colours of its own in the place of the page's (high contrast). */
const FORCED_COLORS = '(forced-colors: active)';
/** Media features that change colours. */
const MEDIA = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)', FORCED_COLORS, 'print'];

export function hasForcedColors(): boolean {
  return globalThis.matchMedia?.(FORCED_COLORS).matches ?? false;
}

/** Media queries that colours depend on, in a fixed order; none outside a browser. */
export const MEDIA_LISTS: readonly MediaQueryList[] = MEDIA.flatMap(
  (query) => globalThis.matchMedia?.(query) ?? [],
);
