/** The colours of pictures of the dark theme, as a table, as light-palette.ts has those of the light one. A test compares it with `theme.css`. */
import { makePalette, type Palette } from './palette';

export const DARK_COLORS: { readonly [property: string]: string } = {
  '--paper': '#11161c',
  '--ink': '#e6ebf0',
  '--ink-faint': '#a3b0bd',
  '--line': '#36414d',
  '--grid': '#232c36',
  '--band-critical': '#391c23',
  '--band-warning': '#2f2712',
  '--band-info': '#152a40',
  '--selection': 'rgb(90 169 245 / 24%)',
  '--cwnd': '#65a4fa',
  '--in-flight': '#ff9533',
  '--ssthresh': '#b284a4',
  '--loss': '#ff3255',
  '--model': '#06e2a3',
  '--critical': '#ff6b7d',
  '--warning': '#f0b849',
  '--info': '#6cb6ff',
  '--slot-1': '#359bf6',
  '--slot-2': '#ee7a00',
  '--slot-3': '#36ddb2',
  '--slot-4': '#f5b02c',
  '--slot-5': '#ba8baa',
  '--slot-6': '#777777',
  '--slot-7': '#f6de09',
  '--slot-8': '#c6ecff',
};

export const DARK_PALETTE: Palette = makePalette(
  (property) => DARK_COLORS[property] ?? (DARK_COLORS['--ink'] as string),
);
