/**
 * Colours, dashes and patterns of everything drawn, read from the custom properties of the page. Colour is
 * never the only carrier: every series has its own dash and weight, every state its own pattern.
 */
import type { Fill, Stroke } from './surface';

export interface Palette {
  readonly ink: string;
  readonly faint: string;
  readonly grid: string;
  readonly band: string;
  readonly selection: string;
  readonly loss: string;
  readonly slots: readonly string[];
  readonly series: { readonly [id: string]: Stroke };
}

/** Slots of `--slot-1` … `--slot-8`, safe for colour-blind readers. */
const SLOT_COUNT = 8;

export function readPalette(element: Element): Palette {
  const style = getComputedStyle(element);
  const color = (name: string): string => style.getPropertyValue(name).trim();
  const inFlight: Stroke = { color: color('--in-flight'), width: 1.2, dash: [5, 2] };
  return {
    ink: color('--ink'),
    faint: color('--ink-faint'),
    grid: color('--grid'),
    band: color('--band'),
    selection: color('--selection'),
    loss: color('--loss'),
    slots: Array.from({ length: SLOT_COUNT }, (_, i) => color(`--slot-${i + 1}`)),
    series: {
      cwnd: { color: color('--cwnd'), width: 2.4, dash: [] },
      'bytes-in-flight': inFlight,
      'bytes-in-flight-rebuilt': inFlight,
      ssthresh: { color: color('--ssthresh'), width: 1.4, dash: [2, 3] },
    },
  };
}

const KNOWN_STATES: {
  readonly [name: string]: { readonly slot: number; readonly pattern: Fill['pattern'] };
} = {
  slow_start: { slot: 2, pattern: 'dots' },
  congestion_avoidance: { slot: 0, pattern: 'solid' },
  recovery: { slot: 1, pattern: 'diagonal' },
  application_limited: { slot: 5, pattern: 'horizontal' },
};

const PATTERNS: readonly Fill['pattern'][] = ['solid', 'diagonal', 'dots', 'horizontal', 'cross'];
const KNOWN_COUNT = Object.keys(KNOWN_STATES).length;

/**
 * Fills of a trace's states, in the order of `names`: fixed for the states of RFC 9002, in order of appearance
 * for whatever else a stack logs. Colour and pattern together are different for the first forty.
 */
export function stateFills(names: readonly string[], palette: Palette): readonly Fill[] {
  let others = KNOWN_COUNT;
  return names.map((name) => {
    const known = KNOWN_STATES[name.toLowerCase()];
    const slot = known?.slot ?? others % SLOT_COUNT;
    const pattern = known?.pattern ?? (PATTERNS[others % PATTERNS.length] as Fill['pattern']);
    if (known === undefined) others++;
    return { color: palette.slots[slot] as string, pattern };
  });
}
