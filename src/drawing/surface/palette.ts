/**
 * Colours, dashes and patterns of everything drawn. Nothing is distinguished by colour alone: every series has its own
 * dash and weight, which the panel that draws it defines, every state its own pattern.
 */
import type { Fill, Stroke } from './surface';

export type LineStroke = Omit<Stroke, 'color'>;

/** A line, as a panel defines it. */
export interface DrawnLine {
  readonly id: string;
  /** Custom property of its colour, `--cwnd`. */
  readonly color: string;
  readonly line?: LineStroke;
}

export interface Palette {
  /** Beneath everything. */
  readonly paper: string;
  readonly ink: string;
  readonly faint: string;
  readonly grid: string;
  /** Beneath the interval of a finding, by its severity. */
  readonly bands: { readonly critical: string; readonly warning: string; readonly info: string };
  readonly selection: string;
  /** Ranges have a frame in place of a tint (shade.ts); false where left out. */
  readonly isFramed?: boolean;
  /** What the user has marked, where a tint of it cannot be: the frame of the selection. */
  readonly accent: string;
  readonly loss: string;
  readonly ceMark: string;
  /** A model's window: over the logged one, thinner, lighter and with its own dashes, so that both are visible. */
  readonly model: Stroke;
  readonly severity: { readonly critical: string; readonly warning: string; readonly info: string };
  readonly slots: readonly string[];
  /** Of a line; undefined for what is no line. */
  readonly strokeOf: (line: DrawnLine) => Stroke | undefined;
  /** Of areas under a line; solid where left out. */
  readonly areaPattern?: Fill['pattern'];
}

/** The interval of a finding, shaded on a picture; µs. */
export interface Band {
  readonly fromUs: number;
  readonly toUs: number;
  /** `critical` where left out. */
  readonly severity?: 'critical' | 'warning' | 'info';
}

export function bandShade(
  { bands, severity: colors }: Palette,
  { severity = 'critical' }: Pick<Band, 'severity'>,
): { readonly tint: string; readonly color: string } {
  return { tint: bands[severity], color: colors[severity] };
}

/** Slots of `--slot-1` … `--slot-8`, safe for colour-blind users. */
const SLOT_COUNT = 8;

/** @param color returns the colour of a custom property, `--cwnd`. */
export function makePalette(color: (name: string) => string, isFramed = false): Palette {
  const slots = Array.from({ length: SLOT_COUNT }, (_, i) => color(`--slot-${i + 1}`));
  const slot = (number: number): string => slots[number - 1];
  return {
    paper: color('--paper'),
    ink: color('--ink'),
    faint: color('--ink-faint'),
    grid: color('--grid'),
    bands: {
      critical: color('--band-critical'),
      warning: color('--band-warning'),
      info: color('--band-info'),
    },
    selection: color('--selection'),
    isFramed,
    accent: color('--accent'),
    loss: color('--loss'),
    ceMark: slot(7),
    model: { color: color('--model'), width: 1.6, dash: [9, 3, 2, 3] },
    severity: { critical: color('--critical'), warning: color('--warning'), info: color('--info') },
    slots,
    strokeOf: ({ color: name, line }) => line && { color: color(name), ...line },
  };
}

interface StateStyle {
  /** Index into `Palette.slots`. */
  readonly slot: number;
  readonly pattern: Fill['pattern'];
}

/** By name; a Map, because a log may call a state `constructor`, which every object has. */
const KNOWN_STATES: ReadonlyMap<string, StateStyle> = new Map([
  ['slow_start', { slot: 2, pattern: 'dots' }],
  ['congestion_avoidance', { slot: 0, pattern: 'solid' }],
  ['recovery', { slot: 1, pattern: 'diagonal' }],
  ['application_limited', { slot: 5, pattern: 'horizontal' }],
]);

const PATTERNS: readonly Fill['pattern'][] = ['solid', 'diagonal', 'dots', 'horizontal', 'cross'];
const KNOWN_COUNT = KNOWN_STATES.size;

/**
 * Colour slot and pattern of a trace's states, in the order of `names`: fixed for the states of RFC 9002, in order of
 * appearance for all others. The combinations of the first forty are different.
 */
export function stateStyles(names: readonly string[]): readonly StateStyle[] {
  let others = KNOWN_COUNT;
  return names.map((name) => {
    const fixed = KNOWN_STATES.get(name.toLowerCase());
    if (fixed !== undefined) return fixed;
    const style = { slot: others % SLOT_COUNT, pattern: PATTERNS[others % PATTERNS.length] };
    others++;
    return style;
  });
}

export function stateFills(names: readonly string[], palette: Palette): readonly Fill[] {
  return stateStyles(names).map(({ slot, pattern }) => ({ color: palette.slots[slot], pattern }));
}
