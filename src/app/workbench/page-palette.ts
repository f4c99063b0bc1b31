/** The palette from the page's style sheet for the current theme; read again when the theme changes. */
import { makePalette, type Palette } from '../../drawing/surface/palette';
import type { AppState } from '../state/app-state';
import type { FeatureState } from '../state/feature-states';
import { MEDIA_LISTS } from './environment';

/** The palette read last, and its theme key. */
const lastPalette: FeatureState<AppState, { current: { key: string; palette: Palette } | null }> = {
  create: () => ({ current: null }),
};

/** Changes whenever a colour may change: chosen theme and system preferences. */
export function themeKey(app: AppState): string {
  return [app.choices.get().theme, ...MEDIA_LISTS.map(({ matches }) => matches)].join(' ');
}

/** Custom properties hold `light-dark(…)`, so each is resolved through a computed colour. */
export function readPalette(app: AppState): Palette {
  const last = app.feature(lastPalette);
  const key = themeKey(app);
  if (last.current?.key === key) return last.current.palette;
  const probe = document.createElement('span');
  probe.hidden = true;
  document.body.append(probe);
  const style = getComputedStyle(probe);
  const palette = makePalette((name) => {
    probe.style.color = `var(${name})`;
    return style.color;
  });
  probe.remove();
  last.current = { key, palette };
  return palette;
}
