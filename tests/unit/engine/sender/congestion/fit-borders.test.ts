/** The verdict over controllers at its limits, on steps whose scores follow from the times alone. */
import { describe, expect, test } from 'vitest';
import { fitTrace } from '../../../../../src/engine/sender/congestion/fit.ts';
import { NewReno } from '../../../../../src/engine/sender/congestion/newreno.ts';
import {
  SenderSteps,
  type SenderTrace,
  StepKind,
  Use,
} from '../../../../../src/engine/sender/congestion/sender-steps.ts';

const DATAGRAM = 1000;
const WINDOW = 20_000;
const END_US = 1_000_000;
const FAR = 90_000;

/** Steps in time order; without ACKs every candidate stays where slow start ended. */
class Steps {
  readonly steps = new SenderSteps();

  add(kind: StepKind, timeUs: number, values: Parameters<SenderSteps['push']>[2], rttUs = Number.NaN): this {
    this.steps.push(kind, timeUs, values, rttUs, Use.full);
    return this;
  }

  exit(timeUs: number, bytes = WINDOW): this {
    return this.add(StepKind.slowStartExit, timeUs, [bytes]);
  }

  window(timeUs: number, bytes: number): this {
    return this.add(StepKind.window, timeUs, [bytes]);
  }

  ack(timeUs: number, sentUs: number, packets: number, rttUs = 20_000): this {
    const first = this.steps.packetSentUs.length;
    for (let i = 0; i < packets; i++) {
      this.steps.packetSentUs.push(sentUs);
      this.steps.packetBytes.push(DATAGRAM);
    }
    return this.add(StepKind.ack, timeUs, [first, packets], rttUs);
  }

  judge(change: Partial<SenderTrace> = {}) {
    const window = { datagramBytes: DATAGRAM, initialCwndBytes: WINDOW };
    const trace = { side: 'sender', source: 'losses', ...window } as const;
    return fitTrace({ ...trace, firstUs: 0, lastUs: END_US, steps: this.steps, ...change });
  }
}

/** The logged window is that of the models but for the last `apartUs`. */
const apartFor = (apartUs: number) =>
  new Steps()
    .exit(0)
    .window(END_US - apartUs, FAR)
    .judge();

describe('the fit', () => {
  test.each([
    [149_999, true],
    [150_000, true],
    [150_001, false],
  ])('of the best with %i µs of a second apart is one: %s', (apartUs, fits) => {
    const report = apartFor(apartUs);
    for (const { fit, growthScore } of report.candidates) {
      expect(fit).toBeCloseTo(1 - apartUs / END_US, 12);
      expect(growthScore).toBe(fit);
    }
    expect(report.fits).toBe(fits);
    expect(report.firstDivergenceUs).toBe(END_US - apartUs);
  });

  test('counts no time of slow start, and all of avoidance up to the end', () => {
    const report = new Steps()
      .window(1000, FAR)
      .window(400_000, WINDOW)
      .exit(500_000)
      .window(750_000, FAR)
      .judge();
    for (const { growthScore, epochScores } of report.candidates) {
      expect(growthScore).toBe(0.5);
      expect([...epochScores]).toEqual([0.5]);
    }
    expect([...report.epochStartsUs]).toEqual([500_000]);
  });

  test('has an epoch per reduction, undo and end of slow start, each with its own share', () => {
    const report = new Steps()
      .exit(0)
      .add(StepKind.reduction, 200_000, [WINDOW, 10_000, 10_000, 100_000])
      .window(300_000, FAR)
      .add(StepKind.undo, 400_000, [WINDOW])
      .judge();
    expect([...report.epochStartsUs]).toEqual([0, 200_000, 400_000]);
    const newreno = report.candidates.find(({ id }) => id === 'newreno');
    expect([...(newreno?.epochScores ?? [])]).toEqual([1, 0.5, 1]);
    expect([newreno?.reductions, newreno?.reductionScore]).toEqual([1, 1]);
  });

  test('of a collapse to slow start counts neither the reduction nor the time after it', () => {
    const report = new Steps()
      .exit(0)
      .add(StepKind.reduction, 500_000, [WINDOW, 3000, 10_000, 400_000])
      .window(600_000, FAR)
      .judge();
    for (const { reductions, reductionScore, growthScore } of report.candidates)
      expect([reductions, reductionScore, growthScore]).toEqual([0, Number.NaN, 1]);
  });

  test('of a reduction at the last instant is its score alone', () => {
    const report = new Steps().add(StepKind.reduction, END_US, [WINDOW, 10_000, 10_000, 900_000]).judge();
    expect(report.notJudged).toBeNull();
    expect(report.candidates[0]).toMatchObject({ id: 'newreno', fit: 1, growthScore: Number.NaN });
    expect(report.candidates.at(-1)?.fit).toBe(0);
  });
});

describe('no model is named', () => {
  /** `count` reductions by half, all predicted by NewReno; no time in between. */
  const halved = (count: number, source: SenderTrace['source']) => {
    const steps = new Steps();
    for (let i = 0; i < count; i++) {
      steps.add(StepKind.reduction, END_US, [WINDOW, WINDOW / 2, WINDOW / 2, 900_000]);
    }
    return steps.judge({ source });
  };

  test.each<[SenderTrace['source'], number, ReturnType<typeof halved>['unnamed']]>([
    ['losses', 1, null],
    ['unknown', 4, 'few-reductions'],
    ['unknown', 5, null],
    ['estimate', 5, 'estimate'],
    ['perhaps-estimate', 5, 'perhaps-estimate'],
    ['several-paths', 5, 'several-paths'],
  ])('where the window is set by %s, after %i reductions: %s', (source, count, unnamed) => {
    const report = halved(count, source);
    expect(report.unnamed).toBe(unnamed);
    expect(report.fits).toBe(unnamed === null);
    expect(report.best).toEqual(unnamed === null ? ['newreno'] : []);
    expect(report.groups[0]).toEqual(['newreno']);
  });

  test.each<SenderTrace['source']>(['losses', 'unknown'])('of a low fit, set by %s', (source) => {
    const report = new Steps().exit(0).window(100_000, FAR).judge({ source });
    expect(report).toMatchObject({ fits: false, best: [], unnamed: 'low-fit' });
    // What began before the log is not known to the models.
    const range = new Steps().exit(0).window(100_000, FAR).judge({ source, isMidway: true });
    expect(range).toMatchObject({ fits: false, best: [], unnamed: 'few-reductions' });
  });

  test.each([
    [2, 1, 'few-reductions'],
    [3, 1, 'few-reductions'],
    [4, 1, 'low-fit'],
    [2, 2, 'low-fit'],
    [1, 1, 'low-fit'],
  ])('after %i reductions of a model and %i of none, with its growth: %s', (own, others, unnamed) => {
    const steps = new Steps().exit(0);
    const after = [...Array<number>(own).fill(WINDOW / 2), ...Array<number>(others).fill(0.9 * WINDOW)];
    for (const bytes of after) steps.add(StepKind.reduction, END_US, [WINDOW, bytes, bytes, 900_000]);
    expect(steps.judge({ source: 'losses' })).toMatchObject({ fits: false, best: [], unnamed });
  });

  test.each<[SenderTrace['source'], number, ReturnType<typeof halved>['unnamed']]>([
    ['losses', 0, 'low-fit'],
    ['unknown', 4, 'few-reductions'],
    ['unknown', 5, 'low-fit'],
  ])('of a fit that another might have, set by %s, after %i reductions: %s', (source, count, unnamed) => {
    const steps = new Steps().exit(0).window(800_000, FAR);
    for (let i = 0; i < count; i++)
      steps.add(StepKind.reduction, END_US, [WINDOW, WINDOW / 2, WINDOW / 2, 900_000]);
    expect(steps.judge({ source })).toMatchObject({ fits: false, best: [], unnamed });
  });

  test('nor why, of what is not judged', () => {
    expect(new Steps().window(1000, FAR).judge({ source: 'estimate' }).unnamed).toBeNull();
  });
});

describe('what is not judged', () => {
  test('has a fit of 0, no epoch and no divergence', () => {
    const report = new Steps().window(1000, FAR).judge();
    expect(report.notJudged).toMatch(/^no reduction to compare/);
    expect(report.candidates.map(({ fit, epochScores }) => [fit, epochScores.length])).toEqual(
      report.candidates.map(() => [0, 0]),
    );
  });

  test('of a receiver names the side, and neither a best one nor a divergence', () => {
    const steps = new Steps().exit(0).window(900_000, FAR);
    expect(steps.judge()).toMatchObject({ fits: true, firstDivergenceUs: 900_000 });
    expect(steps.judge({ side: 'receiver' })).toMatchObject({
      notJudged: "a receiver: the window that matters is the other side's",
      best: [],
      groups: [],
      fits: false,
      firstDivergenceUs: Number.NaN,
    });
  });

  test('without a first window nothing is counted', () => {
    const report = new Steps().exit(0).judge({ initialCwndBytes: Number.NaN });
    expect(report).toMatchObject({ notJudged: 'no window logged', fits: false });
    expect(report.epochStartsUs.length).toBe(0);
  });
});

describe('minimum duration of a gap: a round trip', () => {
  const divergence = (gapUs: number, ...rttUs: readonly number[]) => {
    const steps = new Steps().exit(0);
    for (const [i, rtt] of rttUs.entries()) steps.ack(1000 + i, 0, 1, rtt);
    return steps
      .window(100_000, FAR)
      .window(100_000 + gapUs, WINDOW)
      .judge().firstDivergenceUs;
  };

  test.each([
    ['is that of the last ACK', 50_000, [80_000, 50_000], 100_000],
    ['not reached by a microsecond', 49_999, [80_000, 50_000], Number.NaN],
    ['stays where an ACK has none', 49_999, [50_000, Number.NaN], Number.NaN],
    ['may be 0', 1, [50_000, 0], 100_000],
  ])('%s', (_, gapUs, rttUs, firstUs) => {
    expect(divergence(gapUs, ...rttUs)).toEqual(firstUs);
  });
});

describe('candidates that differ', () => {
  /** The log follows NewReno, which leaves the CUBIC of 2008 by some datagrams at `fromUs`. */
  const reno = (fromUs: number, packets: number) => {
    const model = new NewReno(DATAGRAM, WINDOW);
    model.restart({ nowUs: 0, priorCwndBytes: WINDOW, cwndBytes: WINDOW, ssthreshBytes: WINDOW });
    for (let i = 0; i < packets; i++) model.acked(fromUs, fromUs - 10, DATAGRAM);
    return new Steps()
      .exit(0)
      .ack(fromUs, fromUs - 10, packets, 0)
      .window(fromUs, model.cwndBytes)
      .judge();
  };
  const together = (report: ReturnType<typeof reno>) =>
    report.groups.find((group) => group.includes('newreno'))?.includes('cubic-2008');

  test('by less than a datagram are in one group', () => {
    const report = reno(500_000, 10);
    expect(together(report)).toBe(true);
    expect(report.candidates.every(({ fit }) => fit === 1)).toBe(true);
  });

  test('by more are not, though no reduction distinguishes them', () => {
    expect(together(reno(500_000, 100))).toBe(false);
  });

  test('by growth alone are not named: too few reductions', () => {
    const { best, candidates, fits } = reno(500_000, 10);
    expect([fits, best.length]).toEqual([true, candidates.length]);
    const differing = reno(500_000, 100);
    expect(differing.candidates[0]).toMatchObject({ id: 'newreno', fit: 1, reductions: 0 });
    expect(differing).toMatchObject({ fits: false, best: [], unnamed: 'few-reductions' });
  });
});

describe('growth of the log', () => {
  /** Idle time moves the boundary of the defective rule to 50 ms. */
  const refuted = (...then: readonly ((steps: Steps) => Steps)[]) => {
    const steps = new Steps().exit(0).add(StepKind.idleSend, 100_000, [50_000, 60_000], 1000);
    for (const add of then) add(steps);
    const { candidates } = steps.judge();
    return candidates.find(({ id }) => id === 'cubic-shift-from-last-send')?.refuted;
  };
  const acked = (sentUs: number) => (steps: Steps) => steps.ack(200_000, sentUs, 1);
  const logged =
    (bytes: number, timeUs = 200_000) =>
    (steps: Steps) =>
      steps.window(timeUs, bytes);

  test.each<[what: string, refuted: number | undefined, expected: number]>([
    ['by an ACK of a packet sent at the boundary', refuted(acked(50_000), logged(WINDOW + 1)), 1],
    ['by one of a packet sent after it', refuted(acked(50_001), logged(WINDOW + 1)), 0],
    ['that is none', refuted(acked(50_000), logged(WINDOW)), 0],
    ['logged before the ACK of that instant', refuted(logged(WINDOW + 1), acked(50_000)), 1],
    ['logged at another instant', refuted(acked(50_000), logged(WINDOW + 1, 200_001)), 0],
    [
      'in slow start',
      refuted(
        (steps) => steps.add(StepKind.reduction, 150_000, [WINDOW, 3000, 10_000, 140_000]),
        acked(50_000),
        logged(WINDOW + 1),
      ),
      0,
    ],
  ])('%s', (_, found, expected) => {
    expect(found).toBe(expected);
  });
});
