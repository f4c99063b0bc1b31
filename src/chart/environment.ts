/** What the page knows about where it runs: test mode and pixel ratio. */

const parameters = new URLSearchParams(location.search);

/** `?testing=1`: fixed pixel ratio, no animation, so that two runs draw the same picture. */
export const testing = parameters.get('testing') === '1';

export function pixelRatio(): number {
  return testing ? 1 : Math.min(window.devicePixelRatio || 1, 3);
}
