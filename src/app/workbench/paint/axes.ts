/**
 * Axes in an SVG beside or below the canvas. While the range moves, every tick changes in every frame: elements stay, and
 * only attributes and texts are written that are others than before, because each of them costs layout.
 */
import { scaleLinear } from 'd3-scale';
import {
  type AxisFormat,
  type AxisKind,
  byteTicks,
  labelledTicks,
  timeTicks,
  valueY,
} from '../../../drawing/surface/ticks';
import { utcTicks } from '../../../drawing/surface/utc-ticks';
import type { Viewport } from '../../../drawing/surface/viewport';

const SVG = 'http://www.w3.org/2000/svg';
const TICK_PX = 6;
const LABEL_PX = 9;

interface Tick {
  /** Distance from the start of the axis, CSS pixels. */
  readonly at: number;
  readonly label: string;
}

/** Where an axis stands, and how its labels do. */
const SIDES = {
  left: {
    anchor: 'end',
    line: { x2: -TICK_PX },
    text: { x: -LABEL_PX, dy: '0.32em' },
    place: (at: number) => `translate(0,${at})`,
    domain: (from: number, to: number, edge: number) => `M${edge},${from}V${to}`,
  },
  bottom: {
    anchor: 'middle',
    line: { y2: TICK_PX },
    text: { y: LABEL_PX, dy: '0.71em' },
    place: (at: number) => `translate(${at},0)`,
    domain: (from: number, to: number, edge: number) => `M${from},${edge}H${to}`,
  },
} as const;
type Side = keyof typeof SIDES;

/** @param viewport in bytes delivered. */
export function drawBytesAxis(svg: SVGSVGElement, viewport: Viewport): void {
  const { values, label } = byteTicks(viewport);
  drawBottom(svg, viewport, values, label);
}

/** @param originMs time 0 as ms since 1970, for an axis in UTC; null for the trace's own clock, whose unit stands at its end. */
export function drawTimeAxis(svg: SVGSVGElement, viewport: Viewport, originMs: number | null): void {
  if (originMs === null) {
    const { values, label, number } = timeTicks(viewport);
    drawBottom(svg, viewport, values, (us) => (us === values.at(-1) ? label(us) : number(us)));
    return;
  }
  const { values, label } = utcTicks(viewport, originMs);
  drawBottom(svg, viewport, values, label);
}

function drawBottom(
  svg: SVGSVGElement,
  { fromUs, toUs, width }: Viewport,
  values: readonly number[],
  label: (value: number) => string,
): void {
  const scale = scaleLinear([fromUs, toUs], [0, width]);
  const ticks = values.map((value) => ({ at: scale(value), label: label(value) }));
  drawAxis(svg, 'bottom', [0, width], ticks);
}

/** Last drawn content per value axis, so that an unchanged axis is not drawn again. */
const shown = new WeakMap<SVGSVGElement, string>();

/** A left axis from `min` to `max` over `height` pixels. @returns the values of its grid lines. */
export function drawValueAxis(
  svg: SVGSVGElement,
  [min, max]: readonly [number, number],
  height: number,
  format: AxisFormat,
  kind: AxisKind,
): readonly number[] {
  const ticks = labelledTicks([min, max], height, format, kind);
  const values = kind === 'rows' ? [] : ticks.map(({ value }) => value);
  const key = [min, max, height, kind, ...ticks.map(({ label }) => label)].join(' ');
  if (shown.get(svg) === key) return values;
  shown.set(svg, key);
  const y = valueY([min, max], height, kind);
  const placed = ticks.map(({ value, label }) => ({ at: y(value), label }));
  drawAxis(svg, 'left', [height, 0], placed);
  return values;
}

function drawAxis(
  svg: SVGSVGElement,
  side: Side,
  [from, to]: readonly [number, number],
  ticks: readonly Tick[],
): void {
  const group = svg.querySelector('g');
  if (group === null) return;
  // A line of one pixel is sharp between two pixels.
  const edge = devicePixelRatio > 1 ? 0 : 0.5;
  const { place, domain } = SIDES[side];
  const path = group.firstElementChild ?? group.appendChild(madeDomain(group, side));
  write(path, 'd', domain(from + edge, to + edge, edge));
  while (group.childElementCount > ticks.length + 1) group.lastElementChild?.remove();
  ticks.forEach(({ at, label }, i) => {
    const tick = group.children[i + 1] ?? group.appendChild(madeTick(side));
    write(tick, 'transform', place(at + edge));
    const text = tick.lastElementChild as Element;
    if (text.textContent !== label) text.textContent = label;
  });
}

/** The line of an axis, the first in its group. */
function madeDomain(group: SVGGElement, side: Side): SVGElement {
  const attributes = { fill: 'none', 'font-size': 10, 'font-family': 'sans-serif' };
  for (const [name, value] of Object.entries({ ...attributes, 'text-anchor': SIDES[side].anchor }))
    group.setAttribute(name, String(value));
  return made('path', { class: 'domain', stroke: 'currentColor' });
}

function madeTick(side: Side): SVGElement {
  const tick = made('g', { class: 'tick', opacity: 1 });
  tick.append(made('line', { stroke: 'currentColor', ...SIDES[side].line }));
  tick.append(made('text', { fill: 'currentColor', ...SIDES[side].text }));
  return tick;
}

function made(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const element = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, String(value));
  return element;
}

function write(element: Element, attribute: string, value: string): void {
  if (element.getAttribute(attribute) !== value) element.setAttribute(attribute, value);
}
