/** Flow control limits the sender for most of the time: the receiver's credit is the bottleneck. */
import { duration, percent } from '../../text/figures';
import { lengthOf } from '../intervals';
import { limitedShare } from './limited-share';

export const flowControlLimited = limitedShare(
  { id: 'flow-control-limited', title: 'Limited by flow control' },
  {
    limit: 'flowControl',
    noQueue: true,
    verdict: ({ interval, of }, pathHasRoom) =>
      `Flow control held the sender for ${percent(of.flowControl)} of the ${duration(lengthOf(interval))} after the ` +
      `handshake, the window for ${percent(of.window)}: the receiver's credit is the bottleneck` +
      `${pathHasRoom ? ', the network is not' : ''} (RFC 9000 §4.1).`,
    why:
      'A sender that waits for MAX_DATA or MAX_STREAM_DATA cannot fill the path, whatever its window allows; RFC 9000 ' +
      '§4.2 asks receivers to give credit early enough.',
    next: "Limits: when flow control holds the sender. Raise the receiver's windows, or let it read faster.",
    panels: ['limits', 'throughput', 'congestion'],
  },
);
