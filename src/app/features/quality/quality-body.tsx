/** The trace quality opened: the file's format, what was rebuilt, fields that are missing, names, and records that were not read. */
import type { ReactNode } from 'react';
import { count } from '../../../engine/base/text/figures';
import { LOG_REMARK } from '../../../engine/base/text/remarks';
import type { TraceQuality } from '../../../engine/reading/contract/quality';
import type { Snapshot } from '../../../engine/reading/contract/snapshot';
import {
  clockRows,
  dialectRows,
  fieldRows,
  limitRows,
  modelRows,
  type Row,
  readingRows,
} from '../../../sharing/report/words/quality-words';
import { segmentRows } from '../../../sharing/report/words/segment-words';
import { FactList } from '../../controls/fact-list';
import { HowToLog } from '../../workbench/panel/how-to-log';
import { ProvenanceTable } from './provenance-table';

const FIELD_MARKS = { logged: '✓', rebuilt: '≈', inferred: '≈', missing: '✕', 'not-known': '?' } as const;

export function QualityBody({ snapshot }: { readonly snapshot: Snapshot }): ReactNode {
  return (
    <>
      <ProvenanceTable snapshot={snapshot} />
      <div className="quality-columns">
        <Facts title="File" rows={dialectRows(snapshot)} />
        <Limits snapshot={snapshot} />
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
    </>
  );
}

function Limits({ snapshot }: { readonly snapshot: Snapshot }): ReactNode {
  const remark = snapshot.remarks.find(({ id }) => id === LOG_REMARK);
  if (remark === undefined) return null;
  return (
    <section data-testid="remark" data-id={remark.id}>
      <Facts title={remark.title} rows={limitRows(snapshot)} />
      <p className="none">{remark.why}</p>
    </section>
  );
}

function Facts({ title, rows }: { readonly title: string; readonly rows: readonly Row[] }): ReactNode {
  if (rows.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <FactList rows={rows} />
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
