/**
 * Input of the report from the shown trace: its snapshot, its notes, what the user wrote, the columns that its pictures
 * are painted from, and its quality in words. `src/sharing/report` makes the report from it.
 */
import { closeUpPlotWidth, REPORT_WIDTH } from '../../../drawing/panels/close-up/close-up';
import type { PanelContext } from '../../../drawing/panels/panel';
import type { TimeRange } from '../../../drawing/view/view';
import type { ShareOptions } from '../../../engine/reading/contract/share-options';
import type { CloseUpAnswer, DigestFacts, Snapshot } from '../../../engine/reading/contract/snapshot';
import { redact } from '../../../engine/service/redaction/redact';
import type { Fingerprint } from '../../../sharing/link/fingerprint';
import { referenceReachWords } from '../../../sharing/link/reach-words';
import { fingerprintsOf as fingerprintsIn } from '../../../sharing/link/state';
import { readOutside } from '../../../sharing/outside/outside-text';
import { zipBundle } from '../../../sharing/report/document/bundle';
import type { Document } from '../../../sharing/report/document/document';
import { toHtml } from '../../../sharing/report/document/html';
import { reportedCloseUps } from '../../../sharing/report/figures/close-up-figure';
import { REPORT_PLOT_PX, reportContext, reportWindow } from '../../../sharing/report/figures/report-window';
import type { ReportInput } from '../../../sharing/report/input';
import { snapshotRecord } from '../../../sharing/report/records/snapshot-record';
import { reportedTrace } from '../../../sharing/report/shared-trace';
import { columnWords } from '../../controls/digest-words';
import { saveFile, textFile } from '../../controls/save-file';
import type { FragmentOptions } from '../../navigation/page-fragment';
import { pageLinks } from '../../navigation/page-link';
import type { AppState } from '../../state/app-state';
import { traceNotes } from '../../state/notes/file-notes';
import { closeUpAnswers } from '../../state/traces/close-up-answers';
import type { OpenTrace } from '../../state/traces/open-trace';
import type { TraceFile } from '../../state/traces/trace-file';
import type { ReportDraft } from './report-draft';

/** What the user includes in the report besides figures, verdicts and pictures. */
export interface ReportChoices {
  readonly options: ShareOptions;
  readonly notes: boolean;
  readonly draft: ReportDraft;
}

/**
 * The link to this view, where it has one, and who can open it; only the fragment from `#` on where the page is at no
 * public address. It names only the reported traces, by file name and address if those are ticked.
 * @param files of these traces.
 */
export function linkOf(
  app: AppState,
  options: ShareOptions,
  files: readonly TraceFile[],
): Pick<ReportInput, 'link' | 'linkReach'> {
  const optionsOf: FragmentOptions['optionsOf'] = (file) => (files.includes(file) ? options : null);
  const link = app.feature(pageLinks).fragmentNow({ optionsOf, digest: null, alone: true });
  const shared = link === undefined || link.traces === 0 ? null : app.feature(pageLinks).shared(link);
  return shared === null
    ? { link: null }
    : { link: shared.reference, linkReach: referenceReachWords(shared) };
}

export function digestSentence(facts: DigestFacts): string {
  return `Made from a digest, not from the trace itself: smallest and largest values of ${columnWords({ facts })}.`;
}

/** What the pictures are drawn from: the whole trace, and what is visible of it. */
export interface ReportContexts {
  readonly snapshot: Snapshot;
  readonly visible: TimeRange | null;
  readonly contexts: { readonly whole: PanelContext; readonly visible: PanelContext } | null;
  /** Of `reportedCloseUps`. */
  readonly closeUps: readonly CloseUpAnswer[];
}

/** Asks the trace for the columns of all pictures. @returns null where the trace is not read, or was closed. */
export async function reportContexts(app: AppState, trace: OpenTrace): Promise<ReportContexts | null> {
  const snapshot = trace.snapshot.get();
  if (snapshot?.phase !== 'ready') return null;
  const { extent } = snapshot;
  const { range, model, dismissed } = trace.view.get();
  const closeUps = await closeUpAnswers(
    trace,
    reportedCloseUps(snapshot.findings, dismissed),
    closeUpPlotWidth(REPORT_WIDTH),
  );
  if (extent.toUs <= extent.fromUs) return { snapshot, visible: range, contexts: null, closeUps };
  const choices = app.choices.get();
  const over = async (one: TimeRange): Promise<PanelContext> => {
    const request = reportWindow(snapshot, choices, one, REPORT_PLOT_PX, model);
    const answer = await trace.request('window', request);
    return reportContext(snapshot, choices, one, REPORT_PLOT_PX, answer);
  };
  const whole = await over(extent);
  return {
    snapshot,
    visible: range,
    contexts: { whole, visible: range === null ? whole : await over(range) },
    closeUps,
  };
}

/** With what its death spirals cost closed loop, which a digest holds or not. */
export async function withClosedLoop(trace: OpenTrace, drawn: ReportContexts): Promise<ReportContexts> {
  const { snapshot } = drawn;
  if (snapshot.digest !== undefined || !snapshot.findings.some(({ id }) => id === 'death-spiral'))
    return drawn;
  return { ...drawn, snapshot: { ...snapshot, findings: await trace.request('closedLoop', {}) } };
}

/** Of a local file, and of all files of a trace that has several; none until they are known. */
export function fingerprintsOf(app: AppState, trace: OpenTrace): readonly Fingerprint[] {
  const ref = app.feature(pageLinks).originNow(trace.file);
  return ref?.kind === 'file' ? fingerprintsIn(ref) : [];
}

export function reportInput(
  app: AppState,
  trace: OpenTrace,
  { snapshot, visible, contexts, closeUps }: ReportContexts,
  { options, notes, draft }: ReportChoices,
): ReportInput {
  const { dismissed } = trace.view.get();
  const reported = reportedTrace(
    {
      name: trace.name,
      snapshot,
      dismissed,
      visible,
      contexts,
      closeUps,
      choices: app.choices.get(),
      panels: draft.panels,
      figureId: 'figure',
      fingerprints: fingerprintsOf(app, trace),
      notes: notes ? trace.feature(traceNotes).current.get().book.notes : [],
      outside: readOutside(trace.outside.get().shared) ?? [],
    },
    options,
  );
  const { digest } = reported.snapshot;
  return {
    // A digest has no file name to give to a command.
    traces: [digest === undefined ? reported : { ...reported, name: null, digest: digestSentence(digest) }],
    ...linkOf(app, options, [trace.file]),
    written: null,
    authored: draft.authored,
  };
}

export function saveHtml(trace: OpenTrace, document: Document, { options }: ReportChoices): void {
  saveFile(trace, options, '-report.html', textFile([toHtml(document)], 'text/html'));
}

export async function saveZip(
  trace: OpenTrace,
  document: Document,
  { options }: ReportChoices,
): Promise<void> {
  const zip = await zipBundle(document);
  saveFile(trace, options, '-report.zip', new Blob([zip], { type: 'application/zip' }));
}

/** The record of `check --json` for the shown connection. */
export function saveFindings(trace: OpenTrace, { options }: ReportChoices): void {
  const snapshot = trace.snapshot.get();
  if (snapshot === null) return;
  const shared = redact({ name: trace.name, snapshot }, options);
  const record = snapshotRecord(shared.name, shared.snapshot);
  if (record === null) return;
  const json = textFile([`${JSON.stringify(record)}\n`], 'application/json');
  saveFile(trace, options, '-findings.json', json);
}
