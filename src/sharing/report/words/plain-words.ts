/**
 * Findings for people who know no QUIC: what each kind of alarm means and what its cause is, the field's term in brackets.
 * A rule without an entry is reported by its verdict.
 */
import { idleCauseWords } from '../../../engine/base/text/idle-words';
import type { Finding } from '../../../engine/findings/finding/finding';

/** By id of the rule. */
const MEANINGS: ReadonlyMap<string, string> = new Map([
  [
    'death-spiral',
    'The sender limits how much it has under way (congestion window); that limit stopped growing although nothing was lost any more and data was waiting (death spiral).',
  ],
  [
    'stuck-window',
    'The sender limits how much it has under way (congestion window); that limit stayed where it was although it was used in full and nothing was lost (stuck window).',
  ],
  [
    'paced-flat-window',
    'The sender limits how much it has under way (congestion window); that limit stopped growing because the sender itself spreads its packets over time (pacing), and takes that for an application with nothing to send (window flat under pacing).',
  ],
  [
    'recovery-without-loss',
    'The sender slowed down again and again as if packets had been lost (recovery), at times when none had been.',
  ],
  [
    'multiple-reductions',
    'The sender slowed down several times for one loss, where once is enough (several reductions in one recovery period).',
  ],
  [
    'cut-factor',
    'At each loss the sender slowed down by another factor than its kind of congestion control does (cut by another factor).',
  ],
  [
    'persistent-congestion-missed',
    'After a long outage the sender went on as fast as before, where it must begin anew (persistent congestion missed).',
  ],
  [
    'state-dwell',
    'The sender’s congestion control stayed in a state that is meant to be short (state held too long).',
  ],
  [
    'pto-storm',
    'The sender waited for acknowledgements that did not come, and sent probes again and again (PTO storm).',
  ],
  [
    'probe-missing',
    'The sender waited for acknowledgements that did not come, and did not probe for them as it must: not at all, or without longer waits each time (missing probe).',
  ],
  [
    'spurious-loss',
    'The sender took packets for lost that had arrived, and sent them again (spurious losses).',
  ],
  [
    'idle-inflation',
    'The sender allowed itself more than the path had shown to carry (window grew untested).',
  ],
  [
    'inflight-overshoot',
    'The sender had far more under way than its own limit allows (flight beyond the window).',
  ],
  [
    'accounting-mismatch',
    'What the sender says it has under way is not what its packets add up to (bytes in flight do not add up).',
  ],
  [
    'delivery-stall',
    'For a while nothing arrived, or nothing came back: the path or the receiver held it (delivery stalled).',
  ],
  ['host-stall', 'One of the two hosts stopped for a while, and nothing moved meanwhile (a host stopped).'],
  [
    'policed',
    'Something on the path drops what goes beyond a fixed rate, without queueing it (policed path).',
  ],
  [
    'random-loss',
    'The path lost packets now and then though it was not full, and the sender slowed down for each as if it were (random loss).',
  ],
  [
    'flight-constant',
    'The sender never had more under way than a fixed amount, though it was allowed more: a buffer of its own, or writes of that size, ended it (flight constant below the window).',
  ],
  [
    'credit-not-renewed',
    'The receiver says how much may be sent to it; that was used up, and it never allowed more, so that both sides waited (credit never renewed).',
  ],
  [
    'handshake-slow',
    'Setting up the connection took several round trips more than it needs, because packets of it were lost (slow handshake).',
  ],
  [
    'amplification-limited',
    'Before a server knows that its client is where it says to be, it may send it three times what it got, and no more; here that made it wait (anti-amplification limit).',
  ],
  [
    'closed-with-error',
    'One of the two ended the connection with an error, and whatever was under way ended with it (closed with an error).',
  ],
  [
    'handshake-failed',
    'The two sides never agreed on a connection, so that nothing could be sent on it (failed handshake).',
  ],
  [
    'peer-gone',
    'The other side was heard no more while data was on its way to it, and whatever was under way is lost (peer gone).',
  ],
  [
    'log-ends',
    'One side waited to the very end for something that the other one never gave: leave to send more, or an answer.',
  ],
  [
    'idle-timeout',
    'For so long nothing came from the other side that the connection was given up, though something still waited (idle timeout).',
  ],
  [
    'path-changed',
    'An address of one of the two changed during the connection, and packets were lost around that (path changed).',
  ],
  [
    'path-level',
    'The way between the two became longer or shorter, or carried more or less than before, while the connection lasted.',
  ],
  [
    'mtu-black-hole',
    'The path drops packets above a certain size and lets smaller ones pass, without saying so (MTU black hole).',
  ],
  [
    'mtu-lowered',
    'The sender made its packets smaller because some were lost, though large ones arrived as well as others (MTU lowered under random loss).',
  ],
  [
    'size-loss',
    'Large packets are lost on the path far more often than small ones (losses depend on the size).',
  ],
  [
    'ecn-ce',
    'The path marks packets to ask the sender to slow down (ECN-CE), and the sender does not answer as it should.',
  ],
]);

/** What kind of fault it is; for a kind without an entry its verdict, and where it is one of what the log does not hold. */
export function meaningOf({ id, verdict, variant }: Finding): string {
  return variant === 'without-acks' ? verdict : (MEANINGS.get(id) ?? verdict);
}

/** The same of a rule that found nothing; empty for one without an entry. */
export const meaningOfRule = (id: string): string => MEANINGS.get(id) ?? '';

export const PLAIN_RULES: readonly string[] = [...MEANINGS.keys()];

/** By cause, an id of the models' idle rules. */
const CAUSES: ReadonlyMap<string, string> = new Map([
  [
    'shift-from-last-send',
    'Cause: idle time is counted from the last send, so that the wait for the acknowledgement of every round trip looks idle; each time the end of the slow-down (recovery boundary) is moved ahead, past what was just sent, and acknowledged data does not make the limit grow (idle rule shift-from-last-send).',
  ],
]);

/** The cause in a sentence; empty where the trace proves none. */
export function plainCause({ cause }: Finding): string {
  if (cause === null) return '';
  return CAUSES.get(cause) ?? `Cause: ${idleCauseWords(cause)}.`;
}
