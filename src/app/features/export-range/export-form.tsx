/**
 * The dialog that exports a range of a trace: the range, the share options, the sizes before and after, and what is
 * left out. The export is made while the dialog is open, so that every size is measured; a very
 * large one is made on request. The worker writes it (src/engine/service/answers/export).
 */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { TimeRange } from '../../../drawing/view/view';
import { amount, count, duration, instant, percent, plural } from '../../../engine/base/text/figures';
import type { ExportFigures, ExportVersion } from '../../../engine/reading/contract/export';
import type { ShareOptions } from '../../../engine/reading/contract/share-options';
import type { Snapshot } from '../../../engine/reading/contract/snapshot';
import { Button } from '../../controls/button';
import { FormHead } from '../../controls/form-head';
import { LeftOut } from '../../controls/left-out';
import { rememberName, saveFile, shareOptionsOf } from '../../controls/save-file';
import { ShareOptionBoxes } from '../../controls/share-option-boxes';
import { useStore } from '../../controls/use-store';
import type { OpenTrace } from '../../state/traces/open-trace';
import type { ExportState } from './range-export';
import '../../controls/form.css';
import './export.css';
import { rangeExport } from './range-export';

interface ExportFormProps {
  readonly trace: OpenTrace | null;
  readonly onClose: () => void;
}

/** Events that are exported within a few seconds; a larger export waits for the button. */
const AT_ONCE_EVENTS = 250_000;

export function ExportForm({ trace, onClose }: ExportFormProps): ReactNode {
  return (
    <>
      <FormHead title="Export the range" onClose={onClose} />
      {trace === null ? <p>No trace is open.</p> : <Offered trace={trace} />}
    </>
  );
}

/** The selection, else the visible range, in whole µs. */
function rangeOf(trace: OpenTrace): TimeRange {
  const { selection, range } = trace.view.get();
  const { fromUs, toUs } = selection ?? range ?? trace.extent;
  return { fromUs: Math.floor(fromUs), toUs: Math.ceil(toUs) };
}

function isLarge({ fromUs, toUs }: TimeRange, { summary }: Snapshot): boolean {
  return (summary.events * (toUs - fromUs)) / Math.max(1, summary.durationUs) > AT_ONCE_EVENTS;
}

function Offered({ trace }: { readonly trace: OpenTrace }): ReactNode {
  const snapshot = useStore(trace.snapshot);
  if (trace.digest !== null)
    return <p>A digest holds no events to export. Open the trace itself here: it replaces its digest.</p>;
  if (snapshot?.phase !== 'ready') return <p>A range can be exported when the whole trace is read.</p>;
  return <Form trace={trace} snapshot={snapshot} />;
}

interface FormProps {
  readonly trace: OpenTrace;
  readonly snapshot: Snapshot;
}

function Form({ trace, snapshot }: FormProps): ReactNode {
  const current = useStore(trace.feature(rangeExport).current);
  const [options, setOptions] = useState<ShareOptions>(() => shareOptionsOf(trace));
  const [version, setVersion] = useState<ExportVersion>('as-logged');
  const [range] = useState(() => rangeOf(trace));
  const [waits, setWaits] = useState(() => isLarge(range, snapshot));
  useEffect(() => {
    if (!waits) trace.feature(rangeExport).make({ ...range, options, version, fileName: trace.name });
    return () => trace.feature(rangeExport).drop();
  }, [trace, range, options, version, waits]);
  const made = current?.state === 'made' ? current : null;
  const figures = useLast(made?.figures ?? null, current === null);
  const save = (): void => {
    if (made !== null) saveFile(trace, options, '-range.sqlog', made.file);
  };
  return (
    <div className="cut-form" data-testid="cut-form" data-state={current?.state ?? 'waiting'}>
      <About trace={trace} snapshot={snapshot} range={range} />
      <ShareOptionBoxes
        legend="Also include"
        options={options}
        onChange={(changed) => {
          rememberName(trace, changed);
          setOptions(changed);
        }}
        leftOut={figures?.leftOut.withheld ?? null}
      />
      <VersionTick version={version} onChange={setVersion} />
      <Progress
        trace={trace}
        current={current}
        onMake={() => setWaits(false)}
        onCancel={() => setWaits(true)}
      />
      {figures?.events === 0 ? (
        <p data-testid="cut-empty">
          {figures.sourceEvents === 0
            ? 'No event lies in this range: choose a longer one.'
            : 'No event of this range can be exported: none is of a known kind.'}
        </p>
      ) : (
        figures !== null && <Made figures={figures} isOld={made === null} />
      )}
      <p className="form-actions">
        <Button
          className="button primary"
          data-testid="cut-save"
          disabled={made === null || made.figures.events === 0}
          onClick={save}
        >
          Save the export
        </Button>
      </p>
      <p className="fine">
        The file is a qlog JSON text sequence (.sqlog). It opens here and in other tools; times in it are
        those of this trace.
      </p>
    </div>
  );
}

function About({ trace, snapshot, range }: FormProps & { readonly range: TimeRange }): ReactNode {
  const isSelected = trace.view.get().selection !== null;
  const length = range.toUs - range.fromUs;
  return (
    <p>
      A smaller trace with the events from <strong>{instant(range.fromUs, length)}</strong> to{' '}
      <strong>{instant(range.toUs, length)}</strong> ({duration(length)}, the{' '}
      {isSelected ? 'selected' : 'visible'} range{snapshot.connectionCount > 1 ? ' of this connection' : ''}
      ). It is made on this device; nothing is sent. Only known fields are written: times, packet numbers,
      sizes, ACK ranges, windows, RTTs, states. Payload, tokens and keys are never written.
    </p>
  );
}

interface VersionTickProps {
  readonly version: ExportVersion;
  readonly onChange: (version: ExportVersion) => void;
}

function VersionTick({ version, onChange }: VersionTickProps): ReactNode {
  return (
    <fieldset className="tick-boxes">
      <legend>Version</legend>
      <label>
        <input
          type="checkbox"
          data-testid="cut-older"
          checked={version === '0.3'}
          onChange={({ target }) => onChange(target.checked ? '0.3' : 'as-logged')}
        />
        qlog 0.3, for viewers that do not know newer versions
      </label>
    </fieldset>
  );
}

interface ProgressProps {
  readonly trace: OpenTrace;
  readonly current: ExportState | null;
  readonly onMake: () => void;
  readonly onCancel: () => void;
}

function Progress({ trace, current, onMake, onCancel }: ProgressProps): ReactNode {
  if (current === null) {
    return (
      <p className="form-actions">
        <Button data-testid="cut-make" onClick={onMake}>
          Make the export
        </Button>
        <span>The size is not known before that.</span>
      </p>
    );
  }
  if (current.state === 'failed') {
    return (
      <p role="alert" data-testid="cut-failed">
        The export could not be made. {current.reason} Nothing was saved. Reload the page, open the trace
        again, and try once more.
      </p>
    );
  }
  if (current.state === 'made') return null;
  const share = current.total === 0 ? null : current.done / current.total;
  return (
    <div className="loading" data-testid="cut-progress">
      <progress aria-label={`Exporting ${trace.name}`} max={1} value={share ?? undefined} />
      <span>
        {share === null
          ? 'Reading events again'
          : `${count(current.done)} of ${plural(current.total, 'event')}`}
      </span>
      <Button data-testid="cut-cancel" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

/** The newest non-null value; the previous one is shown meanwhile, so that the dialog does not jump. */
function useLast<T>(value: T | null, forget: boolean): T | null {
  const last = useRef<T | null>(null);
  if (value !== null || forget) last.current = value;
  return last.current;
}

interface MadeProps {
  readonly figures: ExportFigures;
  /** The figures are of the previous export; a new one is being made. */
  readonly isOld: boolean;
}

function Made({ figures, isOld }: MadeProps): ReactNode {
  const { sourceEvents, sourceBytes, events, carriedForward, bytes, leftOut } = figures;
  const share = sourceBytes === 0 ? '' : `, ${percent(bytes / sourceBytes)} of it`;
  return (
    <>
      <dl
        className="cut-figures"
        data-testid="cut-figures"
        aria-busy={isOld}
        data-source-events={sourceEvents}
        data-source-bytes={sourceBytes}
        data-events={events}
        data-carried={carriedForward}
        data-bytes={bytes}
      >
        <div>
          <dt>In the file</dt>
          <dd>
            {plural(sourceEvents, 'event')}, {amount(sourceBytes)} of text
          </dd>
        </div>
        <div>
          <dt>In the export</dt>
          <dd>
            {plural(events, 'event')}, {amount(bytes)}
            {share}
          </dd>
        </div>
      </dl>
      <span className="visually-hidden" role="status">
        The export holds {plural(events, 'event')} in {amount(bytes)}.
      </span>
      {carriedForward > 0 && (
        <p className="fine" data-testid="cut-carried">
          {carriedForward === 1
            ? '1 more event at its start has'
            : `${count(carriedForward)} more events at its start have`}{' '}
          the last values logged before the range (window, RTTs, state, parameters); each is marked{' '}
          <code>carried_forward</code>. Packets in flight at its start, and how the log shows losses, are in
          the header of the file.
        </p>
      )}
      <LeftOut leftOut={leftOut} />
    </>
  );
}
