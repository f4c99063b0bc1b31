/**
 * The measurement in a box beside the panels, above the findings: it moves and covers no plot when it
 * appears. Before the first drag it explains the held key. Figures and words come from measure-words.ts.
 */
import { type ReactNode, useEffect, useRef } from 'react';
import { laneLetter } from '../../../drawing/surface/lane-styles';
import type { Measured } from '../../../engine/reading/contract/parts';
import type { Snapshot } from '../../../engine/reading/contract/snapshot';
import { redact } from '../../../engine/service/redaction/redact';
import { Button } from '../../controls/button';
import { CopyButton } from '../../controls/copy-button';
import { shareOptionsOf } from '../../controls/save-file';
import { useApp } from '../../controls/use-app';
import { useStore } from '../../controls/use-store';
import type { OpenSet, OpenTrace } from '../../state/traces/open-trace';
import { measureKeyHeld } from './measure-key';
import { clearMeasured, measureTool } from './measure-tool';
import { measureAsText, measureRows, measureSentence, spanWords } from './measure-words';
import type { Measurement } from './measurement';
import { figuresOf, SetFigures } from './set-figures';

interface MeasureProps {
  readonly trace: OpenTrace;
  readonly snapshot: Snapshot;
}

export function MeasureBox({ trace, snapshot }: MeasureProps): ReactNode {
  const app = useApp();
  const measurement = useStore(trace.feature(measureTool).current);
  const keyHeld = useStore(app.feature(measureKeyHeld));
  const isByBytes = useStore(trace.set.byBytes) !== null;
  // A span of time has no place on the axis of bytes.
  useEffect(() => {
    if (isByBytes) clearMeasured(trace);
  }, [isByBytes, trace]);
  return (
    <>
      <Announcement measurement={measurement} snapshot={snapshot} />
      {measurement !== null && <Box trace={trace} snapshot={snapshot} measurement={measurement} />}
      {measurement === null && keyHeld && !isByBytes && (
        <p className="measure measure-hint" data-testid="measure-hint">
          Drag over a plot to measure.
        </p>
      )}
    </>
  );
}

/** Announces the measurement when the drag ends. Always rendered: screen readers skip a live region added with its text. */
function Announcement({
  measurement,
  snapshot,
}: {
  readonly measurement: Measurement | null;
  readonly snapshot: Snapshot;
}): ReactNode {
  return (
    <p className="visually-hidden" aria-live="polite" data-testid="measure-announcement">
      {measurement === null || measurement.held ? '' : announcementOf(measurement, snapshot)}
    </p>
  );
}

function announcementOf({ figures }: Measurement, { digest, summary }: Snapshot): string {
  if (digest !== undefined) return NO_FIGURES;
  return figures === null ? '' : measureSentence(figures, summary);
}

/** A digest holds only the minimum and maximum of each column: sums and counts over a span cannot be computed. */
const NO_FIGURES = 'A digest holds no exact figures. Open the trace itself here to measure.';

function copiedFigures(trace: OpenTrace, snapshot: Snapshot, figures: Measured): string {
  const shared = redact({ name: trace.name, snapshot, measured: figures }, shareOptionsOf(trace));
  return measureAsText(shared.measured, shared.snapshot.summary);
}

/** The figures of every trace of the set, each below its letter where there are several. */
function copiedOfSet({ members }: OpenSet): string {
  const texts = members.flatMap(({ trace }, place) => {
    const counted = figuresOf(trace);
    if (counted === null) return [];
    const { figures, snapshot, part } = counted;
    const text = copiedFigures(trace, snapshot, figures);
    const head = `Trace ${laneLetter(place)}${part === '' ? '' : `, ${part}`}`;
    return [members.length === 1 ? text : `${head}\n${text}`];
  });
  return texts.join('\n\n');
}

function Counted({
  figures,
  snapshot,
}: {
  readonly figures: Measured | null;
  readonly snapshot: Snapshot;
}): ReactNode {
  if (snapshot.digest !== undefined) return <p>{NO_FIGURES}</p>;
  return figures === null ? <p>Counting …</p> : <Figures figures={figures} snapshot={snapshot} />;
}

function Box({
  trace,
  snapshot,
  measurement,
}: MeasureProps & { readonly measurement: Measurement }): ReactNode {
  const box = useRef<HTMLElement | null>(null);
  const { range, figures } = measurement;
  const isSeveral = trace.set.members.length > 1;
  return (
    <section
      className="measure"
      ref={box}
      aria-label="Measurement"
      data-testid="measure"
      data-from-ms={range.fromUs / 1000}
      data-to-ms={range.toUs / 1000}
    >
      <header className="measure-head">
        <h2>Measured: {spanWords(isSeveral ? range : (figures ?? range))}</h2>
      </header>
      {isSeveral ? <SetFigures set={trace.set} /> : <Counted figures={figures} snapshot={snapshot} />}
      <p className="measure-actions">
        {figures !== null && snapshot.digest === undefined && (
          <CopyButton
            key={`${figures.fromUs} ${figures.toUs} ${snapshot.revision}`}
            label="Copy"
            testId="copy-measure"
            text={() => copiedOfSet(trace.set)}
          />
        )}
        <Button
          data-testid="close-measure"
          onClick={() => {
            // Move the focus to the trace: the focused button is removed.
            box.current?.closest<HTMLElement>('main')?.focus({ preventScroll: true });
            clearMeasured(trace);
          }}
        >
          Close (Esc)
        </Button>
      </p>
    </section>
  );
}

function Figures({
  figures,
  snapshot,
}: {
  readonly figures: Measured;
  readonly snapshot: Snapshot;
}): ReactNode {
  return (
    <dl>
      {measureRows(figures, snapshot.summary).map(({ id, name, value, note }) => (
        <div key={id} data-figure={id}>
          <dt>{name}</dt>
          <dd>
            <span className="measure-value">{value}</span>
            {note !== '' && <span className="measure-note">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
