/** Traces that are no plain recordings, as texts: a run of the simulator, a what-if of a recording, a range of the run that was exported. */

import { SHARE_NOTHING } from '../../src/engine/reading/contract/share-options.ts';
import { JudgeAhead } from '../../src/engine/reading/judge/judge-ahead.ts';
import type { FileConnection } from '../../src/engine/reading/stages/connection-list.ts';
import { handler as whatIf } from '../../src/engine/service/answers/what-if.ts';
import { runTraces } from '../../src/engine/simulator/runs/scenario-run.ts';
import type { WhatIfAnswer } from '../../src/engine/simulator/what-if/answer.ts';
import { makeDigest } from '../../src/sharing/digest/make.ts';
import { encodeDigest, fileOf } from '../../src/sharing/digest/pack.ts';
import { surveyBytes } from './digest-input.ts';
import { exportText, openFile, openStored, wholeRange } from './export.ts';
import { refOf } from './lab-runs.ts';
import { readTrace } from './load.ts';
import { corpusPath } from './raw-trace.ts';

export const RECORDING = 'rtt100-l4s-cubic-buggy-s01.server.sqlog.gz';

const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

export function simulatedText(): string {
  return runTraces(refOf('incident', 'newreno', { from: 60, megabytes: 1 })).sender;
}

/** Of the recording, under another controller. */
export async function whatIfText(): Promise<string> {
  const file = await openStored(readTrace(corpusPath(RECORDING)));
  const analysis = await new JudgeAhead(null).analyse(file[0] as FileConnection);
  const tools = { signal: new AbortController().signal, progress: () => undefined };
  const answered = { ...openFile(file), analysis: () => analysis };
  const { run } = (await whatIf(answered, { connection: 0, controller: 'newreno' }, tools)) as WhatIfAnswer;
  return run?.trace ?? '';
}

/** The second half of the run. */
export async function rangeText(): Promise<string> {
  const file = await openStored(utf8(simulatedText()));
  const { fromUs, toUs } = wholeRange(file[0] as FileConnection);
  const half = { fromUs: (fromUs + toUs) / 2, toUs };
  return (await exportText(file, half, SHARE_NOTHING, 0, 'lab.sqlog')).text;
}

/** A digest of the recording, as a file. */
export async function digestFile(): Promise<Uint8Array<ArrayBuffer>> {
  const survey = await surveyBytes(readTrace(corpusPath(RECORDING)), RECORDING);
  return fileOf(encodeDigest(makeDigest(survey.input()), 200));
}
