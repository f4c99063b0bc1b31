/** A report's input made as the page makes it: a trace read by a session, its panels painted, its quality in words. */

import { DEFAULT_CHOICES } from '../../src/drawing/view/choices.ts';
import type { ShareOptions } from '../../src/engine/reading/contract/share-options.ts';
import type { Note } from '../../src/sharing/notes/note.ts';
import { NOTHING_AUTHORED } from '../../src/sharing/report/authored.ts';
import type { ReportInput, TraceInput } from '../../src/sharing/report/input.ts';
import { reportedTrace } from '../../src/sharing/report/shared-trace.ts';
import { openTrace } from './panel-context.ts';
import { corpusPath } from './raw-trace.ts';
import { SHARE_ALL } from './redacted.ts';

export const SPIRAL_PATH = corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz');

export interface InputOptions {
  readonly name?: string | null;
  readonly notes?: readonly Note[];
  /** Panels of the appendix; none where left out. */
  readonly panels?: readonly string[];
  readonly range?: { readonly fromUs: number; readonly toUs: number } | null;
  readonly options?: ShareOptions;
}

export const FINGERPRINT = { name: 'spiral.sqlog', sizeBytes: 301_234, hash: 'ka2TOBWYmShlkmHK' };

export async function traceInput(
  path: string,
  { name = 'spiral.sqlog', notes = [], panels = [], range = null, options = SHARE_ALL }: InputOptions = {},
): Promise<TraceInput> {
  const opened = await openTrace(path);
  const snapshot = { ...opened.snapshot, findings: opened.closedLoop() };
  return reportedTrace(
    {
      ...{ name, snapshot, notes, visible: range, dismissed: [], figureId: 'figure', panels },
      contexts: { whole: opened.context({}), visible: opened.context(range ?? {}) },
      choices: DEFAULT_CHOICES,
      fingerprints: [FINGERPRINT],
      closeUps: opened.closeUps(),
    },
    options,
  );
}

export function inputOf(...traces: readonly TraceInput[]): ReportInput {
  return { traces, link: null, written: null, authored: NOTHING_AUTHORED };
}
