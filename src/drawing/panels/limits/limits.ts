/**
 * Limits: what limited the sender, as shares of time per pixel column. A flat window alone means nothing; what matters
 * is whether the window was the limit. Rebuilt from packets and the logged window (transport/sender-limits.ts); beside it
 * what the stack says of its application (limits-logged.ts), and the credit that flow control leaves (limits-credit.ts).
 */
import type { LIMITS } from '../../../engine/sender/transport/sender-limits';
import type { Palette } from '../../surface/palette';
import type { Fill } from '../../surface/surface';
import { sharePanel } from '../build/share-panel';
import { shareText } from '../build/shares';
import { legendEntry } from '../panel';
import { withCredit } from './limits-credit';
import { withLogged } from './limits-logged';

type LimitName = (typeof LIMITS)[keyof typeof LIMITS];

interface LimitStyle {
  readonly words: string;
  /** Custom property of its colour, and its place in the palette. */
  readonly color: string;
  readonly colorOf: (palette: Palette) => string;
  readonly pattern: Fill['pattern'];
}

const inSlot = (number: number): Pick<LimitStyle, 'color' | 'colorOf'> => ({
  color: `--slot-${number}`,
  colorOf: ({ slots }) => slots[number - 1],
});

/** From the bottom of the stack to its top, the same in every trace. Unknown time is drawn faintly. */
const STYLES: { readonly [name in LimitName]: LimitStyle } = {
  'congestion window': { words: 'by the congestion window', ...inSlot(1), pattern: 'solid' },
  pacing: { words: 'by pacing', ...inSlot(3), pattern: 'dots' },
  'flow control': { words: 'by flow control', ...inSlot(2), pattern: 'diagonal' },
  'anti-amplification': { words: 'by anti-amplification', ...inSlot(5), pattern: 'cross' },
  handshake: { words: 'by the handshake', ...inSlot(7), pattern: 'dots' },
  'loss detection': { words: 'by loss detection', ...inSlot(8), pattern: 'diagonal' },
  application: { words: 'by the application', ...inSlot(6), pattern: 'horizontal' },
  'not known': {
    words: 'by something not known',
    color: '--grid',
    colorOf: ({ grid }) => grid,
    pattern: 'solid',
  },
};
const ORDER = Object.keys(STYLES) as readonly LimitName[];
/** Smaller shares would read 0.0 %. */
const LEAST_SHARE = 0.0005;

const styleOf = (name: string): LimitStyle => STYLES[name as LimitName];

const rebuilt = sharePanel({
  id: 'limits',
  fields: ['congestion window', 'packets sent'],
  title: 'Limits (rebuilt)',
  about: {
    shows:
      "What kept the sender from sending more at each moment: the window, the receiver's credit, its own pacing, or the application. The congestion window counts where what is in flight fills it, also while the sender sends beyond it. Rebuilt from the packets.",
    good: 'A download is limited by the congestion window or by pacing; a page that waits for a user is limited by the application.',
    bad: 'The congestion window limits all the time while it does not grow; flow control limits a download.',
    axis: 'share of time, 0 to 100 %',
  },
  parts: ['limits'],
  side: 'sender',
  digestRank: 2,
  missing({ summary }) {
    const absent =
      summary.packetsSent === 0
        ? 'no sent packets are logged that tell what is in flight. Log packet_sent and packet_received'
        : 'no congestion window is logged (in metrics_updated events). Log recovery metrics';
    const isKnown = summary.packetsSent > 0 && !Number.isNaN(summary.cwndMaxBytes);
    return isKnown ? null : `${absent} (qlog importance "core") on the sender.`;
  },
  wholeOf: ({ parts }) => parts.limits,
  // A digest of a newer version may contain unknown names: they are left out, possibly all.
  sharesOf({ answer }) {
    const slice = answer.parts.limits;
    if (slice === null) return null;
    const entries = ORDER.filter((name) => slice.names.includes(name)).map((name) => {
      const { color, pattern } = STYLES[name];
      return legendEntry(name, name, 'area', color, null, pattern);
    });
    return { slice, entries };
  },
  fills: (palette, entries) =>
    entries.map(({ id }) => ({ color: styleOf(id).colorOf(palette), pattern: styleOf(id).pattern })),
  sentence(inView) {
    const [most, ...others] = inView
      .filter(({ share }) => share >= LEAST_SHARE)
      .sort((a, b) => b.share - a.share);
    if (most === undefined) return 'Nothing in view tells what limited the sender.';
    const first = `The sender was limited ${styleOf(most.entry.id).words} ${shareText(most)} of the time in view`;
    const rest = others.map((one) => `, ${styleOf(one.entry.id).words} ${shareText(one)}`).join('');
    return `${first}${rest}; rebuilt from packets and the logged window.`;
  },
});

export const limits = withCredit(withLogged(rebuilt));
