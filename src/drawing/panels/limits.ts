/**
 * Limits: what held the sender back, as shares of time per pixel column. A flat window says nothing by itself; it
 * matters whether the window was the limit. Rebuilt from packets and the logged window (replay/sender-limits.ts).
 */

import type { StateSlice } from '../../engine/columns/state-timeline';
import { percent } from '../../engine/text/figures';
import type { LIMITS } from '../../engine/transport/sender-limits';
import { paintStates } from '../painters/paint-states';
import type { Palette } from '../surface/palette';
import type { Fill } from '../surface/surface';
import { isHidden, type PanelContext, type PanelDefinition } from './panel';
import { shareAt, sharesAt, sharesWithin } from './shares';

type LimitName = (typeof LIMITS)[keyof typeof LIMITS];

interface LimitStyle {
  readonly words: string;
  /** Custom property of its colour, and where the palette holds it. */
  readonly color: string;
  readonly colorOf: (palette: Palette) => string;
  readonly pattern: Fill['pattern'];
}

const inSlot = (number: number): Pick<LimitStyle, 'color' | 'colorOf'> => ({
  color: `--slot-${number}`,
  colorOf: ({ slots }) => slots[number - 1] as string,
});

/** From the bottom of the stack to its top, the same in every trace. What is not known is hardly drawn. */
const STYLES: { readonly [name in LimitName]: LimitStyle } = {
  'congestion window': { words: 'by the congestion window', ...inSlot(1), pattern: 'solid' },
  pacing: { words: 'by pacing', ...inSlot(3), pattern: 'dots' },
  'flow control': { words: 'by flow control', ...inSlot(2), pattern: 'diagonal' },
  'anti-amplification': { words: 'by anti-amplification', ...inSlot(5), pattern: 'cross' },
  application: { words: 'by the application', ...inSlot(6), pattern: 'horizontal' },
  'not known': {
    words: 'by something not known',
    color: '--grid',
    colorOf: ({ grid }) => grid,
    pattern: 'solid',
  },
};
const ORDER = Object.keys(STYLES) as readonly LimitName[];
/** Shares below this would read 0.0 %. */
const LEAST_SHARE = 0.0005;

/** The limits that a slice has, in their fixed order. */
function namesOf(slice: StateSlice | null): readonly LimitName[] {
  return ORDER.filter((name) => slice?.names.includes(name));
}

/**
 * The slice with its names in the fixed order instead of that of their appearance, as it is stacked. A digest of a
 * newer version may hold names that are not known here: their shares are left out, and there may be none left.
 */
function arranged(slice: StateSlice): StateSlice {
  const names = namesOf(slice);
  const from = names.map((name) => slice.names.indexOf(name));
  const columns = slice.changes.length;
  const shares = new Float64Array(columns * names.length);
  for (let column = 0; column < columns; column++) {
    for (let i = 0; i < names.length; i++)
      shares[column * names.length + i] = shareAt(slice, column, from[i] as number);
  }
  return { ...slice, names, shares };
}

interface LimitShare {
  readonly name: LimitName;
  readonly share: number;
}

/** Shares in the fixed order, from those in the order of the slice. */
function inOrder(slice: StateSlice, shares: readonly number[]): readonly LimitShare[] {
  return namesOf(slice).map((name) => ({ name, share: shares[slice.names.indexOf(name)] as number }));
}

function within({ answer }: PanelContext, fromUs: number, toUs: number): readonly LimitShare[] {
  const slice = answer.parts.limits;
  return slice === null ? [] : inOrder(slice, sharesWithin(slice, answer.window, fromUs, toUs));
}

function texts(shares: readonly LimitShare[]): ReadonlyMap<string, string> {
  return new Map(shares.map(({ name, share }) => [name, percent(share)]));
}

export const limits: PanelDefinition = {
  id: 'limits',
  title: 'Limits (rebuilt)',
  height: 64,
  series: [],
  parts: ['limits'],
  side: 'sender',
  missing({ summary }) {
    const absent =
      summary.packetsSent === 0
        ? 'no packet_sent event tells what is in flight. Log packet_sent and packet_received'
        : 'no metrics_updated event holds a congestion window. Log recovery metrics';
    const isKnown = summary.packetsSent > 0 && !Number.isNaN(summary.cwndMaxBytes);
    return isKnown ? null : `${absent} (qlog importance "core") on the sender.`;
  },
  legend: ({ answer }) =>
    namesOf(answer.parts.limits).map((name) => {
      const { color, pattern } = STYLES[name];
      return { id: name, label: name, swatch: 'area', color, pattern };
    }),
  paint(context, { surface, palette, axis }) {
    const { answer, viewport } = context;
    axis(1, (value) => `${Math.round(value * 100)} %`);
    const slice = answer.parts.limits;
    const fills = namesOf(slice).map((name) => {
      const { colorOf, pattern } = STYLES[name];
      return isHidden(context, 'limits', name) ? null : { color: colorOf(palette), pattern };
    });
    if (slice !== null) paintStates(surface, arranged(slice), answer.window, viewport, fills);
    return { max: 1 };
  },
  values({ answer }, timeUs) {
    const slice = answer.parts.limits;
    const shares = slice === null ? null : sharesAt(slice, answer.window, timeUs);
    return slice === null || shares === null ? new Map() : texts(inOrder(slice, shares));
  },
  resting: (context) => texts(within(context, context.viewport.fromUs, context.viewport.toUs)),
  sentence(context) {
    const { viewport } = context;
    const [most, ...others] = within(context, viewport.fromUs, viewport.toUs)
      .filter(({ share }) => share >= LEAST_SHARE)
      .sort((a, b) => b.share - a.share);
    if (most === undefined) return 'Nothing in view tells what limited the sender.';
    const first = `The sender was limited ${STYLES[most.name].words} ${percent(most.share)} of the time in view`;
    const rest = others.map(({ name, share }) => `, ${STYLES[name].words} ${percent(share)}`).join('');
    return `${first}${rest}; rebuilt from packets and the logged window.`;
  },
  cells: (context, fromUs, toUs) => within(context, fromUs, toUs).map(({ share }) => percent(share)),
};
