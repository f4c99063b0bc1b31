/** A report's input made as the page makes it: a trace read by a session, its panels painted, its quality in words. */

import { PANEL_IDS } from '../../src/drawing/panels/registry.ts';
import { DEFAULT_CHOICES } from '../../src/drawing/view/choices.ts';
import type { Note } from '../../src/sharing/notes/note.ts';
import type { ReportInput, TraceInput } from '../../src/sharing/report/input.ts';
import { reportedTrace } from '../../src/sharing/report/shared-trace.ts';
import { openTrace } from './panel-context.ts';
import { corpusPath } from './raw-trace.ts';
import { SHARE_ALL } from './redacted.ts';

export const SPIRAL_PATH = corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz');

export interface InputOptions {
  readonly name?: string | null;
  readonly notes?: readonly Note[];
  /** Panels whose pictures are wanted; all where left out. */
  readonly panels?: readonly string[];
  readonly range?: { readonly fromUs: number; readonly toUs: number } | null;
}

export async function traceInput(
  path: string,
  { name = 'spiral.sqlog', notes = [], panels = PANEL_IDS, range = null }: InputOptions = {},
): Promise<TraceInput> {
  const opened = await openTrace(path);
  const { snapshot } = opened;
  const [worst] = snapshot.findings;
  const hiddenPanels = PANEL_IDS.filter((id) => !panels.includes(id));
  return reportedTrace(
    {
      ...{ name, snapshot, notes, visible: range, dismissed: [], figureId: 'figure' },
      context: opened.context(range ?? {}),
      closeUps: opened.closeUps(),
      choices: { ...DEFAULT_CHOICES, hiddenPanels },
      band: worst === undefined ? null : { fromUs: worst.startUs, toUs: worst.endUs },
    },
    SHARE_ALL,
  );
}

export function inputOf(...traces: readonly TraceInput[]): ReportInput {
  return { traces, link: null, written: null };
}
