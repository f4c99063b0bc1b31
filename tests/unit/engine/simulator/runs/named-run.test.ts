/** A run as a link names it: its trace, to the byte that of the lab, or why there is none. */
import { describe, expect, test } from 'vitest';
import type { NamedRun } from '../../../../../src/engine/input/bytes/source.ts';
import { traceOfRun } from '../../../../../src/engine/simulator/runs/named-run.ts';
import { RunAsked, RunRefused } from '../../../../../src/engine/simulator/runs/run-refused.ts';
import { initialValues, type Scenario } from '../../../../../src/engine/simulator/runs/scenario.ts';
import { type RunRef, runTraces } from '../../../../../src/engine/simulator/runs/scenario-run.ts';
import { findScenario } from '../../../../../src/engine/simulator/runs/scenarios/index.ts';

const RUN: NamedRun = {
  ...{ scenario: 'incident', variant: 'fixed', seed: 4 },
  ...{ end: 'sender', fields: ['direction:down', 'megabytes:0.2'] },
};
const REF: RunRef = {
  ...{ scenario: 'incident', variant: 'fixed', seed: 4 },
  values: {
    ...initialValues(findScenario('incident') as Scenario),
    ...{ megabytes: 0.2, direction: 'down' },
  },
};

test('the trace of an end is that of the run with these values', () => {
  const { sender, receiver } = runTraces(REF);
  expect(traceOfRun(RUN)).toBe(sender);
  expect(traceOfRun({ ...RUN, end: 'receiver' })).toBe(receiver);
});

test('a link that names CUBIC of 2008 as it was called before is of the one as in Linux', () => {
  const linux = traceOfRun({ ...RUN, variant: 'cubic-linux' });
  const former = traceOfRun({ ...RUN, variant: 'cubic-2008' });
  expect(former.replaceAll('cubic-2008', 'cubic-linux')).toBe(linux);
  expect(traceOfRun({ ...RUN, variant: 'cubic-printed' })).not.toBe(linux);
});

test('HyStart++ is a part of the name', () => {
  const changes = { fields: ['megabytes:2'] };
  const plain = traceOfRun({ ...RUN, ...changes, variant: 'newreno' });
  expect(traceOfRun({ ...RUN, ...changes, variant: 'newreno:hystart' }).length).not.toBe(plain.length);
});

describe('what no run is', () => {
  test.each([
    [{ scenario: 'nothing-such' }, 'there is no scenario nothing-such'],
    [{ variant: 'nothing' }, 'the scenario incident has no variant nothing'],
    [{ scenario: 'buffers', fields: [] }, 'the scenario buffers has no variant fixed'],
    [{ variant: 'cubic:threshold:1e9' }, 'the scenario incident has no variant cubic:threshold:1e9'],
    [{ fields: ['colour:3'] }, 'colour:3: the scenario incident has no field colour'],
    [{ fields: ['constructor:3'] }, 'constructor:3: the scenario incident has no field constructor'],
    [{ fields: ['rtt:0'] }, 'rtt:0: it should be a number from 0.1 to 1000 (ms)'],
    [{ fields: ['rtt:1000.1'] }, 'rtt:1000.1: it should be a number from 0.1 to 1000 (ms)'],
    [{ fields: ['rtt:NaN'] }, 'rtt:NaN: it should be a number from 0.1 to 1000 (ms)'],
    [{ fields: ['rtt'] }, 'rtt: it should be a number from 0.1 to 1000 (ms)'],
    [{ fields: ['direction:left'] }, 'direction:left: it should be one of both, down, up'],
  ] satisfies readonly (readonly [Partial<NamedRun>, string])[])(
    'is refused, by its part: %j',
    (changes, why) => {
      const make = (): string => traceOfRun({ ...RUN, ...changes });
      expect(make).toThrow(RunRefused);
      expect(make).toThrow(why);
    },
  );

  test('is a trace that is too big, which ends the run', () => {
    const { sender } = runTraces(REF);
    expect(runTraces(REF, sender.length).sender).toBe(sender);
    expect(() => runTraces(REF, sender.length - 1)).toThrow('its trace would have more than');
  });
});

describe('a run that costs much', () => {
  const LONG: NamedRun = {
    ...{ scenario: 'two-flows', variant: 'newreno-newreno', seed: 1, end: 'sender' },
    fields: ['rate:1000', 'seconds:120'],
  };
  /** Of which most packets are never sent: it is late. */
  const LATE = { ...RUN, fields: ['held:100', 'limit:10', 'loss:0', 'megabytes:100', 'reordered:20'] };

  test('is asked about before anything is simulated, with what makes it so much', () => {
    const make = (): string => traceOfRun(LONG);
    expect(make).toThrow(RunAsked);
    expect(make).toThrow(
      /^This run takes up to about \d+ seconds and .* of memory\. What makes it so much is /,
    );
    expect(make).toThrow('“Rate”');
  });

  test('is made where the user was asked', () => {
    expect(() => traceOfRun(LATE)).toThrow(RunAsked);
    expect(traceOfRun(LATE, true).length).toBeGreaterThan(1e5);
  });

  test('is refused before it is asked about where no run has such a field', () => {
    expect(() => traceOfRun({ ...LONG, fields: ['rate:100000'] })).toThrow(RunRefused);
  });
});
