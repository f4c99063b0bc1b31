/**
 * What a plot with rows has besides its picture: at its right edge a scroll bar, where there are more rows than fit, and under the
 * pointer what is known of a row. Only rows in view are asked for (state/traces/shown-rows.ts). The wheel over the plot scrolls the page.
 */
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react';
import { heightOfRow, rowsThatFit } from '../../../drawing/panels/build/rows';
import { timeToX } from '../../../drawing/surface/viewport';
import { streamKey } from '../../../drawing/view/chosen';
import { useApp } from '../../controls/use-app';
import { useSelected } from '../../controls/use-store';
import { contextOf } from '../paint/paint-panel';
import { RowsBar, type RowsBarProps } from './rows-bar';

export function RowsEdge(props: RowsBarProps): ReactNode {
  const { trace, rows, height } = props;
  const fit = rowsThatFit(height);
  useEffect(() => trace.rows.change(rows.of, { count: fit }), [trace, rows, fit]);
  return (
    <>
      <RowsBar {...props} />
      <RowChoice {...props} />
      <RowWords {...props} />
    </>
  );
}

/** A pointer that moves farther drags, px. */
const CLICK_PX = 4;

/** A click on what is drawn of a row chooses its stream, with the request on it. */
function RowChoice({ trace, rows, height }: RowsBarProps): ReactNode {
  const app = useApp();
  const root = useRef<HTMLSpanElement | null>(null);
  useEffect(() => {
    const plot = root.current?.parentElement?.querySelector<HTMLElement>('.plot');
    if (plot == null) return;
    let downX = Number.NaN;
    const onDown = ({ clientX, button }: PointerEvent): void => {
      downX = button === 0 ? clientX : Number.NaN;
    };
    const onUp = ({ clientX, clientY }: PointerEvent): void => {
      const context = contextOf(app, trace);
      if (context === null || !(Math.abs(clientX - downX) < CLICK_PX)) return;
      const { left, top } = plot.getBoundingClientRect();
      const row = Math.floor((clientY - top) / heightOfRow(height, rows.held(context)?.count ?? 0));
      const stream = rows.streamOf(context, row);
      if (stream === null) return;
      const [from, to] = [stream.fromUs, stream.toUs].map((us) => timeToX(context.viewport, us));
      const isOnIt = clientX - left >= (from ?? 0) - CLICK_PX && clientX - left <= (to ?? 0) + CLICK_PX;
      if (isOnIt) trace.choose(streamKey(stream.streamId));
    };
    plot.addEventListener('pointerdown', onDown);
    plot.addEventListener('pointerup', onUp);
    return () => {
      plot.removeEventListener('pointerdown', onDown);
      plot.removeEventListener('pointerup', onUp);
    };
  }, [app, trace, rows, height]);
  return <span ref={root} hidden />;
}

interface Pointed {
  readonly row: number;
  readonly x: number;
  readonly width: number;
  /** It is in the lower part of the window: there is more room above it. */
  readonly isLow: boolean;
}

const LOW_SHARE = 0.75;

/** What is known of the row under the pointer; it lies over the plot, and moves nothing. */
function RowWords({ trace, rows, height }: RowsBarProps): ReactNode {
  const app = useApp();
  const root = useRef<HTMLDivElement | null>(null);
  const [pointed, setPointed] = useState<Pointed | null>(null);
  useSelected(trace.answer, (answer) => answer);
  const context = contextOf(app, trace);
  const held = context === null ? 0 : (rows.held(context)?.count ?? 0);
  const rowPx = heightOfRow(height, held);
  useEffect(() => {
    const plot = root.current?.parentElement?.querySelector<HTMLElement>('.plot');
    if (plot == null) return;
    const onMove = (event: PointerEvent): void => {
      const { left, top, width } = plot.getBoundingClientRect();
      const row = Math.floor((event.clientY - top) / rowPx);
      const isDragged = event.buttons !== 0;
      const isLow = event.clientY > LOW_SHARE * innerHeight;
      setPointed(isDragged || row < 0 || row >= held ? null : { row, x: event.clientX - left, width, isLow });
    };
    const onLeave = (): void => setPointed(null);
    plot.addEventListener('pointermove', onMove);
    plot.addEventListener('pointerdown', onLeave);
    plot.addEventListener('pointerleave', onLeave);
    return () => {
      plot.removeEventListener('pointermove', onMove);
      plot.removeEventListener('pointerdown', onLeave);
      plot.removeEventListener('pointerleave', onLeave);
    };
  }, [rowPx, held]);
  const lines = pointed === null || context === null ? [] : rows.words(context, pointed.row);
  const place = pointed !== null && lines.length > 0 ? placeOf(pointed, rowPx, height) : {};
  return (
    <div ref={root} className="row-words" data-testid="row-words" style={place} hidden={lines.length === 0}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}

const BESIDE_PX = 14;

/** Below or above the row, at the side of the pointer that has more room. */
function placeOf({ row, x, width, isLow }: Pointed, rowPx: number, height: number): CSSProperties {
  const beside = isLow ? { bottom: height - row * rowPx + 2 } : { top: (row + 1) * rowPx + 2 };
  const isLeft = x > width / 2;
  return isLeft
    ? { ...beside, right: `calc(var(--space-6) + ${width - x + BESIDE_PX}px)` }
    : { ...beside, left: `calc(var(--axis-px) + ${x + BESIDE_PX}px)` };
}
