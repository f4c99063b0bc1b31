/** The shown trace: progress or figures, messages, panels, findings. */
import type { ReactNode } from 'react';
import { CongestionPanel } from '../panels/congestion-panel';
import { StatesPanel } from '../panels/states-panel';
import { TimeAxis } from '../panels/time-axis';
import { useStore } from '../panels/use-store';
import type { OpenTrace } from '../session/open-trace';
import { duration, instant } from '../text/figures';
import { Findings, Headline } from './findings';
import { Loading } from './loading';
import { MessageLine } from './messages';
import { OpenScreen } from './open-screen';
import { SummaryStrip } from './summary-strip';

export function TraceScreen({ trace }: { readonly trace: OpenTrace }): ReactNode {
  const snapshot = useStore(trace.snapshot);
  const crash = useStore(trace.crash);
  const hasEvents = (snapshot?.progress.events ?? 0) > 0;
  const loading = crash === null && (snapshot === null || !['ready', 'failed'].includes(snapshot.phase));
  const failed = crash !== null || snapshot?.phase === 'failed';
  return (
    <>
      {loading && <Loading trace={trace} snapshot={snapshot} />}
      {hasEvents && snapshot !== null && <SummaryStrip snapshot={snapshot} />}
      {snapshot !== null && <Headline trace={trace} snapshot={snapshot} />}
      {crash !== null && <MessageLine message={crash} />}
      {snapshot?.messages.map((message) => (
        <MessageLine key={message.kind} message={message} />
      ))}
      {hasEvents && snapshot !== null && (
        <div className="workbench">
          <div className="panels">
            <RangeBar trace={trace} />
            <CongestionPanel trace={trace} />
            <StatesPanel trace={trace} />
            <TimeAxis trace={trace} />
          </div>
          <Findings trace={trace} snapshot={snapshot} />
        </div>
      )}
      {failed && !hasEvents && <OpenScreen />}
    </>
  );
}

/** What range is shown, and the way back to all of it. */
function RangeBar({ trace }: { readonly trace: OpenTrace }): ReactNode {
  const { range, selection } = useStore(trace.view);
  useStore(trace.snapshot);
  const { extent } = trace;
  const { fromUs, toUs } = range ?? extent;
  return (
    <div className="range-bar">
      <span data-testid="range">
        {range === null ? 'Whole trace' : 'Shown'}: {instant(fromUs, toUs - fromUs)} to{' '}
        {instant(toUs, toUs - fromUs)} ({duration(toUs - fromUs)})
      </span>
      {selection !== null && (
        <button
          type="button"
          className="button"
          data-testid="zoom-selection"
          onClick={() => trace.zoomToSelection()}
        >
          Zoom to {duration(selection.toUs - selection.fromUs)} marked (Enter)
        </button>
      )}
      <button
        type="button"
        className="button"
        data-testid="full-range"
        disabled={range === null}
        onClick={() => trace.showRange(null)}
      >
        Full range
      </button>
      <span className="hint">
        Drag to mark, double-click to zoom in, Ctrl + wheel to zoom, Shift + drag to pan
      </span>
    </div>
  );
}
