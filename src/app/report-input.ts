/**
 * What the shown trace hands to the report: its snapshot, its notes, the panels as they are shown, painted anew in the
 * light palette, and its quality in the words of the page. What becomes of it is left to `src/report`.
 */
import { bandOf } from '../panels/export-entries';
import { contextOf } from '../panels/paint-panel';
import { panelFigures } from '../panels/panel-figures';
import { fileStem, saveFile, textFile } from '../panels/save-file';
import { zipBundle } from '../report/bundle';
import type { Document, Figure } from '../report/document';
import { toHtml } from '../report/html';
import type { ReportInput } from '../report/input';
import { snapshotRecord } from '../report/snapshot-record';
import { choices } from '../session/choices';
import type { OpenTrace } from '../session/open-trace';
import { qualityFacts } from './quality-facts';

/** What the user lets into the report beside figures, verdicts and pictures. */
export interface ReportChoices {
  /** The file's name, and with it the address of this view, which may hold it. */
  readonly fileName: boolean;
  readonly notes: boolean;
}

function figuresOf(trace: OpenTrace): readonly Figure[] {
  const context = contextOf(trace);
  return context === null ? [] : panelFigures(context, choices.get(), bandOf(trace), 'figure');
}

/** The address of this view, where the page keeps one. */
function linkOf(): string | null {
  return /^#v=\d/.test(location.hash) ? location.href : null;
}

/** @returns null until the trace is read to its end and drawn. */
export function reportInput(trace: OpenTrace, { fileName, notes }: ReportChoices): ReportInput | null {
  const snapshot = trace.snapshot.get();
  if (snapshot?.phase !== 'ready') return null;
  const { dismissed, range } = trace.view.get();
  return {
    traces: [
      {
        name: fileName ? trace.name : null,
        snapshot,
        dismissed,
        notes: notes ? trace.notes.current.get().book.notes : [],
        visible: range,
        figures: figuresOf(trace),
        quality: qualityFacts(snapshot),
      },
    ],
    link: fileName ? linkOf() : null,
    written: null,
  };
}

function stemOf(trace: OpenTrace, { fileName }: ReportChoices): string {
  return fileName ? fileStem(trace.name) : 'trace';
}

export function saveHtml(trace: OpenTrace, document: Document, allowed: ReportChoices): void {
  saveFile(`${stemOf(trace, allowed)}-report.html`, textFile([toHtml(document)], 'text/html'));
}

export async function saveZip(trace: OpenTrace, document: Document, allowed: ReportChoices): Promise<void> {
  const zip = await zipBundle(document);
  saveFile(`${stemOf(trace, allowed)}-report.zip`, new Blob([zip], { type: 'application/zip' }));
}

/** The record of `check --json` for the shown connection. Without its name the file is `-`, as standard input is. */
export function saveFindings(trace: OpenTrace, allowed: ReportChoices): void {
  const snapshot = trace.snapshot.get();
  const record = snapshot === null ? null : snapshotRecord(allowed.fileName ? trace.name : '-', snapshot);
  if (record === null) return;
  const json = textFile([`${JSON.stringify(record)}\n`], 'application/json');
  saveFile(`${stemOf(trace, allowed)}-findings.json`, json);
}
