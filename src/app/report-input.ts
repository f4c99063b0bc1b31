/**
 * What the shown trace hands to the report: its snapshot, its notes, the panels as they are shown, painted anew in the
 * light palette, and its quality in the words of the page. What becomes of it is left to `src/report`.
 */
import { bandOf } from '../panels/export-entries';
import { contextOf } from '../panels/paint-panel';
import { panelFigures } from '../panels/panel-figures';
import { fileStem, saveFile, textFile } from '../panels/save-file';
import { toldContext } from '../panels/told-context';
import type { DigestFacts } from '../protocol';
import type { Ticks } from '../redact/ticks';
import { toldSnapshot } from '../redact/told-snapshot';
import { zipBundle } from '../report/bundle';
import type { Document, Figure } from '../report/document';
import { toHtml } from '../report/html';
import type { ReportInput } from '../report/input';
import { snapshotRecord } from '../report/snapshot-record';
import { choices } from '../session/choices';
import type { OpenTrace } from '../session/open-trace';
import { publicPage } from '../session/page-address';
import { soleLink } from '../session/sole-link';
import { columnWords } from './digest-words';
import { linkFragmentNow } from './page-link';
import { qualityFacts } from './quality-facts';

/** What the user lets into the report beside figures, verdicts and pictures. */
export interface ReportChoices {
  readonly ticks: Ticks;
  readonly notes: boolean;
}

function figuresOf(trace: OpenTrace, ticks: Ticks): readonly Figure[] {
  const context = contextOf(trace);
  return context === null
    ? []
    : panelFigures(toldContext(context, ticks), choices.get(), bandOf(trace), 'figure');
}

/**
 * The link to this view, where it has one; only what stands behind `#` where the page's own address is none for
 * everybody. It names the file and the host that it came from where ticked.
 */
function linkOf({ fileName, addresses }: Ticks): string | null {
  const options = { fileNames: fileName, addresses: true, others: 'none', digest: null } as const;
  const sole = soleLink(linkFragmentNow(options), fileName);
  if (sole === null || (sole.isRemote && !addresses)) return null;
  return `${publicPage(location.href) ?? ''}#${sole.fragment}`;
}

function digestSentence(facts: DigestFacts): string {
  return `Told from a digest, not from the trace itself: smallest and largest values of ${columnWords({ facts })}.`;
}

/** @returns null until the trace is read to its end and drawn. */
export function reportInput(trace: OpenTrace, { ticks, notes }: ReportChoices): ReportInput | null {
  const whole = trace.snapshot.get();
  if (whole?.phase !== 'ready') return null;
  const snapshot = toldSnapshot(whole, ticks);
  const { dismissed, range } = trace.view.get();
  return {
    traces: [
      {
        // A digest is no file that a command could be given.
        name: ticks.fileName && trace.digest === null ? trace.name : null,
        snapshot,
        dismissed,
        notes: notes ? trace.notes.current.get().book.notes : [],
        visible: range,
        figures: figuresOf(trace, ticks),
        quality: qualityFacts(snapshot),
        ...(snapshot.digest === undefined ? {} : { digest: digestSentence(snapshot.digest) }),
      },
    ],
    link: linkOf(ticks),
    written: null,
  };
}

function stemOf(trace: OpenTrace, { ticks }: ReportChoices): string {
  return ticks.fileName ? fileStem(trace.name) : 'trace';
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
  const { ticks } = allowed;
  const record =
    snapshot === null
      ? null
      : snapshotRecord(ticks.fileName ? trace.name : '-', toldSnapshot(snapshot, ticks));
  if (record === null) return;
  const json = textFile([`${JSON.stringify(record)}\n`], 'application/json');
  saveFile(`${stemOf(trace, allowed)}-findings.json`, json);
}
