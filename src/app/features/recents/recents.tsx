/** The traces that were open on this device, on the open screen: a click opens one again, with its view and notes. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { amount, count } from '../../../engine/text/figures';
import { moment } from '../../../engine/text/moments';
import { toggleOverlay } from '../../controls/overlays';
import { severityIcon } from '../../controls/severity';
import { useStore } from '../../controls/use-store';
import { type KeptTrace, noteCount, sizeOf } from '../../state/keep/kept-trace';
import { reopenKept, startKeeping } from './keeping';
import { recents } from './kept-list';
import './kept.css';

/** Rows before the rest is asked for: the examples below stay in sight. */
const MAX_ROWS = 5;

const ORIGIN = { example: 'example', src: 'from a URL', file: 'file' } as const;

export function Recents(): ReactNode {
  const { traces, words } = useStore(recents);
  const [all, setAll] = useState(false);
  const [gone, setGone] = useState<KeptTrace | null>(null);
  useEffect(() => {
    void startKeeping();
  }, []);
  if (traces.length === 0 && words === null && gone === null) return null;
  const rows = all ? traces : traces.slice(0, MAX_ROWS);
  return (
    <section className="recents" aria-labelledby="recents-title" data-testid="recents">
      {(traces.length > 0 || gone !== null) && <h2 id="recents-title">Open again</h2>}
      <ul>
        {rows.map((kept) => (
          <Row key={kept.key} kept={kept} onForgotten={() => setGone(kept)} />
        ))}
      </ul>
      {gone !== null && <Forgotten kept={gone} onBack={() => setGone(null)} />}
      {words !== null && (
        <p className="fine" role="status" data-testid="recents-words">
          {words}
        </p>
      )}
      <p className="recents-foot">
        {rows.length < traces.length && (
          <button type="button" className="link" onClick={() => setAll(true)}>
            Show all {count(traces.length)}
          </button>
        )}
        {traces.length > 0 && (
          <>
            <span className="fine">
              Kept on this device only: names, last views and notes, not the traces.
            </span>
            <button type="button" className="link" onClick={() => toggleOverlay('forget')}>
              Forget everything…
            </button>
          </>
        )}
      </p>
    </section>
  );
}

function Row({
  kept,
  onForgotten,
}: {
  readonly kept: KeptTrace;
  readonly onForgotten: () => void;
}): ReactNode {
  const { name, worst, openedAtMs, ref, notes } = kept;
  const sizeBytes = sizeOf(kept);
  const noted = noteCount(notes);
  return (
    <li>
      <button
        type="button"
        className="recent"
        data-testid="recent"
        data-name={name}
        title={name}
        onClick={() => reopenKept(kept)}
      >
        <strong>{name}</strong>
        <span>{sizeBytes === null ? ORIGIN[ref.kind] : amount(sizeBytes)}</span>
        <span>{moment(openedAtMs, Date.now())}</span>
        <span className={worst === null ? '' : `severity-${worst.severity}`}>
          {worst === null ? (
            'no finding'
          ) : (
            <>
              <span aria-hidden="true">{severityIcon(worst.severity)}</span> {worst.title}
              <span className="visually-hidden">, {worst.severity}</span>
            </>
          )}
        </span>
        <span>{noted > 0 && `notes: ${count(noted)}`}</span>
      </button>
      <button
        type="button"
        className="recent-forget"
        aria-label={`Forget ${name}`}
        title="Forget it, its notes too"
        onClick={() =>
          void startKeeping()
            .then((keeper) => keeper?.forget(kept.key))
            .then((done) => done && onForgotten())
        }
      >
        ×
      </button>
    </li>
  );
}

/** Notes go with a trace: the way back stands there until the page is left. */
function Forgotten({ kept, onBack }: { readonly kept: KeptTrace; readonly onBack: () => void }): ReactNode {
  const undo = useRef<HTMLButtonElement | null>(null);
  // The button that was pressed is gone: the keyboard goes on from here.
  useEffect(() => undo.current?.focus(), []);
  return (
    <p role="status">
      {kept.name} is forgotten.{' '}
      <button
        ref={undo}
        type="button"
        className="link"
        onClick={() =>
          void startKeeping()
            .then((keeper) => keeper?.bringBack(kept))
            .then((done) => done && onBack())
        }
      >
        Undo
      </button>
    </p>
  );
}
