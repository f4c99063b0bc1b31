/** Figures of CUBIC's paper on rows made by hand: each claim holds on one, fails on another, and is not told without. */
import { describe, expect, test } from 'vitest';
import type { Answer, Experiment, Result } from '../../../../../src/engine/simulator/lab/experiment.ts';
import { experimentResult } from '../../../../../src/engine/simulator/lab/experiment-result.ts';
import { findExperiment } from '../../../../../src/engine/simulator/lab/experiments/index.ts';
import { initialValues, type Values } from '../../../../../src/engine/simulator/runs/scenario.ts';
import type { RunRow } from '../../../../../src/engine/simulator/runs/scenario-run.ts';
import { madeRow, madeRows } from '../../../../support/figure-rows.ts';

const experimentNamed = (id: string): Experiment => findExperiment(id) as Experiment;

function resultOf(id: string, rows: readonly RunRow[], changes: Values = {}): Result {
  const experiment = experimentNamed(id);
  return experimentResult(experiment, { ...initialValues(experiment), ...changes }, rows);
}

function answerTo(id: string, claim: string, rows: readonly RunRow[]): Answer {
  return resultOf(id, rows).answers.find((answer) => answer.claim === claim) as Answer;
}

const verdictOf = (id: string, claim: string, rows: readonly RunRow[]): string =>
  answerTo(id, claim, rows).verdict;

/** Rows of all cells of a sweep; what the flows have is said by controller and cell. */
function sweep(
  cells: readonly (string | number)[],
  variant: (id: string, cell: string | number) => string,
  mbits: (id: string, cell: string | number) => readonly number[],
): readonly RunRow[] {
  return ['cubic', 'bic', 'hstcp', 'sack'].flatMap((id) =>
    cells.flatMap((cell) => madeRows(variant(id, cell), mbits(id, cell))),
  );
}

test.each(['paper-4', 'paper-5', 'paper-6', 'paper-8', 'paper-9', 'paper-10a', 'paper-10bc'])(
  '%s tells nothing without rows, and of some rows only what they tell',
  (id) => {
    for (const { verdict } of resultOf(id, []).answers) expect(verdict).toBe('unknown');
    const experiment = experimentNamed(id);
    const [variant] = experiment.scenario?.variants(initialValues(experiment)) ?? [];
    const one = resultOf(id, [madeRow(variant?.id ?? '', [])]);
    for (const { verdict } of one.answers) expect(verdict).toBe('unknown');
  },
);

describe('figure 4', () => {
  /** From 0.8 of the maximum back to it in 20 s, then a reduction. */
  const sawtooth = (shape: (share: number) => number) => (s: number) =>
    1000 * (0.8 + 0.2 * shape((s % 20) / 20));
  const rows = (shape: (share: number) => number, second: number): readonly RunRow[] => [
    madeRow('cubic', [
      { mbit: 200, window: sawtooth(shape) },
      { mbit: second, window: sawtooth(shape) },
    ]),
  ];
  const cubic = (share: number): number => 1 + (share - 1) ** 3;
  const straight = (share: number): number => share;

  test('a cubic has a plateau, a straight line has not', () => {
    expect(verdictOf('paper-4', 'plateaus', rows(cubic, 200))).toBe('holds');
    expect(verdictOf('paper-4', 'plateaus', rows(straight, 200))).toBe('fails');
  });

  test('shares are fair from 0.8 on', () => {
    expect(verdictOf('paper-4', 'fair', rows(cubic, 170))).toBe('holds');
    expect(answerTo('paper-4', 'fair', rows(cubic, 150))).toMatchObject({
      verdict: 'fails',
      ours: expect.stringContaining('0.75'),
    });
    const short = madeRow('cubic', [{ mbit: 200 }, { mbit: 200 }], 1, 100_000);
    expect(verdictOf('paper-4', 'fair', [short])).toBe('unknown');
  });

  test('its pictures are windows in packets, and a ratio of 1', () => {
    const [windows, ratio] = resultOf('paper-4', rows(straight, 200)).plots;
    expect(windows?.series.map(({ y }) => Math.max(...y) <= 1000)).toEqual([true, true]);
    expect(ratio?.series[0]?.y.every((value) => Math.abs(value - 1) < 1e-9)).toBe(true);
    expect(ratio?.series[0]?.y).toHaveLength(20);
  });
});

describe('figure 5', () => {
  const rows = (sack: number, region: 'concave' | 'Reno-friendly'): readonly RunRow[] => [
    madeRow('rtt-8', [{ window: 100 }, { window: sack }]),
    madeRow('rtt-82', [{ window: 100, region }, { window: 50 }]),
  ];

  test('windows are similar within a fifth either way', () => {
    expect([70, 85, 120, 130].map((sack) => verdictOf('paper-5', 'short', rows(sack, 'concave')))).toEqual([
      'fails',
      'holds',
      'holds',
      'fails',
    ]);
  });

  test('CUBIC follows its cubic in two of its regions', () => {
    expect(verdictOf('paper-5', 'long', rows(100, 'concave'))).toBe('holds');
    expect(verdictOf('paper-5', 'long', rows(100, 'Reno-friendly'))).toBe('fails');
  });
});

describe('a mean with an interval', () => {
  const rows = (...sacks: readonly number[]): readonly RunRow[] =>
    sacks.map((sack, i) => madeRow('rtt-8', [{ window: 100 }, { window: sack }], i + 1));

  test('holds or fails where all of it does, and is unknown where it reaches over the limit', () => {
    expect(verdictOf('paper-5', 'short', rows(89, 90, 91))).toBe('holds');
    expect(verdictOf('paper-5', 'short', rows(59, 60, 61))).toBe('fails');
    expect(answerTo('paper-5', 'short', rows(60, 90, 120))).toMatchObject({
      verdict: 'unknown',
      why: 'The interval of 3 runs reaches over the limit of 0.80.',
    });
    expect(verdictOf('paper-5', 'short', rows(120, 124, 128))).toBe('unknown');
  });
});

describe('figure 6', () => {
  /** In parts of 400 Mbit/s. */
  const rows = (cubic: number, sack: number): readonly RunRow[] =>
    madeRows(
      'cubic',
      [cubic, cubic, cubic, cubic, sack, sack, sack, sack].map((share) => share * 100),
    );

  test('shares count headers, and lie beside the published ones', () => {
    const { answers, plots } = resultOf('paper-6', rows(0.72, 0.23));
    expect(answers.map(({ verdict }) => verdict)).toEqual(['holds', 'holds', 'holds']);
    expect(answers[1]?.value).toBeGreaterThan(72);
    expect(answers[1]?.value).toBeLessThan(72.3);
    expect(plots[0]?.marks.map(({ y }) => y)).toEqual([95, 72, 23]);
    expect(plots[0]?.series.map(({ y }) => Math.round(y[10] as number))).toEqual([95, 72, 23]);
  });

  test('a third less is no difference but another result', () => {
    const { answers } = resultOf('paper-6', rows(0.48, 0.2));
    expect(answers.map(({ verdict }) => verdict)).toEqual(['fails', 'fails', 'differs']);
    expect(answers[1]?.why).not.toBe('');
  });
});

const PAPER_8 = [16, 42, 82, 162, 324];
const PAPER_9 = [16, 42, 82, 162];
const byRtt = (id: string, cell: string | number): string => `${id}-${cell}`;

describe('figure 8', () => {
  const rows = (sackShort: number, sackLong: number, bic: number): readonly RunRow[] =>
    sweep(PAPER_8, byRtt, (id, rtt) => {
      if (id === 'cubic') return [200, 180];
      if (id === 'bic') return [200, 200 * bic];
      if (id === 'sack' && rtt === 16) return [200, 200 * sackShort];
      return rtt === 324 ? [sackLong, sackLong / 3] : [200, 70];
    });

  test('all three claims hold on rows like its own, and fail on others', () => {
    const verdicts = (rows: readonly RunRow[]): readonly string[] =>
      resultOf('paper-8', rows).answers.map(({ verdict }) => verdict);
    expect(verdicts(rows(0.98, 100, 0.85))).toEqual(['holds', 'holds', 'holds']);
    expect(verdicts(rows(0.7, 290, 0.3))).toEqual(['fails', 'fails', 'fails']);
  });

  test('a cell without rows leaves open what it is needed for', () => {
    const without = rows(0.98, 100, 0.85).filter(({ variant }) => variant !== 'bic-82');
    const { answers } = resultOf('paper-8', without);
    expect(answers.map(({ verdict }) => verdict)).toEqual(['unknown', 'holds', 'holds']);
  });

  test('its points have intervals', () => {
    const [ratio, used] = resultOf('paper-8', rows(0.98, 100, 0.85)).plots;
    expect(ratio?.series.map(({ id }) => id)).toEqual(['cubic', 'bic', 'hstcp', 'sack']);
    const [cubic] = used?.series ?? [];
    expect(cubic?.x).toEqual(PAPER_8);
    for (let i = 0; i < 5; i++) expect(cubic?.high?.[i]).toBeGreaterThan(cubic?.low?.[i] as number);
  });
});

describe('figure 9', () => {
  /** The longer flow has `factor` times a power of the ratio of round-trip times of what the other has. */
  const rows = (power: { readonly [id: string]: readonly [exponent: number, factor: number] }) =>
    sweep(PAPER_9, byRtt, (id, rtt) => {
      const [exponent, factor] = power[id] ?? [1, 1];
      return [100 * factor * (Number(rtt) / 162) ** exponent, 100];
    });
  const verdicts = (...powers: Parameters<typeof rows>): readonly string[] =>
    resultOf('paper-9', rows(...powers)).answers.map(({ verdict }) => verdict);

  test('all claims hold where slopes and factors are like its own', () => {
    expect(verdicts({ sack: [1, 0.9], cubic: [0.95, 1], bic: [2, 0.9], hstcp: [0.3, 0.7] })).toEqual([
      ...['holds', 'holds', 'holds', 'holds'],
    ]);
  });

  test('HSTCP cannot be told where SACK does not converge either', () => {
    expect(verdicts({ sack: [1, 0.5], hstcp: [0.3, 0.7] }).at(-1)).toBe('unknown');
    expect(verdicts({ sack: [1, 0.9], hstcp: [0.3, 0.7] }).at(-1)).toBe('holds');
  });

  test('none where they are not', () => {
    expect(verdicts({ sack: [2, 1], cubic: [1, 1], bic: [0.5, 1], hstcp: [1, 1] })).toEqual([
      ...['fails', 'fails', 'fails', 'fails'],
    ]);
    expect(answerTo('paper-9', 'inverse', rows({ sack: [1.2, 1] }))).toMatchObject({
      verdict: 'differs',
      difference: '20 % more',
    });
  });
});

const eight = (ofNew: number, ofSack: number): readonly number[] => [
  ...new Array<number>(4).fill(ofNew / 4),
  ...new Array<number>(4).fill(ofSack / 4),
];

describe('figure 10a', () => {
  const rows = (sackAt160: number, hstcpAt40: number): readonly RunRow[] =>
    sweep([10, 20, 40, 80, 160], byRtt, (id, rtt) => {
      if (id === 'sack') return rtt === 160 ? eight(sackAt160 / 2, sackAt160 / 2) : eight(190, 190);
      if (id === 'cubic') return eight(250, 120);
      return eight(280, id === 'hstcp' && rtt === 40 ? hstcpAt40 : 90);
    });
  const verdicts = (...made: Parameters<typeof rows>): readonly string[] =>
    resultOf('paper-10a', rows(...made)).answers.map(({ verdict }) => verdict);

  test('a number, and an order at every round-trip time', () => {
    expect(verdicts(320, 90)).toEqual(['holds', 'holds']);
    expect(verdicts(380, 130)).toEqual(['differs', 'fails']);
    expect(verdicts(200, 120)).toEqual(['fails', 'fails']);
  });
});

describe('figure 10b, c', () => {
  const CELLS = [10, 100].flatMap((rtt) => [10, 40, 100, 400].map((rate) => `${rtt}ms-${rate}`));
  const rows = (full: number, bicAt400: number, cubicAt100: number): readonly RunRow[] =>
    sweep(CELLS, byRtt, (id, cell) => {
      const [rtt, rate] = String(cell).split('ms-').map(Number) as [number, number];
      if (id === 'sack') return eight((rate * full) / 2, (rate * full) / 2);
      if (rtt === 10)
        return eight(0.5 * rate, (id === 'bic' && rate === 400 ? bicAt400 : 0.4 - rate / 2000) * rate);
      const share = id === 'cubic' && rate === 100 ? cubicAt100 : 0.45 - Math.log10(rate) / 10;
      return eight(0.6 * rate, share * rate);
    });
  const verdicts = (...made: Parameters<typeof rows>): readonly string[] =>
    resultOf('paper-10bc', rows(...made)).answers.map(({ verdict }) => verdict);

  test('its claims hold on rows like its own, and each fails by one cell', () => {
    expect(verdicts(0.95, 0.2, 0.25)).toEqual(['holds', 'holds', 'holds']);
    expect(verdicts(0.85, 0.2, 0.25)).toEqual(['fails', 'holds', 'holds']);
    expect(verdicts(0.95, 0.45, 0.25)).toEqual(['holds', 'fails', 'holds']);
    expect(verdicts(0.95, 0.2, 0.4)).toEqual(['holds', 'holds', 'fails']);
  });

  test('has two pictures for each round-trip time', () => {
    expect(resultOf('paper-10bc', rows(0.95, 0.2, 0.25)).plots.map(({ id }) => id)).toEqual([
      'sack-10ms',
      'used-10ms',
      'sack-100ms',
      'used-100ms',
    ]);
  });
});

test('with another CUBIC, another buffer or other background nothing is held against the paper', () => {
  const rows = madeRows('cubic', new Array<number>(8).fill(48));
  for (const changes of [{ cubic: 'cubic' }, { buffer: 2 }, { background: 0 }])
    for (const { verdict } of resultOf('paper-6', rows, changes).answers) expect(verdict).toBe('unknown');
  expect(resultOf('paper-6', rows, { grain: 1 }).answers[0]?.verdict).not.toBe('unknown');
});
