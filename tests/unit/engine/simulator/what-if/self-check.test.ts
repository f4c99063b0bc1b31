/** How near runs come: to simulated traces, whose sender is known to the byte, and where none is made. */
import { describe, expect, test } from 'vitest';
import type { CandidateId } from '../../../../../src/engine/sender/congestion/candidates.ts';
import type { ControllerSettings } from '../../../../../src/engine/sender/congestion/controller-settings.ts';
import type { LinkSettings } from '../../../../../src/engine/simulator/runs/link-settings.ts';
import { selfCheck, whyNotRun } from '../../../../../src/engine/simulator/what-if/self-check.ts';
import { cutLog, partsOf } from '../../../../support/cut-trace.ts';
import { loadBytes, loadTrace, readTrace } from '../../../../support/load.ts';
import { corpusPath } from '../../../../support/raw-trace.ts';
import { inputsOf } from '../../../../support/read-log.ts';
import { flowOf, incident, runOf } from '../../../../support/simulated.ts';
import { someOf } from '../../../../support/tier.ts';
import { readRun } from '../../../../support/what-if.ts';

const RENO: ControllerSettings = { name: 'newreno' };
const CUBIC: ControllerSettings = { name: 'cubic', idleRule: 'shift-from-last-activity' };

const LINKS: readonly (readonly [name: string, link: LinkSettings])[] = [
  ['a queue', { delayMs: 10, rateMbit: 10, bufferBytes: 60_000 }],
  ['a shallow queue', { delayMs: 20, rateMbit: 50, bufferBytes: 20_000 }],
  ['a policer', { delayMs: 10, policer: { rateMbit: 10, bucketBytes: 60_000 } }],
  ['no limit, 1 % lost', { delayMs: 20, losses: [{ fromMs: 0, toMs: 1e5, share: 0.01 }] }],
];

describe('a run under the trace’s own controller', () => {
  for (const [controller, settings, id] of [
    ['NewReno', RENO, 'newreno'],
    ['CUBIC', CUBIC, 'cubic-shift-from-last-activity'],
  ] as const)
    test.each(someOf(LINKS, 2))(`is near: ${controller} over %s`, (_, link) => {
      const input = readRun(runOf(flowOf(settings), link, 2, 20_000));
      const { near } = selfCheck(input, id, []);
      expect(near?.start).toBe('data');
    });

  test('under another one it is not, where they differ', () => {
    const input = readRun(
      runOf(flowOf(CUBIC), { delayMs: 50, losses: [{ fromMs: 0, toMs: 1e5, share: 0.003 }] }, 2, 20_000),
    );
    const errorOf = (id: CandidateId): number =>
      Math.abs(selfCheck(input, id, []).tried[0]?.error ?? Number.NaN);
    expect(errorOf('newreno')).toBeGreaterThan(2 * errorOf('cubic-shift-from-last-activity'));
  });

  test('that is not near from the data on begins after the last random loss', () => {
    const runs = someOf([1, 2, 3, 4, 5, 6], 3).map((seed) =>
      selfCheck(readRun(incident(CUBIC, seed)), 'cubic-shift-from-last-activity', []),
    );
    for (const { tried } of runs) {
      const [first, second] = tried;
      expect(first?.start).toBe('data');
      if (second !== undefined) expect(second.fromUs).toBeGreaterThan(1e6);
    }
    expect(runs.filter(({ near }) => near === null).length).toBeLessThanOrEqual(1);
  });
});

describe('no run is made', () => {
  const whyOf = (file: string) => {
    const [input] = inputsOf(loadTrace(corpusPath(file)));
    if (input === undefined) throw new Error(`${file} holds no connection`);
    return whyNotRun(input, input.models);
  };

  test('for BBR', () => {
    expect(whyOf('bbr2-loss2s-s03.server.sqlog.gz')).toBe('estimate');
  });

  test('for a log that lacks the beginning of its connection', () => {
    const whole = readTrace(corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz'));
    const [, rest] = partsOf(cutLog(whole), [300]);
    const [input] = inputsOf(loadBytes(rest ?? new Uint8Array()));
    if (input === undefined) throw new Error('no connection');
    // Known from its packet numbers alone.
    expect(input.state.beginsMidway).toBe(false);
    expect(input.models.notJudged ?? input.models.unnamed).toBeNull();
    expect(whyNotRun(input, input.models)).toBe('midway');
  });

  test('for a receiver', () => {
    expect(whyOf('rate-cubic-buggy-s03.client.sqlog.gz')).toMatch(/^a receiver/);
  });
});
