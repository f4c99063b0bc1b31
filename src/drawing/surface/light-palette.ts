/**
 * Colours of exported pictures: those of the light theme, as a table, because a report has no style sheet to read them
 * from. A test compares this table with `theme.css`.
 */
import { makePalette, type Palette } from './palette';

export const LIGHT_COLORS: { readonly [property: string]: string } = {
  '--paper': '#ffffff',
  '--ink': '#15202b',
  '--ink-faint': '#51606e',
  '--line': '#d5dbe1',
  '--grid': '#e7ebef',
  '--band': '#f7dcdc',
  '--selection': 'rgb(11 92 173 / 18%)',
  '--cwnd': '#0b4f9c',
  '--in-flight': '#c2570c',
  '--ssthresh': '#6b4ea8',
  '--loss': '#b00020',
  '--model': '#009766',
  '--critical': '#b00020',
  '--warning': '#8a5a00',
  '--info': '#0b5cad',
  '--slot-1': '#3b7fc4',
  '--slot-2': '#d9601a',
  '--slot-3': '#2a9d6f',
  '--slot-4': '#8b6bc9',
  '--slot-5': '#c2559b',
  '--slot-6': '#8a8f98',
  '--slot-7': '#b8970f',
  '--slot-8': '#4bb0c4',
};

/** The colour of a custom property in the light theme; the text colour for one that is not in the table. */
export function lightColor(property: string): string {
  return LIGHT_COLORS[property] ?? (LIGHT_COLORS['--ink'] as string);
}

export const LIGHT_PALETTE: Palette = makePalette(lightColor);
