/** The window against the controllers: followed, left on the way, and followed by none. */
import { describe, expect, test } from 'vitest';
import { DetectInput } from '../../../../../src/engine/findings/rule/rule-input.ts';
import { modelDivergence } from '../../../../../src/engine/findings/rules/model-divergence.ts';
import { CANDIDATES, type ModelReport } from '../../../../../src/engine/sender/congestion/index.ts';
import { NewReno } from '../../../../../src/engine/sender/congestion/newreno.ts';
import { runDetectors } from '../../../../support/held-detectors.ts';
import { Scenario } from '../../../../support/scenario.ts';

const DATAGRAM = 1350;
const RTT = 20;
const TRIP = RTT + 1;
const LOSS_EVERY = 15;

/** What the log shows of the window that the model has, in a round trip. */
type Shown = (cwndBytes: number, roundTrip: number) => number;

/** A NewReno sender of 75 round trips with a loss in every 15th, whose log shows its window or something else. */
function played(shown: Shown = (cwnd) => cwnd, state = 'congestion_avoidance'): Scenario {
  const model = new NewReno(DATAGRAM, 20 * DATAGRAM);
  const scenario = new Scenario().state(state);
  const log = (trip: number): void => {
    const { cwndBytes, ssthreshBytes } = model;
    scenario.metrics({
      congestion_window: Math.round(shown(cwndBytes, trip)),
      ...(Number.isFinite(ssthreshBytes) ? { ssthresh: Math.round(ssthreshBytes) } : {}),
    });
  };
  log(0);
  let lost = 0;
  for (let trip = 1; trip <= 75; trip++) {
    const packets = Math.max(2, Math.floor(model.cwndBytes / DATAGRAM));
    const sentUs = scenario.nowMs * 1000;
    for (let i = 0; i < packets; i++) scenario.send();
    scenario.wait(RTT).metrics({ smoothed_rtt: RTT, min_rtt: RTT, latest_rtt: RTT });
    const nowUs = scenario.nowMs * 1000;
    scenario.ack(packets);
    if (trip === 2 || trip % LOSS_EVERY === 0) {
      model.lost(nowUs, sentUs + 1);
      scenario.loss(++lost);
    } else {
      for (let i = 0; i < packets; i++) model.acked(nowUs, sentUs, DATAGRAM);
    }
    log(trip);
    scenario.wait(1);
  }
  return scenario;
}

const verdictsOf = (scenario: Scenario) => runDetectors(new DetectInput(scenario.load()), [modelDivergence]);

test('a window that follows NewReno throughout is reported as not found', () => {
  const { remarks, notFound } = verdictsOf(played());
  expect(remarks).toEqual([]);
  expect(notFound[0]?.reason).toMatch(/^The window follows NewReno with a fit of (9[5-9]\.\d|100\.0) %/);
  expect(notFound[0]?.reason).toContain('open loop');
});

test('the remark starts where the log diverges from its model', () => {
  // After the 66th round trip the log shows a window that is half as large again.
  const left = verdictsOf(played((cwnd, trip) => (trip > 66 ? 1.5 * cwnd : cwnd)));
  const [finding, ...more] = left.remarks;
  expect(more).toEqual([]);
  expect(finding?.severity).toBe('info');
  expect(finding?.verdict).toMatch(/^The window follows NewReno best, with a fit of (7|8|9)\d\.\d % /);
  const trip = (finding?.startUs ?? 0) / 1000 / TRIP;
  expect(trip).toBeGreaterThan(66);
  expect(trip).toBeLessThan(68);
});

test('a window that no model fits is reported with the nearest model', () => {
  const [finding] = verdictsOf(
    played((cwnd, trip) => (trip % LOSS_EVERY === 0 ? 0.3 : 1 + (trip % LOSS_EVERY)) * cwnd),
  ).remarks;
  expect(finding?.verdict).toMatch(/^None of the 10 models follows the window; nearest is /);
  expect(finding?.confidence).toBeLessThan(0.8);
});

/** A report in which no model fits, for this reason. */
class Unnamed extends DetectInput {
  readonly #why: ModelReport['unnamed'];
  constructor(why: ModelReport['unnamed']) {
    super(played().load());
    this.#why = why;
  }
  override get models(): ModelReport {
    const candidates = super.models.candidates.map((candidate) => ({ ...candidate, fit: 0.1 }));
    return { ...super.models, candidates, best: [], fits: false, unnamed: this.#why };
  }
}

test('a window that falls as that of BBR does is said to be perhaps that', () => {
  const [finding] = runDetectors(new Unnamed('perhaps-estimate'), [modelDivergence]).remarks;
  expect(finding?.verdict).toMatch(
    /^None of the 10 models follows the window \(perhaps BBR, or another that follows an estimate of the path\); nearest is /,
  );
});

test('of too few reductions nothing is said', () => {
  expect(runDetectors(new Unnamed('few-reductions'), [modelDivergence]).remarks).toEqual([]);
});

describe('each limit, met and just missed', () => {
  /** The best model as if it had these scores. */
  class Scored extends DetectInput {
    readonly #fit: number;
    readonly #epochs: readonly number[];
    constructor(fit: number, epochs: readonly number[] = [1]) {
      super(played().load());
      this.#fit = fit;
      this.#epochs = epochs;
    }
    override get models(): ModelReport {
      const report = super.models;
      const epochScores = Float64Array.from(this.#epochs);
      const candidates = report.candidates.map((one) => ({ ...one, fit: this.#fit, epochScores }));
      return { ...report, candidates };
    }
  }
  const judged = (input: DetectInput) => runDetectors(input, [modelDivergence]);

  test('a fit of 95 %', () => {
    expect(judged(new Scored(0.949)).remarks).toHaveLength(1);
    expect(judged(new Scored(0.95)).remarks).toEqual([]);
  });

  test('an epoch of which less than half follows the model was left', () => {
    const [finding] = judged(new Scored(0.5, [0.49, 0.499, 0.5, 0.51])).remarks;
    expect(finding?.evidence.find(({ id }) => id === 'epochs')?.value).toBe(2);
  });

  test('an estimate that sets the window for four fifths of the time', () => {
    const share = (trips: number): Scenario => {
      const scenario = played();
      const lengthMs = scenario.nowMs;
      return scenario
        .state('bbr_probe_bw_cruise')
        .wait((lengthMs * trips) / (100 - trips))
        .state('congestion_avoidance');
    };
    expect(judged(new DetectInput(share(79).load())).notJudged).toEqual([]);
    expect(judged(new DetectInput(share(81).load())).notJudged[0]?.reason).toContain('BBR');
  });
});

test.each([
  [0.949, 0.951, 'the log leaves its growth for less than a round trip at a time, its reductions follow'],
  [0.951, 0.949, 'the growth it shows follows, its reductions do not'],
  [0.949, 0.949, 'the log leaves its growth for less than a round trip at a time, its reductions do not'],
  [0.951, 0.951, 'the growth it shows follows, its reductions follow'],
  [0.949, Number.NaN, 'the log leaves its growth for less than a round trip at a time'],
])(
  'which half follows is said where the log never leaves it for long: growth %d, reductions %d',
  (growthScore, reductionScore, words) => {
    class Scored extends DetectInput {
      override get models(): ModelReport {
        const scores = { growthScore, reductionScore, fit: 0.9, firstDivergenceUs: Number.NaN };
        const candidates = super.models.candidates.map((candidate) => ({ ...candidate, ...scores }));
        return { ...super.models, candidates };
      }
    }
    const [finding] = runDetectors(new Scored(played().load()), [modelDivergence]).remarks;
    expect(finding?.verdict).toContain(`; open loop); ${words}.`);
  },
);

describe('models that the trace does not distinguish', () => {
  /** What the log of a NewReno sender says, as if so many models had scored best and fitted, or not. */
  class Tied extends DetectInput {
    readonly #tied: number;
    readonly #fits: boolean;
    constructor(tied: number, fits: boolean) {
      super(played().load());
      this.#tied = tied;
      this.#fits = fits;
    }
    override get models(): ModelReport {
      const best = CANDIDATES.slice(0, this.#tied).map(({ id }) => id);
      return { ...super.models, best, fits: this.#fits };
    }
  }
  const namesOf = (tied: number, fits = true): string => {
    const reason = runDetectors(new Tied(tied, fits), [modelDivergence]).notFound[0]?.reason ?? '';
    return /^The window follows (.*) with a fit of/.exec(reason)?.[1] ?? reason;
  };
  const [first, second] = CANDIDATES.map(({ name }) => name);

  test.each([
    [1, `${first}`],
    [2, `${first} / ${second}`],
    [3, `${first} / ${second} (or 1 more that this trace cannot tell apart)`],
    [5, `${first} / ${second} (or 3 more that this trace cannot tell apart)`],
  ])('are two by name, and the rest by their number: %i', (tied, names) => {
    expect(namesOf(tied)).toBe(names);
  });

  test('are named singly if none of them fits: equally bad ones are no group', () => {
    for (const tied of [1, 2, 3]) expect(namesOf(tied, false)).toBe(first);
  });
});

describe('is not judged', () => {
  test('under BBR, whose window follows an estimate', () => {
    const { notJudged } = verdictsOf(played((cwnd) => cwnd, 'bbr_probe_bw_cruise'));
    expect(notJudged[0]?.reason).toContain('BBR');
  });

  test('without a reduction or congestion avoidance', () => {
    const scenario = new Scenario().cwnd(13_500).burst({ packets: 4, rttMs: RTT, gapMs: 1 });
    expect(verdictsOf(scenario).notJudged[0]?.reason).toContain('no reduction to compare');
  });
});
