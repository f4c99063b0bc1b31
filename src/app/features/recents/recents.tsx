/** Recent traces on the open screen: a click opens one again, with its view and notes. */
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { amount, count } from '../../../engine/base/text/figures';
import { moment } from '../../../engine/base/text/moments';
import { Button } from '../../controls/button';
import { useStore } from '../../controls/use-store';
import { type RecentTrace, sizeOf } from '../../state/device/recent-trace';
import type { Column, Feature } from '../../workbench/slots';
import { recentsStart } from './recents-start';
import './recents.css';
import { useApp } from '../../controls/use-app';

/** Rows shown before "Show all", so that the examples below stay visible. */
const MAX_ROWS = 5;

const ORIGIN = {
  example: 'example',
  src: 'from a URL',
  stored: 'store',
  run: 'lab run',
  file: 'file',
} as const;

interface BelowProps {
  /** Of the feature. */
  readonly id: string;
  readonly load: NonNullable<Feature['belowRecent']>;
}

interface RecentsProps {
  /** After its own. */
  readonly columns: readonly Column[];
  /** Below the list, in this order. */
  readonly below: readonly BelowProps[];
}

/** The list with what features register for it. */
export function recentsWith(parts: RecentsProps): ComponentType {
  return () => <Recents {...parts} />;
}

function Recents({ columns, below }: RecentsProps): ReactNode {
  const app = useApp();
  const { traces, words } = useStore(app.recents);
  const [all, setAll] = useState(false);
  const { keepCopies } = useStore(app.choices);
  const [gone, setGone] = useState<RecentTrace | null>(null);
  const isShown = traces.length > 0 || words !== null || gone !== null || keepCopies;
  if (!isShown) return null;
  const rows = all ? traces : traces.slice(0, MAX_ROWS);
  return (
    <section className="recents" aria-labelledby="recents-title" data-testid="recents">
      {(traces.length > 0 || gone !== null) && <h2 id="recents-title">Open again</h2>}
      <ul>
        {rows.map((recent) => (
          <Row key={recent.key} recent={recent} columns={columns} onForgotten={() => setGone(recent)} />
        ))}
      </ul>
      {gone !== null && <Forgotten recent={gone} onBack={() => setGone(null)} />}
      {words !== null && (
        <p className="fine" role="status" data-testid="recents-words">
          {words}
        </p>
      )}
      <p className="recents-foot">
        {rows.length < traces.length && (
          <Button className="link" onClick={() => setAll(true)}>
            Show all {count(traces.length)}
          </Button>
        )}
        {traces.length > 0 && (
          <>
            <span className="fine">
              Kept on this device only: names, last views and notes,{' '}
              {keepCopies ? 'and copies of local files.' : 'not the traces.'}
            </span>
            <Button className="link" onClick={() => app.toggleDialog('forget')}>
              Forget everything…
            </Button>
          </>
        )}
      </p>
      {below.map((part) => (
        <Below key={part.id} {...part} />
      ))}
    </section>
  );
}

function Below({ load }: BelowProps): ReactNode {
  const [Content, setContent] = useState<ComponentType | null>(null);
  useEffect(() => {
    void load().then(
      (loaded) => setContent(() => loaded),
      () => undefined,
    );
  }, [load]);
  return Content !== null && <Content />;
}

interface RowProps {
  readonly recent: RecentTrace;
  readonly columns: readonly Column[];
  readonly onForgotten: () => void;
}

function Row({ recent, columns, onForgotten }: RowProps): ReactNode {
  const app = useApp();
  const { name, openedAtMs, ref } = recent;
  const sizeBytes = sizeOf(recent);
  return (
    <li>
      <Button
        className="line-button recent"
        data-testid="recent"
        data-name={name}
        title={name}
        onClick={() => app.feature(recentsStart).reopen(recent)}
      >
        <strong>{name}</strong>
        <span>{sizeBytes === null ? ORIGIN[ref.kind] : amount(sizeBytes)}</span>
        <span>{moment(openedAtMs, Date.now())}</span>
        {columns.map(({ id, Cell }) => (
          <Cell key={id} recent={recent} />
        ))}
      </Button>
      <Button
        className="recent-forget"
        aria-label={`Forget ${name}`}
        title="Forget this trace, its notes, and the copy of its file"
        onClick={() =>
          void app
            .feature(recentsStart)
            .forget(recent)
            .then((done) => done && onForgotten())
        }
      >
        ×
      </Button>
    </li>
  );
}

/** Undo for a deleted trace and its notes, shown until the page is closed. */
function Forgotten({
  recent,
  onBack,
}: {
  readonly recent: RecentTrace;
  readonly onBack: () => void;
}): ReactNode {
  const app = useApp();
  const { keepCopies } = useStore(app.choices);
  const undo = useRef<HTMLButtonElement | null>(null);
  // The pressed button was removed: move the focus here.
  useEffect(() => undo.current?.focus(), []);
  return (
    <p role="status">
      {recent.name} is forgotten{keepCopies && recent.ref.kind === 'file' && ', and so is its copy'}.{' '}
      <Button
        ref={undo}
        className="link"
        onClick={() =>
          void app
            .feature(recentsStart)
            .restore(recent)
            .then((done) => done && onBack())
        }
      >
        Undo
      </Button>
    </p>
  );
}
