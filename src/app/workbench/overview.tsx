/**
 * All of the set in one strip: what held the sender, findings, the window's envelope and losses of each trace, one below the other, and a brush
 * for the visible range.
 */
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { laneLetter } from '../../drawing/surface/lane-styles';
import { partsHeading } from '../../sharing/report/words/account-words';
import { useApp } from '../controls/use-app';
import { useSelected, useStore } from '../controls/use-store';
import type { OpenSet, OpenTrace } from '../state/traces/open-trace';
import { OverviewAccount } from './overview-account';
import { OverviewPicture, overviewContext } from './overview-picture';
import { usePainter } from './paint/use-painter';
import { accountPx, overviewSentence, overviewTable, wholeOf } from './paint-overview';
import { TwinView } from './panel/text-twin';
import { TwinToggle } from './panel/twin-toggle';
import { AXIS_PX } from './plot/plot';
import { RangeBrush } from './plot/range-brush';
import { LayersContext } from './slots';

/** Height of the strip of a trace alone; of several, which share a height, that of each at least and at most. */
const HEIGHT = { alone: 50, shared: 72, least: 13, most: 28 } as const;

function stripPx(traces: number): number {
  const share = Math.floor(HEIGHT.shared / traces);
  return traces === 1 ? HEIGHT.alone : Math.max(HEIGHT.least, Math.min(HEIGHT.most, share));
}

function OverviewTwin({ trace }: { readonly trace: OpenTrace }): ReactNode {
  useStore(trace.overview);
  useStore(trace.snapshot);
  const context = overviewContext(trace);
  return context === null ? null : (
    <TwinView sentence={overviewSentence(context)} table={overviewTable(context)} />
  );
}

/** Beside the lane, where there is one. */
function AccountName({ trace }: { readonly trace: OpenTrace }): ReactNode {
  const answer = useStore(trace.overview);
  const side = useStore(trace.snapshot)?.summary.side ?? 'unknown';
  return (
    accountPx(answer, HEIGHT.alone) > 0 && <span className="overview-name">{partsHeading(side).within}</span>
  );
}

function useRangeBrush(set: OpenSet): {
  readonly layer: RefObject<SVGGElement | null>;
  readonly brush: RefObject<RangeBrush | null>;
} {
  const layer = useRef<SVGGElement | null>(null);
  const brush = useRef<RangeBrush | null>(null);
  useEffect(() => {
    if (layer.current === null) return;
    const made = new RangeBrush(set, layer.current);
    brush.current = made;
    return () => made.end();
  }, [set]);
  return { layer, brush };
}

export function Overview({ set }: { readonly set: OpenSet }): ReactNode {
  const app = useApp();
  const { axis } = useContext(LayersContext);
  const canvas = useRef<HTMLCanvasElement | null>(null);
  const { layer, brush } = useRangeBrush(set);
  const picture = useMemo(() => new OverviewPicture(app, set), [app, set]);
  useSelected(set.view, ({ lanes }) => lanes);
  const traces = set.members.map(({ trace }) => trace);
  const each = stripPx(traces.length);
  const height = each * traces.length;
  const [asText, setAsText] = useState(false);
  const paint = useCallback(() => {
    if (canvas.current !== null && picture.paint(canvas.current, each)) brush.current?.show(height);
  }, [picture, brush, each, height]);
  usePainter(set, paint);

  return (
    <div className="overview" data-testid="overview">
      <div className="overview-plot" style={{ marginLeft: AXIS_PX, height }}>
        <canvas ref={canvas} role="img" aria-label="Overview of the whole trace" />
        <svg width="100%" height={height} aria-hidden="true">
          <g ref={layer} />
        </svg>
        {traces.length === 1 && <AccountName trace={set.lead} />}
        {traces.length > 1 &&
          traces.map((trace, at) => (
            <span
              key={trace.key}
              className="overview-letter"
              style={{ top: at * each, lineHeight: `${each}px` }}
            >
              {laneLetter(at)}
            </span>
          ))}
        {traces.map((trace, at) => (
          <OverviewAccount key={trace.key} trace={trace} topPx={at * each} heightPx={each} />
        ))}
        {traces.map((trace, at) =>
          axis.map(({ id, Content }) => (
            <Content
              key={`${trace.key} ${id}`}
              trace={trace}
              viewportOf={wholeOf}
              strip={{ topPx: at * each, heightPx: each }}
            />
          )),
        )}
      </div>
      <TwinToggle title="Overview" isShown={asText} onToggle={() => setAsText(!asText)} />
      {asText && traces.map((trace) => <OverviewTwin key={trace.key} trace={trace} />)}
    </div>
  );
}
