/**
 * Congestion: the window as steps over the bytes in flight as an area, ssthresh, the bandwidth-delay product (the least
 * window that fills the path), what the window should answer to (packets lost, packets marked CE: congestion-marks.ts), and
 * the model chosen by the user (congestion-model.ts); beneath them the phase (congestion-phases.ts).
 */
import type { SeriesSlice } from '../../../engine/base/columns/series';
import { amount, bytes, count, fixed, packets, plural } from '../../../engine/base/text/figures';
import type { ModelSlice } from '../../../engine/reading/contract/parts';
import { clipsOf, paintClips } from '../../painters/clip-marks';
import { type AreaLook, paintArea } from '../../painters/paint-area';
import { paintSeries } from '../../painters/paint-series';
import type { Clip } from '../../surface/clip-label';
import type { Palette } from '../../surface/palette';
import { axisBytes, valueY } from '../../surface/ticks';
import {
  extremesOf,
  increaseOf,
  lineOf,
  markText,
  rangeText,
  shownValue,
  sliceOf,
  sumOf,
  textOf,
  valueAt,
  valueWithin,
} from '../build/answer-values';
import { linesInView } from '../build/line-panel';
import {
  findingOf,
  isHidden,
  type LegendEntry,
  type PanelContext,
  type PanelDefinition,
  plotTimeOf,
} from '../panel';
import { annotateFinding } from './congestion-annotation';
import { LINES } from './congestion-lines';
import { CE, hasMarks, markedIn, markLegend, paintAllMarks } from './congestion-marks';
import {
  modelCells,
  modelInView,
  modelLegend,
  modelOf,
  modelSentence,
  modelValues,
  openLoopWords,
  paintModel,
} from './congestion-model';
import { paintPhases, phaseCells, phaseInView, phaseLegend } from './congestion-phases';
import { paintRegions } from './congestion-regions';
import { type CongestionScale, congestionScale, IN_FLIGHT_LIMIT } from './congestion-scale';
import { differenceWords } from './model-difference';
import { atLeastWords, paintAtLeast } from './path-holds';

/** Of an area among others, to one alone. */
const SEVERAL_STRENGTH = 0.45;

/** Painting order: areas beneath, the window last, as the boldest line. Only a model is drawn over it. */
const AREAS: readonly string[] = ['bytes-in-flight-rebuilt', 'bytes-in-flight'];
const PAINTED = [...AREAS, 'bdp', 'ssthresh', 'cwnd'].flatMap((id) => LINES.filter((line) => line.id === id));

function lines({ snapshot }: PanelContext): readonly LegendEntry[] {
  return LINES.filter(({ id }) => snapshot.catalogue.some((info) => info.id === id));
}

/** The range of a line in a part. */
function rangeOf(
  context: PanelContext,
  id: string,
  { fromUs, toUs }: Pick<PanelContext['viewport'], 'fromUs' | 'toUs'>,
): string {
  const range = rangeText(extremesOf(context.answer, id, fromUs, toUs), bytes);
  return id === 'bdp' ? `${atLeastWords(context, fromUs, toUs)}${range}` : range;
}

/** Where lines leave the plot: in the order of the legend, of two near one another the first. */
function clipsIn(
  context: PanelContext,
  shown: readonly SeriesSlice[],
  model: ModelSlice | null,
  max: number,
  palette: Palette,
): readonly Clip[] {
  const time = plotTimeOf(context);
  const clips: Clip[] = [];
  const add = (slice: SeriesSlice | undefined, color: string | undefined): void => {
    if (slice === undefined || color === undefined) return;
    const text = (value: number): string => markText(slice, value, bytes);
    clips.push(...clipsOf(slice, time, max, { text, color }, clips));
  };
  for (const line of LINES) {
    add(
      shown.find((slice) => slice.id === line.id),
      palette.strokeOf(line)?.color,
    );
  }
  add(model?.window, palette.model.color);
  return clips;
}

/** What is above the axis, as text; empty if nothing is. */
function clippedWords({ answer }: PanelContext, scale: CongestionScale, max: number): string {
  const parts: string[] = [];
  const of = (id: string, value: number): string => textOf(sliceOf(answer, id), value, bytes);
  if (scale.isFitted && scale.cwndMaxBytes > max) {
    parts.push(
      `cwnd reaches ${of('cwnd', scale.cwndMaxBytes)} outside the finding that the axis is fitted to`,
    );
  }
  const compared = (words: string, value: number): string => {
    const times = value / scale.cwndMaxBytes;
    const factor = times < 10 ? fixed(times, 1) : count(times);
    return `${words} in view, ${factor} × the largest cwnd here`;
  };
  const isOvershoot =
    scale.clippedBytes !== null && scale.clippedBytes > scale.cwndMaxBytes * IN_FLIGHT_LIMIT;
  if (scale.clippedBytes !== null && scale.clippedBytes > max && (isOvershoot || !scale.isFitted)) {
    const id =
      sliceOf(answer, 'bytes-in-flight') === undefined ? 'bytes-in-flight-rebuilt' : 'bytes-in-flight';
    parts.push(`bytes in flight reach ${compared(of(id, scale.clippedBytes), scale.clippedBytes)}`);
  }
  if (scale.modelBytes !== null && scale.modelBytes > max) {
    const words = textOf(answer.parts.model?.window, scale.modelBytes, bytes);
    parts.push(`the model's window reaches ${compared(words, scale.modelBytes)}`);
  }
  if (scale.ssthreshBytes !== null && scale.ssthreshBytes > max) {
    parts.push(`ssthresh lies at up to ${of('ssthresh', scale.ssthreshBytes)}`);
  }
  if (scale.bdpBytes !== null && scale.bdpBytes > max) {
    parts.push(`the BDP lies at up to ${of('bdp', scale.bdpBytes)}`);
  }
  return parts.length === 0 ? '' : `Clipped: ${parts.join('; ')}.`;
}

/** Areas of several traces over one another are lighter, and hatched each in its own way. */
function areaLook(color: string, { areaPattern }: Palette): AreaLook {
  return areaPattern === undefined
    ? { color, pattern: 'solid', strength: 1 }
    : { color, pattern: areaPattern, strength: SEVERAL_STRENGTH };
}

/** Findings about the life of the connection: the window in their interval is none to fit the axis to. */
const NOT_OF_WINDOW: readonly string[] = [
  'handshake-slow',
  'amplification-limited',
  'path-changed',
  'closed-with-error',
  'idle-timeout',
];

/** What is drawn, and the value axis that follows it. */
function scaleOf(context: PanelContext, heightPx: number) {
  const { answer, viewport, snapshot } = context;
  const shown = answer.series.filter((slice) => !isHidden(context, 'congestion', slice.id));
  const drawn = isHidden(context, 'congestion', 'model') ? null : modelOf(context);
  // Fitted to the finding of one trace, the axis would clip what the others do meanwhile.
  const finding = context.isCompared === true ? null : findingOf(context);
  const scale = congestionScale({ ...answer, series: shown }, viewport, {
    model: drawn?.window ?? null,
    finding:
      finding === null || NOT_OF_WINDOW.includes(finding.id)
        ? null
        : { fromUs: finding.startUs, toUs: finding.endUs },
    isOvershoot: finding?.id === 'inflight-overshoot',
    scale: context.scale ?? 'fitted',
    height: heightPx,
    packetBytes: snapshot.summary.datagramBytes,
  });
  return { shown, drawn, scale };
}

export const congestion: PanelDefinition = {
  id: 'congestion',
  fields: ['congestion window', 'packets sent'],
  tool: 'congestion',
  title: 'Congestion',
  about: {
    shows:
      'How much may be on its way unacknowledged (congestion window, cwnd) and how much is (bytes in flight).',
    good: 'The window grows until packets are lost, falls by a share, and grows again; bytes in flight follow it closely.',
    bad: 'The window stays flat for many round trips without a loss, or bytes in flight fall to zero in every round trip.',
    axis: 'bytes',
  },
  height: 192,
  series: [...LINES.map(({ id }) => id), CE.id],
  parts: ['recovery'],
  side: 'both',
  overlays: true,
  byBytes: true,
  alone: ['phase'],
  missing: ({ catalogue }) =>
    LINES.some(({ id }) => catalogue.some((info) => info.id === id))
      ? null
      : 'no congestion window is logged (in metrics_updated events), and no sent packets that tell what is in flight. ' +
        'Log recovery metrics (qlog importance "core") on the sender.',
  legend: (context) => [
    ...lines(context),
    ...markLegend(context),
    ...phaseLegend(context),
    ...modelLegend(context),
  ],
  inView(context) {
    const { answer, viewport } = context;
    const lost = sumOf(answer.losses, answer.window, viewport.fromUs, viewport.toUs);
    const marked = increaseOf(answer, CE.id, viewport.fromUs, viewport.toUs);
    return [
      ...linesInView(context, lines(context)),
      ...(lost > 0 ? ['loss'] : []),
      ...(marked > 0 ? [CE.id] : []),
      ...phaseInView(context),
      ...modelInView(context),
    ];
  },
  figure: differenceWords,
  paint(context, tools) {
    const { surface, palette, lockedMax } = tools;
    const model = modelOf(context);
    const { shown, drawn, scale } = scaleOf(context, surface.height);
    const max = lockedMax ?? scale.maxBytes;
    const { minBytes, kind } = scale;
    tools.axis(max, axisBytes, minBytes, kind);
    paintPhases(context, tools);
    if (model !== null) paintRegions(context, model.regions, tools);
    const yOf = valueY([minBytes, max], surface.height, kind);
    const y = (value: number): number => Math.max(-2, yOf(value));
    for (const line of PAINTED) {
      const slice = shown.find((candidate) => candidate.id === line.id);
      const stroke = palette.strokeOf(line);
      if (slice === undefined || stroke === undefined) continue;
      if (AREAS.includes(line.id))
        paintArea(surface, slice, areaLook(stroke.color, palette), plotTimeOf(context), y);
      else paintSeries(surface, { slice, stroke }, plotTimeOf(context), y);
      if (line.id === 'bdp') paintAtLeast(context, { surface, palette }, { slice, stroke }, y);
    }
    if (drawn !== null) paintModel(context, drawn, tools, y);
    const marksPx = paintAllMarks(context, tools);
    const clips = clipsIn(context, shown, drawn, max, palette);
    paintClips(surface, clips);
    const { lane } = tools;
    const drawnSeries = [context, ...(lane?.others ?? [])].map((one) => ({
      context: one,
      slices: one.answer.series.filter(
        ({ id }) => PAINTED.some((line) => line.id === id) && !isHidden(one, 'congestion', id),
      ),
    }));
    if (lane?.isAnnotated !== false) annotateFinding(context, tools, drawnSeries, clips, y, marksPx);
    const clipped = clippedWords(context, scale, max);
    return {
      max,
      clips,
      ...(clipped === '' ? {} : { clipped }),
      ...(model === null ? {} : { note: openLoopWords(context, model) }),
    };
  },
  values(context, timeUs) {
    const { answer, snapshot } = context;
    const values = new Map<string, string>();
    for (const { id } of LINES) {
      // The BDP is an estimate: digits of it would say more than is known.
      const shown = shownValue(context, id, timeUs, id === 'bdp' ? amount : bytes);
      if (shown === null) continue;
      const text = id === 'bdp' ? `${atLeastWords(context, timeUs, timeUs)}${shown}` : shown;
      const value = valueAt(answer, id, timeUs);
      const isSteady = context.isCompared !== true && text === bytes(value);
      const inPackets = ` (${packets(value, snapshot.summary.datagramBytes)})`;
      values.set(id, id === 'cwnd' && isSteady ? `${text}${inPackets}` : text);
    }
    for (const [id, value] of modelValues(context, timeUs)) values.set(id, value);
    return values;
  },
  top: (context, heightPx) => scaleOf(context, heightPx).scale.maxBytes,
  // The window of a receiver is that of its own few packets: it is compared with none.
  amounts: {
    of: ({ answer, snapshot: { summary } }, entry, timeUs) =>
      summary.side === 'receiver' ? Number.NaN : valueAt(answer, entry, timeUs),
    within: ({ answer }, entry, timeUs) => valueWithin(answer, entry, timeUs),
    line: { of: lineOf, axisFormat: axisBytes },
    receiver: 'whose window and flight say nothing of the transfer',
    text: bytes,
  },
  resting: (context) => {
    const { fromUs, toUs } = context.viewport;
    const held = lines(context).filter(({ id }) => id !== 'bdp');
    return new Map(
      held.map(({ id }) => [id, rangeText(extremesOf(context.answer, id, fromUs, toUs), bytes)]),
    );
  },
  sentence(context) {
    const { answer, viewport } = context;
    const parts = lines(context).map(({ id, label }) => `${label} ${rangeOf(context, id, viewport)}`);
    const lost = sumOf(answer.losses, answer.window, viewport.fromUs, viewport.toUs);
    const marks = hasMarks(context) ? `, ${markedIn(context, viewport)} marked CE` : '';
    return `${parts.join(', ')}; ${plural(lost, 'packet')} lost${marks}.${modelSentence(context)}`;
  },
  cells(context, fromUs, toUs) {
    const { answer } = context;
    const cells = lines(context).map(({ id }) => rangeOf(context, id, { fromUs, toUs }));
    if (context.snapshot.summary.packetsLost > 0) {
      cells.push(`${count(sumOf(answer.losses, answer.window, fromUs, toUs))} lost`);
    }
    if (hasMarks(context)) cells.push(`${markedIn(context, { fromUs, toUs })} marked`);
    return [...cells, ...phaseCells(context, fromUs, toUs), ...modelCells(context, fromUs, toUs)];
  },
};
