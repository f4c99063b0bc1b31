/** The report dialog: what the user writes into it, which pictures it holds, share options, and the formats. */
import { type ReactNode, useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { isSeveral } from '../../../drawing/view/set-view';
import { count, plural } from '../../../engine/base/text/figures';
import { reportOf } from '../../../sharing/report/comparison-report';
import type { Document } from '../../../sharing/report/document/document';
import { toMarkdown } from '../../../sharing/report/document/markdown';
import type { ReportInput } from '../../../sharing/report/input';
import { Button } from '../../controls/button';
import { CopyButton } from '../../controls/copy-button';
import { FormHead } from '../../controls/form-head';
import { OutsideTick } from '../../controls/outside-tick';
import { rememberName, shareOptionsOf } from '../../controls/save-file';
import { ShareOptionBoxes, URL_LABEL } from '../../controls/share-option-boxes';
import { useApp } from '../../controls/use-app';
import { useSelected, useStore } from '../../controls/use-store';
import type { AppState } from '../../state/app-state';
import type { OpenSet, OpenTrace } from '../../state/traces/open-trace';
import { reportDraft } from './report-draft';
import { ReportFields } from './report-fields';
import { ReportFigures } from './report-figures';
import {
  type ReportChoices,
  reportContexts,
  reportInput,
  saveFindings,
  saveHtml,
  saveZip,
  withClosedLoop,
} from './report-input';
import { contentWords, offeredOptions } from './report-words';
import { requestSet, setReportInput } from './set-report';
import '../../controls/form.css';
import './report.css';
import { useNoteCount } from '../../controls/use-note-count';
import { publicAddress } from '../../navigation/public-address';

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

/** Makes the input of the report; what its pictures are painted from is there. */
type MakeInput = (choices: ReportChoices) => ReportInput;

/** The revisions of the traces of a set; null until all are read. */
function useRevisions(set: OpenSet): string | null {
  const lanes = useSelected(set.view, (view) => view.lanes);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the members are those of the lanes
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = set.members.map(({ trace }) => trace.snapshot.subscribe(listener));
      return () => {
        for (const end of ends) end();
      };
    },
    [set, lanes],
  );
  return useSyncExternalStore(subscribe, () => {
    const snapshots = set.members.map(({ trace }) => trace.snapshot.get());
    return snapshots.every((snapshot) => snapshot?.phase === 'ready')
      ? snapshots.map((snapshot) => snapshot?.revision).join()
      : null;
  });
}

async function makeInput(app: AppState, set: OpenSet): Promise<MakeInput | null> {
  const { lead, members } = set;
  await app.feature(publicAddress).ready();
  if (members.length > 1) {
    const lanes = await requestSet(app, set);
    return lanes && ((choices) => setReportInput(app, set, lanes, choices));
  }
  const drawn = await reportContexts(app, lead);
  const contexts = drawn && (await withClosedLoop(lead, drawn));
  return contexts && ((choices) => reportInput(app, lead, contexts, choices));
}

/** The columns of the pictures, asked for as the form opens; null until they are there. */
function useInput(app: AppState, set: OpenSet, revisions: string | null): MakeInput | null {
  const [made, setMade] = useState<MakeInput | null>(null);
  const { range, lanes, arrangement } = useStore(set.view);
  const { model } = useStore(set.lead.view);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked for is of these revisions, range, lanes and model
  useEffect(() => {
    let isShown = true;
    setMade(null);
    makeInput(app, set).then(
      (make) => {
        if (isShown) setMade(() => make);
      },
      // The worker ended, which the page says.
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, [app, set, revisions, range, lanes, arrangement, model]);
  return made;
}

function Offered({ trace }: { readonly trace: OpenTrace }): ReactNode {
  const app = useApp();
  const snapshot = useStore(trace.snapshot);
  const { set } = trace;
  const isSet = useSelected(set.view, isSeveral);
  const draft = useStore(trace.feature(reportDraft));
  const revisions = useRevisions(set);
  const made = useInput(app, set, revisions);
  const [ticks, setTicks] = useState({ options: shareOptionsOf(trace), notes: true });
  if (snapshot?.phase !== 'ready' || revisions === null)
    return <p>A report can be made when {isSet ? 'all traces are' : 'the whole trace is'} read.</p>;
  return (
    <div className="report-form" data-testid="report-form">
      <p>
        {isSet ? `A comparison of these ${count(set.members.length)} traces` : 'A post-mortem of this trace'},
        made on this device; nothing is sent. {contentWords(set)}
      </p>
      <ReportFields trace={trace} snapshot={snapshot} isSet={isSet} />
      <ReportFigures set={set} />
      <ShareOptionBoxes
        legend="Also include"
        options={ticks.options}
        offered={offeredOptions(set)}
        labels={trace.source.kind === 'url' ? { ...LABELS, ...URL_LABEL } : LABELS}
        onChange={(options) => {
          for (const { trace: member } of set.members) rememberName(member, options);
          setTicks({ ...ticks, options });
        }}
      >
        <NotesTick
          set={set}
          isTicked={ticks.notes}
          onTick={(isTicked) => setTicks({ ...ticks, notes: isTicked })}
        />
        <OutsideTick set={set} />
      </ShareOptionBoxes>
      <ReportButtons trace={trace} made={made} choices={{ ...ticks, draft }} />
      <p className="fine">
        The report holds the link to this view: with the address of this page, or the public one that was set
        under Share, if it opens from anywhere, else only the part from # on. For a trace from another host,
        tick its address too. The HTML file runs no script, loads nothing and prints on A4. Findings as JSON
        are those of <code>qlogscope check --json</code>, as one line of JSON. To save pictures and series of
        one panel, use its menu (⋯).
      </p>
    </div>
  );
}

interface NotesTickProps {
  readonly set: OpenSet;
  readonly isTicked: boolean;
  readonly onTick: (isTicked: boolean) => void;
}

function NotesTick({ set, isTicked, onTick }: NotesTickProps): ReactNode {
  const notes = useNoteCount(set);
  return (
    <label>
      <input
        type="checkbox"
        checked={isTicked}
        disabled={notes === 0}
        onChange={({ target }) => onTick(target.checked)}
      />
      {notes === 0 ? 'Notes (there are none)' : plural(notes, 'note')}
    </label>
  );
}

interface ReportButtonsProps {
  readonly trace: OpenTrace;
  /** Null until the columns of the pictures are there. */
  readonly made: MakeInput | null;
  readonly choices: ReportChoices;
}

function ReportButtons({ trace, made, choices }: ReportButtonsProps): ReactNode {
  /** Made on request: the pictures are painted for it. */
  const document = made === null ? null : (): Document => reportOf(made(choices));
  return (
    <p className="form-actions">
      <Button
        className="button primary"
        data-testid="report-html"
        disabled={document === null}
        onClick={() => document !== null && saveHtml(trace, document(), choices)}
      >
        One HTML file
      </Button>
      <Button
        data-testid="report-zip"
        disabled={document === null}
        onClick={() => document !== null && void saveZip(trace, document(), choices)}
      >
        Markdown and pictures (zip)
      </Button>
      <CopyButton
        label="Copy as Markdown"
        testId="report-copy"
        text={document === null ? null : () => toMarkdown(document())}
      />
      <Button data-testid="findings-json" onClick={() => saveFindings(trace, choices)}>
        Findings as JSON
      </Button>
    </p>
  );
}
