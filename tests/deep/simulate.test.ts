/**
 * The simulator against the recordings and against our own findings: shares of spirals on the six recorded links, with 200 seeds each,
 * how long a cycle and how long a spiral lasts, and an alarm exactly where the sender's own state says that it was trapped.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Finding } from '../../src/engine/findings/finding/finding';
import { DetectInput } from '../../src/engine/findings/rule/rule-input.ts';
import { runDetectors } from '../../src/engine/findings/verdicts/runner.ts';
import { loopVerdicts } from '../../src/engine/service/compare/loop-verdicts.ts';
import { variantSummary } from '../../src/engine/service/compare/simulated-shares.ts';
import { type RunOutcome, type RunSettings, simulate } from '../../src/engine/simulator/runs/run.ts';
import { initialValues } from '../../src/engine/simulator/runs/scenario.ts';
import { type RunRef, runRow, variantOf } from '../../src/engine/simulator/runs/scenario-run.ts';
import { isTrapped, type Trap } from '../../src/engine/simulator/runs/trap-watch.ts';
import { ROOT } from '../support/cli-process.ts';
import { eachOf } from '../support/each-of.ts';
import { type IdleBurst, idleBursts, tracedEvents } from '../support/idle-bursts.ts';
import { isAlarm } from '../support/judge.ts';
import {
  lateIn,
  median,
  RECORDED_LINKS,
  type RecordedLink,
  refsOf,
  rowsOf,
  scenarioNamed,
  trappedIn,
} from '../support/lab-runs.ts';
import { loadBytes } from '../support/load.ts';
import { wilson } from '../support/wilson.ts';

const SEEDS = 200;
const B = { from: 60 };

describe('the recorded links', () => {
  /**
   * Of those our share lies above the interval of the recordings. In A losses meet the handshake and the request, which take the
   * recorded quiche longer than the simulated ends: its senders have less time to lose anything in.
   */
  const outside = new Set(['A']);
  const shown: { [link: string]: string } = {};

  const page = readFileSync(join(ROOT, 'docs/simulate.md'), 'utf8');

  /** Our share and its interval, of trapped runs; the page tells them. */
  function measured({ id, changes }: RecordedLink): readonly [share: number, low: number, high: number] {
    const rows = rowsOf('incident', 'defect', SEEDS, changes);
    const trapped = trappedIn(rows);
    const [low, high] = wilson(trapped, SEEDS);
    const percent = [trapped / SEEDS, low, high].map((share) => (100 * share).toFixed(1));
    const words = `${percent[0]} % (${percent[1]} to ${percent[2]})`;
    shown[id] = `${words}, late ${lateIn(rows)} of ${SEEDS}`;
    expect(page.split('\n').find((line) => line.startsWith(`| ${id} `))).toContain(`| ${words} |`);
    return [trapped / SEEDS, low, high];
  }

  afterAll(() => console.table(shown));

  test('have the intervals that were published with them', () => {
    for (const { id, runs, spirals, interval } of RECORDED_LINKS)
      expect(
        wilson(spirals, runs).map((share) => Math.round(100 * share)),
        id,
      ).toEqual(interval);
  });

  test.each(
    eachOf(
      RECORDED_LINKS.filter(({ id }) => !outside.has(id)),
      5,
    ),
  )('$id ($about): the share of trapped runs lies in the interval of the recordings', (link) => {
    const [share] = measured(link);
    const [low, high] = wilson(link.spirals, link.runs);
    expect(share).toBeGreaterThanOrEqual(low);
    expect(share).toBeLessThanOrEqual(high);
  });

  test.each(
    eachOf(
      RECORDED_LINKS.filter(({ id }) => outside.has(id)),
      1,
    ),
  )(
    '$id ($about): the share lies outside of the interval of the recordings; its own interval overlaps that',
    (link) => {
      const [, ourLow, ourHigh] = measured(link);
      const [low, high] = wilson(link.spirals, link.runs);
      expect(ourLow).toBeLessThanOrEqual(high);
      expect(ourHigh).toBeGreaterThanOrEqual(low);
    },
  );

  test.each(['fixed', 'newreno'])('no run of B that is %s is trapped or late', (variant) => {
    const rows = rowsOf('incident', variant, SEEDS, B);
    expect([trappedIn(rows), lateIn(rows)]).toEqual([0, 0]);
  });
});

interface TracedRun {
  readonly outcome: RunOutcome;
  /** Of the sender. */
  readonly text: string;
  readonly traps: readonly Trap[];
}

function tracedRun(settings: RunSettings): TracedRun {
  const outcome = simulate(settings, { traced: 0 });
  return { outcome, text: outcome.traces?.sender ?? '', traps: outcome.flows[0]?.traps ?? [] };
}

test('the late host: the counts of the page, and the loop closes in no cell of either plane', () => {
  const page = readFileSync(join(ROOT, 'docs/simulate.md'), 'utf8');
  const variants = scenarioNamed('late-host').variants(initialValues(scenarioNamed('late-host')));
  const summaries = new Map(
    variants.map(({ id }) => [id, variantSummary(id, rowsOf('late-host', id, 3))] as const),
  );
  const verdicts = loopVerdicts(variants, summaries);
  expect(verdicts).toHaveLength(2);
  for (const { plane, runs, probed, spurious, closed } of verdicts) {
    const delay = plane.replace('max_ack_delay ', '');
    expect(page).toContain(`| ${delay} | ${runs} | ${probed} | ${spurious} | ${closed} |`);
    expect(closed).toBe(0);
  }
});

const settingsOf = (ref: RunRef): RunSettings => variantOf(ref).variant.settings(ref.seed);

describe('a cycle', () => {
  test.each([
    ['B', B, 14],
    ['F', { from: 60, late: 0 }, 12],
  ])('of a trapped sender on %s takes its round trip on the grid', (_, changes, dueMs) => {
    const refs = refsOf('incident', 'defect', 40, changes).filter((ref) => runRow(ref).isTrapped);
    expect(refs.length).toBeGreaterThan(15);
    for (const ref of refs) {
      const { text, traps } = tracedRun(settingsOf(ref));
      const acksMs = tracedEvents(text)
        .filter(({ name, data }) => name === 'quic:packet_received' && data.header?.packet_type === '1RTT')
        .map(({ time }) => time);
      for (const { fromUs, toUs } of traps.filter(isTrapped)) {
        const within = acksMs.filter((ms) => ms * 1000 >= fromUs && ms * 1000 <= toUs);
        const cycleMs = median(within.slice(1).map((ms, i) => ms - (within[i] as number)));
        expect(Math.abs(cycleMs - dueMs), `seed ${ref.seed}`).toBeLessThanOrEqual(0.2);
      }
    }
  });
});

/**
 * With each burst the boundary moves by the time since the last *send*, which is the time since the first packet of the burst before less
 * the gap inside that burst: the lead of the boundary over the sends shrinks by one gap per cycle. So a spiral that begins with the lead L
 * ends L ÷ gap cycles later, when the second packet of a burst is sent after the boundary; from a lead of one round trip that is
 * RTT² ÷ gap. Both lead and gap are taken from the trace: from its sends, ACKs and losses the boundary is rebuilt by hand
 * (tests/support/idle-bursts.ts), and L is what it has at the first burst of the spiral that began with nothing in flight.
 */
describe('a spiral that no stall ends', () => {
  const VALUES = { ...B, stalls: 0, gap: 100 };
  const GAP_MS = 0.1;
  /** Neither losses nor the end of the run ended it. */
  const isOver = ({ fromUs, toUs }: Trap, { outcome }: TracedRun): boolean =>
    toUs > fromUs + 100_000 && toUs > 2_100_000 && toUs < 1000 * outcome.endMs - 50_000;

  /** A trace's times are whole µs, of which the boundary sums up two per cycle. */
  const ROUNDED_MS = 0.02;
  /** From the last packet of a burst to the boundary. */
  const slackMs = (burst: IdleBurst | undefined): number =>
    (burst?.leadMs ?? Number.NaN) - (burst?.lengthMs ?? Number.NaN);

  test('lasts as many cycles as its lead holds gaps, where all gaps are the same', () => {
    let told = 0;
    for (const ref of refsOf('incident', 'defect', 40, VALUES)) {
      const settings = settingsOf(ref);
      const flows = settings.flows.map((flow) => {
        const host = { ...flow.server.host, gapUs: 1000 * GAP_MS };
        return { ...flow, server: { ...flow.server, host } };
      });
      const run = tracedRun({ ...settings, flows });
      const bursts = idleBursts(run.text);
      for (const { fromUs, toUs } of run.traps.filter((trap) => isTrapped(trap) && isOver(trap, run))) {
        const held = bursts.filter(({ atMs }) => atMs >= fromUs / 1000 && atMs < toUs / 1000);
        const cycleMs = median(held.slice(1).map(({ atMs }, i) => atMs - (held[i]?.atMs ?? 0)));
        const [first] = held;
        const endMs = (first?.atMs ?? 0) + ((first?.leadMs ?? 0) / GAP_MS) * cycleMs;
        expect(Math.abs(endMs - toUs / 1000), `seed ${ref.seed}`).toBeLessThanOrEqual(cycleMs);
        told++;
      }
    }
    expect(told).toBeGreaterThan(20);
  });

  test('ends with recorded gaps by its used-up lead, or by a packet that was left in flight', () => {
    const ends = { used: 0, left: 0 };
    for (const ref of refsOf('incident', 'defect', 40, VALUES)) {
      const run = tracedRun(settingsOf(ref));
      const bursts = idleBursts(run.text);
      for (const trap of run.traps.filter((one) => isTrapped(one) && isOver(one, run))) {
        const at = bursts.findIndex(({ atMs }) => atMs >= trap.toUs / 1000);
        const [last, next] = [bursts[at - 1], at < 0 ? undefined : bursts[at]];
        const isNext = next !== undefined && next.atMs - trap.toUs / 1000 < 1;
        // The burst whose ACK was still ignored lay before the boundary as a whole, and the next one does not.
        if (isNext) {
          const [before, after] = [slackMs(last), slackMs(next)];
          expect(before, `seed ${ref.seed}`).toBeGreaterThan(-ROUNDED_MS);
          expect(after, `seed ${ref.seed}`).toBeLessThan(ROUNDED_MS);
          expect(after, `seed ${ref.seed}`).toBeLessThan(before);
          ends.used++;
        } else ends.left++;
      }
    }
    expect(ends.used).toBeGreaterThan(10);
    expect(ends.left).toBeGreaterThan(0);
  });
});

describe('our findings on the simulated traces', () => {
  /** Another length by a twentieth makes another verdict. */
  const isNearLimit = ({ fromUs, toUs, rtts, cwndBytes }: Trap): boolean => {
    const verdict = (factor: number): boolean =>
      isTrapped({ fromUs, toUs: fromUs + factor * (toUs - fromUs), rtts: factor * rtts, cwndBytes });
    return verdict(0.95) !== verdict(1.05);
  };

  const alarmsOf = (text: string): readonly Finding[] => {
    const { pipeline, problems } = loadBytes(new TextEncoder().encode(text));
    expect(problems).toEqual([]);
    return runDetectors(new DetectInput(pipeline.state)).findings.filter(isAlarm);
  };

  const span = (fromUs: number, toUs: number): string =>
    `${(fromUs / 1000).toFixed(1)} to ${(toUs / 1000).toFixed(1)} ms`;

  test.each([
    ['defect', 60],
    ['fixed', 20],
    ['newreno', 20],
  ])('raise an alarm exactly where a run of B is trapped: %s', (variant, seeds) => {
    const mismatches: object[] = [];
    let [leftOut, trapped] = [0, 0];
    for (const ref of refsOf('incident', variant, seeds, B)) {
      const { text, traps } = tracedRun(settingsOf(ref));
      if (traps.some(isNearLimit)) {
        leftOut++;
        continue;
      }
      const alarms = alarmsOf(text);
      const due = traps.filter(isTrapped);
      if (due.length > 0) trapped++;
      if (alarms.length > 0 === due.length > 0) {
        for (const alarm of alarms) expectSame(alarm, due, ref.seed);
        continue;
      }
      mismatches.push({
        seed: ref.seed,
        traps: traps.map(({ fromUs, toUs, rtts }) => `${span(fromUs, toUs)}, ${rtts.toFixed(1)} RTT`),
        alarms: alarms.map(({ startUs, endUs, verdict }) => `${span(startUs, endUs)}: ${verdict}`),
      });
    }
    console.log(`${variant}: ${trapped} of ${seeds} trapped, ${leftOut} left out, near a limit`);
    expect(mismatches).toEqual([]);
    expect(leftOut).toBeLessThanOrEqual(seeds / 10);
    expect(trapped).toBeGreaterThanOrEqual(variant === 'defect' ? seeds / 3 : 0);
  });

  /** It names the defect, begins where the trap does, and lasts as long, or up to 15 % longer: so long the window stays flat after it. */
  function expectSame({ startUs, endUs, cause }: Finding, traps: readonly Trap[], seed: number): void {
    const trap = traps.find(({ fromUs, toUs }) => startUs < toUs && endUs > fromUs);
    expect(cause, `seed ${seed}`).toBe('shift-from-last-send');
    expect(trap, `seed ${seed}`).toBeDefined();
    const { fromUs, toUs } = trap as Trap;
    expect(Math.abs(startUs - fromUs), `seed ${seed}`).toBeLessThanOrEqual(14_000);
    expect(endUs, `seed ${seed}`).toBeGreaterThanOrEqual(toUs - 14_000);
    expect(endUs - toUs, `seed ${seed}`).toBeLessThanOrEqual(0.15 * (toUs - fromUs));
  }
});
