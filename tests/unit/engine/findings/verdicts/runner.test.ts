/** The runner: order, missing series, and a detector that breaks. */
import { expect, test } from 'vitest';
import { spend } from '../../../../../src/engine/base/columns/work.ts';
import type { Finding } from '../../../../../src/engine/findings/finding/finding';
import type { Detector } from '../../../../../src/engine/findings/rule/detector.ts';
import { DetectInput } from '../../../../../src/engine/findings/rule/rule-input.ts';
import { ruleByRule, runDetectors } from '../../../../../src/engine/findings/verdicts/runner.ts';
import { Scenario } from '../../../../support/scenario.ts';

function finding(severity: Finding['severity'], startUs: number): Finding {
  return {
    key: `${severity}.${startUs}`,
    id: 'test',
    title: 'Test',
    severity,
    startUs,
    endUs: startUs + 1,
    verdict: '',
    confidence: 1,
    variant: null,
    exit: null,
    cause: null,
    cost: null,
    closedLoop: null,
    evidence: [],
    closeUp: null,
    why: '',
    next: '',
    panels: [],
  };
}

function detector(id: string, finish: Detector['finish'], needs: readonly string[] = []): Detector {
  return { id, title: id, looksThrough: 'tests', needs, cannotJudge: () => null, finish };
}

const state = new Scenario().cwnd(2700).wait(5).cwnd(5400).load();

test('findings without an account come most severe first, then by start', () => {
  const detectors = [
    detector('a', () => [finding('info', 1), finding('critical', 9)]),
    detector('b', () => [finding('warning', 2), finding('critical', 3)]),
  ];
  const keys = runDetectors(new DetectInput(state), detectors).findings.map(({ key }) => key);
  expect(keys).toEqual(['critical.3', 'critical.9', 'warning.2', 'info.1']);
});

test('what a rule of remarks says is none of the findings', () => {
  const detectors = [
    detector('log-quality', () => [finding('info', 1)]),
    detector('sound', () => [finding('info', 2)]),
  ];
  const { findings, remarks } = runDetectors(new DetectInput(state), detectors);
  expect([findings, remarks].map((list) => list.map(({ startUs }) => startUs))).toEqual([[2], [1]]);
});

test('a detector that throws becomes a finding and does not stop the others', () => {
  const detectors = [
    detector('broken', () => {
      throw new Error('index out of range');
    }),
    detector('sound', () => [finding('warning', 2)]),
  ];
  const { findings } = runDetectors(new DetectInput(state), detectors);
  expect(findings.map(({ id, severity }) => [id, severity])).toEqual([
    ['test', 'warning'],
    ['detector-failed', 'info'],
  ]);
  expect(findings[1]?.verdict).toContain('index out of range');
});

test('a detector is not run if a series it needs is empty', () => {
  const asked: string[] = [];
  const note = (id: string, needs: readonly string[]): Detector =>
    detector(
      id,
      () => {
        asked.push(id);
        return [];
      },
      needs,
    );
  const { notJudged } = runDetectors(new DetectInput(state), [
    note('window', ['cwnd']),
    note('rtt', ['cwnd', 'smoothed-rtt']),
    note('unknown', ['nothing']),
  ]);
  expect(asked).toEqual(['window']);
  expect(notJudged.map(({ id, reason }) => [id, reason])).toEqual([
    ['rtt', 'no smoothed RTT is logged'],
    ['unknown', 'no nothing is logged'],
  ]);
});

test('a detector that cannot judge a trace gives a reason, and is not run', () => {
  const refusing: Detector = {
    ...detector('refusing', () => [finding('critical', 1)]),
    cannotJudge: () => 'packets are logged without their sizes',
  };
  const { findings, notJudged } = runDetectors(new DetectInput(state), [refusing]);
  expect(findings).toEqual([]);
  expect(notJudged).toMatchObject([{ id: 'refusing', reason: 'packets are logged without their sizes' }]);
});

test('a detector gives the closest place if it found nothing; with info findings only if those are no alarm', () => {
  const asking = (id: string, severity: Finding['severity'] | null, infoIsNoAlarm: boolean): Detector => ({
    ...detector(id, () => (severity === null ? [] : [finding(severity, 1)])),
    infoIsNoAlarm,
    closest: () => ({ id, title: id, reason: 'short', startUs: 1, endUs: 2, evidence: [] }),
  });
  const { notFound } = runDetectors(new DetectInput(state), [
    asking('silent', null, false),
    asking('info', 'info', false),
    asking('no alarm', 'info', true),
    asking('alarm', 'warning', true),
  ]);
  expect(notFound.map(({ id }) => id)).toEqual(['silent', 'no alarm']);
});

test('a rule sees the findings of the rules before it in this run, and none of an earlier run', () => {
  const seen: number[] = [];
  const detectors = [
    detector('first', () => [finding('info', 1)]),
    {
      ...detector('second', () => []),
      finish: ({ earlier: found }: DetectInput) => {
        seen.push(found.length);
        return [];
      },
    },
  ];
  const input = new DetectInput(state);
  runDetectors(input, detectors);
  runDetectors(input, detectors);
  expect(seen).toEqual([1, 1]);
});

test('a rule that takes more steps than it may is not judged, with why, and the others stand', () => {
  const endless = detector('endless', ({ state: { series } }) => {
    for (;;) series.congestionWindow.valueAt(3);
  });
  const { findings, notJudged } = runDetectors(new DetectInput(state), [
    endless,
    detector('sound', () => [finding('warning', 2)]),
  ]);
  expect(findings.map(({ id }) => id)).toEqual(['test']);
  expect(notJudged.map(({ id }) => id)).toEqual(['endless']);
  expect(notJudged[0]?.reason).toMatch(/^too much work: more than 100,\d{3} steps through tests$/);
});

test('of what several rules ask for the words say what there is too much of', () => {
  const gaps = Array.from({ length: 10 }, () => ({
    get startUs() {
      spend(1e6);
      return 0;
    },
  }));
  const broken = Object.create(state, { ackGaps: { value: { gaps } } });
  const { notJudged } = runDetectors(new DetectInput(broken), [
    detector('a', ({ stalls }) => [finding('info', stalls.spans.length)]),
    detector('b', ({ reaction }) => [finding('info', reaction.medianUs)]),
  ]);
  for (const { reason } of notJudged) expect(reason).toMatch(/steps through gaps between ACKs$/);
  expect(notJudged).toHaveLength(2);
});

test('how close a trace came is left out where that takes too many steps', () => {
  const rule: Detector = {
    ...detector('far', () => []),
    closest: () => {
      spend(1e9);
      return null;
    },
  };
  expect(runDetectors(new DetectInput(state), [rule])).toEqual({
    findings: [],
    remarks: [],
    notJudged: [],
    notFound: [],
  });
});

test('rules run one at a time: something else can be done between them', () => {
  const done: string[] = [];
  const rules = ['a', 'b', 'c'].map((id) =>
    detector(id, () => {
      done.push(id);
      return [];
    }),
  );
  const running = ruleByRule(new DetectInput(state), rules);
  for (let next = running.next(); next.done !== true; next = running.next()) done.push('between');
  expect(done).toEqual(['a', 'between', 'b', 'between', 'c', 'between']);
});
