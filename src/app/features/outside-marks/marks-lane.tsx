/**
 * The lane of outside marks beneath the overview, on its time axis: events as ticks with their names, a line of steps per metric. What a
 * screen reader is given is a list of the same.
 */
import { type ReactNode, useEffect } from 'react';
import { instant, plural } from '../../../engine/base/text/figures';
import { metricsOf, type OutsideMetric } from '../../../sharing/outside/metrics';
import { isSample, type OutsideMark } from '../../../sharing/outside/outside-mark';
import { readOutside } from '../../../sharing/outside/outside-text';
import { Button } from '../../controls/button';
import { useSelected, useStore } from '../../controls/use-store';
import { NOTHING_OUTSIDE, type OpenTrace } from '../../state/traces/open-trace';
import { wholeOf } from '../../workbench/paint-overview';
import type { TraceProps } from '../../workbench/slots';

/** Lines of metrics; of more the others are counted. */
const MOST_METRICS = 3;
/** Of the width: two ticks nearer than this are one, and a name has this much room at least. */
const LEAST = { tick: 0.003, name: 0.05 } as const;
/** Marks that are named to a screen reader. */
const MOST_NAMED = 20;
/** Units of the picture of a metric, whose size the page gives. */
const BOX = { width: 1000, height: 12 } as const;

interface Axis {
  readonly fromUs: number;
  readonly toUs: number;
}

/** @returns its share of the axis. */
const placeOn = ({ fromUs, toUs }: Axis, timeUs: number): number => (timeUs - fromUs) / (toUs - fromUs);

interface Tick {
  readonly at: number;
  readonly marks: readonly OutsideMark[];
}

/** @param events by time. */
export function ticksOf(events: readonly OutsideMark[], axis: Axis): readonly Tick[] {
  const ticks: { at: number; marks: OutsideMark[] }[] = [];
  for (const mark of events) {
    const at = placeOn(axis, mark.timeUs);
    if (at < 0 || at > 1) continue;
    const last = ticks.at(-1);
    if (last !== undefined && at - last.at < LEAST.tick) last.marks.push(mark);
    else ticks.push({ at, marks: [mark] });
  }
  return ticks;
}

/** SVG path in `BOX`: each value holds until the next; one that never changes is in the middle. */
export function stepsPath({ samples, least, most }: OutsideMetric, axis: Axis): string {
  const y = (value: number): number =>
    most > least
      ? BOX.height - ((value / 2 - least / 2) / (most / 2 - least / 2)) * BOX.height
      : BOX.height / 2;
  const points = samples.map(({ timeUs, value }, i) => {
    const x = Math.max(0, placeOn(axis, timeUs)) * BOX.width;
    return `${i === 0 ? 'M' : 'H'}${x.toFixed(1)}${i === 0 ? ' ' : 'V'}${y(value).toFixed(2)}`;
  });
  return `${points.join('')}H${BOX.width}`;
}

const figure = (value: number): string => String(Number(value.toPrecision(4)));

function Ticks({ ticks }: { readonly ticks: readonly Tick[] }): ReactNode {
  return ticks.map((tick, i) => {
    const room = (ticks[i + 1]?.at ?? 1) - tick.at;
    const names = tick.marks.map(({ name, timeUs }) => `${name}, ${instant(timeUs)}`).slice(0, MOST_NAMED);
    return (
      <span
        key={tick.at}
        className="outside-tick"
        data-testid="outside-tick"
        title={names.join('\n')}
        style={{ left: `${tick.at * 100}%`, width: `${room * 100}%` }}
      >
        {room >= LEAST.name && tick.marks[0]?.name}
        {room >= LEAST.name && tick.marks.length > 1 && ` +${tick.marks.length - 1}`}
      </span>
    );
  });
}

export function MarksLane({ trace }: TraceProps): ReactNode {
  const store = trace.outside;
  const { marks } = useStore(store);
  useStore(trace.snapshot);
  useSelected(trace.set.view, ({ lanes }) => lanes);
  useEffect(() => {
    for (const member of trace.set.members) readShared(member.trace);
  });
  if (marks.length === 0) return null;
  const axis = wholeOf(trace);
  const events = ticksOf(
    marks.filter((mark) => !isSample(mark)),
    axis,
  );
  const metrics = metricsOf(marks);
  const further = metrics.length - MOST_METRICS;
  return (
    <section className="outside-lane" data-testid="outside-lane" aria-label="Outside marks">
      <div className="outside-events">
        <span className="outside-name">outside</span>
        <Ticks ticks={events} />
        <Button
          className="link outside-remove"
          data-testid="outside-remove"
          aria-label="Remove the outside marks"
          title="Remove the outside marks of this trace"
          onClick={() => store.set(NOTHING_OUTSIDE)}
        >
          ✕
        </Button>
      </div>
      {metrics.slice(0, MOST_METRICS).map((metric) => (
        <div key={metric.name} className="outside-metric" data-testid="outside-metric">
          <span className="outside-name" title={metric.name}>
            {metric.name}
          </span>
          <svg viewBox={`0 0 ${BOX.width} ${BOX.height}`} preserveAspectRatio="none" aria-hidden="true">
            <path d={stepsPath(metric, axis)} vectorEffect="non-scaling-stroke" />
          </svg>
          <span className="outside-range">
            {figure(metric.least)} to {figure(metric.most)}
          </span>
        </div>
      ))}
      {further > 0 && <p className="fine">{plural(further, 'more metric')} not drawn</p>}
      <p className="visually-hidden">
        {laneWords(
          events.flatMap((tick) => tick.marks),
          metrics,
        )}
      </p>
    </section>
  );
}

/** A link brought marks as text, which is forgotten where it cannot be read. */
export function readShared({ outside }: OpenTrace): void {
  const { marks, shared } = outside.get();
  if (marks.length > 0 || shared === '') return;
  const read = readOutside(shared);
  outside.set(read === null ? NOTHING_OUTSIDE : { marks: read, shared });
}

function laneWords(events: readonly OutsideMark[], metrics: readonly OutsideMetric[]): string {
  const named = events.slice(0, MOST_NAMED).map(({ name, timeUs }) => `${name} at ${instant(timeUs)}`);
  const more = events.length - named.length;
  const ranges = metrics
    .slice(0, MOST_METRICS)
    .map(({ name, least, most }) => `${name} from ${figure(least)} to ${figure(most)}`);
  return [...named, ...(more > 0 ? [plural(more, 'more event')] : []), ...ranges].join('; ');
}
