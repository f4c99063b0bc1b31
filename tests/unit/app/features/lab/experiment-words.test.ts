/** What cards of experiments say, over all experiments there are and over made answers. */
import { createElement } from 'react';
import { describe, expect, test } from 'vitest';
import { ClaimTable } from '../../../../../src/app/features/lab/experiment-claims.tsx';
import {
  commandOf,
  fullWords,
  outcomeWords,
  settingWords,
  verdictCounts,
} from '../../../../../src/app/features/lab/experiment-words.ts';
import type { ExperimentOutcome } from '../../../../../src/app/state/lab/experiments.ts';
import { VERDICT_NAMES, VERDICTS } from '../../../../../src/engine/base/text/verdict-words.ts';
import type {
  CheckedValues,
  ExperimentInfo,
  LabQuestion,
} from '../../../../../src/engine/simulator/lab/contract.ts';
import type { Answer, Claim, Verdict } from '../../../../../src/engine/simulator/lab/experiment.ts';
import { markupOf } from '../../../../support/markup.ts';
import { askLab } from '../../../../support/run-rows.ts';

const ALL = askLab<readonly ExperimentInfo[]>({ kind: 'experiments', body: null } as LabQuestion);
const checkedWith = (args: string, variants = 0): CheckedValues =>
  ({
    args,
    variants: Array.from({ length: variants }, (_, i) => ({ id: `${i}` })),
  }) as unknown as CheckedValues;

const answer = (claim: string, verdict: Verdict, known: Partial<Answer> = {}): Answer => ({
  ...{ claim, verdict, ours: '9.1 Mbit/s', difference: '+1 %', why: '', value: 9.1 },
  ...known,
});
const claim = (id: string): Claim => ({ id, words: `It says <${id}>.`, published: null });

describe('the counts of verdicts', () => {
  test('name each verdict that there is, in the order of the list, one as one and several as several', () => {
    for (const verdict of VERDICT_NAMES) {
      const { sign, several } = VERDICTS[verdict];
      expect(verdictCounts([answer('a', verdict)])).toBe(`${sign} 1 ${verdict}`);
      expect(verdictCounts([answer('a', verdict), answer('b', verdict)])).toBe(`${sign} 2 ${several}`);
    }
    const reversed = VERDICT_NAMES.toReversed().map((verdict) => answer(verdict, verdict));
    const named = verdictCounts(reversed).split(', ');
    expect(named.map((words) => words.split(' ')[2])).toEqual(VERDICT_NAMES);
    expect(verdictCounts([])).toBe('');
  });
});

describe('what a result is of', () => {
  const outcome = (known: Partial<ExperimentOutcome>): ExperimentOutcome =>
    ({ checked: checkedWith('', 3), seeds: 5, done: 15, total: 15, ...known }) as ExperimentOutcome;

  test.each([
    ['With the fields as they are at first: 3 variants, 5 runs of each.', outcome({})],
    [
      'With rate=5, queue=codel: 1 variant, 1 run of each.',
      outcome({ checked: checkedWith(' --set rate=5 --set queue=codel', 1), seeds: 1 }),
    ],
    [
      'With the fields as they are at first: 3 variants, 5 runs of each; cancelled after 14 of 15 runs.',
      outcome({ done: 14 }),
    ],
    ['With rtt=200: by formula.', outcome({ checked: checkedWith(' --set rtt=200'), done: 0, total: 0 })],
  ])('%s', (words, of) => {
    expect(outcomeWords(of)).toBe(words);
  });

  test('a setting has no options of the command line in it', () => {
    expect(settingWords(checkedWith(''))).toBe('');
    expect(settingWords(checkedWith(' --set a=1 --set b=2 --set c=3'))).toBe('a=1, b=2, c=3');
  });
});

describe('the commands of every experiment', () => {
  test.each(ALL.map((info) => [info.id, info] as const))('%s', (id, info) => {
    const plain = commandOf(info, checkedWith(''), info.seeds ?? 7);
    expect(plain).toBe(`qlogscope experiment ${id}`);
    const more = commandOf(info, checkedWith(' --set rtt=1'), (info.seeds ?? 6) + 1);
    // One of formulas has no runs to be told.
    expect(more).toBe(`${plain}${info.seeds === null ? '' : ` --seeds ${info.seeds + 1}`} --set rtt=1`);
    const full = fullWords(info);
    expect(full === null).toBe(info.full === null);
    if (full === null || info.full === null) return;
    expect(full.command).toBe(`${plain} --full`);
    for (const [field, value] of Object.entries(info.full.values))
      expect(full.what.split(', ')).toContain(`${field}=${value}`);
    expect(full.what).toMatch(/^[\d,]+ runs? of each variant/);
  });
});

describe('the table of claims', () => {
  const table = (answers: readonly Answer[] | null) =>
    markupOf(createElement(ClaimTable, { claims: [claim('a'), claim('b')], answers }));
  const cellsOf = (answers: readonly Answer[] | null, id: string): readonly string[] =>
    table(answers)
      .one('data-claim', id)
      .named('td')
      .map(({ words }) => words);

  test('has each claim before there is a result, and beside its own answer then', () => {
    expect(cellsOf(null, 'a')).toEqual(['not run yet', '–', '–']);
    const answers = [answer('b', 'fails', { difference: '' }), answer('a', 'holds')];
    expect(cellsOf(answers, 'a')).toEqual(['9.1 Mbit/s', '+1 %', '✓ holds']);
    expect(cellsOf(answers, 'b')).toEqual(['9.1 Mbit/s', '–', '✕ fails']);
    expect(table(answers).one('data-claim', 'b').attribute('data-verdict')).toBe('fails');
    expect(table(answers).one('data-claim', 'a').words).toContain('It says <a>.');
  });

  test('tells one reason of all once, and different ones beside their claims', () => {
    const [same, other] = ['The fields are others.', 'There are too few runs.'];
    const shared = table([answer('a', 'unknown', { why: same }), answer('b', 'unknown', { why: same })]);
    expect(shared.words).toContain(`No claim is answered: ${same}`);
    expect(shared.words.split(same)).toHaveLength(2);
    for (const answers of [
      [answer('a', 'unknown', { why: same }), answer('b', 'unknown', { why: other })],
      [answer('a', 'unknown', { why: same }), answer('b', 'differs', { why: same })],
    ]) {
      const apart = table(answers);
      expect(apart.words).not.toContain('No claim is answered');
      for (const { claim: id, why } of answers) expect(apart.one('data-claim', id).words).toContain(why);
    }
    const alone = markupOf(
      createElement(ClaimTable, { claims: [claim('a')], answers: [answer('a', 'unknown', { why: same })] }),
    );
    expect(alone.words).not.toContain('No claim is answered');
    expect(alone.one('data-claim', 'a').words).toContain(same);
  });
});
