/**
 * The path between the two ends of a connection, as the packets of both logs show it: one-way delays of each direction as
 * lines, and below them a row per direction with the packets that were lost on the way (lost-between.ts). It is of two
 * traces, so it is no panel of the registry: its times are those of the first one's clock, and it is drawn in the context
 * of that trace.
 */
import { type ColumnWindow, Series, type SeriesSlice } from '../../../engine/base/columns/series';
import { rtt as delayText } from '../../../engine/base/text/figures';
import { clockWords } from '../../../engine/service/compare/ends';
import type { Direction, MatchedPackets } from '../../../engine/service/compare/packet-match';
import { paintSeries } from '../../painters/paint-series';
import { laneStyle } from '../../surface/lane-styles';
import type { Palette } from '../../surface/palette';
import type { Stroke } from '../../surface/surface';
import { axisDuration, valueY } from '../../surface/ticks';
import { extremesOf, rangeText, sliceOf, valueText } from '../build/answer-values';
import {
  isHidden,
  type LegendEntry,
  legendEntry,
  type PaintTools,
  type PanelAbout,
  type PanelContext,
  type PanelDefinition,
  plotTimeOf,
} from '../panel';
import { LostBetween } from './lost-between';

/** An end of the connection as a trace of its set. */
export interface ComparedEnd {
  /** In its set, `A`. */
  readonly letter: string;
  /** Index of its style. */
  readonly style: number;
}

const ID = 'between-ends';
const HEADROOM = 1.15;
/** Of the second direction, so that no colour is needed to tell the two apart. */
const BACK_DASH = [9, 4];

interface Way {
  readonly entry: LegendEntry;
  readonly series: Series;
  /** When its last packet was sent, µs: no value is held beyond it. */
  readonly lastUs: number;
  readonly stroke: (palette: Palette) => Stroke;
}

/** @param a the trace on whose clock the match is. */
export function betweenEnds(match: MatchedPackets, a: ComparedEnd, b: ComparedEnd): PanelDefinition {
  const ways = [
    wayOf('delay-forth', match.fromA, a, b, []),
    wayOf('delay-back', match.fromB, b, a, BACK_DASH),
  ];
  const lost = new LostBetween(ID, [
    { from: a.letter, to: b.letter, direction: match.fromA },
    { from: b.letter, to: a.letter, direction: match.fromB },
  ]);
  const inside = delaysInside(ways);
  const clocks = clockWords(match, a.letter, b.letter).join(' ');
  const delays = (context: PanelContext, fromUs: number, toUs: number): readonly string[] =>
    ways.map(({ entry, lastUs }) => {
      const extremes = fromUs > lastUs ? null : extremesOf(inside(context).answer, entry.id, fromUs, toUs);
      return rangeText(extremes, delayText);
    });
  return {
    id: ID,
    fields: [],
    title: 'Between the two ends',
    height: 130,
    series: [],
    side: 'both',
    about: aboutOf(a.letter, b.letter),
    missing: () => null,
    legend: () => [...ways.map(({ entry }) => entry), ...lost.entries],
    paint(context, tools) {
      const painted = paintDelays(inside(context), tools, ways, lost.heightPx);
      lost.paint(context, tools);
      return { max: painted, note: clocks };
    },
    values(context, timeUs) {
      const { answer } = inside(context);
      const shown = ways.flatMap(({ entry: { id }, lastUs }) => {
        const isHeld = timeUs <= lastUs + answer.window.columnUs;
        const text = isHeld ? valueText(answer, id, timeUs, delayText) : null;
        return text === null ? [] : [[id, text] as const];
      });
      return new Map([...shown, ...lost.values(context.viewport)]);
    },
    resting(context) {
      const { viewport } = context;
      const inView = delays(context, viewport.fromUs, viewport.toUs);
      return new Map([
        ...ways.map(({ entry }, i) => [entry.id, inView[i] ?? ''] as const),
        ...lost.values(viewport),
      ]);
    },
    sentence(context) {
      const { viewport } = context;
      const inView = delays(context, viewport.fromUs, viewport.toUs);
      const words = ways.map(({ entry: { label } }, i) => `${label} ${inView[i]}`);
      return `In view: ${words.join(', ')}; ${lost.words(viewport)}. ${clocks}`;
    },
    cells: (context, fromUs, toUs) => [...delays(context, fromUs, toUs), ...lost.cells({ fromUs, toUs })],
  };
}

function wayOf(
  id: string,
  { sentUs, delaysUs }: Direction,
  from: ComparedEnd,
  to: ComparedEnd,
  dash: readonly number[],
): Way {
  const label = `delay ${from.letter} → ${to.letter}`;
  const series = new Series({ id, name: label, unit: 'us', shape: 'line', origin: 'rebuilt' });
  sentUs.forEach((us, i) => {
    series.push(us, delaysUs[i]);
  });
  const { slot } = laneStyle(from.style);
  return {
    entry: legendEntry(id, label, dash.length === 0 ? 'line' : 'dash', `--slot-${slot + 1}`),
    series,
    lastUs: series.timesUs.at(series.length - 1),
    stroke: ({ slots, ink }) => ({ color: slots[slot] ?? ink, width: 1.6, dash }),
  };
}

/** The context with the delays in place of the trace's own series; those of a window are computed once. */
function delaysInside(ways: readonly Way[]): (context: PanelContext) => PanelContext {
  const made = new WeakMap<ColumnWindow, readonly SeriesSlice[]>();
  return (context) => {
    const { answer } = context;
    const slices = made.get(answer.window) ?? ways.map(({ series }) => series.query(answer.window));
    made.set(answer.window, slices);
    return { ...context, answer: { ...answer, series: slices } };
  };
}

/**
 * Above the rows of lost packets: the axis ends where they begin.
 * @param context with the delays. @returns the top of the axis.
 */
function paintDelays(
  context: PanelContext,
  { surface, palette, lockedMax, axis }: PaintTools,
  ways: readonly Way[],
  rowsPx: number,
): number {
  const { answer, viewport } = context;
  const shown = ways.filter(({ entry }) => !isHidden(context, ID, entry.id));
  const extremes = shown.flatMap(
    ({ entry }) => extremesOf(answer, entry.id, viewport.fromUs, viewport.toUs) ?? [],
  );
  const most = Math.max(0, ...extremes.map(({ max }) => max));
  // Clocks of a coarse resolution let a packet arrive before it was sent.
  const least = Math.min(0, ...extremes.map(({ min }) => min));
  const max = lockedMax ?? (most > 0 ? most * HEADROOM : 1000);
  const plotPx = Math.max(1, surface.height - rowsPx);
  const foot = least - ((max - least) * rowsPx) / plotPx;
  axis(max, (value, step) => (value < least ? '' : axisDuration(value, step)), foot);
  const y = valueY([foot, max], surface.height, 'linear');
  const clamped = (value: number): number => Math.max(-2, y(value));
  for (const { entry, stroke, lastUs } of shown) {
    const slice = sliceOf(answer, entry.id);
    const time = plotTimeOf(context);
    const endUs = Math.min(time.endUs, lastUs);
    if (slice !== undefined)
      paintSeries(surface, { slice, stroke: stroke(palette) }, { ...time, endUs }, clamped);
  }
  return max;
}

function aboutOf(a: string, b: string): PanelAbout {
  return {
    shows: `How long packets took from one end to the other (one-way delay), at the time they were sent, on the clock of ${a}; and packets that were sent and never arrived. A value holds until the next packet.`,
    good: 'Both delays close to half the smallest round trip, and few losses.',
    bad: `A delay that climbs while data flows: a queue fills in that direction. Losses in the row of ACKs: ${a} or ${b} learns late what arrived.`,
    axis: 'one-way delay, ms; in the rows below it packets lost on the way',
  };
}
