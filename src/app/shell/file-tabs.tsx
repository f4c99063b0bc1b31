/** The tabs of the open files: name, side, duration and worst finding of the trace that each shows, close. */

import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react';
import { count, duration } from '../../engine/base/text/figures';
import { markSentences, marksOf } from '../../engine/base/text/origin-marks';
import { mostSevere } from '../../engine/base/text/severities';
import { Button } from '../controls/button';
import { OriginBadges } from '../controls/origin-badges';
import { severityIcon } from '../controls/severity';
import { useApp } from '../controls/use-app';
import { useStore } from '../controls/use-store';
import type { OpenFile } from '../state/traces/open-file';
import type { OpenTrace } from '../state/traces/open-trace';
import { hostOfTrace } from '../state/traces/trace-host';

interface FileTabsProps {
  readonly files: readonly OpenFile[];
  readonly shown: OpenFile | null;
}

export function FileTabs({ files, shown }: FileTabsProps): ReactNode {
  return (
    <>
      {/* Beside the tabs: among them it would cover the name of one that is scrolled to. */}
      {shown !== null && files.length > 1 && (
        <span className="tab-count">
          {count(files.indexOf(shown) + 1)} of {count(files.length)}
        </span>
      )}
      <nav className="tabs" aria-label="Open traces">
        {files.map((file) => (
          <FileTab key={file.id} file={file} current={file === shown} isAlone={files.length === 1} />
        ))}
      </nav>
    </>
  );
}

function statusOf(trace: OpenTrace): { readonly icon: string; readonly word: string } {
  const snapshot = trace.snapshot.get();
  if (snapshot?.messages.some(({ kind }) => kind === 'run-question'))
    return { icon: '?', word: 'waits for an answer' };
  if (trace.crash.get() !== null || snapshot?.phase === 'failed') return { icon: '✕', word: 'failed' };
  if (snapshot?.phase !== 'ready') return { icon: '…', word: 'loading' };
  const { dismissed } = trace.view.get();
  const worst = mostSevere(snapshot.findings.filter(({ key }) => !dismissed.includes(key)));
  return worst === null ? { icon: '○', word: 'no finding' } : { icon: severityIcon(worst), word: worst };
}

interface FileTabProps {
  readonly file: OpenFile;
  readonly current: boolean;
  /** Its side and duration stand in the answer. */
  readonly isAlone: boolean;
}

function FileTab({ file, current, isAlone }: FileTabProps): ReactNode {
  const app = useApp();
  const trace = useSyncExternalStore(
    (listener) => file.onChange(listener),
    () => file.current,
  );
  const snapshot = useStore(trace.snapshot);
  useStore(trace.crash);
  const summary = snapshot?.phase === 'ready' ? snapshot.summary : undefined;
  // Re-renders only when the status changes: a pan changes the view with every frame.
  useSyncExternalStore(trace.view.subscribe, () => statusOf(trace).word);
  const status = statusOf(trace);
  const marks = snapshot === null ? [] : marksOf(snapshot);
  const host = hostOfTrace(trace);
  const from = host === null ? '' : ` from ${host}`;
  const facts = [
    ...(summary === undefined || isAlone ? [] : [summary.side, duration(summary.durationUs)]),
    ...(snapshot === null || summary === undefined || snapshot.connectionCount < 2
      ? []
      : [`${count(snapshot.connection + 1)} of ${count(snapshot.connectionCount)}`]),
  ].join(', ');
  const tab = useRef<HTMLSpanElement | null>(null);
  useEffect(() => {
    if (current) tab.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current]);
  return (
    <span ref={tab} className={current ? 'tab current' : 'tab'} data-testid="trace" data-name={trace.name}>
      <Button
        className="tab-name"
        aria-current={current ? 'true' : undefined}
        title={[`${trace.name}${from}: ${status.word}`, ...markSentences(marks)].join('. ')}
        onClick={() => app.files.show(file)}
      >
        <span className={`tab-status status-${status.word.replace(' ', '-')}`} aria-hidden="true">
          {status.icon}
        </span>{' '}
        <OriginBadges marks={marks} />
        {trace.name}
        {facts !== '' && <span className="tab-facts"> {facts}</span>}
        <span className="visually-hidden">
          {from}, {status.word}
        </span>
      </Button>
      <Button className="tab-close" aria-label={`Close ${trace.name}`} onClick={() => app.files.close(file)}>
        ×
      </Button>
    </span>
  );
}
