/**
 * Traces made after situations that others reported of their stacks (../shared/traces/public): what a rule must say of each, by the
 * manifest there.
 */
import { expect, test } from 'vitest';
import { NO_LABEL } from '../support/corpus/list.ts';
import { openSubject } from '../support/corpus/subject.ts';

/** Verdicts by the id of their rule. */
function verdictsOf(file: string): ReadonlyMap<string, string> {
  const path = new URL(`${file}.sqlog.gz`, import.meta.url).pathname;
  const { findings } = openSubject({ ...NO_LABEL, file, path }).main.analysis.verdicts;
  return new Map(findings.map(({ id, verdict }) => [id, verdict]));
}

test.each<[file: string, rule: string, says: string]>([
  [
    'ends/window-full-no-probe-idle',
    'probe-missing',
    'No probe (PTO) was sent for 30.44 s from 0.260 s on, although 69 packets with data waited for an ACK and one was due after 105 ms',
  ],
  [
    'public/pto-no-backoff',
    'probe-missing',
    '222 probes in a row (PTOs) did not back off: they are 53.3 ms apart from the first to the last',
  ],
  [
    'ends/conn-credit-never-renewed-blocked-said',
    'credit-not-renewed',
    'The credit of the connection (786,432 B) was used up at 0.220 s; DATA_BLOCKED was sent at 0.333 s, and no MAX_DATA came in the 30.15 s until the idle timeout ended the connection: a deadlock of flow control',
  ],
  [
    'public/pacer-half-window-flat',
    'paced-flat-window',
    'The window (cwnd) stayed at 12,520 B (10 packets) for 11.49 s, 143 round trips, without a loss, while pacing, not the application, held the sender',
  ],
  [
    'public/own-buffer-64k-window-200k',
    'flight-constant',
    'Bytes in flight end at the same size in each of 19 round trips from 0.040 s on, 766 ms: 65,104 B, 32.5 % of the window (cwnd, 200,320 B or more), which is never full, ' +
      'and ACKs release the next packets at once: a buffer of the sender of about 64 KiB',
  ],
  [
    'public/mtu-falls-under-random-loss',
    'random-loss',
    '70 of 688 packets (10.2 %) were lost at random, sent from 0.123 s to 1.254 s: no queue, rate limit or outage shows at them',
  ],
  [
    'public/cubic-fast-convergence-double-cut',
    'cut-factor',
    '2 cuts to 0.60 of the window (cwnd, 59.6 %) for a loss, where CUBIC has 0.70 (RFC 9438 §4.6): 0.85 × 0.70, as if fast convergence',
  ],
  [
    'public/mtu-falls-under-random-loss',
    'mtu-lowered',
    'The MTU was lowered from 1,452 B to 1,200 B at 0.366 s (mtu_updated), and the losses do not depend on the size: 9 of the last 10 larger packets before it arrived; ' +
      'in all 8 of 162 larger packets were lost (4.9 %), and 62 of 523 others (11.9 %), 10.2 % of both, 70 of them at random',
  ],
])('%s: %s', (file, rule, says) => {
  expect(verdictsOf(file).get(rule)).toContain(says);
});
