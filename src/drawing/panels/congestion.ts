/**
 * Congestion: the window as steps, bytes in flight, ssthresh, packet losses, and the model chosen by the user
 * (congestion-model.ts).
 */

import { bytes, count, packets } from '../../engine/text/figures';
import { paintSeries, visibleColumns } from '../painters/paint-series';
import { axisBytes } from '../surface/ticks';
import { timeToX } from '../surface/viewport';
import {
  modelCells,
  modelLegend,
  modelOf,
  modelSentence,
  modelValues,
  openLoopWords,
  paintModel,
} from './congestion-model';
import { paintRegions } from './congestion-regions';
import { type CongestionScale, congestionScale } from './congestion-scale';
import {
  isHidden,
  type LegendEntry,
  type PaintTools,
  type PanelContext,
  type PanelDefinition,
} from './panel';
import { extremesOf, rangeText, sumOf, valueAt } from './readings';
import { lossWords } from './words';

const LOSS_MARK_PX = 7;

const LINES: readonly LegendEntry[] = [
  { id: 'cwnd', label: 'cwnd', swatch: 'line', color: '--cwnd' },
  { id: 'bytes-in-flight', label: 'in flight', swatch: 'dash', color: '--in-flight' },
  { id: 'bytes-in-flight-rebuilt', label: 'in flight (rebuilt)', swatch: 'dash', color: '--in-flight' },
  { id: 'ssthresh', label: 'ssthresh', swatch: 'dot', color: '--ssthresh' },
];
/** Painting order: the window last, as the boldest line. Only a model is drawn over it. */
const PAINTED = ['ssthresh', 'bytes-in-flight-rebuilt', 'bytes-in-flight', 'cwnd'];

function lines({ snapshot }: PanelContext): readonly LegendEntry[] {
  return LINES.filter(({ id }) => snapshot.catalogue.some((info) => info.id === id));
}

function paintLosses({ answer, viewport }: PanelContext, { surface, palette }: PaintTools): void {
  const [first, last] = visibleColumns(answer.window, viewport);
  for (let i = first; i < last; i++) {
    if ((answer.losses[i] as number) === 0) continue;
    const x = timeToX(viewport, answer.window.fromUs + i * answer.window.columnUs);
    surface.rect(x - 0.75, 0, 1.5, LOSS_MARK_PX, { color: palette.loss, pattern: 'solid' });
  }
}

/** What is above the axis, as text; empty if nothing is. */
function clippedWords(scale: CongestionScale, max: number): string {
  const parts: string[] = [];
  const compared = (value: number): string => {
    const times = value / scale.cwndMaxBytes;
    const factor = times < 10 ? times.toFixed(1) : count(times);
    return `${bytes(value)} in view, ${factor} × the largest cwnd here`;
  };
  if (scale.clippedBytes !== null && scale.clippedBytes > max) {
    parts.push(`bytes in flight reach ${compared(scale.clippedBytes)}`);
  }
  if (scale.modelBytes !== null && scale.modelBytes > max) {
    parts.push(`the model's window reaches ${compared(scale.modelBytes)}`);
  }
  if (scale.ssthreshBytes !== null && scale.ssthreshBytes > max) {
    parts.push(`ssthresh lies at up to ${bytes(scale.ssthreshBytes)}`);
  }
  return parts.length === 0 ? '' : `Clipped: ${parts.join('; ')}.`;
}

export const congestion: PanelDefinition = {
  id: 'congestion',
  tool: 'models',
  title: 'Congestion',
  height: 280,
  series: LINES.map(({ id }) => id),
  side: 'both',
  overlays: true,
  missing: ({ catalogue }) =>
    LINES.some(({ id }) => catalogue.some((info) => info.id === id))
      ? null
      : 'no metrics_updated event holds a congestion window, and no packet_sent event tells what is in flight. ' +
        'Log recovery metrics (qlog importance "core") on the sender.',
  legend: (context) => [
    ...lines(context),
    ...(context.snapshot.summary.packetsLost > 0
      ? [
          {
            id: 'loss',
            label: `loss (${lossWords(context.snapshot.summary.lossMethod)})`,
            swatch: 'mark',
            color: '--loss',
          } as const,
        ]
      : []),
    ...modelLegend(context),
  ],
  paint(context, tools) {
    const { answer, viewport, snapshot } = context;
    const { surface, palette, lockedMax } = tools;
    const shown = answer.series.filter((slice) => !isHidden(context, 'congestion', slice.id));
    const model = modelOf(context);
    const drawn = isHidden(context, 'congestion', 'model') ? null : model;
    const scale = congestionScale({ ...answer, series: shown }, viewport, drawn?.window);
    const max = lockedMax ?? scale.maxBytes;
    tools.axis(max, axisBytes);
    if (model !== null) paintRegions(context, model.regions, tools);
    const y = (value: number): number => Math.max(-2, surface.height - (value / max) * surface.height);
    for (const id of PAINTED) {
      const slice = shown.find((candidate) => candidate.id === id);
      const stroke = palette.series[id];
      if (slice === undefined || stroke === undefined) continue;
      paintSeries(
        surface,
        { slice, shape: 'step', stroke },
        answer.window,
        viewport,
        y,
        snapshot.extent.toUs,
      );
    }
    if (drawn !== null) paintModel(context, drawn, tools, y);
    if (!isHidden(context, 'congestion', 'loss')) paintLosses(context, tools);
    const notes = [model === null ? '' : openLoopWords(context, model), clippedWords(scale, max)];
    const clipped = notes.filter((note) => note !== '').join(' ');
    return clipped === '' ? { max } : { max, clipped };
  },
  values(context, timeUs) {
    const { answer, snapshot } = context;
    const values = new Map<string, string>();
    for (const { id } of LINES) {
      const value = valueAt(answer, id, timeUs);
      if (Number.isNaN(value)) continue;
      const inPackets = id === 'cwnd' ? ` (${packets(value, snapshot.summary.datagramBytes)})` : '';
      values.set(id, `${bytes(value)}${inPackets}`);
    }
    for (const [id, value] of modelValues(context, timeUs)) values.set(id, value);
    return values;
  },
  sentence(context) {
    const { answer, viewport } = context;
    const parts = lines(context).map(
      ({ id, label }) =>
        `${label} ${rangeText(extremesOf(answer, id, viewport.fromUs, viewport.toUs), bytes)}`,
    );
    const lost = sumOf(answer.losses, answer.window, viewport.fromUs, viewport.toUs);
    return `${parts.join(', ')}; ${count(lost)} packets lost.${modelSentence(context)}`;
  },
  cells(context, fromUs, toUs) {
    const { answer } = context;
    const cells = lines(context).map(({ id }) => rangeText(extremesOf(answer, id, fromUs, toUs), bytes));
    if (context.snapshot.summary.packetsLost > 0) {
      cells.push(`${count(sumOf(answer.losses, answer.window, fromUs, toUs))} lost`);
    }
    return [...cells, ...modelCells(context, fromUs, toUs)];
  },
};
