/**
 * A panel over the traces of a set as a picture for a file, in the arrangement of the set: the traces over one another, or
 * one plot each below one another in the same picture. Its legend says which line is which trace. Times are the set's.
 */

import { markedName, marksOf } from '../../../engine/base/text/origin-marks';
import { laneLetter } from '../../surface/lane-styles';
import { LIGHT_PALETTE } from '../../surface/light-palette';
import type { Band } from '../../surface/palette';
import { overBytes, type PictureSpec } from '../../surface/picture';
import type { LegendMark } from '../../surface/picture-legend';
import { blankSurface } from '../../surface/surface';
import type { Viewport } from '../../surface/viewport';
import { type Arrangement, shifted } from '../../view/set-view';
import { bandsOf } from '../build/bands';
import { CWND } from '../congestion/congestion-lines';
import { isHidden, type PanelDefinition } from '../panel';
import { pictureOf, pictureViewport } from './exported-picture';
import { commonMax, isOverlaid, lanePalette, lanesLegend, type PanelLane, paintLanes } from './panel-lanes';
import type { SharedContext } from './redact-context';

/** A trace of the set, redacted. */
export interface PictureLane extends PanelLane {
  readonly context: SharedContext;
  /** Of the trace, as it may be shared; null for none. */
  readonly name: string | null;
  /** Added to its times, they are those of the set, µs. */
  readonly offsetUs: number;
}

export interface SetPictureOptions {
  readonly arrangement: Arrangement;
  /** The set is drawn over bytes delivered; over time by default. */
  readonly isByBytes?: boolean;
  /** Height of the plot, or of all plots together; CSS pixels. */
  readonly height: number;
  /** Text next to the title; empty for none. */
  readonly subtitle: string;
  /** Top of the value axis if it is locked. */
  readonly lockedMax?: number | null;
}

/** In a lower plot nothing can be distinguished. */
const LEAST_PLOT_PX = 60;

/** `B`, with its name `B: reno.sqlog`, and with how the trace came about `B: reno.sqlog (simulated)`, `B (simulated)`. */
export function laneTitle({ place, name, context }: Pick<PictureLane, 'place' | 'name' | 'context'>): string {
  const letter = laneLetter(place);
  return markedName(name === null ? letter : `${letter}: ${name}`, marksOf(context.snapshot));
}

/** @param lanes those that have what the panel draws, in the order of the set; at least one. */
export function setPicture(
  definition: PanelDefinition,
  lanes: readonly PictureLane[],
  options: SetPictureOptions,
): PictureSpec {
  const spec = arranged(definition, lanes, options);
  return options.isByBytes === true ? overBytes(spec) : spec;
}

function arranged(
  definition: PanelDefinition,
  lanes: readonly PictureLane[],
  { arrangement, height, subtitle, lockedMax = null }: SetPictureOptions,
): PictureSpec {
  const wide = lanes.map((lane) => ({
    ...lane,
    context: { ...lane.context, viewport: pictureViewport(lane.context) },
  }));
  if (isOverlaid(definition, arrangement)) {
    const max = commonMax(definition, wide, LIGHT_PALETTE, height, lockedMax);
    return overlay(definition, wide, { height, subtitle, lockedMax: max });
  }
  const each = Math.max(LEAST_PLOT_PX, Math.round(height / lanes.length));
  const max = commonMax(definition, wide, LIGHT_PALETTE, each, lockedMax);
  const [first, ...below] = wide.map((lane, i) =>
    plotOf(definition, lane, { height: each, subtitle: i === 0 ? subtitle : '', lockedMax: max }),
  );
  return { ...(first as PictureSpec), below };
}

interface PlotOptions {
  readonly height: number;
  readonly subtitle: string;
  readonly lockedMax: number | null;
}

/** One trace, as it is drawn alone, on the set's axis. */
function plotOf(definition: PanelDefinition, lane: PictureLane, options: PlotOptions): PictureSpec {
  const spec = pictureOf(definition, lane.context, options);
  return {
    ...spec,
    title: `${spec.title}, ${laneTitle(lane)}`,
    // The title says how this trace came about.
    subtitle: options.subtitle,
    viewport: onAxis(lane),
    bands: spec.bands.map((band) => bandOnAxis(band, lane)),
  };
}

function overlay(
  definition: PanelDefinition,
  lanes: readonly PictureLane[],
  { height, subtitle, lockedMax }: PlotOptions,
): PictureSpec {
  const [lead] = lanes as readonly [PictureLane, ...PictureLane[]];
  const tools = { palette: LIGHT_PALETTE, lockedMax };
  const viewport = onAxis(lead);
  const {
    clipped = '',
    note = '',
    clips = [],
  } = paintLanes(definition, lanes, {
    ...tools,
    surface: blankSurface(viewport.width, height),
    axis: () => undefined,
  });
  const figures = lanes.map(({ context }) => definition.figure?.(context) ?? '');
  const distinct = [...new Set(figures)].filter((words) => words !== '');
  return {
    ...pictureOf(definition, lead.context, { height, subtitle, lockedMax }),
    title: [definition.title, ...distinct].join(', '),
    // The legend says how each trace came about.
    subtitle,
    legend: legendOf(definition, lanes),
    viewport,
    // Of the trace whose finding is named.
    bands:
      lanes
        .map((lane) => bandsOf(lane.context).map((band) => bandOnAxis(band, lane)))
        .find((bands) => bands.length > 0) ?? [],
    note: `${note} ${clipped}`.trim(),
    clips,
    paint: (surface, axis) => {
      paintLanes(definition, lanes, { ...tools, surface, axis });
    },
  };
}

/** First which line is which trace, then what each kind of line is, with the values of each trace. */
function legendOf(definition: PanelDefinition, lanes: readonly PictureLane[]): readonly LegendMark[] {
  const traces = lanes.map((lane): LegendMark => {
    const stroke = lanePalette(LIGHT_PALETTE, lane.style).strokeOf(CWND);
    const mark = { label: laneTitle(lane), swatch: 'line', color: '--ink' };
    return stroke === undefined ? mark : { ...mark, stroke: { ...stroke, width: 2.4 } };
  });
  const resting = lanes.map(({ context, place }) => ({
    letter: laneLetter(place),
    values: definition.resting?.(context),
  }));
  const [lead] = lanes as readonly [PictureLane, ...PictureLane[]];
  const entries = lanesLegend(definition, lanes)
    .filter(({ id }) => !isHidden(lead.context, definition.id, id))
    .map(({ id, label, swatch, pattern }): LegendMark => {
      const values = resting.flatMap(({ letter, values }) => {
        const value = values?.get(id) ?? '';
        return value === '' ? [] : [`${letter} ${value}`];
      });
      const words = values.length === 0 ? label : `${label}: ${values.join(', ')}`;
      return { label: words, swatch, color: '--ink', ...(pattern === undefined ? {} : { pattern }) };
    });
  return [...traces, ...entries];
}

function onAxis({ context: { viewport }, offsetUs }: PictureLane): Viewport {
  return { ...shifted(viewport, offsetUs), width: viewport.width };
}

function bandOnAxis(band: Band, { offsetUs }: PictureLane): Band {
  return { ...band, ...shifted(band, offsetUs) };
}
