/** The report dialog: contents, share options, and the formats it can be saved in. */
import { type ReactNode, useState } from 'react';
import { missingOf, shownPanels } from '../../../drawing/panels/registry';
import type { ShareOption } from '../../../engine/contract/share-options';
import type { Snapshot } from '../../../engine/contract/snapshot';
import { instant, plural } from '../../../engine/text/figures';
import type { Document } from '../../../sharing/report/document';
import { toMarkdown } from '../../../sharing/report/markdown';
import { postMortem } from '../../../sharing/report/post-mortem';
import { CopyButton } from '../../controls/copy-button';
import { FormHead } from '../../controls/form-head';
import { rememberName, shareOptionsOf } from '../../controls/save-file';
import { ShareOptionBoxes, URL_LABEL } from '../../controls/share-option-boxes';
import { useApp } from '../../controls/use-app';
import { useStore } from '../../controls/use-store';
import type { AppState } from '../../state/app-state';
import type { OpenTrace } from '../../state/open-trace';
import {
  type ReportChoices,
  reportCloseUps,
  reportInput,
  saveFindings,
  saveHtml,
  saveZip,
} from './report-input';
import '../../controls/form.css';
import './report.css';
import { traceNotes } from '../notes/file-notes';

/** Share options of a report: it never holds connection ids or the time of day. */
const REPORT_OPTIONS: readonly ShareOption[] = ['fileName', 'addresses', 'reasonPhrases'];

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

function Offered({ trace }: { readonly trace: OpenTrace }): ReactNode {
  const app = useApp();
  const snapshot = useStore(trace.snapshot);
  const { book } = useStore(trace.feature(traceNotes).current);
  const [allowed, setAllowed] = useState<ReportChoices>({ options: shareOptionsOf(trace), notes: true });
  if (snapshot?.phase !== 'ready') return <p>A report can be made when the whole trace is read.</p>;
  /** Made on request: the pictures are painted for it. */
  const withDocument = async (run: (document: Document) => void): Promise<void> => {
    const input = reportInput(app, trace, allowed, await reportCloseUps(trace));
    if (input !== null) run(postMortem(input));
  };
  return (
    <div className="report-form" data-testid="report-form">
      <p>A post-mortem of this trace, made on this device; nothing is sent. It holds:</p>
      <ul>
        {contents(app, trace, snapshot).map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
      <ShareOptionBoxes
        legend="Also include"
        options={allowed.options}
        offered={REPORT_OPTIONS}
        {...(trace.source.kind === 'url' ? { labels: URL_LABEL } : {})}
        onChange={(options) => {
          rememberName(trace, options);
          setAllowed({ ...allowed, options });
        }}
      />
      <p className="report-ticks">
        <label>
          <input
            type="checkbox"
            checked={allowed.notes}
            disabled={book.notes.length === 0}
            onChange={({ target }) => setAllowed({ ...allowed, notes: target.checked })}
          />
          {book.notes.length === 0 ? 'Notes (there are none)' : plural(book.notes.length, 'note')}
        </label>
      </p>
      <p className="form-actions">
        <button
          type="button"
          className="button primary"
          data-testid="report-html"
          onClick={() => void withDocument((document) => saveHtml(trace, document, allowed))}
        >
          One HTML file
        </button>
        <button
          type="button"
          className="button"
          data-testid="report-zip"
          onClick={() => void withDocument((document) => void saveZip(trace, document, allowed))}
        >
          Markdown and pictures (zip)
        </button>
        <CopyButton
          label="Copy as Markdown"
          testId="report-copy"
          text={() => {
            // A text has no pictures.
            const input = reportInput(app, trace, allowed, []);
            return input === null ? '' : toMarkdown(postMortem(input));
          }}
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
        loads nothing and can be printed. Findings as JSON are those of <code>qlogscope check --json</code>,
        as one line of JSON. To save pictures and series of one panel, use its menu (⋯).
      </p>
    </div>
  );
}

/** What the report will contain, one line each. */
function contents(app: AppState, trace: OpenTrace, snapshot: Snapshot): readonly string[] {
  const { dismissed, range } = trace.view.get();
  const included = snapshot.findings.filter(({ key }) => !dismissed.includes(key)).length;
  const hidden = snapshot.findings.length - included;
  const panels = shownPanels(app.choices.get(), snapshot).filter(
    (panel) => missingOf(panel, snapshot) === null,
  );
  const shown =
    range === null
      ? 'the whole trace'
      : `${instant(range.fromUs, range.toUs - range.fromUs)} to ${instant(range.toUs, range.toUs - range.fromUs)}`;
  return [
    `${plural(included, 'finding')} with evidence, cost, probable cause and references${hidden === 0 ? '' : `; ${plural(hidden, 'dismissed finding')} not included`}`,
    `${plural(panels.length, 'picture')} of the panels as shown, over ${shown}`,
    'figures of the trace, a timeline, how to reproduce it, and the trace quality',
  ];
}
