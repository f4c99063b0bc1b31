/** Flow control limits the sender for most of the time: the receiver's credit is the bottleneck. */
import { percent } from '../../text/figures';
import { limitedShare, timeWords } from './limited-share';

export const flowControlLimited = limitedShare(
  { id: 'flow-control-limited', title: 'Limited by flow control' },
  {
    limit: 'flowControl',
    noQueue: true,
    verdict: (shares, pathHasRoom) =>
      `Flow control held the sender for ${percent(shares.of.flowControl)} of the ${timeWords(shares)}, ` +
      `the window for ${percent(shares.of.window)}: the receiver's credit is the bottleneck` +
      `${pathHasRoom ? ', the network is not' : ''} (RFC 9000 §4.1).`,
    why:
      'A sender that waits for MAX_DATA or MAX_STREAM_DATA cannot fill the path, whatever its window allows; RFC 9000 ' +
      '§4.2 asks receivers to give credit early enough.',
    next: "Limits: when flow control holds the sender. Raise the receiver's windows, or let it read faster.",
    panels: ['limits', 'throughput', 'congestion'],
  },
);
