/** Congestion: window as steps, bytes in flight, ssthresh, and where packets were lost. */
import { type ReactNode, useCallback, useRef } from 'react';
import { axisBytes, drawValueAxis } from '../chart/axes';
import { heldBefore, paintSeries, visibleColumns } from '../chart/paint-series';
import { type Palette, readPalette } from '../chart/palette';
import type { Surface } from '../chart/surface';
import { timeToX } from '../chart/viewport';
import type { Answer } from '../protocol';
import { SLICE_STRIDE } from '../series/series';
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

/** `cwnd 2,700 B (2 packets)` for every series at the cursor, from the columns that are drawn. */
function valuesAt(trace: OpenTrace, answer: Answer, timeUs: number): string {
  const column = Math.floor((timeUs - answer.window.fromUs) / answer.window.columnUs);
  const datagram = trace.snapshot.get()?.summary.datagramBytes ?? 0;
  const parts = answer.series.flatMap((slice) => {
    const info = trace.snapshot.get()?.catalogue.find((candidate) => candidate.id === slice.id);
    if (info?.unit !== 'bytes' || !slice.values.length) return [];
    const here = slice.values[column * SLICE_STRIDE + 3] as number;
    const value = Number.isNaN(here) ? heldBefore(slice, column) : here;
    if (Number.isNaN(value)) return [];
    const windows = info.id === 'cwnd' ? ` (${packets(value, datagram)})` : '';
    return [`${info.id === 'cwnd' ? 'cwnd' : info.name} ${bytes(value)}${windows}`];
  });
  return `at ${instant(timeUs)}: ${parts.join(' · ')}`;
}

export function CongestionPanel({ trace }: { readonly trace: OpenTrace }): ReactNode {
  const parts = usePanelParts();
  const values = useRef<HTMLSpanElement | null>(null);
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
    const cursorUs = trace.cursorUs.get();
    if (values.current !== null) {
      values.current.textContent = cursorUs === null ? '' : valuesAt(trace, answer, cursorUs);
    }
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
        <>
          {has('cwnd') && <span className="key key-cwnd">cwnd</span>}
          {has('bytes-in-flight') && <span className="key key-in-flight">in flight</span>}
          {!has('bytes-in-flight') && has('bytes-in-flight-rebuilt') && (
            <span className="key key-in-flight">in flight (rebuilt)</span>
          )}
          {has('ssthresh') && <span className="key key-ssthresh">ssthresh</span>}
          {(snapshot?.summary.packetsLost ?? 0) > 0 && (
            <span className="key key-loss">loss ({lossWords})</span>
          )}
          <span className="cursor-values" ref={values} />
        </>
      }
      note={<p className="panel-note" ref={clipped} data-testid="clipped" hidden />}
    />
  );
}
