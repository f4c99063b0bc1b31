/**
 * Rows of evidence that rules about the end of a connection have in common, so that two of them say the same thing in the same words,
 * with the same limits.
 */
import { TIMER_SLACK_US } from '../../sender/transport/ending';
import { LEAST_PTOS, restartUs, type Silence } from '../../sender/transport/silence';
import { above, atLeast, type evidence } from '../finding/evidence';
import type { Evidence } from '../finding/finding';

/** `evidence` where the finding requires the row, else `supporting`. */
type Make = typeof evidence;

/** Packets with data whose fate was open at the end. @param isOver the connection has ended, and not only its log. */
export function waitingRow(make: Make, waiting: number, isOver = true): Evidence {
  return make({
    id: 'waiting',
    name: `packets with data that were ${isOver ? 'never' : 'not'} acknowledged`,
    normal: 'none: all was delivered',
    deciding: true,
    value: waiting,
    limit: above(0, 'packets'),
    panel: 'sequence',
  });
}

/** Probe timeouts in a row that nothing answered. */
export function ptosRow(make: Make, ptos: number): Evidence {
  return make({
    id: 'ptos',
    name: 'probe timeouts after the last packet received',
    normal: 'none',
    deciding: true,
    value: ptos,
    limit: atLeast(LEAST_PTOS, 'count'),
    panel: 'pto',
  });
}

/** Packets that were sent in vain. @param least so many speak for the finding. @param note after that limit. */
export function unansweredRow(
  make: Make,
  { sent }: Silence,
  { least, note = '' }: { readonly least: number; readonly note?: string },
): Evidence {
  return make({
    id: 'unanswered',
    name: 'packets sent after the last one received',
    normal: 'none: nothing was left to send',
    deciding: true,
    value: sent,
    limit: atLeast(least, 'packets', { note }),
    panel: 'sequence',
  });
}

/**
 * How long the idle timer ran, against the timeout, which timers of endpoints and clocks of logs meet to within 10 ms.
 * @param timeoutUs NaN where it is not known, or does not decide.
 */
export function silenceRow(make: Make, silence: Silence, endUs: number, timeoutUs: number): Evidence {
  return make({
    id: 'silence',
    name: 'time without a packet that starts the timer anew, up to the end',
    normal: 'below the timeout',
    deciding: true,
    value: endUs - restartUs(silence),
    limit: Number.isNaN(timeoutUs)
      ? above(0, 'us')
      : atLeast(timeoutUs - TIMER_SLACK_US, 'us', { note: ', the idle timeout less 10 ms' }),
    panel: 'sequence',
  });
}

/** The longest of the waits of this side that went on to the end. @param inHttp it waited for a response. */
export function waitRow(make: Make, waitedUs: number, inHttp: boolean): Evidence {
  return make({
    id: 'wait',
    name: 'longest wait of this side that goes on to the end',
    normal: 'none',
    deciding: true,
    value: waitedUs,
    limit: above(0, 'us'),
    panel: inHttp ? 'requests' : 'limits',
  });
}
