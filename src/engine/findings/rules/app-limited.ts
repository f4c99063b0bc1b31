/**
 * The application does not fill the window for most of the time: nothing waits to be sent. Not counted are the handshake,
 * the pauses of a pacer, and data that waits for loss detection to be sent again (sender-limits.ts).
 */
import { percent } from '../../text/figures';
import { limitedShare, timeWords } from './limited-share';

export const appLimited = limitedShare(
  { id: 'app-limited', title: 'Limited by the application' },
  {
    limit: 'application',
    noQueue: false,
    verdict: (shares, pathHasRoom) =>
      `The application left room in the window for ${percent(shares.of.application)} of the ` +
      `${timeWords(shares)}; the window limited the sender for ${percent(shares.of.window)}` +
      `${pathHasRoom ? ': the network is not the bottleneck' : ''}.`,
    why:
      'A sender without data says nothing about the path, and its window must not grow meanwhile (RFC 9002 §7.8). ' +
      'Look for the cause above the transport.',
    next: 'Limits: when the application had nothing to send. Sequence: the bursts and the pauses between them.',
    panels: ['limits', 'throughput', 'sequence'],
  },
);
