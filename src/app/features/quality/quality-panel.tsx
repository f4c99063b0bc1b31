/** Trace quality: one line that opens into the file's format, its missing fields, and records that were not read. */
import { type ReactNode, useState } from 'react';
import { lossWords } from '../../../drawing/panels/words';
import type { TraceQuality } from '../../../engine/contract/quality';
import type { Snapshot } from '../../../engine/contract/snapshot';
import { count, plural } from '../../../engine/text/figures';
import { QUALITY } from '../../../sharing/report/finding-words';
import {
  clockRows,
  dialectRows,
  fieldRows,
  modelRows,
  type Row,
  readingRows,
} from '../../../sharing/report/quality-words';
import { segmentRows } from '../../../sharing/report/segment-words';
import { MessageLine } from '../../controls/messages';
import { HowToLog } from '../../workbench/how-to-log';
import { ProvenanceTable } from './provenance-table';

const FIELD_MARKS = { logged: '✓', rebuilt: '≈', inferred: '≈', missing: '✕', 'not-known': '?' } as const;

/** Summary of the closed line, the most important first: what has no room is left out. */
function lineWords({ summary, messages, quality, phase }: Snapshot): readonly string[] {
  const notes = messages.filter(({ level, kind }) => level === 'note' && kind !== 'receiver').length;
  const missing = phase === 'ready' && summary.side === 'sender' ? missingWords(summary, quality) : null;
  return [
    summary.skippedRecords === 0 ? 'nothing skipped' : `${plural(summary.skippedRecords, 'record')} skipped`,
    notes === 0 ? null : plural(notes, 'message'),
    summary.lossesKnown ? `losses ${lossWords(summary.lossMethod)}` : 'losses not known',
    missing,
    phase === 'ready' && summary.side === 'sender' && quality?.decode.received.withAckRanges === 0
      ? 'no ACKs logged'
      : null,
    quality?.decode.resolution === '1 ms' ? 'clock resolution 1 ms' : null,
  ].filter((word) => word !== null);
}

function missingWords(summary: Snapshot['summary'], quality: TraceQuality | null): string | null {
  if (quality === null || summary.states.length > 0) return null;
  return 'no congestion states logged';
}

export function QualityPanel({ snapshot }: { readonly snapshot: Snapshot }): ReactNode {
  const [open, setOpen] = useState(false);
  const words = lineWords(snapshot);
  // The message about a receiver's trace is shown above already.
  const notes = snapshot.messages.filter(({ level, kind }) => level === 'note' && kind !== 'receiver');
  return (
    <details
      className="quality"
      data-testid="quality"
      data-panel={QUALITY}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        event.stopPropagation();
        event.currentTarget.open = false;
        event.currentTarget.querySelector('summary')?.focus({ preventScroll: true });
      }}
    >
      <summary title={words.join(', ')}>
        <span className="quality-line">
          <span>Trace quality</span>
          {words.map((word, i) => (
            <span key={word}>
              {i === 0 ? ':' : ','} {word}
            </span>
          ))}
        </span>
      </summary>
      <div className="quality-body">
        {notes.map((message) => (
          <MessageLine key={`${message.kind} ${message.text}`} message={message} />
        ))}
        {open && <ProvenanceTable snapshot={snapshot} />}
        {open && (
          <div className="quality-columns">
            <Facts title="File" rows={dialectRows(snapshot)} />
            <Facts title="Files of the trace" rows={segmentRows(snapshot)} />
            {snapshot.quality !== null && (
              <Facts title="Rebuilt compared with logged" rows={modelRows(snapshot, snapshot.quality)} />
            )}
            {snapshot.quality !== null && <Facts title="Clock" rows={clockRows(snapshot.quality)} />}
            {snapshot.quality !== null && <Facts title="Corrected" rows={readingRows(snapshot.quality)} />}
            <Fields snapshot={snapshot} />
            {snapshot.quality !== null && <Quirks quality={snapshot.quality} />}
            {snapshot.quality !== null && <Names quality={snapshot.quality} />}
            {snapshot.quality !== null && <Skipped quality={snapshot.quality} />}
          </div>
        )}
      </div>
    </details>
  );
}

function Facts({ title, rows }: { readonly title: string; readonly rows: readonly Row[] }): ReactNode {
  if (rows.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <dl>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Fields({ snapshot }: { readonly snapshot: Snapshot }): ReactNode {
  const rows = fieldRows(snapshot);
  const missing = rows.filter(({ state }) => state === 'missing').map(({ name }) => name);
  return (
    <section>
      <h3>Congestion fields</h3>
      <table className="figures" data-testid="quality-fields">
        <tbody>
          {rows.map(({ name, state, words }) => (
            <tr key={name} data-field={name} data-state={state}>
              <th scope="row">{name}</th>
              <td className={`field-${state}`}>
                {FIELD_MARKS[state]} {state.replace('-', ' ')}
              </td>
              <td>{words}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {snapshot.digest === undefined && (
        <HowToLog implementation={snapshot.summary.implementation} fields={missing} />
      )}
    </section>
  );
}

function Quirks({ quality: { decode } }: { readonly quality: TraceQuality }): ReactNode {
  if (decode.quirks.length === 0) return null;
  return (
    <section>
      <h3>Known quirks of this implementation</h3>
      <ul>
        {decode.quirks.map(({ id, reason }) => (
          <li key={id}>{reason}</li>
        ))}
      </ul>
    </section>
  );
}

const STATUS_WORDS = { transport: 'read', known: 'known, not about transport', unknown: 'unknown' } as const;

function Names({ quality: { decode } }: { readonly quality: TraceQuality }): ReactNode {
  const { transportEvents, knownEvents, unknownEvents } = decode;
  return (
    <section>
      <h3>Events by name</h3>
      <p>
        {count(transportEvents)} transport events, {count(knownEvents)} other known events,{' '}
        {count(unknownEvents)} unknown events.
      </p>
      <table className="figures" data-testid="quality-names">
        <tbody>
          {decode.names.map(({ id, name, status, count: times }) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              <td className="figure">{count(times)}</td>
              <td>{STATUS_WORDS[status]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Skipped({ quality: { skipped, skippedTotal } }: { readonly quality: TraceQuality }): ReactNode {
  if (skipped.length === 0) return null;
  return (
    <section>
      <h3>Skipped, repaired and large records</h3>
      <p>
        {count(skippedTotal)} skipped
        {skippedTotal > skipped.length ? `; the first ${count(skipped.length)} are listed` : ''}.
      </p>
      <table className="figures" data-testid="quality-skipped">
        <thead>
          <tr>
            <th scope="col">record</th>
            <th scope="col">byte</th>
            <th scope="col">reason</th>
          </tr>
        </thead>
        <tbody>
          {skipped.map(({ record, offset, reason, detail }) => (
            <tr key={`${record} ${offset} ${reason}`}>
              <td className="figure">{count(record)}</td>
              <td className="figure">{count(offset)}</td>
              <td>
                {reason}: {detail}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
