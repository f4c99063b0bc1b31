/** The palette from the page's style sheet for the current theme; read again when the theme changes. */
import { makePalette, type Palette } from '../../../drawing/surface/palette';
import type { AppState } from '../../state/app-state';
import type { FeatureState } from '../../state/feature-states';
import { hasForcedColors, MEDIA_LISTS } from './environment';

/** The palette read last with its theme key, and what the media queries say: every plot asks in every frame. */
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
 * Custom properties hold `light-dark(…)`, so each is resolved through a computed colour: of an element each, so that styles are
 * computed once for all. Forced colours would be one and the same for all of them.
 */
export function readPalette(app: AppState): Palette {
  const theme = app.feature(pageTheme);
  const key = themeKey(app);
  if (theme.palette?.key === key) return theme.palette.palette;
  const box = document.createElement('span');
  box.hidden = true;
  box.style.setProperty('forced-color-adjust', 'none');
  const probes = new Map<string, HTMLElement>();
  makePalette((name) => {
    const probe = document.createElement('span');
    probe.style.color = `var(${name})`;
    box.append(probe);
    probes.set(name, probe);
    return '';
  });
  document.body.append(box);
  const palette = makePalette(
    (name) => getComputedStyle(probes.get(name) as HTMLElement).color,
    hasForcedColors(),
  );
  box.remove();
  theme.palette = { key, palette };
  return palette;
}
