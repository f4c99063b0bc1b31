/** The visible range, its buttons, and the cursor time. */
import { type ReactNode, useCallback, useRef } from 'react';
import { duration, instant } from '../../engine/text/figures';
import { CopyButton } from '../controls/copy-button';
import { useApp } from '../controls/use-app';
import { useStore } from '../controls/use-store';
import type { AppState } from '../state/app-state';
import type { OpenTrace } from '../state/open-trace';
import { sharedContextOf } from '../workbench/shared-context';
import { usePainter } from '../workbench/use-painter';
import { valuesAsText } from '../workbench/values-as-text';

function copiedValues(app: AppState, trace: OpenTrace, timeUs: number): string {
  const context = sharedContextOf(app, trace);
  return context === null ? '' : valuesAsText(context, app.choices.get(), timeUs);
}

interface RangeBarProps {
  readonly trace: OpenTrace;
  /** Buttons that features register. */
  readonly children: ReactNode;
}

export function RangeBar({ trace, children }: RangeBarProps): ReactNode {
  const app = useApp();
  const { range, selection, pinnedUs } = useStore(trace.view);
  const { extent } = trace;
  const { fromUs, toUs } = range ?? extent;
  const length = toUs - fromUs;
  return (
    <div className="range-bar">
      <span data-testid="range">
        {range === null ? 'Whole trace' : 'Shown'}: {instant(fromUs, length)} to {instant(toUs, length)} (
        {duration(length)})
      </span>
      <button
        type="button"
        className="button"
        data-testid="full-range"
        disabled={range === null}
        onClick={() => trace.showRange(null)}
      >
        Full range
      </button>
      {selection !== null && (
        <button
          type="button"
          className="button"
          data-testid="zoom-selection"
          onClick={() => trace.zoomToSelection()}
        >
          Zoom to selection, {duration(selection.toUs - selection.fromUs)} (Enter)
        </button>
      )}
      {children}
      <CursorTime trace={trace} />
      {pinnedUs !== null && (
        <CopyButton
          label="Copy values"
          testId="copy-values"
          text={() => copiedValues(app, trace, pinnedUs)}
        />
      )}
    </div>
  );
}

/** The time at the cursor; written without rendering, since it changes with every pointer move. */
function CursorTime({ trace }: { readonly trace: OpenTrace }): ReactNode {
  const text = useRef<HTMLSpanElement | null>(null);
  const paint = useCallback(() => {
    const { readoutUs, viewport } = trace;
    if (text.current === null) return;
    const pinned = trace.view.get().pinnedUs !== null ? ' (pinned)' : '';
    text.current.textContent =
      readoutUs === null ? '' : `at ${instant(readoutUs, viewport.toUs - viewport.fromUs)}${pinned}`;
  }, [trace]);
  usePainter(trace, paint);
  return <span ref={text} className="cursor-time" data-testid="cursor" />;
}
