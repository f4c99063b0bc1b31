/** The rule of the death spiral, proven without one: on real traces of quiche, and just on both sides of each limit. */
import { describe, expect, test } from 'vitest';
import { deathSpiral } from '../../../../../src/engine/findings/death-spiral/rule.ts';
import { DetectInput } from '../../../../../src/engine/findings/rule/rule-input.ts';
import { idleRule } from '../../../../../src/engine/findings/rules/idle-rule.ts';
import { recoveryWithoutLoss } from '../../../../../src/engine/findings/rules/recovery-without-loss.ts';
import type { HeldGrowth, ModelReport } from '../../../../../src/engine/sender/congestion/index.ts';
import { tracePath } from '../../../../support/corpus/list.ts';
import { runDetectors } from '../../../../support/held-detectors.ts';
import { loadTrace } from '../../../../support/load.ts';
import { inputsOf } from '../../../../support/read-log.ts';

const DEFECT = 'cubic-shift-from-last-send';
const FIXED = 'cubic-shift-from-last-activity';

function read(file: string): DetectInput {
  const [input] = inputsOf(loadTrace(tracePath(file)));
  if (input === undefined) throw new Error(`${file} holds no connection`);
  return input;
}

const find = (input: DetectInput) => runDetectors(input, [idleRule]).findings;

/** quiche 0.30.0 with the fix off: trapped for no more than two round trips. */
const TRAPPED = read('spiral-gran0-s17.server.sqlog.gz');

/** The same trace with other figures. */
class Changed extends DetectInput {
  readonly #models: Partial<ModelReport>;
  readonly #held: Partial<HeldGrowth>;

  constructor(of: DetectInput, models: Partial<ModelReport>, held: Partial<HeldGrowth> = {}) {
    super(of.state, of.log);
    this.#models = models;
    this.#held = held;
  }

  override get models(): ModelReport {
    return { ...super.models, ...this.#models };
  }

  override get heldGrowth(): HeldGrowth {
    const { acks, duePackets, grownPackets, startUs, endUs } = super.heldGrowth;
    return { acks, duePackets, grownPackets, startUs, endUs, ...this.#held };
  }
}

const withHeld = (of: DetectInput, held: Partial<HeldGrowth>): DetectInput => new Changed(of, {}, held);

function withFits(of: DetectInput, defect: number, fixed: number): DetectInput {
  const candidates = of.models.candidates.map((one) => {
    if (one.id === DEFECT) return { ...one, fit: defect };
    return one.id === FIXED ? { ...one, fit: fixed } : one;
  });
  return new Changed(of, { candidates });
}

describe('idle time counted from the last send', () => {
  test('is told of a sender that has the rule and no spiral, with what is known of its version', () => {
    const [found, ...others] = find(TRAPPED);
    expect(others).toEqual([]);
    expect(found).toMatchObject({ id: 'idle-rule', severity: 'info', cause: 'shift-from-last-send' });
    expect(found?.knownDefect?.words).toBe(
      'quiche 0.30.0 has the fix of 0.26.1; this sender behaves as if it were off (pull request 2370).',
    );
    expect(found?.evidence.filter(({ holds }) => !holds)).toEqual([]);
  });

  test.each([
    ['the fix', 'rate-cubic-fixed-s17.server.sqlog.gz'],
    ['the fix, at a window that stays low', 'contloss30-cubic-fixon-s01.server.sqlog.gz'],
    ['NewReno, which has no idle rule', 'rate-reno-s12.server.sqlog.gz'],
    ['BBR', 'bbr2-loss2s-s03.server.sqlog.gz'],
    ['the defect, where no send tells it from the fix', 'sawtooth-2mbit-cubic-smallbuf.server.sqlog.gz'],
    ['CUBIC of another stack', 'ngtcp2-0.12.1_cubic-loss5MB_server.sqlog.gz'],
  ])('is not told of %s', (_, file) => {
    expect(find(read(file))).toEqual([]);
  });

  test('is not told of a receiver', () => {
    const { notJudged } = runDetectors(read('rate-cubic-buggy-s03.client.sqlog.gz'), [idleRule]);
    expect(notJudged.map(({ id }) => id)).toEqual(['idle-rule']);
  });

  test('is told once: a finding with this cause says it', () => {
    const spiral = read('rate-cubic-buggy-s12.server.sqlog.gz');
    const ids = runDetectors(spiral, [deathSpiral, idleRule]).findings.map(({ id }) => id);
    expect(ids).toContain('death-spiral');
    expect(ids).not.toContain('idle-rule');
  });
});

describe('the limits', () => {
  const isTold = (input: DetectInput): boolean => find(input).length === 1;

  test('the fit is 90 %', () => {
    expect(isTold(withFits(TRAPPED, 0.9, 0.5))).toBe(true);
    expect(isTold(withFits(TRAPPED, 0.899, 0.5))).toBe(false);
  });

  test('it is more than 1 % beyond that of the fix', () => {
    expect(isTold(withFits(TRAPPED, 1, 0.989))).toBe(true);
    expect(isTold(withFits(TRAPPED, 1, 0.9901))).toBe(false);
  });

  test('no other named model follows as well, within 1 %', () => {
    const beside = (fit: number, best: ModelReport['best']): DetectInput => {
      const candidates = withFits(TRAPPED, 1, 0.5).models.candidates.map((one) =>
        one.id === 'cubic-reset' ? { ...one, fit } : one,
      );
      return new Changed(TRAPPED, { candidates, best });
    };
    expect(isTold(beside(0.99, [DEFECT]))).toBe(true);
    expect(isTold(beside(0.99, [DEFECT, 'cubic-reset']))).toBe(false);
    expect(isTold(beside(0.989, [DEFECT, 'cubic-reset']))).toBe(true);
  });

  test('2 packets of growth are due', () => {
    expect(isTold(withHeld(TRAPPED, { duePackets: 2 }))).toBe(true);
    expect(isTold(withHeld(TRAPPED, { duePackets: 1.99 }))).toBe(false);
  });

  test('the window grew by a tenth of it at most', () => {
    expect(isTold(withHeld(TRAPPED, { duePackets: 4, grownPackets: 0.4 }))).toBe(true);
    expect(isTold(withHeld(TRAPPED, { duePackets: 4, grownPackets: 0.41 }))).toBe(false);
  });
});

describe('the same proof names the cause of recovery without a loss', () => {
  const BETWEEN_LOSSES = read('applimited-buggy-lowwin.server.sqlog.gz');
  const causeOf = (input: DetectInput) => runDetectors(input, [recoveryWithoutLoss]).findings[0]?.cause;

  test('where the window is held back', () => {
    expect(causeOf(BETWEEN_LOSSES)).toBe('shift-from-last-send');
    expect(causeOf(withHeld(BETWEEN_LOSSES, { duePackets: 2 }))).toBe('shift-from-last-send');
  });

  // A sender with the fix that grows all the while was blamed for the defect: the lead alone is what the defect would do.
  test('and not where it grows, little is due, or the fix follows as well', () => {
    expect(causeOf(withHeld(BETWEEN_LOSSES, { duePackets: 10, grownPackets: 9 }))).toBeNull();
    expect(causeOf(withHeld(BETWEEN_LOSSES, { duePackets: 1.99 }))).toBeNull();
    expect(causeOf(withFits(BETWEEN_LOSSES, 1, 0.9901))).toBeNull();
  });

  test('and not where another model follows the window by more than 1 % better', () => {
    const withReno = (fit: number): DetectInput => {
      const fits = new Map([
        [DEFECT, 0.9],
        ['newreno', fit],
      ]);
      const candidates = BETWEEN_LOSSES.models.candidates.map((one) => ({
        ...one,
        fit: fits.get(one.id) ?? 0.5,
      }));
      return new Changed(BETWEEN_LOSSES, { candidates });
    };
    expect(causeOf(withReno(0.909))).toBe('shift-from-last-send');
    expect(causeOf(withReno(0.911))).toBeNull();
  });
});
