/** Rules over a span from which records are missing: dropped there, told elsewhere, and silence is no acquittal. */
import { describe, expect, test } from 'vitest';
import {
  whyLacking,
  whyTraceLacking,
} from '../../../../../src/engine/findings/conditions/lacking-records.ts';
import { finding } from '../../../../../src/engine/findings/finding/build-finding.ts';
import type { Finding } from '../../../../../src/engine/findings/finding/finding';
import type { Detector } from '../../../../../src/engine/findings/rule/detector.ts';
import { DetectInput } from '../../../../../src/engine/findings/rule/rule-input.ts';
import { runDetectors } from '../../../../../src/engine/findings/verdicts/runner.ts';
import { replayEvents, send } from '../../../../support/replay-events.ts';

/** A packet per ms with an equal number, without those from `from` up to `to`. */
function sender(packets: number, from: number, to: number): DetectInput {
  const numbers = Array.from({ length: packets }, (_, n) => n).filter((n) => n < from || n >= to);
  return new DetectInput(replayEvents(numbers.map((n) => send(n, n))));
}

const WHOLE = { startUs: 0, endUs: 199_000 };

test('an interval is judged up to two per cent of missing packets', () => {
  expect(whyLacking(sender(200, 100, 104), WHOLE)).toBeNull();
  expect(whyLacking(sender(200, 100, 105), WHOLE)).toBe(
    '2.5 % of the packets sent from 0.000 s to 0.199 s are not in the log, by their numbers',
  );
});

test('two per cent is the limit, of an interval and of a trace', () => {
  const reasons = (missing: number) => {
    const input = sender(1000, 500, 500 + missing);
    return [whyLacking(input, { startUs: 0, endUs: 999_000 }), whyTraceLacking(input)];
  };
  expect(reasons(20)).toEqual([null, null]);
  expect(reasons(21).map((reason) => reason?.slice(0, 6))).toEqual(['2.1 % ', '91.3 %']);
});

test('a trace is judged likewise, and what is missing is named by its span', () => {
  expect(whyTraceLacking(sender(200, 100, 104))).toBeNull();
  expect(whyTraceLacking(sender(200, 100, 105))).toMatch(
    /^71\.4 % of the packets sent from 0\.099 s to 0\.105 s/,
  );
});

describe('a rule', () => {
  const RULE = { id: 'test', title: 'Test' };
  const at = (startUs: number, endUs: number): Finding =>
    finding(RULE, {
      key: startUs,
      severity: 'info',
      interval: { startUs, endUs },
      ...{ verdict: '', confidence: 1, evidence: [], closeUp: null, why: '', next: '', panels: [] },
    });
  const rule = (found: readonly Finding[], own: Partial<Detector> = {}): Detector => ({
    ...RULE,
    looksThrough: 'tests',
    needs: [],
    cannotJudge: () => null,
    finish: () => found,
    closest: () => ({ ...RULE, reason: 'nothing', startUs: 0, endUs: 0, evidence: [] }),
    ...own,
  });
  const BEFORE = at(0, 90_000);
  const ACROSS = at(95_000, 110_000);
  const verdictsOf = (detector: Detector, packetsMissing = 5) => {
    const input = sender(200, 100, 100 + packetsMissing);
    const { findings, notJudged, notFound } = runDetectors(input, [detector]);
    return {
      findings,
      told: input.earlier,
      reasons: notJudged.map(({ reason }) => reason.slice(0, 45)),
      closest: notFound.length,
    };
  };

  test('that found something across the gap says that it is not judged there', () => {
    const reasons = ['31.3 % of the packets sent from 0.095 s to 0.'];
    expect(verdictsOf(rule([BEFORE, ACROSS]))).toEqual({
      findings: [BEFORE],
      told: [BEFORE],
      reasons,
      closest: 0,
    });
  });

  test('that found nothing, or nothing else, is not judged', () => {
    const reasons = ['71.4 % of the packets sent from 0.099 s to 0.'];
    for (const found of [[], [ACROSS]]) {
      expect(verdictsOf(rule(found))).toEqual({ findings: [], told: [], reasons, closest: 0 });
    }
  });

  test('that found something elsewhere stands', () => {
    expect(verdictsOf(rule([BEFORE]))).toMatchObject({ findings: [BEFORE], reasons: [], closest: 0 });
  });

  test('whose findings stand with gaps keeps them, and is not judged where it is silent', () => {
    expect(verdictsOf(rule([ACROSS], { standsWithGaps: true }))).toMatchObject({
      findings: [ACROSS],
      reasons: [],
    });
    expect(verdictsOf(rule([], { standsWithGaps: true })).reasons).toHaveLength(1);
  });

  test('of which an info is no alarm is silent with infos alone', () => {
    const { findings, reasons } = verdictsOf(rule([BEFORE], { standsWithGaps: true, infoIsNoAlarm: true }));
    expect(findings).toEqual([BEFORE]);
    expect(reasons).toHaveLength(1);
  });

  test('is judged as ever where too little is missing', () => {
    expect(verdictsOf(rule([]), 4)).toMatchObject({ reasons: [], closest: 1 });
  });
});
