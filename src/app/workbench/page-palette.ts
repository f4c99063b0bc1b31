/** The palette as the page's style sheet has it for the theme in force. */
import { makePalette, type Palette } from '../../drawing/surface/palette';

/** Colours as the browser resolves them for the theme in force; kept until the theme changes. */
let cached: { readonly key: string; readonly palette: Palette } | null = null;

/**
 * Reads the palette. Custom properties hold `light-dark(…)`, so each is resolved through a real colour.
 * @param key changes with the theme: the palette is read again then, and only then.
 */
export function readPalette(key: string): Palette {
  if (cached !== null && cached.key === key) return cached.palette;
  const probe = document.createElement('span');
  probe.hidden = true;
  document.body.append(probe);
  const style = getComputedStyle(probe);
  const color = (name: string): string => {
    probe.style.color = `var(${name})`;
    return style.color;
  };
  const palette = makePalette(color);
  probe.remove();
  cached = { key, palette };
  return palette;
}
