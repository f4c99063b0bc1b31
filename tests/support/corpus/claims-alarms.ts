/**
 * Real quiche traces of three releases and every kind of the recording, held against their labels: an alarm must stand
 * exactly where one is due, at the right time; the figures must be the trace's.
 */
import { expect } from 'vitest';
import { Confusion, judge } from '../judge.ts';
import { type Claim, claim } from './claim.ts';
import { LABELS, type QuicheLabel } from './list.ts';
import type { Subject } from './subject.ts';

/** What was judged so far. */
export const confusion = new Confusion();

const INCIDENT = LABELS.filter(({ file }) => file === 'rate2-both-cubic-buggy-s09.server.sqlog.gz');
/** Whose idle rule is that of the fix: none of them may be blamed for the defect. */
const FIXED = LABELS.filter(({ fix }) => fix === 'on');

function alarmsOf({ entry, text, main }: Subject) {
  const loaded = { pipeline: text.pipeline, problems: text.skipped };
  return judge(entry.quiche as QuicheLabel, loaded, main.analysis.verdicts);
}

export const ALARM_CLAIMS: readonly Claim[] = [
  claim('an alarm stands exactly where one is due', LABELS, 44, (subject) => {
    confusion.add(subject.entry.quiche as QuicheLabel, alarmsOf(subject));
  }),

  claim('no finding blames a fixed build for the defect', FIXED, 10, ({ main }) => {
    const { findings } = main.analysis.verdicts;
    expect(findings.filter(({ cause }) => cause !== null)).toEqual([]);
    expect(findings.filter(({ id }) => id === 'death-spiral' || id === 'recovery-without-loss')).toEqual([]);
  }),

  claim('the incident reads as its post-mortem tells it', INCIDENT, 1, (subject) => {
    const [alarm] = alarmsOf(subject);
    expect(alarm?.severity).toBe('critical');
    expect(alarm?.verdict).toMatch(
      /The window \(cwnd\) stayed at 2,700 bytes \(2 packets\) for 7\.95 s, about 54\d round trips/,
    );
    expect(alarm?.verdict).toMatch(
      /without a loss; 987 changes of the congestion state \(transitions\), recovery entered every 14\.0 ms ≈ 0\.98 round trips \(RTT\); the trace ends in it\. The sender behaves like CUBIC \(idle counted from last send\), \d+ %\.$/,
    );
  }),
];
