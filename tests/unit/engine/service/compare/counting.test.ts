/** States of runs, copies, and which rules raise no alarm: by the sources of the rules, and by all that the corpus shows. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isRemark } from '../../../../../src/engine/base/text/remarks.ts';
import type { Severity } from '../../../../../src/engine/findings/finding/finding.ts';
import { DETECTORS } from '../../../../../src/engine/findings/rules/index.ts';
import {
  anyAlarmState,
  distinctRuns,
  INFO_ONLY,
  RunState,
  runState,
  runsInTwoGroups,
} from '../../../../../src/engine/service/compare/counting.ts';

const textOf = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../../../${path}`, import.meta.url)), 'utf8');
/** The last one is not of a rule, but of one that stopped. */
const RULES = DETECTORS.filter((rule) => !isRemark(rule)).map(({ id }) => id);

test('rules of which no source names a higher severity than info are those that raise no alarm', () => {
  const raising = RULES.filter((id) => {
    const path = id === 'death-spiral' ? 'death-spiral/evidence' : `rules/${id}`;
    return /'(?:warning|critical)'/.test(textOf(`src/engine/findings/${path}.ts`));
  });
  expect(RULES.filter((id) => INFO_ONLY.includes(id)).toSorted()).toEqual(
    RULES.filter((id) => !raising.includes(id)).toSorted(),
  );
  expect(INFO_ONLY.filter((id) => !RULES.includes(id))).toEqual(['detector-failed']);
});

test('none of them is an alarm in the corpus', () => {
  const found: { readonly [file: string]: readonly { readonly id: string; readonly severity: Severity }[] } =
    JSON.parse(textOf('tests/corpus/findings.json'));
  const all = Object.values(found).flat();
  expect(all.length).toBeGreaterThan(100);
  expect(all.filter(({ id, severity }) => INFO_ONLY.includes(id) && severity !== 'info')).toEqual([]);
});

test.each<[string, string, readonly Severity[], boolean, RunState]>([
  ['an alarm', 'death-spiral', ['warning'], false, RunState.hit],
  ['an alarm among others', 'death-spiral', ['info', 'critical'], false, RunState.hit],
  [
    'an alarm of a rule that could not be applied to all of the log',
    'death-spiral',
    ['critical'],
    true,
    RunState.hit,
  ],
  ['an info', 'death-spiral', ['info'], false, RunState.info],
  ['an info that may have been an alarm', 'death-spiral', ['info'], true, RunState.notJudged],
  ['nothing', 'death-spiral', [], false, RunState.clean],
  ['nothing, as the log lacks what the rule needs', 'death-spiral', [], true, RunState.notJudged],
  ['an info of a rule that raises no alarm', 'bufferbloat', ['info'], false, RunState.hit],
])('%s', (_, id, severities, isLacking, due) => {
  const findings = [
    ...severities.map((severity) => ({ id, severity })),
    { id: 'other', severity: 'critical' as const },
  ];
  expect(runState({ findings, notJudged: isLacking ? [id] : [] }, id)).toBe(due);
});

test('of any alarm: critical and warnings, and what could be judged', () => {
  expect(['critical', 'warning', 'none', 'unjudged', 'failed'].map(anyAlarmState)).toEqual([
    ...[RunState.hit, RunState.hit, RunState.clean],
    ...[RunState.notJudged, RunState.notJudged],
  ]);
});

test('a run whose identity is not known is like no other', () => {
  const idOf = (id: string | null): string | null => id;
  expect(distinctRuns(['a', null, 'b', 'a', null], idOf)).toEqual({
    runs: ['a', null, 'b', null],
    copies: 1,
  });
  expect(
    runsInTwoGroups(
      [
        ['a', null],
        ['b', null],
        ['c', 'b', 'a'],
      ],
      idOf,
    ),
  ).toEqual([
    { places: [0, 2], runs: ['a', 'a'] },
    { places: [1, 2], runs: ['b', 'b'] },
  ]);
});
