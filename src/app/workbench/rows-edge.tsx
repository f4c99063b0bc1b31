/**
 * What a plot with rows has besides its picture: at its right edge a scroll bar, where there are more rows than fit, and under the
 * pointer what is known of a row. Only rows in view are asked for (state/shown-rows.ts). The wheel over the plot scrolls the page.
 */
import { type CSSProperties, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { PanelDefinition, PanelRows } from '../../drawing/panels/panel';
import { heightOfRow, ROW_PX, rowsThatFit } from '../../drawing/panels/rows';
import { moveByKey } from '../controls/row-keys';
import { MAX_SCROLL_PX } from '../controls/row-scroll';
import { useApp } from '../controls/use-app';
import { useSelected } from '../controls/use-store';
import type { OpenTrace } from '../state/open-trace';
import { contextOf } from './paint-panel';

interface RowsEdgeProps {
  readonly trace: OpenTrace;
  readonly definition: PanelDefinition;
  readonly rows: PanelRows;
  /** Of the plot, CSS pixels. */
  readonly height: number;
}

export function RowsEdge(props: RowsEdgeProps): ReactNode {
  const { trace, rows, height } = props;
  const fit = rowsThatFit(height);
  useEffect(() => trace.rows.change(rows.of, { count: fit }), [trace, rows, fit]);
  return (
    <>
      <RowsBar {...props} />
      <RowWords {...props} />
    </>
  );
}

/** Keys work on it, and wherever else the focus is in the panel. */
function RowsBar({ trace, definition, rows: { of, noun }, height }: RowsEdgeProps): ReactNode {
  const bar = useRef<HTMLDivElement | null>(null);
  const { from, count } = useSelected(trace.rows.shown, (shown) => shown[of]);
  const total = useSelected(trace.answer, () => trace.rows.totalOf(of));
  const last = Math.max(0, total - count);
  const scrolledPx = Math.min(last * ROW_PX, MAX_SCROLL_PX);
  useLayoutEffect(() => {
    const element = bar.current;
    if (element === null) return;
    const isThere = Math.round((element.scrollTop / scrolledPx) * last) === from;
    if (!isThere) element.scrollTop = (from / last) * scrolledPx;
  }, [from, last, scrolledPx]);
  useEffect(() => {
    const panel = bar.current?.closest<HTMLElement>('[data-panel]');
    if (panel == null) return;
    const onKey = (event: KeyboardEvent): void => {
      const { target, key } = event;
      const isOnBar = target === bar.current;
      if (event.ctrlKey || event.altKey || event.metaKey || target instanceof HTMLSelectElement) return;
      if (!isOnBar && key !== 'PageDown' && key !== 'PageUp') return;
      const move = (to: number): void => trace.rows.change(of, { from: to });
      const moved = { moveBy: (rows: number) => move(trace.rows.shown.get()[of].from + rows), moveTo: move };
      if (!moveByKey(moved, key, count, last + 1)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    panel.addEventListener('keydown', onKey);
    return () => panel.removeEventListener('keydown', onKey);
  }, [trace, of, count, last]);
  if (last === 0) return null;
  return (
    <section
      ref={bar}
      className="rows-bar"
      data-testid="rows-bar"
      data-from={from}
      data-total={total}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
      tabIndex={0}
      aria-label={`${definition.title}: ${noun}s ${from + 1} to ${Math.min(from + count, total)} of ${total}; arrows, Page Up, Page Down, Home, End move`}
      onScroll={({ currentTarget: { scrollTop } }) =>
        trace.rows.change(of, { from: Math.round((scrollTop / scrolledPx) * last) })
      }
    >
      <div style={{ height: height + scrolledPx }} />
    </section>
  );
}

/** Where the pointer is in a plot. */
interface Pointed {
  readonly row: number;
  readonly x: number;
  readonly width: number;
}

/** What is known of the row under the pointer; it lies over the plot, and moves nothing. */
function RowWords({ trace, rows, height }: RowsEdgeProps): ReactNode {
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
      setPointed(isDragged || row < 0 || row >= held ? null : { row, x: event.clientX - left, width });
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
  const place = pointed !== null && lines.length > 0 ? placeOf(pointed, rowPx) : {};
  return (
    <div ref={root} className="row-words" data-testid="row-words" style={place} hidden={lines.length === 0}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}

const BESIDE_PX = 14;

/** Below the row, at the side of the pointer that has more room. */
function placeOf({ row, x, width }: Pointed, rowPx: number): CSSProperties {
  const top = (row + 1) * rowPx + 2;
  const isLeft = x > width / 2;
  return isLeft
    ? { top, right: `calc(var(--space-6) + ${width - x + BESIDE_PX}px)` }
    : { top, left: `calc(var(--axis-px) + ${x + BESIDE_PX}px)` };
}
