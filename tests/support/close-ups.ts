/**
 * Holds every step of a close-up against the columns of its trace: what its kind claims must be so at its time. The finders
 * of the engine are not used.
 */

import type { Series } from '../../src/engine/base/columns/series.ts';
import type { CloseUp, CloseUpKind, CloseUpStep } from '../../src/engine/findings/finding/finding';
import type { DetectInput } from '../../src/engine/findings/rule/rule-input.ts';
import { connectivityOf } from '../../src/engine/sender/transport/connectivity/connectivity-of.ts';
import { PacketFate } from '../../src/engine/sender/transport/packet-fate.ts';
import type { TransportState } from '../../src/engine/sender/transport/transport.ts';
import { EventKind, PacketFlag } from '../../src/qlog-schema/index.ts';
import { valuesOf } from './column-values.ts';

/** The values of a series at a time, and the one that held before. */
function at(series: Series, timeUs: number): { before: number; here: readonly number[] } {
  const [timesUs, values] = [series.timesUs.slice(), series.values.slice()];
  const first = timesUs.findIndex((us) => us >= timeUs);
  const before = first < 0 ? (values.at(-1) ?? Number.NaN) : (values[first - 1] ?? Number.NaN);
  const here = Array.from(values).filter((_, i) => timesUs[i] === timeUs);
  return { before, here };
}

/** The values that hold at a time: those set then, else the one before. */
function holding(series: Series, timeUs: number): readonly number[] {
  const { before, here } = at(series, timeUs);
  return here.length === 0 ? [before] : here;
}

function hasEvent({ events }: TransportState, timeUs: number, kind: EventKind, flag = 0): boolean {
  const kinds = valuesOf(events.kind);
  return valuesOf(events.timeUs).some(
    (us, row) => us === timeUs && kinds[row] === kind && (flag === 0 || (events.flags.at(row) & flag) !== 0),
  );
}

/** Is there a packet of either direction within (fromUs, toUs)? */
function anyPacket({ events }: TransportState, fromUs: number, toUs: number): boolean {
  const kinds = valuesOf(events.kind);
  return valuesOf(events.timeUs).some(
    (us, row) =>
      us > fromUs &&
      us < toUs &&
      (kinds[row] === EventKind.packetSent || kinds[row] === EventKind.packetReceived),
  );
}

function isLateAck({ ledger }: TransportState, timeUs: number): boolean {
  return ledger.spaces.some((space) =>
    valuesOf(space.sentTimesUs).some(
      (_, i) =>
        [PacketFate.spurious, PacketFate.acked].includes(space.fateAt(i) as never) &&
        space.settledUsAt(i) === timeUs,
    ),
  );
}

interface Held {
  readonly input: DetectInput;
  readonly step: CloseUpStep;
  /** The steps before and after it. */
  readonly before: CloseUpStep | undefined;
  readonly next: CloseUpStep | undefined;
}

const CHECKS: { readonly [kind in CloseUpKind]: (held: Held) => boolean } = {
  ack: ({ input: { state }, step: { timeUs } }) => valuesOf(state.series.ackedTotal.timesUs).includes(timeUs),
  'late-ack': ({ input: { state }, step: { timeUs } }) => isLateAck(state, timeUs),
  'no-ack': ({ input: { state }, step: { timeUs }, next }) => {
    const untilUs = next?.timeUs ?? timeUs;
    return !valuesOf(state.series.ackedTotal.timesUs).some((us) => us > timeUs && us < untilUs);
  },
  quiet: ({ input: { state }, step: { timeUs }, next }) => !anyPacket(state, timeUs, next?.timeUs ?? timeUs),
  'nothing-in-flight': ({ input: { state }, step: { timeUs } }) =>
    holding(state.inFlight, timeUs).includes(0),
  send: ({ input: { state }, step: { timeUs } }) =>
    hasEvent(state, timeUs, EventKind.packetSent, PacketFlag.inFlight),
  receive: ({ input: { state }, step: { timeUs } }) => hasEvent(state, timeUs, EventKind.packetReceived),
  loss: ({ input: { state }, step: { timeUs } }) => state.losses.timesUs.includes(timeUs),
  pto: ({ input: { state }, step: { timeUs } }) => state.ptos.timesUs.includes(timeUs),
  'ce-mark': ({ input: { state }, step: { timeUs } }) => valuesOf(state.ceMarksUs).includes(timeUs),
  'window-cut': ({ input: { state }, step: { timeUs } }) => {
    const { before, here } = at(state.series.congestionWindow, timeUs);
    return here.some((value, i) => value < (here[i - 1] ?? before));
  },
  'window-grown': ({ input: { state }, step: { timeUs } }) => {
    const { before, here } = at(state.series.congestionWindow, timeUs);
    return here.some((value, i) => value > (here[i - 1] ?? before));
  },
  'window-held': ({ input: { state }, step: { timeUs }, before }) => {
    const { congestionWindow } = state.series;
    const now = holding(congestionWindow, timeUs).at(-1);
    return before !== undefined && holding(congestionWindow, before.timeUs).at(-1) === now;
  },
  'window-full': ({ input: { state }, step: { timeUs } }) => {
    const window = holding(state.series.congestionWindow, timeUs).at(-1) ?? Number.NaN;
    return holding(state.inFlight, timeUs).some((flight) => flight + state.datagramBytes > window);
  },
  'above-window': ({ input: { state }, step: { timeUs } }) => {
    const windows = holding(state.series.congestionWindow, timeUs);
    return holding(state.inFlight, timeUs).some((flight) => windows.some((window) => flight > window));
  },
  'boundary-moved': ({ input: { leads }, step: { timeUs } }) =>
    at(leads.defective.lead, timeUs).here.some((lead) => lead > 0),
  state: ({ input: { state }, step: { timeUs } }) => state.states.timesUs.includes(timeUs),
  limited: ({ input: { partition }, step: { timeUs, text } }) => {
    if (partition === null) return false;
    const { timesUs, states, names } = partition.heldTime.timeline;
    const here = names[states[timesUs.findLastIndex((us) => us <= timeUs)] ?? -1] ?? '';
    return here !== '' && text.includes(here);
  },
  drift: ({ input: { state }, step: { timeUs } }) =>
    holding(state.rebuilt.flightDrift, timeUs).some((drift) => Math.abs(drift) > 2 * state.datagramBytes),
  divergence: ({ input: { models }, step: { timeUs } }) =>
    models.candidates.some(({ firstDivergenceUs }) => firstDivergenceUs === timeUs),
  closed: ({ input: { state }, step: { timeUs } }) => state.termination?.timeUs === timeUs,
  path: ({ input: { state, pathIntervals }, step: { timeUs } }) =>
    connectivityOf(state).paths.some((change) => change.timeUs === timeUs) ||
    pathIntervals.slice(1).some(({ fromUs }) => fromUs === timeUs),
};

/** What is wrong with a close-up, one line each; none where all of it is so. */
export function falseSteps(closeUp: CloseUp, input: DetectInput): readonly string[] {
  const { fromUs, toUs, steps } = closeUp;
  const { firstUs, lastUs } = input.state;
  const wrong: string[] = [];
  if (!(Number.isInteger(fromUs) && Number.isInteger(toUs) && fromUs < toUs))
    wrong.push(`range ${fromUs} to ${toUs}`);
  if (fromUs < firstUs || toUs > lastUs)
    wrong.push(`range ${fromUs} to ${toUs} is not in ${firstUs} to ${lastUs}`);
  if (steps.length < 2 || steps.length > 6) wrong.push(`${steps.length} steps`);
  steps.forEach((step, i) => {
    const [before, next] = [steps[i - 1], steps[i + 1]];
    const { timeUs, kind, text } = step;
    const name = `${i + 1} ${kind} at ${timeUs}: ${text}`;
    if (!Number.isInteger(timeUs)) wrong.push(`${name}: no whole µs`);
    if (timeUs < fromUs || timeUs > toUs) wrong.push(`${name}: outside of ${fromUs} to ${toUs}`);
    if (before !== undefined && before.timeUs > timeUs) wrong.push(`${name}: before the step before it`);
    if (/NaN|undefined|Infinity/.test(text)) wrong.push(`${name}: no figure`);
    if (!CHECKS[kind]({ input, step, before, next })) wrong.push(`${name}: not so`);
  });
  return wrong;
}
