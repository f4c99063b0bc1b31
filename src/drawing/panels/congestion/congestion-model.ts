/**
 * The chosen model in the Congestion panel: its window as a line, where the log first diverges from it, where a
 * counterfactual begins, and all of it as text. Wherever the model shows, "open loop" is stated: it gets this trace's
 * own ACKs, so it is valid up to the first divergence and indicative after it.
 *
 * Not here: the shading (congestion-regions.ts), the menu (congestion-menu.tsx), running the model.
 */
import { bytes, instant, packets } from '../../../engine/base/text/figures';
import type { ModelSlice } from '../../../engine/reading/contract/parts';
import type { WindowAnswer } from '../../../engine/reading/contract/snapshot';
import { paintSeries } from '../../painters/paint-series';
import type { Stroke } from '../../surface/surface';
import { timeToX } from '../../surface/viewport';
import { columnAt, extremesOf, rangeText, textOf, valueAt } from '../build/answer-values';
import { isPresent, sharesWithin, shareText } from '../build/shares';
import {
  isHidden,
  type LegendEntry,
  legendEntry,
  type PaintTools,
  type PanelContext,
  plotTimeOf,
} from '../panel';
import { regionAt, regionKey, regionLegend, regionWords } from './congestion-regions';

const WEDGE_PX = 5;

/** The model in the newest answer; null for none. */
export function modelOf({ answer }: Pick<PanelContext, 'answer'>): ModelSlice | null {
  return answer.parts.model;
}

/** Time at which the log first diverges from the model, µs; NaN for never, null if unknown. */
export function divergenceOf({ snapshot }: PanelContext, model: ModelSlice): number | null {
  if (model.counterfactual !== null) return model.counterfactual.firstDivergenceUs;
  const fit = snapshot.models?.candidates.find(({ id }) => id === model.id);
  return fit === undefined || Number.isNaN(fit.growthScore) ? null : fit.firstDivergenceUs;
}

/** `CUBIC, no idle rule` or `NewReno, on its own from 2.036 s`. */
export function modelName({ name, freeFromUs }: ModelSlice): string {
  return freeFromUs === null ? name : `${name}, on its own from ${instant(freeFromUs)}`;
}

/** Always "open loop"; and if no model fits the window, that this one does not either. */
function fitWords({ snapshot: { models } }: PanelContext): string {
  const strange = models !== null && models.notJudged === null && !models.fits;
  return strange ? 'open loop; no model follows this window' : 'open loop';
}

export function modelLegend(context: PanelContext): readonly LegendEntry[] {
  const model = modelOf(context);
  if (model === null) return [];
  const divergenceUs = divergenceOf(context, model) ?? Number.NaN;
  return [
    legendEntry('model', `model: ${modelName(model)} (${fitWords(context)})`, 'dash-dot', '--model'),
    ...(Number.isNaN(divergenceUs)
      ? []
      : [
          legendEntry(
            'divergence',
            `first divergence${model.freeFromUs === null ? ' for a round trip in congestion avoidance' : ''} at ${instant(divergenceUs)}`,
            'mark',
            '--model',
          ),
        ]),
    ...regionLegend(model.regions),
  ];
}

/** Adds the model's window to the answer's series, to be queried like them. */
function withModel(answer: WindowAnswer, { window }: ModelSlice): WindowAnswer {
  return { ...answer, series: [...answer.series, window] };
}

export function modelValues(context: PanelContext, timeUs: number): readonly (readonly [string, string])[] {
  const model = modelOf(context);
  if (model === null) return [];
  const { answer, snapshot } = context;
  const value = valueAt(withModel(answer, model), model.window.id, timeUs);
  if (Number.isNaN(value)) return [];
  const region = regionAt(model.regions, columnAt(answer.window, timeUs));
  const text = textOf(model.window, value, bytes);
  const inPackets = ` (${packets(value, snapshot.summary.datagramBytes)})`;
  const words = text === bytes(value) ? `${text}${inPackets}` : text;
  return [['model', region === null ? words : `${words}, ${region}`]];
}

/** Ids of the entries of `modelLegend` of which something is drawn in the visible range. */
export function modelInView(context: PanelContext): readonly string[] {
  const model = modelOf(context);
  if (model === null) return [];
  const { answer, viewport } = context;
  const { fromUs, toUs } = viewport;
  const divergenceUs = divergenceOf(context, model) ?? Number.NaN;
  const shares = sharesWithin(model.regions, answer.window, fromUs, toUs);
  const regions = model.regions.names.filter((_, i) => isPresent(shares[i])).map(regionKey);
  const hasWindow = extremesOf(withModel(answer, model), model.window.id, fromUs, toUs) !== null;
  return [
    ...(hasWindow ? ['model'] : []),
    ...(divergenceUs >= fromUs && divergenceUs < toUs ? ['divergence'] : []),
    ...regions,
  ];
}

/** One cell per entry of `modelLegend`: window, whether the divergence is in this part, shares of regions. */
export function modelCells(context: PanelContext, fromUs: number, toUs: number): readonly string[] {
  const model = modelOf(context);
  if (model === null) return [];
  const { answer } = context;
  const shares = sharesWithin(model.regions, answer.window, fromUs, toUs);
  return modelLegend(context).map(({ id }) => {
    if (id === 'model') {
      return rangeText(extremesOf(withModel(answer, model), model.window.id, fromUs, toUs), bytes);
    }
    if (id === 'divergence') {
      const timeUs = divergenceOf(context, model) as number;
      return timeUs >= fromUs && timeUs < toUs ? instant(timeUs) : '–';
    }
    const region = model.regions.names.findIndex((name) => regionKey(name) === id);
    return shares.some(({ share }) => share > 0) ? shareText(shares[region]) : '–';
  });
}

/** How far the model can be trusted: the note below the panel. */
export function openLoopWords(context: PanelContext, model: ModelSlice): string {
  const { freeFromUs, counterfactual } = model;
  const parts =
    freeFromUs === null
      ? ["Open loop: the model hears this trace's own ACKs and is set on the log after every reduction."]
      : [
          `Open loop: from ${instant(freeFromUs)} on the model is on its own; it still hears this trace's own ACKs, ` +
            'whatever it would have sent.',
        ];
  if (freeFromUs !== null && counterfactual !== null) {
    const { setUs } = counterfactual;
    if (Number.isNaN(setUs)) parts.push('The log set it nowhere before.');
    else if (instant(setUs) !== instant(freeFromUs)) parts.push(`Last set on the log at ${instant(setUs)}.`);
  }
  parts.push(validityWords(divergenceOf(context, model), freeFromUs !== null));
  return parts.join(' ');
}

function validityWords(divergenceUs: number | null, free: boolean): string {
  if (divergenceUs === null)
    return 'No time in congestion avoidance: not enough data to compare it with the log.';
  if (!Number.isNaN(divergenceUs)) {
    const at = instant(divergenceUs);
    return free
      ? `Valid up to the first divergence at ${at}, indicative after it.`
      : `In congestion avoidance the log first leaves it for a whole round trip at ${at}: indicative after that. Slow start, and ` +
          'shorter stretches between reductions, are not compared.';
  }
  const where = free ? 'The' : 'In congestion avoidance the';
  return `${where} log never leaves it by more than a packet or 5 % for a round trip: valid throughout.`;
}

/** The model in the panel's sentence; empty without one. */
export function modelSentence(context: PanelContext): string {
  const model = modelOf(context);
  if (model === null) return '';
  const { answer, viewport } = context;
  const extremes = extremesOf(withModel(answer, model), model.window.id, viewport.fromUs, viewport.toUs);
  return (
    ` Model ${modelName(model)}: window ${rangeText(extremes, bytes)}; ` +
    `${regionWords(model.regions, answer.window, viewport)}. ${openLoopWords(context, model)}`
  );
}

/** The model's window, over the logged one and thinner; dashes leave the log visible where both agree. */
export function paintModel(
  context: PanelContext,
  model: ModelSlice,
  { surface, palette }: PaintTools,
  y: (value: number) => number,
): void {
  const { viewport } = context;
  const { model: stroke } = palette;
  const vertical = (timeUs: number, line: Stroke): void => {
    if (timeUs < viewport.fromUs || timeUs > viewport.toUs) return;
    const x = Math.round(timeToX(viewport, timeUs)) + 0.5;
    surface.polyline([x, 0, x, surface.height], line);
  };
  if (isHidden(context, 'congestion', 'model')) return;
  paintSeries(surface, { slice: model.window, stroke }, plotTimeOf(context), y);
  if (model.freeFromUs !== null) vertical(model.freeFromUs, { ...stroke, dash: [] });
  const divergenceUs = divergenceOf(context, model) ?? Number.NaN;
  if (Number.isNaN(divergenceUs) || isHidden(context, 'congestion', 'divergence')) return;
  vertical(divergenceUs, { ...stroke, dash: [2, 3] });
  if (divergenceUs < viewport.fromUs || divergenceUs > viewport.toUs) return;
  const x = timeToX(viewport, divergenceUs);
  const wedge = [x - WEDGE_PX, 0, x + WEDGE_PX, 0, x, WEDGE_PX * 1.6, x - WEDGE_PX, 0];
  surface.polyline(wedge, { ...stroke, dash: [] });
}
