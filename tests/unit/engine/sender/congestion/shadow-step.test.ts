/**
 * What each step of a trace does to a model that follows the log, and to one that goes its own way. A model alone must
 * not learn of the log's window by any step: then it would be no answer to "what would it have been".
 */
import { describe, expect, test } from 'vitest';
import { CANDIDATES } from '../../../../../src/engine/sender/congestion/candidates.ts';
import type { Controller } from '../../../../../src/engine/sender/congestion/controller.ts';
import { SenderSteps, StepKind, Use } from '../../../../../src/engine/sender/congestion/sender-steps.ts';
import { applyStep } from '../../../../../src/engine/sender/congestion/shadow-step.ts';

const CANDIDATE = CANDIDATES.find(({ id }) => id === 'newreno') ?? CANDIDATES[0];
const NOW_US = 500_000;

type Values = Parameters<SenderSteps['push']>[2];

interface Told {
  readonly cwndBytes: number;
  readonly ssthreshBytes: number;
  readonly boundaryUs: number;
  readonly region: string;
}

/** A model of 20 segments in slow start, or of 10 after a loss at 100 ms, that is told one step. */
function told(
  kind: StepKind,
  values: Values,
  {
    free,
    avoidance,
    use = Use.full,
  }: { readonly free: boolean; readonly avoidance: boolean; readonly use?: Use },
  packets: readonly (readonly [sentUs: number, bytes: number])[] = [],
): Told {
  if (CANDIDATE === undefined) throw new Error('there is no candidate');
  const model: Controller = CANDIDATE.create(1000, 20_000);
  if (avoidance) model.lost(100_000, 90_000);
  const steps = new SenderSteps();
  for (const [sentUs, bytes] of packets) {
    steps.packetSentUs.push(sentUs);
    steps.packetBytes.push(bytes);
  }
  steps.push(kind, NOW_US, values, 20_000, use);
  applyStep(model, steps, 0, free);
  const { cwndBytes, ssthreshBytes, boundaryUs, region } = model;
  return { cwndBytes, ssthreshBytes, boundaryUs, region };
}

const SLOW_START: Told = {
  cwndBytes: 20_000,
  ssthreshBytes: Number.POSITIVE_INFINITY,
  boundaryUs: Number.NaN,
  region: 'slow start',
};
const AVOIDANCE: Told = { cwndBytes: 10_000, ssthreshBytes: 10_000, boundaryUs: 100_000, region: 'linear' };
const BOTH = [
  [false, SLOW_START],
  [true, AVOIDANCE],
] as const;

describe('the end of slow start in the log', () => {
  const exit = (free: boolean, avoidance: boolean) =>
    told(StepKind.slowStartExit, [35_000], { free, avoidance });

  test('sets a following model to the logged window, in any region', () => {
    for (const [avoidance] of BOTH) {
      expect(exit(false, avoidance)).toEqual({
        cwndBytes: 35_000,
        ssthreshBytes: 35_000,
        boundaryUs: NOW_US,
        region: 'linear',
      });
    }
  });

  test('ends slow start of a free model at its own window', () => {
    expect(exit(true, false)).toEqual({
      cwndBytes: 20_000,
      ssthreshBytes: 20_000,
      boundaryUs: NOW_US,
      region: 'linear',
    });
  });

  test('does nothing to a free model that has left slow start long ago', () => {
    expect(exit(true, true)).toEqual(AVOIDANCE);
  });
});

describe('a reduction in the log', () => {
  test('sets a following model to the window after it', () => {
    const set = told(StepKind.reduction, [16_000, 8000, 8000, 450_000], { free: false, avoidance: true });
    expect(set).toEqual({ cwndBytes: 8000, ssthreshBytes: 8000, boundaryUs: NOW_US, region: 'linear' });
  });

  test('is for a free model the loss of the answered packet, and nothing inside its own recovery', () => {
    const lostAt = (sentUs: number) =>
      told(StepKind.reduction, [16_000, 8000, 8000, sentUs], { free: true, avoidance: true });
    expect(lostAt(450_000)).toEqual({
      cwndBytes: 5000,
      ssthreshBytes: 5000,
      boundaryUs: NOW_US,
      region: 'linear',
    });
    expect(lostAt(100_000)).toEqual(AVOIDANCE);
  });

  test('to slow start collapses both, each from its own window', () => {
    const collapse = (free: boolean) =>
      told(StepKind.reduction, [16_000, 2000, 8000, 450_000], { free, avoidance: true });
    expect(collapse(false)).toMatchObject({ cwndBytes: 2000, ssthreshBytes: 8000, region: 'slow start' });
    expect(collapse(true)).toMatchObject({ cwndBytes: 2000, ssthreshBytes: 5000, region: 'slow start' });
  });
});

test.each([true, false])('a step of the logged window alone does nothing to a model (free: %s)', (free) => {
  for (const [avoidance, before] of BOTH)
    expect(told(StepKind.window, [35_000], { free, avoidance })).toEqual(before);
});

test.each([true, false])('a loss counts once per recovery (free: %s)', (free) => {
  const lost = (sentUs: number) => told(StepKind.loss, [sentUs], { free, avoidance: true });
  expect(lost(100_000)).toEqual(AVOIDANCE);
  expect(lost(100_001)).toMatchObject({ cwndBytes: 5000, boundaryUs: NOW_US });
});

test.each([true, false])('an undo restores the window before the loss (free: %s)', (free) => {
  expect(told(StepKind.undo, [35_000], { free, avoidance: true })).toEqual(SLOW_START);
});

describe('an ACK', () => {
  const packets = [
    [100_000, 1000],
    [100_001, 1000],
  ] as const;
  const acked = (use: Use, avoidance: boolean) =>
    told(StepKind.ack, [0, packets.length], { free: true, avoidance, use }, packets).cwndBytes;

  test('grows the window by packets sent after the loss only', () => {
    expect(acked(Use.full, true)).toBe(10_100);
    expect(acked(Use.full, false)).toBe(22_000);
  });

  test('grows nothing if the window was not used', () => {
    expect(acked(Use.nearlyFull, true)).toBe(10_100);
    expect(acked(Use.room, true)).toBe(10_000);
    expect(acked(Use.room, false)).toBe(20_000);
  });
});
