/**
 * One run of a scenario, named by data alone: which scenario, which values, which variant, which seed. What comes of it as one row, or with
 * its traces.
 */
import { type FlowSamples, type RunOptions, type RunOutcome, type RunSettings, simulate } from './run';
import { findVariant, initialValues, type Scenario, type Values, type Variant } from './scenario';
import { findScenario } from './scenarios';
import { isTrapped } from './trap-watch';

/** What names a run. The same on every machine. */
export interface RunRef {
  readonly scenario: string;
  readonly values: Values;
  readonly variant: string;
  readonly seed: number;
}

/** One run, as the lab counts it. Of several flows the first is reported, but for `goodputMbit`. */
export interface RunRow {
  readonly variant: string;
  readonly seed: number;
  /** NaN where not all had arrived in time, and of runs that send all the time. */
  readonly completedMs: number;
  /** Never of runs that send all the time. */
  readonly isLate: boolean;
  /** By the sender's own state; see trap-watch.ts. */
  readonly isTrapped: boolean;
  readonly longestTrapMs: number;
  /** Of each flow, over the whole run. */
  readonly goodputMbit: readonly number[];
  readonly sentPackets: number;
  readonly lostPackets: number;
  readonly spuriousPackets: number;
  /** That the path lost, both ways, of all flows: what is declared lost without one is a mistake of the sender. */
  readonly droppedPackets: number;
  readonly reductions: number;
  readonly timeouts: number;
  /** Of the first flow, at evenly spaced times of the run's limit. */
  readonly windowBytes: Float32Array<ArrayBuffer>;
  /** Of every flow, at the same times; empty where the scenario does not ask for it. */
  readonly samples: readonly FlowSamples[];
  readonly limitMs: number;
  /** See `RunOutcome`. */
  readonly packetEvents: number;
}

export const FLOW_SAMPLES = 240;
/** Of a row without them. */
const ROW_BYTES = 1000;

/** @throws RangeError for what no scenario is or has. */
export function variantOf({ scenario, values, variant }: Omit<RunRef, 'seed'>): {
  readonly scenario: Scenario;
  readonly variant: Variant;
} {
  const match = findScenario(scenario);
  if (match === undefined) throw new RangeError(`there is no scenario ${scenario}`);
  const one = findVariant(match, values, variant);
  if (one === null) throw new RangeError(`the scenario ${scenario} has no variant ${variant}`);
  return { scenario: match, variant: one };
}

/** @throws RangeError as `variantOf`. */
export function runRow(ref: RunRef): RunRow {
  const { scenario, variant } = variantOf(ref);
  const settings = variant.settings(ref.seed);
  const { flows, endMs, packetEvents, down, up } = simulate(settings, { samples: FLOW_SAMPLES });
  const first = flows[0];
  const lengths = first.traps.map(({ fromUs, toUs }) => (toUs - fromUs) / 1000);
  return {
    variant: ref.variant,
    seed: ref.seed,
    completedMs: first.completedMs,
    isLate: scenario.isTimed === true && Number.isNaN(first.completedMs),
    isTrapped: first.traps.some(isTrapped),
    longestTrapMs: Math.max(0, ...lengths),
    goodputMbit: flows.map((flow, i) => goodput(flow, settings, i, endMs)),
    sentPackets: first.sentPackets,
    lostPackets: first.lostPackets,
    spuriousPackets: first.spuriousPackets,
    droppedPackets: lostOn(down) + lostOn(up),
    reductions: first.reductions,
    timeouts: first.timeouts,
    windowBytes: first.samples.windowBytes,
    samples: scenario.samplesFlows === true ? flows.map(({ samples }) => samples) : [],
    limitMs: settings.limitMs,
    packetEvents,
  };
}

/** Of a row, each once: the first flow's window is one of the samples too. Whoever passes the row on may transfer them. */
export function rowBuffers({ windowBytes, samples }: RunRow): readonly ArrayBuffer[] {
  const sampled = samples.flatMap((flow) => [flow.windowBytes, flow.readBytes, flow.regions]);
  return [...new Set([windowBytes, ...sampled].map(({ buffer }) => buffer))];
}

/** Memory of a row while it is kept, about. @param flows whose samples it holds. */
export function rowBytes(flows: number): number {
  const { BYTES_PER_ELEMENT: single } = Float32Array;
  const perSample = single + flows * (single + Float64Array.BYTES_PER_ELEMENT + Uint8Array.BYTES_PER_ELEMENT);
  return ROW_BYTES + FLOW_SAMPLES * perSample;
}

const lostOn = ({ lost }: RunOutcome['down']): number =>
  lost.random + lost.policed + lost.limited + lost.queue;

function goodput(
  { readBytes, completedMs }: RunOutcome['flows'][number],
  { flows }: RunSettings,
  flow: number,
  endMs: number,
): number {
  const fromMs = flows[flow]?.startMs ?? 0;
  const toMs = Number.isNaN(completedMs) ? endMs : completedMs;
  return toMs > fromMs ? (readBytes * 8) / 1000 / (toMs - fromMs) : 0;
}

/** What the page takes of the trace of one end: some 40 times what a run of the incident has at its initial values. */
export const MOST_TRACE_BYTES = 128e6;

/**
 * A run's traces, of the first flow, as qlog. @param mostBytes of the trace of either end.
 * @throws RangeError as `variantOf`, and for a larger trace.
 */
export function runTraces(
  ref: RunRef,
  mostBytes = Number.POSITIVE_INFINITY,
): NonNullable<RunOutcome['traces']> {
  const { scenario, variant } = variantOf(ref);
  const title = `Simulation: ${scenario.title}, ${variant.title}, seed ${ref.seed}`;
  const description = `qlogscope simulate --scenario ${ref.scenario} --variant ${quoted(ref.variant)} --seed ${ref.seed}${changedArgs(scenario, ref.values)}`;
  const options: RunOptions = { traced: 0, words: { title, description }, mostTraceBytes: mostBytes };
  return simulate(variant.settings(ref.seed), options).traces as NonNullable<RunOutcome['traces']>;
}

/** As a shell takes it. */
const quoted = (id: string): string => (/^[\w.:-]+$/.test(id) ? id : `'${id}'`);

/** The values that are not those of `from`, as the command line takes them. */
export function changedArgs(
  of: Pick<Scenario, 'fields'>,
  values: Values,
  from: Values = initialValues(of),
): string {
  return of.fields
    .filter(({ id }) => values[id] !== from[id])
    .map(({ id }) => ` --set ${id}=${values[id]}`)
    .join('');
}
