/** A worker of the lab: what it is asked and what it posts, in turn, and that a bad question ends nothing. */
import { beforeEach, describe, expect, test } from 'vitest';
import type {
  CheckedValues,
  LabQuestion,
  LabReply,
} from '../../../../../src/engine/simulator/lab/contract.ts';
import type { Result } from '../../../../../src/engine/simulator/lab/experiment.ts';
import { EXPERIMENTS } from '../../../../../src/engine/simulator/lab/experiments/index.ts';
import { serveLab } from '../../../../../src/engine/simulator/lab/serve.ts';
import { type RunRow, runRow, runTraces } from '../../../../../src/engine/simulator/runs/scenario-run.ts';
import { SCENARIOS } from '../../../../../src/engine/simulator/runs/scenarios/index.ts';
import { refOf } from '../../../../support/lab-runs.ts';

/** What `serveLab` is given as its worker. */
class Port {
  onmessage: ((event: MessageEvent<LabQuestion>) => void) | null = null;
  readonly posted: { readonly reply: LabReply; readonly transfer: readonly Transferable[] }[] = [];

  postMessage(reply: LabReply, transfer: readonly Transferable[]): void {
    this.posted.push({ reply, transfer });
  }

  ask(question: LabQuestion): LabReply {
    this.onmessage?.({ data: question } as MessageEvent<LabQuestion>);
    return this.posted.at(-1)?.reply as LabReply;
  }
}

const SMALL = { from: 60, megabytes: 0.2, limit: 4 };
let port: Port;
beforeEach(() => {
  port = new Port();
  serveLab(port);
});

const answerOf = <T>(reply: LabReply): T => ('answer' in reply ? reply.answer : reply.problem) as T;

test('scenarios are told in their order, as data that can be posted', () => {
  const reply = port.ask({ id: 7, kind: 'scenarios', body: null });
  expect(reply.id).toBe(7);
  expect(answerOf<{ id: string }[]>(reply).map(({ id }) => id)).toEqual(SCENARIOS.map(({ id }) => id));
  expect(structuredClone(reply)).toEqual(reply);
});

describe('fields that were typed', () => {
  const check = (scenario: string, texts: { readonly [id: string]: string }): LabReply =>
    port.ask({ id: 1, kind: 'check', body: { scenario, texts } });

  test('become values, the others have their initial ones', () => {
    const { values, problems, variants, args } = answerOf<CheckedValues>(
      check('incident', { rtt: ' 20 ', direction: 'down' }),
    );
    expect(values).toMatchObject({ rtt: 20, direction: 'down', loss: 30 });
    expect(problems).toEqual({});
    expect(args).toBe(' --set rtt=20 --set direction=down');
    expect(variants).toEqual(
      ['CUBIC with the defect', 'CUBIC, fixed', 'NewReno'].map((title, i) => ({
        id: ['defect', 'fixed', 'newreno'][i],
        title,
        at: null,
      })),
    );
  });

  test('that are no values are told with what is wrong, and count as initial', () => {
    const { values, problems } = answerOf<CheckedValues>(check('incident', { rtt: '-5', loss: '10' }));
    expect(values).toMatchObject({ rtt: 10, loss: 10 });
    expect(Object.keys(problems)).toEqual(['rtt']);
    expect(problems.rtt).toContain('from 0.1 to 1000');
  });

  test('of a plane have a place for each variant', () => {
    const { variants } = answerOf<CheckedValues>(check('gap-stalls', {}));
    expect(variants.length).toBeGreaterThan(4);
    expect(variants.every(({ at }) => at !== null)).toBe(true);
  });

  test('of no scenario are a problem', () => {
    expect(check('incidents', {})).toEqual({ id: 1, problem: 'there is no scenario incidents' });
  });
});

describe('runs', () => {
  const refs = [1, 2].map((seed) => refOf('incident', 'defect', SMALL, seed));

  test('are rows in the order asked for, whose samples are handed over', () => {
    const rows = answerOf<RunRow[]>(port.ask({ id: 3, kind: 'runs', body: refs }));
    expect(rows).toEqual(refs.map(runRow));
    expect(port.posted[0]?.transfer).toEqual(rows.map(({ windowBytes }) => windowBytes.buffer));
  });

  test('have their traces', () => {
    const [ref] = refs as [(typeof refs)[number]];
    const reply = port.ask({ id: 4, kind: 'traces', body: ref });
    expect(answerOf<{ sender: string }>(reply)).toEqual(runTraces(ref));
    expect(port.posted[0]?.transfer).toEqual([]);
  });

  test('of no variant are a problem, and the next question is answered', () => {
    const bad = refOf('incident', 'bbr', SMALL);
    const problem = 'the scenario incident has no variant bbr';
    expect(port.ask({ id: 5, kind: 'runs', body: [...refs, bad] })).toEqual({ id: 5, problem });
    expect(port.ask({ id: 6, kind: 'traces', body: bad })).toEqual({ id: 6, problem });
    expect(answerOf<RunRow[]>(port.ask({ id: 8, kind: 'runs', body: [] }))).toEqual([]);
    expect(port.posted.map(({ reply }) => reply.id)).toEqual([5, 6, 8]);
  });
});

describe('experiments', () => {
  test('are told in their order, as data that can be posted', () => {
    const reply = port.ask({ id: 3, kind: 'experiments', body: null });
    expect(answerOf<{ id: string }[]>(reply).map(({ id }) => id)).toEqual(EXPERIMENTS.map(({ id }) => id));
    expect(structuredClone(reply)).toEqual(reply);
  });

  test('their fields are checked like those of a scenario', () => {
    const { values, problems, variants, args } = answerOf<CheckedValues>(
      port.ask({ id: 3, kind: 'check', body: { scenario: 'ten-gigabit', texts: { rtt: '50', rate: 'x' } } }),
    );
    expect(values).toEqual({ rate: 10_000, rtt: 50, size: 1250 });
    expect(Object.keys(problems)).toEqual(['rate']);
    expect([variants, args]).toEqual([[], ' --set rtt=50']);
  });

  test('their result is told of what is set', () => {
    const body = { experiment: 'ten-gigabit', values: { rate: 10_000, rtt: 50, size: 1250 }, rows: [] };
    const { answers } = answerOf<Result>(port.ask({ id: 3, kind: 'result', body }));
    expect(answers[0]).toMatchObject({ value: 50_000, verdict: 'unknown', difference: '50 % less' });
  });

  test('one that there is not is refused', () => {
    const body = { experiment: 'nothing', values: {}, rows: [] };
    expect(port.ask({ id: 3, kind: 'result', body })).toMatchObject({
      problem: 'there is no experiment nothing',
    });
  });
});
