/** The application does not fill the window for most of the time: it is the bottleneck, not the network. */
import { duration, percent } from '../../text/figures';
import { lengthOf } from '../intervals';
import { limitedShare } from './limited-share';

export const appLimited = limitedShare(
  { id: 'app-limited', title: 'Limited by the application' },
  {
    limit: 'application',
    verdict: ({ interval, of }) =>
      `The application left room in the window for ${percent(of.application)} of ${duration(lengthOf(interval))}; the ` +
      `window limited the sender for ${percent(of.window)}: the network is not the bottleneck.`,
    why:
      'A sender without data says nothing about the path, and its window must not grow meanwhile (RFC 9002 §7.8). ' +
      'Look for the cause above the transport.',
    next: 'Limits: when the application had nothing to send. Sequence: the bursts and the pauses between them.',
    panels: ['limits', 'throughput', 'sequence'],
  },
);
