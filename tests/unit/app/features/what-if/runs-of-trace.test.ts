/** The page's end of a run under another controller: what is asked for once, and what comes of it. */
import { beforeEach, expect, it } from 'vitest';
import { BackendEnded } from '../../../../../src/app/backend/backend.ts';
import { TraceWhatIf } from '../../../../../src/app/features/what-if/runs-of-trace.ts';
import { RequestFailed } from '../../../../../src/engine/reading/contract/request-failed.ts';
import type {
  WhatIfAnswer,
  WhatIfRequest,
  WhatIfRun,
} from '../../../../../src/engine/simulator/what-if/answer.ts';
import { type StubbedRequest, stubRequest } from '../../../../support/request-stub.ts';

type Body = Omit<WhatIfRequest, 'connection'>;

const CHECKED: WhatIfAnswer = { refusal: null, check: null, assumptions: [], controllers: [], run: null };
const RUN = { words: 'Sooner.', trace: '\x1e{}\n' } as WhatIfRun;

let asked: StubbedRequest<'whatIf', Body>[];
let whatIf: TraceWhatIf;

beforeEach(() => {
  const stub = stubRequest<'whatIf', Body>();
  asked = stub.asked;
  whatIf = new TraceWhatIf(stub.request);
});

const runNow = () => whatIf.runs.get().get('newreno');

it('asks for the check once, however often the dialog is opened', async () => {
  whatIf.begin();
  whatIf.begin();
  expect(whatIf.check.get()).toEqual({ state: 'asking' });
  await asked[0]?.answer(CHECKED);
  whatIf.begin();
  expect(asked.map(({ body }) => body)).toEqual([{ controller: null }]);
  expect(whatIf.check.get()).toEqual({ state: 'answered', answer: CHECKED });
});

it('asks again where the check failed', async () => {
  whatIf.begin();
  await asked[0]?.fail(new BackendEnded('Reading stopped'));
  expect(whatIf.check.get()).toEqual({ state: 'failed', reason: 'Reading stopped' });
  whatIf.begin();
  expect(asked).toHaveLength(2);
});

it('keeps the run of each controller, its trace as a file', async () => {
  whatIf.run('newreno');
  whatIf.run('cubic-none');
  expect([...whatIf.runs.get()]).toEqual([
    ['newreno', { state: 'running' }],
    ['cubic-none', { state: 'running' }],
  ]);
  await asked[0]?.answer({ ...CHECKED, run: RUN });
  const run = runNow();
  if (run?.state !== 'made') throw new Error('no run');
  expect([run.words, await run.trace.text()]).toEqual(['Sooner.', RUN.trace]);
  expect(whatIf.runs.get().get('cubic-none')).toEqual({ state: 'running' });
});

it('says why there is no run, and runs it again', async () => {
  whatIf.run('newreno');
  await asked[0]?.answer({ ...CHECKED, refusal: 'Not near.' });
  expect(runNow()).toEqual({ state: 'failed', reason: 'Not near.' });
  whatIf.run('newreno');
  await asked[1]?.fail(new RequestFailed('Too large.'));
  expect(runNow()).toEqual({ state: 'failed', reason: 'Too large.' });
});
