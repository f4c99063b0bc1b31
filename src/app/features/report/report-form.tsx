/** The report dialog: what the user writes into it, which pictures it holds, share options, and the formats. */
import { type ReactNode, useEffect, useState } from 'react';
import type { ShareOption } from '../../../engine/contract/share-options';
import type { Snapshot } from '../../../engine/contract/snapshot';
import { instant, plural } from '../../../engine/text/figures';
import type { Document } from '../../../sharing/report/document';
import { toMarkdown } from '../../../sharing/report/markdown';
import { postMortem } from '../../../sharing/report/post-mortem';
import { originMsOf } from '../../../sharing/report/summary-words';
import { CopyButton } from '../../controls/copy-button';
import { FormHead } from '../../controls/form-head';
import { rememberName, shareOptionsOf } from '../../controls/save-file';
import { ShareOptionBoxes, URL_LABEL } from '../../controls/share-option-boxes';
import { useApp } from '../../controls/use-app';
import { useStore } from '../../controls/use-store';
import type { AppState } from '../../state/app-state';
import type { OpenTrace } from '../../state/open-trace';
import { reportDraft } from './report-draft';
import { ReportFields } from './report-fields';
import { ReportFigures } from './report-figures';
import {
  type ReportChoices,
  type ReportContexts,
  reportContexts,
  reportInput,
  saveFindings,
  saveHtml,
  saveZip,
} from './report-input';
import '../../controls/form.css';
import './report.css';
import { traceNotes } from '../notes/file-notes';

const LABELS = { wallClock: 'Time of day (UTC)' } as const;

interface ReportFormProps {
  readonly trace: OpenTrace | null;
  readonly onClose: () => void;
}

export function ReportForm({ trace, onClose }: ReportFormProps): ReactNode {
  return (
    <>
      <FormHead title="Report" onClose={onClose} />
      {trace === null ? <p>No trace is open.</p> : <Offered trace={trace} />}
    </>
  );
}

/** The time of day can be told only where the log has one. */
function offeredOptions(snapshot: Snapshot): readonly ShareOption[] {
  const clock: readonly ShareOption[] = originMsOf(snapshot) === null ? [] : ['wallClock'];
  return [...clock, 'fileName', 'addresses', 'connectionIds', 'reasonPhrases'];
}

/** The columns of the pictures, asked for as the form opens; null until they are there. */
function useContexts(app: AppState, trace: OpenTrace): ReportContexts | null {
  const [contexts, setContexts] = useState<ReportContexts | null>(null);
  const snapshot = useStore(trace.snapshot);
  const revision = snapshot?.phase === 'ready' ? snapshot.revision : null;
  const { range, model } = useStore(trace.view);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked for is of this revision, range and model
  useEffect(() => {
    let isShown = true;
    setContexts(null);
    reportContexts(app, trace).then(
      (made) => {
        if (isShown) setContexts(made);
      },
      // The worker ended, which the page says.
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, [app, trace, revision, range, model]);
  return contexts;
}

function Offered({ trace }: { readonly trace: OpenTrace }): ReactNode {
  const app = useApp();
  const snapshot = useStore(trace.snapshot);
  const { book } = useStore(trace.feature(traceNotes).current);
  const draft = useStore(trace.feature(reportDraft));
  const contexts = useContexts(app, trace);
  const [ticks, setTicks] = useState({ options: shareOptionsOf(trace), notes: true });
  if (snapshot?.phase !== 'ready') return <p>A report can be made when the whole trace is read.</p>;
  const allowed: ReportChoices = { ...ticks, draft };
  /** Made on request: the pictures are painted for it. */
  const documentOf = (read: ReportContexts): Document => postMortem(reportInput(app, trace, read, allowed));
  const withDocument = (run: (document: Document) => void): void => {
    if (contexts !== null) run(documentOf(contexts));
  };
  return (
    <div className="report-form" data-testid="report-form">
      <p>
        A post-mortem of this trace, made on this device; nothing is sent.{' '}
        {contents(trace, snapshot).join(' ')}
      </p>
      <ReportFields trace={trace} snapshot={snapshot} />
      <ReportFigures trace={trace} snapshot={snapshot} />
      <ShareOptionBoxes
        legend="Also include"
        options={ticks.options}
        offered={offeredOptions(snapshot)}
        labels={trace.source.kind === 'url' ? { ...LABELS, ...URL_LABEL } : LABELS}
        onChange={(options) => {
          rememberName(trace, options);
          setTicks({ ...ticks, options });
        }}
      >
        <label>
          <input
            type="checkbox"
            checked={ticks.notes}
            disabled={book.notes.length === 0}
            onChange={({ target }) => setTicks({ ...ticks, notes: target.checked })}
          />
          {book.notes.length === 0 ? 'Notes (there are none)' : plural(book.notes.length, 'note')}
        </label>
      </ShareOptionBoxes>
      <p className="form-actions">
        <button
          type="button"
          className="button primary"
          data-testid="report-html"
          disabled={contexts === null}
          onClick={() => withDocument((document) => saveHtml(trace, document, allowed))}
        >
          One HTML file
        </button>
        <button
          type="button"
          className="button"
          data-testid="report-zip"
          disabled={contexts === null}
          onClick={() => withDocument((document) => void saveZip(trace, document, allowed))}
        >
          Markdown and pictures (zip)
        </button>
        <CopyButton
          label="Copy as Markdown"
          testId="report-copy"
          text={() => (contexts === null ? '' : toMarkdown(documentOf(contexts)))}
        />
        <button
          type="button"
          className="button"
          data-testid="findings-json"
          onClick={() => saveFindings(trace, allowed)}
        >
          Findings as JSON
        </button>
      </p>
      <p className="fine">
        The report holds the link to this view: with the address of this page if that is public, else only the
        part from # on. For a trace from another host, tick its address too. The HTML file runs no script,
        loads nothing and prints on A4. Findings as JSON are those of <code>qlogscope check --json</code>, as
        one line of JSON. To save pictures and series of one panel, use its menu (⋯).
      </p>
    </div>
  );
}

/** What the report will contain, in sentences. */
function contents(trace: OpenTrace, { findings }: Snapshot): readonly string[] {
  const { dismissed, range } = trace.view.get();
  const included = findings.filter(({ key }) => !dismissed.includes(key)).length;
  const hidden = findings.length - included;
  const shown =
    range === null
      ? []
      : [
          `Pictures in its appendix show ${instant(range.fromUs, range.toUs - range.fromUs)} to ${instant(range.toUs, range.toUs - range.fromUs)}.`,
        ];
  return [
    `It has ${plural(included, 'finding')}${hidden === 0 ? '' : `, and not the ${plural(hidden, 'dismissed one')}`}.`,
    ...shown,
  ];
}
