/** Congestion: window as steps, bytes in flight, ssthresh, and where packets were lost. */
import { type ReactNode, useCallback, useRef } from 'react';
import { axisBytes, drawValueAxis } from '../chart/axes';
import { heldBefore, paintSeries, visibleColumns } from '../chart/paint-series';
import { type Palette, readPalette } from '../chart/palette';
import type { Surface } from '../chart/surface';
import { timeToX } from '../chart/viewport';
import type { Answer } from '../protocol';
import type { OpenTrace } from '../session/open-trace';
import { bytes, count, instant, packets } from '../text/figures';
import { congestionScale } from './congestion-scale';
import { beginPaint, paintBackground, paintForeground } from './paint-common';
import { PanelFrame, usePanelParts } from './panel-frame';
import { usePainter } from './use-painter';
import { useStore } from './use-store';

const HEIGHT = 330;
const LOSS_MARK_PX = 7;
/** Painting order: the window last, it is the boldest line. */
const DRAWN = ['ssthresh', 'bytes-in-flight-rebuilt', 'bytes-in-flight', 'cwnd'] as const;

const LOSS_WORDS: { readonly [method: string]: string } = {
  logged: 'logged',
  counted: 'counted by the stack',
  'in-flight-drop': 'inferred from bytes in flight',
  'ack-gap': 'inferred from ACK gaps',
  'window-cut': 'inferred from window cuts',
  'resent-data': 'inferred from resent data',
};

function paintLosses(surface: Surface, answer: Answer, trace: OpenTrace, palette: Palette): void {
  const { viewport } = trace;
  const [first, last] = visibleColumns(answer.window, viewport);
  for (let i = first; i < last; i++) {
    if ((answer.losses[i] as number) === 0) continue;
    const x = timeToX(viewport, answer.window.fromUs + i * answer.window.columnUs);
    surface.rect(x - 0.75, 0, 1.5, LOSS_MARK_PX, { color: palette.loss, pattern: 'solid' });
  }
}

/** The value of a series at a time, from the columns that are drawn; NaN where there is none. */
function valueAt(answer: Answer, id: string, timeUs: number): number {
  const slice = answer.series.find((candidate) => candidate.id === id);
  const column = Math.floor((timeUs - answer.window.fromUs) / answer.window.columnUs);
  if (slice === undefined || column < 0 || column >= answer.window.columns) return Number.NaN;
  return heldBefore(slice, column + 1);
}

/** Writes the values at the cursor into the legend: `cwnd 2,700 B (2 packets)`. */
function showValues(legend: HTMLElement | null, trace: OpenTrace, answer: Answer): void {
  const timeUs = trace.cursorUs.get();
  const { viewport } = trace;
  const datagramBytes = trace.snapshot.get()?.summary.datagramBytes ?? 0;
  for (const element of legend?.querySelectorAll<HTMLElement>('[data-value]') ?? []) {
    const id = element.dataset.value ?? '';
    if (id === 'time') {
      element.textContent = timeUs === null ? '' : `at ${instant(timeUs, viewport.toUs - viewport.fromUs)}`;
      continue;
    }
    const value = timeUs === null ? Number.NaN : valueAt(answer, id, timeUs);
    const inPackets = id === 'cwnd' ? ` (${packets(value, datagramBytes)})` : '';
    element.textContent = Number.isNaN(value) ? '' : ` ${bytes(value)}${inPackets}`;
  }
}

interface KeyProps {
  readonly id: string;
  readonly kind: string;
  readonly children: ReactNode;
}

/** A legend entry with room for the value at the cursor. */
function SeriesKey({ id, kind, children }: KeyProps): ReactNode {
  return (
    <span className={`key key-${kind}`}>
      {children}
      <span className="cursor-value" data-value={id} />
    </span>
  );
}

export function CongestionPanel({ trace }: { readonly trace: OpenTrace }): ReactNode {
  const parts = usePanelParts();
  const legend = useRef<HTMLSpanElement | null>(null);
  const clipped = useRef<HTMLParagraphElement | null>(null);
  const snapshot = useStore(trace.snapshot);

  const paint = useCallback(() => {
    const surface = beginPaint(trace, parts, HEIGHT);
    const answer = trace.answer.get();
    if (surface === null || answer === null) return;
    const palette = readPalette(document.documentElement);
    const { viewport } = trace;
    const scale = congestionScale(answer, viewport);
    const y = (value: number): number => HEIGHT - (value / scale.maxBytes) * HEIGHT;
    const ticks = drawValueAxis(parts.axis.current as SVGSVGElement, scale.maxBytes, HEIGHT, axisBytes);
    paintBackground(surface, trace, palette, ticks.map(y));
    for (const id of DRAWN) {
      const slice = answer.series.find((candidate) => candidate.id === id);
      const stroke = palette.series[id];
      if (slice === undefined || stroke === undefined) continue;
      const clippedY = (value: number): number => Math.max(-2, y(value));
      paintSeries(
        surface,
        { slice, shape: 'step', stroke },
        answer.window,
        viewport,
        clippedY,
        trace.extent.toUs,
      );
    }
    paintLosses(surface, answer, trace, palette);
    paintForeground(surface, trace, palette);
    showValues(legend.current, trace, answer);
    const note = clipped.current;
    if (note !== null) {
      note.hidden = scale.clippedBytes === null;
      if (scale.clippedBytes !== null) {
        const times = scale.clippedBytes / scale.cwndMaxBytes;
        note.textContent = `Clipped: bytes in flight reach ${bytes(scale.clippedBytes)} in view, ${times < 10 ? times.toFixed(1) : count(times)} × the largest cwnd here.`;
      }
    }
  }, [trace, parts]);
  usePainter(trace, paint);

  const catalogue = snapshot?.catalogue ?? [];
  const has = (id: string): boolean => catalogue.some((info) => info.id === id);
  const lossWords = LOSS_WORDS[snapshot?.summary.lossMethod ?? ''] ?? '';
  return (
    <PanelFrame
      trace={trace}
      parts={parts}
      id="congestion"
      title="Congestion"
      height={HEIGHT}
      description="Congestion window, bytes in flight and slow start threshold over time"
      legend={
        <span className="keys" ref={legend}>
          {has('cwnd') && (
            <SeriesKey id="cwnd" kind="cwnd">
              cwnd
            </SeriesKey>
          )}
          {has('bytes-in-flight') && (
            <SeriesKey id="bytes-in-flight" kind="in-flight">
              in flight
            </SeriesKey>
          )}
          {has('bytes-in-flight-rebuilt') && (
            <SeriesKey id="bytes-in-flight-rebuilt" kind="in-flight">
              in flight (rebuilt)
            </SeriesKey>
          )}
          {has('ssthresh') && (
            <SeriesKey id="ssthresh" kind="ssthresh">
              ssthresh
            </SeriesKey>
          )}
          {(snapshot?.summary.packetsLost ?? 0) > 0 && (
            <span className="key key-loss">loss ({lossWords})</span>
          )}
          <span className="cursor-value" data-value="time" />
        </span>
      }
      note={<p className="panel-note" ref={clipped} data-testid="clipped" hidden />}
    />
  );
}
