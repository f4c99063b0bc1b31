/**
 * What the shown trace hands to the report: its snapshot, its notes, the panels as they are shown, painted anew in the
 * light palette, and its quality in the words of the page. What becomes of it is left to `src/sharing/report`.
 */

import { redactContext } from '../../../drawing/panels/redact-context';
import type { ShareOptions } from '../../../engine/contract/share-options';
import type { DigestFacts } from '../../../engine/contract/snapshot';
import { redactSnapshot } from '../../../engine/redaction/redact-snapshot';
import { zipBundle } from '../../../sharing/report/bundle';
import type { Document, Figure } from '../../../sharing/report/document';
import { toHtml } from '../../../sharing/report/html';
import type { ReportInput } from '../../../sharing/report/input';
import { panelFigures } from '../../../sharing/report/panel-figures';
import { qualityFacts } from '../../../sharing/report/quality-facts';
import { snapshotRecord } from '../../../sharing/report/snapshot-record';
import { fileStem, saveFile, textFile } from '../../controls/save-file';
import type { AppState } from '../../state/app-state';
import type { OpenTrace } from '../../state/open-trace';
import { bandOf } from '../../workbench/export-entries';
import { contextOf } from '../../workbench/paint-panel';
import { publicPage } from '../links/page-address';
import { pageLinks } from '../links/page-link';
import { soleLink } from '../links/sole-link';
import { traceNotes } from '../notes/trace-notes';
import { columnWords } from '../share/digest-words';

/** What the user lets into the report beside figures, verdicts and pictures. */
export interface ReportChoices {
  readonly options: ShareOptions;
  readonly notes: boolean;
}

function figuresOf(app: AppState, trace: OpenTrace, options: ShareOptions): readonly Figure[] {
  const context = contextOf(app, trace);
  return context === null
    ? []
    : panelFigures(redactContext(context, options), app.choices.get(), bandOf(trace), 'figure');
}

/**
 * The link to this view, where it has one; only what stands behind `#` where the page's own address is none for
 * everybody. It names the file and the host that it came from where ticked.
 */
function linkOf(app: AppState, { fileName, addresses }: ShareOptions): string | null {
  const options = { fileNames: fileName, addresses: true, others: 'none', digest: null } as const;
  const sole = soleLink(app.feature(pageLinks).fragmentNow(options), fileName);
  if (sole === null || (sole.isRemote && !addresses)) return null;
  return `${publicPage(location.href) ?? ''}#${sole.fragment}`;
}

function digestSentence(facts: DigestFacts): string {
  return `Told from a digest, not from the trace itself: smallest and largest values of ${columnWords({ facts })}.`;
}

/** @returns null until the trace is read to its end and drawn. */
export function reportInput(
  app: AppState,
  trace: OpenTrace,
  { options, notes }: ReportChoices,
): ReportInput | null {
  const whole = trace.snapshot.get();
  if (whole?.phase !== 'ready') return null;
  const snapshot = redactSnapshot(whole, options);
  const { dismissed, range } = trace.view.get();
  return {
    traces: [
      {
        // A digest is no file that a command could be given.
        name: options.fileName && trace.digest === null ? trace.name : null,
        snapshot,
        dismissed,
        notes: notes ? trace.feature(traceNotes).current.get().book.notes : [],
        visible: range,
        figures: figuresOf(app, trace, options),
        quality: qualityFacts(snapshot),
        ...(snapshot.digest === undefined ? {} : { digest: digestSentence(snapshot.digest) }),
      },
    ],
    link: linkOf(app, options),
    written: null,
  };
}

function stemOf(trace: OpenTrace, { options }: ReportChoices): string {
  return options.fileName ? fileStem(trace.name) : 'trace';
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
  const { options } = allowed;
  const record =
    snapshot === null
      ? null
      : snapshotRecord(options.fileName ? trace.name : '-', redactSnapshot(snapshot, options));
  if (record === null) return;
  const json = textFile([`${JSON.stringify(record)}\n`], 'application/json');
  saveFile(`${stemOf(trace, allowed)}-findings.json`, json);
}
