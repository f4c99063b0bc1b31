/** The palette from the page's style sheet for the current theme; read again when the theme changes. */
import { makePalette, type Palette } from '../../../drawing/surface/palette';
import type { AppState } from '../../state/app-state';
import type { FeatureState } from '../../state/feature-states';
import { hasForcedColors, MEDIA_LISTS } from './environment';

/** The palette made last, with its theme key, and what the media queries say: every plot asks in every frame. */
interface PageTheme {
  palette: { readonly key: string; readonly palette: Palette } | null;
  media: string;
}

const mediaNow = (): string => MEDIA_LISTS.map(({ matches }) => matches).join(' ');

const pageTheme: FeatureState<AppState, PageTheme> = {
  create: () => {
    const theme: PageTheme = { palette: null, media: mediaNow() };
    for (const list of MEDIA_LISTS)
      list.addEventListener('change', () => {
        theme.media = mediaNow();
      });
    return theme;
  },
};

/** Changes whenever a colour may change: chosen theme and system preferences. */
export function themeKey(app: AppState): string {
  return `${app.choices.get().theme} ${app.feature(pageTheme).media}`;
}

/**
 * Colours of custom properties, which hold `light-dark(…)`, so that each is resolved through a computed colour: of an element each, so
 * that styles are computed once for all. Forced colours would be one and the same for all of them.
 */
function computedColors(names: readonly string[]): ReadonlyMap<string, string> {
  const box = document.createElement('span');
  box.hidden = true;
  box.style.setProperty('forced-color-adjust', 'none');
  for (const name of names) {
    const probe = document.createElement('span');
    probe.style.color = `var(${name})`;
    box.append(probe);
  }
  document.body.append(box);
  const colors = new Map(names.map((name, i) => [name, getComputedStyle(box.children[i] as Element).color]));
  box.remove();
  return colors;
}

export function paletteOf(app: AppState): Palette {
  const theme = app.feature(pageTheme);
  const key = themeKey(app);
  if (theme.palette?.key === key) return theme.palette.palette;
  const names: string[] = [];
  makePalette((name) => {
    names.push(name);
    return '';
  });
  const colors = new Map(computedColors(names));
  // Of a line of a panel when it is first drawn.
  const colorOf = (name: string): string => {
    const color = colors.get(name) ?? (computedColors([name]).get(name) as string);
    colors.set(name, color);
    return color;
  };
  const palette = makePalette(colorOf, hasForcedColors());
  theme.palette = { key, palette };
  return palette;
}
