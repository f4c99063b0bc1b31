/**
 * Limits: what held the sender, or what came to a receiver and what kept more from coming, as shares of time per pixel column: the holders of the account of time (docs/account.md). A flat
 * window alone means nothing; what matters is whether the window held. Beside them what the stack says of its application
 * (limits-logged.ts), and the credit that flow control leaves (limits-credit.ts).
 */
import { sharePanel } from '../build/share-panel';
import { shareText } from '../build/shares';
import { legendEntry, type PanelFacts } from '../panel';
import { HOLDER_ORDER, holderFill, holderStyle } from './holder-styles';
import { withCredit } from './limits-credit';
import { withLogged } from './limits-logged';

/** Smaller shares would show 0.0 %. */
const LEAST_SHARE = 0.0005;

/** Why nothing is known of what held the sender, in one line. */
function missing({ summary: { account }, phase }: PanelFacts): string | null {
  if (account === undefined && phase !== undefined && phase !== 'ready')
    return 'what held the sender is known once the trace is read to its end.';
  if (account === undefined)
    return 'what held the sender does not show. Log packet_sent and packet_received (qlog importance "core") on the sender.';
  return account.main === null ? account.sentence : null;
}

const rebuilt = sharePanel({
  id: 'limits',
  fields: ['congestion window', 'packets sent'],
  title: 'Limits (rebuilt)',
  about: {
    shows:
      "What stopped the sender from sending more at each moment: the window, the receiver's credit, its own pacing, the application, an ACK that is overdue. The congestion window counts where what is in flight fills it, also while the sender sends beyond it. Of a receiver's log what came, and what its own end shows of why no more did. The shares are those of the account of time, rebuilt from the packets.",
    good: 'A download is held by the congestion window or the pacing rate; a page that waits for a user is held by the application.',
    bad: 'The congestion window holds all the time while it does not grow; flow control holds a download.',
    axis: 'share of time, 0 to 100 %',
  },
  parts: ['limits'],
  side: 'both',
  digestRank: 2,
  missing,
  wholeOf: ({ parts }) => parts.limits,
  // A digest of a newer version may contain unknown names: they are left out, possibly all.
  sharesOf({ answer }) {
    const slice = answer.parts.limits;
    if (slice === null) return null;
    const entries = HOLDER_ORDER.filter((name) => slice.names.includes(name)).map((name) => {
      const { color, pattern } = holderStyle(name);
      return legendEntry(name, name, 'area', color, null, pattern);
    });
    return { slice, entries };
  },
  fills: (palette, entries) => entries.map(({ id }) => holderFill(id, palette)),
  sentence(inView, { snapshot: { summary } }) {
    const isReceiver = summary.side === 'receiver';
    const what = isReceiver ? 'What came to the receiver' : 'What held the sender';
    const [most, ...others] = inView
      .filter(({ share }) => share >= LEAST_SHARE)
      .sort((a, b) => b.share - a.share);
    if (most === undefined)
      return `Nothing in view tells ${isReceiver ? 'what came' : 'what held the sender'}.`;
    const first = `${what}: ${holderStyle(most.entry.id).words} ${shareText(most)} of the time in view`;
    const rest = others.map((one) => `, ${holderStyle(one.entry.id).words} ${shareText(one)}`).join('');
    return `${first}${rest}; rebuilt from packets${isReceiver ? '' : ' and the logged window'}.`;
  },
});

export const limits = withCredit(withLogged(rebuilt));
