/** The visible range, its buttons, and the cursor time. */
import { type ReactNode, useCallback, useRef } from 'react';
import { sidePanels } from '../../drawing/panels/registry';
import { laneLetter } from '../../drawing/surface/lane-styles';
import { instant } from '../../engine/base/text/figures';
import { Button } from '../controls/button';
import { CopyButton } from '../controls/copy-button';
import { useApp } from '../controls/use-app';
import { useStore } from '../controls/use-store';
import type { AppState } from '../state/app-state';
import type { OpenSet } from '../state/traces/open-trace';
import { sharedSetName } from '../workbench/paint/set-lanes';
import { sharedContextOf } from '../workbench/paint/shared-context';
import { usePainter } from '../workbench/paint/use-painter';
import { completeAnswer } from '../workbench/panel/panel-data';
import { type TraceAt, valuesAsText } from '../workbench/panel/values-as-text';
import { bytesWords, isByBytes, lengthWords, placeWords, utcOriginMs } from '../workbench/plot/clock';

/** Values of all traces at the pinned time, of panels out of sight, too. */
async function copiedValues(app: AppState, set: OpenSet): Promise<string> {
  await Promise.all(
    set.members.map(({ trace }) => {
      const snapshot = trace.snapshot.get();
      return snapshot && completeAnswer(trace, sidePanels(app.choices.get(), snapshot));
    }),
  );
  const traces = set.members.flatMap(({ trace }, place): readonly TraceAt[] => {
    const context = sharedContextOf(app, trace);
    const { pinnedUs } = trace.view.get();
    if (context === null || pinnedUs === null) return [];
    const { fromUs, toUs } = trace.viewport;
    const words = isByBytes(set) ? bytesWords(pinnedUs, toUs - fromUs) : instant(pinnedUs, toUs - fromUs);
    const title = sharedSetName(trace, place);
    return [{ title, context, timeUs: pinnedUs, timeWords: words }];
  });
  return valuesAsText(traces, app.choices.get());
}

function wholeWords({ members }: OpenSet): string {
  return members.length === 1 ? 'Whole trace' : 'All of the traces';
}

interface RangeBarProps {
  readonly set: OpenSet;
  /** Buttons that features register. */
  readonly children: ReactNode;
  /** At its right end. */
  readonly end: ReactNode;
}

export function RangeBar({ set, children, end }: RangeBarProps): ReactNode {
  const app = useApp();
  const { range, selection, pinnedUs, panels } = useStore(set.view);
  const { extent } = set;
  const { fromUs, toUs } = range ?? extent;
  const length = toUs - fromUs;
  useStore(app.choices);
  const [from, to] = [placeWords(app, set, fromUs, length, ''), placeWords(app, set, toUs, length)];
  const what = range === null ? wholeWords(set) : 'Shown';
  const isFromStart = range === null && fromUs === 0 && utcOriginMs(app, set) === null;
  const words = `${what}: ${isFromStart ? lengthWords(set, length) : `${from} to ${to} (${lengthWords(set, length)})`}`;
  return (
    <div className="range-bar">
      <span data-testid="range">{words}</span>
      <Button data-testid="full-range" disabled={range === null} onClick={() => set.showRange(null)}>
        Full range
      </Button>
      {selection !== null && (
        <Button
          data-testid="zoom-selection"
          title={`Zoom to the selection, ${lengthWords(set, selection.toUs - selection.fromUs)} (Enter)`}
          onClick={() => set.zoomToSelection()}
        >
          Zoom
        </Button>
      )}
      {panels?.kind === 'only' && (
        <Button
          data-testid="panels-of-answer"
          title="Show the panels that tell why, in place of these (X: all panels)"
          onClick={() => set.showPanels(null)}
        >
          Panels of the answer
        </Button>
      )}
      {children}
      <ShownAlone set={set} />
      {!isByBytes(set) && pinnedUs !== null && pinnedUs >= fromUs && pinnedUs <= toUs && (
        <CopyButton label="Copy values" testId="copy-values" text={() => copiedValues(app, set)} />
      )}
      <div className="range-end">
        {end}
        <CursorTime set={set} />
      </div>
    </div>
  );
}

/** The trace of several that is shown alone, and the way back to all. */
function ShownAlone({ set }: { readonly set: OpenSet }): ReactNode {
  const alone = useStore(set.alone);
  const { members } = set;
  const place = members.findIndex(({ trace }) => trace.key === alone);
  if (place < 0) return null;
  return (
    <span className="shown-alone" data-testid="shown-alone" aria-live="polite">
      <Button onClick={() => set.showAll()}>Show all</Button>{' '}
      <strong>Only {laneLetter(place)} is shown</strong> (next: key B)
    </span>
  );
}

/** The time at the cursor; written without rendering, since it changes with every pointer move. */
function CursorTime({ set }: { readonly set: OpenSet }): ReactNode {
  const app = useApp();
  const { clock } = useStore(app.choices);
  const text = useRef<HTMLSpanElement | null>(null);
  const paint = useCallback(() => {
    const { readoutUs, viewport } = set;
    if (text.current === null) return;
    const pinned = set.view.get().pinnedUs === readoutUs ? ' (pinned)' : '';
    const within = viewport.toUs - viewport.fromUs;
    text.current.textContent =
      readoutUs === null ? '' : `at ${placeWords(app, set, readoutUs, within)}${pinned}`;
  }, [app, set]);
  usePainter(set, paint);
  return <span ref={text} className="cursor-time" data-testid="cursor" data-clock={clock} />;
}
