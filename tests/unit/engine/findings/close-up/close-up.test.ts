/** The range and the order of a close-up, and what the finders give where the trace holds nothing. */
import { describe, expect, test } from 'vitest';
import { closeUpOf } from '../../../../../src/engine/findings/close-up/close-up.ts';
import { StepFinder, step } from '../../../../../src/engine/findings/close-up/steps.ts';
import {
  atLeast,
  decidingFirst,
  evidence,
  supporting,
} from '../../../../../src/engine/findings/finding/evidence.ts';
import type { CloseUpStep } from '../../../../../src/engine/findings/finding/finding';
import { alarmWords, splitEvidence } from '../../../../../src/sharing/report/words/finding-words.ts';
import { Scenario } from '../../../../support/scenario.ts';

/** Twenty bursts of two packets, acknowledged 10 ms later each: a second of it. */
function bursts(): Scenario {
  const scenario = new Scenario().cwnd(2700).metrics({ smoothed_rtt: 10, min_rtt: 10 });
  for (let i = 0; i < 20; i++) scenario.burst({ packets: 2, rttMs: 10, gapMs: 0.1 });
  return scenario;
}

const state = bursts().load();
const at = (timeUs: number, kind: CloseUpStep['kind'] = 'send'): CloseUpStep => ({
  timeUs,
  kind,
  text: kind,
});

describe('a close-up', () => {
  test('is five round trips around its steps', () => {
    const closeUp = closeUpOf(state, [at(100_000), at(110_000, 'ack')]);
    expect(closeUp).toMatchObject({ fromUs: 80_000, toUs: 130_000 });
  });

  test('is longer where its steps lie further apart, and leaves room on both sides', () => {
    const { fromUs, toUs } = closeUpOf(state, [at(40_000), at(140_000, 'ack')]) ?? { fromUs: 0, toUs: 0 };
    expect(toUs - fromUs).toBeGreaterThanOrEqual(100_000 / 0.7);
    expect([fromUs < 40_000, toUs > 140_000]).toEqual([true, true]);
  });

  test('stays in the trace, and keeps its length at its ends', () => {
    const { firstUs, lastUs } = state;
    expect(closeUpOf(state, [at(firstUs), at(firstUs + 1000, 'ack')])).toMatchObject({
      fromUs: firstUs,
      toUs: firstUs + 50_000,
    });
    expect(closeUpOf(state, [at(lastUs - 1000), at(lastUs, 'ack')])).toMatchObject({
      fromUs: lastUs - 50_000,
      toUs: lastUs,
    });
  });

  test('has its steps in order of time, at one time in the rule’s, none twice, and six at most', () => {
    const steps = [at(50_000, 'ack'), at(40_000, 'loss'), null, at(50_000, 'send'), at(50_000, 'ack')];
    expect(closeUpOf(state, steps)?.steps.map(({ kind }) => kind)).toEqual(['loss', 'ack', 'send']);
    const many = Array.from({ length: 9 }, (_, i) => at(50_000 + i));
    expect(closeUpOf(state, many)?.steps).toHaveLength(6);
  });

  test('of one step is none', () => {
    expect(closeUpOf(state, [at(50_000), null])).toBeNull();
    expect(closeUpOf(state, [])).toBeNull();
  });
});

describe('what the trace does not hold', () => {
  const find = new StepFinder(state);

  test('is no step', () => {
    expect(step('ack', Number.NaN, 'never')).toBeNull();
    expect([find.lossFrom(0), find.ptoFrom(0), find.markFrom(0)]).toEqual([null, null, null]);
    expect(find.cutWithin(0, state.lastUs)).toBeNull();
    expect(find.ackFrom(state.lastUs + 1)).toBeNull();
    expect(find.ackUpTo(-1)).toBeNull();
    expect(find.receiveAt(12_345, 'never')).toBeNull();
  });
});

test('what it holds has its time and its figures', () => {
  const find = new StepFinder(state);
  const ack = find.ackFrom(0) as CloseUpStep;
  expect(ack).toMatchObject({ kind: 'ack', timeUs: 10_000, text: 'An ACK arrives for 2,700 B' });
  expect(find.ackUpTo(ack.timeUs + 50)?.timeUs).toBe(10_000);
  expect(find.emptyWithin(ack.timeUs, ack.timeUs + 100)?.timeUs).toBe(10_000);
  expect(find.emptyWithin(ack.timeUs - 5000, ack.timeUs - 1)).toBeNull();
  expect(find.sentFrom(ack.timeUs)).toBe(10_100);
  expect(find.sentUpTo(ack.timeUs)).toBe(0);
  expect(find.fullWithin(10_100, 11_000)?.text).toBe('2,700 B are in flight: the window of 2,700 B is full');
  expect(find.heldAt(20_000, 10_000, 'held')).toMatchObject({ kind: 'window-held', timeUs: 20_000 });
});

describe('evidence', () => {
  const row = (id: string, deciding = false) =>
    evidence({ id, name: id, normal: 'none', deciding, value: 1, limit: atLeast(1, 'count'), panel: null });

  test('has the rows first that the rule names, and four of them where there are as many', () => {
    const rows = decidingFirst([row('a'), row('b'), row('c', true), row('d'), row('e'), row('f', true)]);
    expect(rows.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'f', 'd', 'e']);
    expect(rows.filter(({ deciding }) => deciding).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'f']);
    expect(decidingFirst([row('a'), row('b')]).every(({ deciding }) => deciding)).toBe(true);
  });

  test('of an older digest, which names none, shows its first four', () => {
    const old = ['a', 'b', 'c', 'd', 'e'].map((id) => row(id));
    const { deciding, others } = splitEvidence(old);
    expect([deciding.length, others.map(({ id }) => id)]).toEqual([4, ['e']]);
  });

  test.each([
    ['≥ 90 %', 'alarm from 90 %'],
    ['> 2 × cwnd = 18,900 B', 'alarm above 2 × cwnd = 18,900 B'],
    ['≤ 25 %', 'alarm up to 25 %'],
    ['< 95 %', 'alarm below 95 %'],
    ['none', 'alarm: none'],
  ])('%s reads %s', (threshold, words) => {
    expect(alarmWords({ threshold, needed: true })).toBe(words);
  });

  test('that only supports says so', () => {
    const limit = atLeast(0.8, 'share');
    const led = supporting({ id: 'led', name: 'led', normal: 'none', value: 1, limit, panel: null });
    expect(alarmWords(led)).toBe('supports from 80 %');
  });
});
