/**
 * Colours of exported pictures: those of the light theme, as a table, because a report has no style sheet to take them
 * from. A test compares this table with `theme.css`.
 */
import { makePalette, type Palette } from './palette';

export const LIGHT_COLORS: { readonly [property: string]: string } = {
  '--paper': '#ffffff',
  '--ink': '#15202b',
  '--ink-faint': '#51606e',
  '--line': '#d5dbe1',
  '--grid': '#e7ebef',
  '--band-critical': '#fbe6e8',
  '--band-warning': '#fcf1d9',
  '--band-info': '#e6f0fa',
  '--selection': 'rgb(11 92 173 / 18%)',
  '--accent': '#0b5cad',
  '--cwnd': '#0241a6',
  '--in-flight': '#d7680c',
  '--ssthresh': '#8b0c65',
  '--loss': '#ac003e',
  '--model': '#0e9071',
  '--critical': '#b00020',
  '--warning': '#8a5a00',
  '--info': '#0b5cad',
  '--slot-1': '#014f8e',
  '--slot-2': '#a45103',
  '--slot-3': '#0b9562',
  '--slot-4': '#cc810e',
  '--slot-5': '#b67ba4',
  '--slot-6': '#5f6f8b',
  '--slot-7': '#4c4b00',
  '--slot-8': '#0499dc',
};

/** The colour of a custom property in the light theme; the text colour for one that is not in the table. */
export function lightColor(property: string): string {
  return LIGHT_COLORS[property] ?? LIGHT_COLORS['--ink'];
}

export const LIGHT_PALETTE: Palette = makePalette(lightColor);
