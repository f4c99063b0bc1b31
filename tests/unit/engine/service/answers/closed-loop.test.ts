/** What a death spiral cost closed loop: run when it is asked for, once, and never of itself. */
import { beforeAll, expect, test } from 'vitest';
import type { Snapshot } from '../../../../../src/engine/reading/contract/snapshot.ts';
import { withClosedLoop } from '../../../../../src/engine/service/answers/closed-loop.ts';
import { TraceSession } from '../../../../../src/engine/service/answers/session.ts';
import { readTrace } from '../../../../support/load.ts';
import { SPIRAL_PATH } from '../../../../support/report-input.ts';

let newest: Snapshot;
const session = new TraceSession((snapshot) => {
  newest = snapshot;
});
beforeAll(() =>
  session.open({ kind: 'file', file: new File([new Uint8Array(readTrace(SPIRAL_PATH))], 'a.sqlog.gz') }),
);

test('a trace that is read has none', () => {
  expect(newest.findings.some(({ id }) => id === 'death-spiral')).toBe(true);
  expect(newest.findings.every(({ closedLoop }) => closedLoop === null)).toBe(true);
});

test('asked for, it is run once, and all else of the findings stays', async () => {
  const findings = await session.request('closedLoop', { connection: 0 });
  expect(findings[0]?.closedLoop?.words).toContain('closed loop');
  expect(findings.map((finding) => ({ ...finding, closedLoop: null }))).toEqual(newest.findings);
  expect(await session.request('closedLoop', { connection: 0 })).toBe(findings);
});

test('a run that fails costs itself', () => {
  const analysis = session.analysis(0);
  if (analysis === undefined) throw new Error('nothing was judged');
  const broken = { ...session.connection(0), text: null as never };
  expect(withClosedLoop(broken, analysis)).toBe(analysis.verdicts.findings);
});
