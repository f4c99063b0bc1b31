/** The palette as the page's style sheet has it for the theme in force; read again when the theme changes. */
import { makePalette, type Palette } from '../../drawing/surface/palette';
import type { AppState } from '../state/app-state';
import type { FeatureState } from '../state/feature-states';
import { MEDIA_LISTS } from './environment';

/** The palette that was read last, and for what. */
const lastPalette: FeatureState<AppState, { current: { key: string; palette: Palette } | null }> = {
  create: () => ({ current: null }),
};

/** Changes whenever a colour may: the chosen theme and what the system prefers. */
export function themeKey(app: AppState): string {
  return [app.choices.get().theme, ...MEDIA_LISTS.map(({ matches }) => matches)].join(' ');
}

/** Custom properties hold `light-dark(…)`, so each is resolved through a real colour. */
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
