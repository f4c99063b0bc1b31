/**
 * The scroll bar of a plot with more rows than fit. It is drawn by the page: that of the system may be hidden until it is used, and
 * is no place to see how many rows there are.
 */
import { type PointerEvent, type ReactNode, useEffect, useRef } from 'react';
import type { PanelDefinition, PanelRows } from '../../../drawing/panels/panel';
import { moveByKey } from '../../controls/row-keys';
import { useSelected } from '../../controls/use-store';
import type { OpenTrace } from '../../state/traces/open-trace';

export interface RowsBarProps {
  readonly trace: OpenTrace;
  readonly definition: PanelDefinition;
  readonly rows: PanelRows;
  /** Of the plot, CSS pixels. */
  readonly height: number;
}

const LEAST_THUMB_PX = 16;
const WHEEL_ROWS = 3;

/** Its keys work on it, Page Up and Down wherever the focus is in the panel; the wheel over it, and nowhere else. */
export function RowsBar({
  trace,
  definition: { title },
  rows: { of, noun },
  height,
}: RowsBarProps): ReactNode {
  const bar = useRef<HTMLDivElement | null>(null);
  const { from, count } = useSelected(trace.rows.shown, (shown) => shown[of]);
  const total = useSelected(trace.answer, () => trace.rows.totalOf(of));
  const last = Math.max(0, total - count);
  const isNeeded = last > 0;
  useEffect(() => {
    const element = bar.current;
    const panel = element?.closest<HTMLElement>('[data-panel]');
    if (element === null || panel == null || !isNeeded) return;
    const move = (to: number): void => trace.rows.change(of, { from: to });
    const moveBy = (rows: number): void => move(trace.rows.shown.get()[of].from + rows);
    const onKey = (event: KeyboardEvent): void => {
      const { target, key } = event;
      if (event.ctrlKey || event.altKey || event.metaKey || target instanceof HTMLSelectElement) return;
      if (target !== element && key !== 'PageDown' && key !== 'PageUp') return;
      if (!moveByKey({ moveBy, moveTo: move }, key, count, last + 1)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    const onWheel = (event: WheelEvent): void => {
      if (event.ctrlKey || event.deltaY === 0) return;
      event.preventDefault();
      moveBy(Math.sign(event.deltaY) * WHEEL_ROWS);
    };
    panel.addEventListener('keydown', onKey);
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      panel.removeEventListener('keydown', onKey);
      element.removeEventListener('wheel', onWheel);
    };
  }, [trace, of, count, last, isNeeded]);
  if (!isNeeded) return null;
  const thumbPx = Math.max(LEAST_THUMB_PX, (count / total) * height);
  /** The thumb's middle follows the pointer. */
  const follow = ({ currentTarget, clientY }: PointerEvent<HTMLElement>): void => {
    const { top } = currentTarget.getBoundingClientRect();
    const share = (clientY - top - thumbPx / 2) / (height - thumbPx);
    trace.rows.change(of, { from: share * last });
  };
  return (
    <div
      ref={bar}
      className="rows-bar"
      data-testid="rows-bar"
      data-from={from}
      data-total={total}
      role="slider"
      tabIndex={-1}
      aria-label={`${title}: ${noun}s in view`}
      aria-orientation="vertical"
      aria-valuemin={1}
      aria-valuemax={last + 1}
      aria-valuenow={from + 1}
      aria-valuetext={`${noun}s ${from + 1} to ${Math.min(from + count, total)} of ${total}`}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        follow(event);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) follow(event);
      }}
    >
      <div style={{ height: thumbPx, top: (from / last) * (height - thumbPx) }} />
    </div>
  );
}
