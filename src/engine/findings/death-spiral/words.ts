/**
 * The sentences of the death spiral: verdict, how it ended, why it matters, what to look at. Figures come measured;
 * here they only become words.
 */
import { count, duration, packets, percent, rtt } from '../../text/figures';
import type { SpiralExit } from './exit';
import type { Measured } from './measure';

export const WHY =
  'A sender that fills its window and loses nothing must grow (RFC 9002 §7.3.3, RFC 9438 §4.2). One that measures ' +
  'idleness from its last send takes the drained pipe for a pause, moves its recovery start ahead of its own ' +
  'sends, and ignores their ACKs for growth (quiche PR 2370).';

export const NEXT =
  'Congestion: bytes in flight falls to zero once per round trip. States: recovery without a loss before it. ' +
  'Boundary: the lead over the sends.';

const EXIT_WORDS: { readonly [exit in SpiralExit]: string } = {
  'lead-used-up': 'it ended when the lead was used up',
  'not-drained': 'it ended when a round trip left bytes in flight',
  'trace-ended': 'the trace ends in it',
  unknown: 'how it ended is not known',
};

/** One sentence: window, length, states, end. */
export function verdictOf(m: Measured, exit: SpiralExit | null): string {
  const window = `${count(m.cwndBytes)} bytes (${packets(m.cwndBytes, m.datagramBytes)})`;
  const length = `${duration(m.endUs - m.startUs)}, about ${count(m.roundTrips)} round trips`;
  const end = exit === null ? '' : `; ${EXIT_WORDS[exit]}`;
  return `cwnd stayed at ${window} for ${length}, without a loss; ${stateWords(m)}${end}.`;
}

function stateWords({ recovery, rttUs }: Measured): string {
  if (!recovery.logged) return 'the log holds no congestion states';
  const transitions = `${count(recovery.transitions)} state transitions`;
  if (recovery.variant !== 'oscillating')
    return `${percent(recovery.share)} of the time in recovery, ${transitions}`;
  const ratio = (recovery.periodUs / rttUs).toFixed(2);
  return `${transitions}, recovery entered every ${rtt(recovery.periodUs)} ≈ ${ratio} RTT`;
}
