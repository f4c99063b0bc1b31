/** The verdict over controllers on small traces whose controller is known, because the test plays it. */
import { describe, expect, test } from 'vitest';
import type { Controller } from '../../../../../src/engine/sender/congestion/controller.ts';
import { Cubic } from '../../../../../src/engine/sender/congestion/cubic.ts';
import {
  CANDIDATES,
  fitTrace,
  senderTrace,
  shadowRun,
} from '../../../../../src/engine/sender/congestion/index.ts';
import { NewReno } from '../../../../../src/engine/sender/congestion/newreno.ts';
import { SenderSteps, StepKind, Use } from '../../../../../src/engine/sender/congestion/sender-steps.ts';
import { Scenario } from '../../../../support/scenario.ts';

const DATAGRAM = 1350;
const RTT_MS = 20;

/** A sender under `model`: a loss that ends slow start, one every `lossEvery` round trips, the window logged at each ACK. */
function played(model: Controller, roundTrips: number, lossEvery: number): Scenario {
  const scenario = new Scenario();
  const log = (): void => {
    const { cwndBytes, ssthreshBytes } = model;
    scenario.metrics({
      congestion_window: Math.round(cwndBytes),
      ...(Number.isFinite(ssthreshBytes) ? { ssthresh: Math.round(ssthreshBytes) } : {}),
    });
  };
  log();
  let lost = 0;
  for (let trip = 1; trip <= roundTrips; trip++) {
    const packets = Math.max(2, Math.floor(model.cwndBytes / DATAGRAM));
    const sentUs = scenario.nowMs * 1000;
    for (let i = 0; i < packets; i++) scenario.send();
    scenario.wait(RTT_MS).metrics({ smoothed_rtt: RTT_MS, min_rtt: RTT_MS, latest_rtt: RTT_MS });
    const nowUs = scenario.nowMs * 1000;
    scenario.ack(packets);
    if (trip === 2 || trip % lossEvery === 0) {
      model.lost(nowUs, sentUs + 1);
      scenario.loss(++lost);
    } else {
      for (let i = 0; i < packets; i++) model.acked(nowUs, sentUs, DATAGRAM, RTT_MS * 1000);
    }
    log();
    scenario.wait(1);
  }
  return scenario;
}

const reno = () => played(new NewReno(DATAGRAM, 20 * DATAGRAM), 60, 15).load();
const cubic = (alphaOneAtWMax = true) =>
  played(new Cubic(DATAGRAM, 20 * DATAGRAM, { idleRule: 'none', alphaOneAtWMax }), 60, 15).load();

describe('the best group', () => {
  test('holds NewReno and no CUBIC on a trace of NewReno', () => {
    const report = fitTrace(senderTrace(reno()));
    expect(report.best).toEqual(['newreno']);
    expect(report.fits).toBe(true);
    expect(report.candidates[0]).toMatchObject({ id: 'newreno', reductionScore: 1 });
    expect(report.candidates.at(-1)?.reductionScore).toBe(0);
  });

  test('holds CUBIC without an idle rule, and not the defect, on a trace of it', () => {
    const report = fitTrace(senderTrace(cubic()));
    expect(report.best).toContain('cubic-none');
    expect(report.best).not.toContain('newreno');
    expect(report.best).not.toContain('cubic-shift-from-last-send');
    expect(report.firstDivergenceUs).toBeNaN();
  });

  test('holds it also where α is 1 from another window on than in the model, and neither the defect nor its fix', () => {
    const { best, fits, candidates } = fitTrace(senderTrace(cubic(false)));
    expect(best).toEqual(['cubic-none', 'cubic-threshold']);
    expect(fits).toBe(true);
    // Its score is the highest, but it grew where its own rule forbids it.
    expect(candidates[0]).toMatchObject({ id: 'cubic-shift-from-last-activity', refuted: 4 });
  });

  test('growth of Reno with β 0.7 is that, or a CUBIC whose Reno-friendly region grows so, and not CUBIC of RFC 9438', () => {
    const report = fitTrace(
      senderTrace(played(new NewReno(DATAGRAM, 20 * DATAGRAM, { lossReductionFactor: 0.7 }), 60, 15).load()),
    );
    expect(report.best).toEqual(['newreno-beta-0.7', 'cubic-alpha-1']);
    expect(report.candidates[0]).toMatchObject({ fit: 1, reductionScore: 1, growthScore: 1 });
  });

  test('growth that a rule forbids refutes it', () => {
    const { candidates } = fitTrace(senderTrace(cubic()));
    const refuted = (id: string) => candidates.find((candidate) => candidate.id === id)?.refuted;
    expect(refuted('cubic-none')).toBe(0);
    expect(refuted('cubic-shift-from-last-send')).toBeGreaterThan(2);
  });

  test('every candidate is in exactly one group, and scores each epoch', () => {
    const report = fitTrace(senderTrace(cubic()));
    expect(report.groups.flat().sort()).toEqual(CANDIDATES.map(({ id }) => id).sort());
    for (const { epochScores } of report.candidates) {
      expect(epochScores.length).toBe(report.epochStartsUs.length);
    }
  });

  test('candidates that differ nowhere are one group: without idle sends no rule shows', () => {
    const scenario = new Scenario().cwnd(27_000).send().send().send();
    for (let i = 0; i < 40; i++) {
      scenario.send().wait(5).metrics({ smoothed_rtt: 20, min_rtt: 20 }).ack(1);
      if (i === 10) scenario.metrics({ congestion_window: 18_900, ssthresh: 18_900 });
    }
    const group = fitTrace(senderTrace(scenario.load())).groups.find((ids) => ids.includes('cubic-none'));
    expect(group).toEqual(expect.arrayContaining(['cubic-shift-from-last-send', 'cubic-reset']));
    expect(group).not.toContain('newreno');
  });
});

describe('growth that a rule forbids', () => {
  /**
   * All candidates score alike: the window grows by a byte an ACK, far within what none is held to. Of the packets
   * acknowledged, sent at 45 ms, some rules have the boundary ahead: the send at 100 ms with nothing in flight moved it.
   */
  const grownBy = (acks: number) => {
    const steps = new SenderSteps();
    const push = (
      kind: StepKind,
      timeMs: number,
      values: Parameters<SenderSteps['push']>[2],
      rttMs: number,
    ) => steps.push(kind, timeMs * 1000, values, rttMs * 1000, Use.room);
    push(StepKind.slowStartExit, 0, [20_000], Number.NaN);
    push(StepKind.idleSend, 100, [50_000, 60_000], 1000);
    for (let i = 1; i <= acks; i++) {
      const first = steps.packetSentUs.length;
      steps.packetSentUs.push(45_000);
      steps.packetBytes.push(1000);
      push(StepKind.ack, 100 + i, [first, 1], 20);
      push(StepKind.window, 100 + i, [20_000 + i], Number.NaN);
    }
    const times = { firstUs: 0, lastUs: 1_000_000 };
    const sender = {
      side: 'sender',
      source: 'losses',
      datagramBytes: 1000,
      initialCwndBytes: 20_000,
    } as const;
    return fitTrace({ ...sender, ...times, steps });
  };
  const innocent = ['newreno', 'cubic-none', 'cubic-shift-from-last-activity'];
  const guilty = ['cubic-shift-from-last-send', 'cubic-reset'];

  test.each([0, 1, 2])('%i times may be chance: the rule stays among the best', (acks) => {
    const { best, candidates } = grownBy(acks);
    expect(candidates.map(({ fit }) => fit)).toEqual(candidates.map(() => 1));
    expect(best).toEqual(expect.arrayContaining([...innocent, ...guilty]));
  });

  test.each([3, 4])('%i times are not: the rule is no longer among the best', (acks) => {
    const { best, candidates } = grownBy(acks);
    expect(best).toEqual(expect.arrayContaining(innocent));
    for (const id of guilty) {
      expect(candidates.find((candidate) => candidate.id === id)?.refuted, id).toBe(acks);
      expect(best).not.toContain(id);
    }
  });
});

describe('a trace that cannot be judged gets a reason', () => {
  test.each([
    ['no window logged', new Scenario().send().wait(20).ack(1)],
    [
      'no reduction to compare, and ssthresh not logged or not reached',
      new Scenario().cwnd(13_500).send().wait(20).ack(1),
    ],
  ])('%s', (reason, scenario) => {
    const report = fitTrace(senderTrace(scenario.load()));
    expect(report).toMatchObject({ notJudged: reason, best: [], groups: [], fits: false, openLoop: true });
  });

  test('a window unlike all candidates fits none', () => {
    const scenario = new Scenario();
    for (let i = 0; i < 30; i++) {
      scenario.metrics({ congestion_window: i % 2 === 0 ? 100_000 : 20_000, ssthresh: 15_000 });
      for (let k = 0; k < 4; k++) scenario.send();
      scenario.wait(20).metrics({ smoothed_rtt: 20, min_rtt: 20 }).ack(4);
    }
    const report = fitTrace(senderTrace(scenario.load()));
    expect(report).toMatchObject({ fits: false, best: [], unnamed: 'low-fit', notJudged: null });
  });
});

describe('a shadow run', () => {
  test('shows window, ssthresh, W_max and the regions of its model', () => {
    const run = shadowRun(senderTrace(cubic()), 'cubic-none');
    expect(run.openLoop).toBe(true);
    expect(run.window.info).toMatchObject({ unit: 'bytes', origin: 'rebuilt', shape: 'step' });
    for (const series of [run.window, run.ssthresh, run.wMax, run.leads]) {
      expect(series.length).toBeGreaterThan(0);
    }
    expect(run.regions[0]?.region).toBe('slow start');
    expect(run.regions.some(({ region }) => region === 'concave' || region === 'Reno-friendly')).toBe(true);
    run.regions.forEach((span, i) => {
      const next = run.regions[i + 1];
      if (next !== undefined) expect(span.toUs).toBe(next.fromUs);
    });
  });

  test('NewReno has no W_max', () => {
    const run = shadowRun(senderTrace(reno()), 'newreno');
    expect(run.wMax.length).toBe(0);
  });

  test('runs freely: NewReno halves where the log of CUBIC does not', () => {
    const state = cubic();
    const followed = shadowRun(senderTrace(state), 'newreno');
    const free = shadowRun(senderTrace(state), 'newreno', { freeFromUs: 0 });
    const firstCutUs = state.losses.timesUs[0] as number;
    const logged = state.series.congestionWindow.valueAt(firstCutUs);
    expect(followed.window.valueAt(firstCutUs)).toBeCloseTo(logged, -1);
    expect(free.window.valueAt(firstCutUs)).toBeCloseTo((logged / 0.7) * 0.5, -1);
  });
});
