/**
 * The queue that a sender's packets stand in while it has more to send: measured at the RTT samples of the path in time. Shares and
 * medians are by time. A queue of data is drained as fast as the path carries, where that is proved. Others hold ACKs, or data of a
 * path whose rate varies: their ACKs come evenly, about as fast as shortly before, and a larger flight waits longer. A host that
 * answers late shows none of both.
 */
import { upperBound } from '../../base/columns/growable';
import { medianOf } from '../../base/columns/median';
import { followShare } from '../../sender/transport/path/follow-share';
import type { PathInterval } from '../../sender/transport/path/path-course';
import type { PathSamples } from '../../sender/transport/path/path-samples';
import type { TransportState } from '../../sender/transport/transport';
import type { Interval } from './intervals';

/** A median of this many samples is exact enough for any limit. */
const MEDIAN_SAMPLES = 8192;
/** How far back "shortly before" is, in round trips, and in samples. */
const RECENT = { rtts: 8, samples: 60 } as const;
/** Times are µs; shares are 0 to 1, NaN where nothing was measured. */
export interface StandingQueue {
  /** The smallest RTT of the path there, the delay above it, and what is acknowledged during that, bytes: medians by time. */
  readonly minRttUs: number;
  /** The shortest and the longest of the paths there, by their smallest RTTs: the same where it did not change. */
  readonly minRttsUs: readonly [shortest: number, longest: number];
  readonly delayUs: number;
  readonly delayedBytes: number;
  /** Time in which the sender had more to send and nothing stalls, and its share of the trace. */
  readonly askedUs: number;
  readonly askedShare: number;
  /** The parts of it with a delay above the level, and their share of it. */
  readonly above: readonly Interval[];
  readonly aboveShare: number;
  /** RTT samples in those parts, and how many of them there are in a round trip. */
  readonly samples: number;
  readonly samplesPerRtt: number;
  /** Median of what is acknowledged during the RTT of a sample, as a share of what the path carries. */
  readonly rateShare: number;
  /** Share of that time in which what the path carries is proved. */
  readonly provedShare: number;
  /** The same as a share of the highest shortly before. */
  readonly recentShare: number;
  /** The median time between ACKs, as a share of its mean: 1 for even ACKs, 0 for ACKs that come together. */
  readonly evenShare: number;
  /** See `followShare` of the path. */
  readonly followShare: number;
  /** Median of the flight as a share of what is acknowledged in its RTT: 1 where all of it is on the path. */
  readonly flightShare: number;
  /** Share of the delay for which the sender's own pacer held the packets. */
  readonly heldShare: number;
}

/** Samples above the level: their places, and the time that each stands for. */
interface Above {
  readonly places: Uint32Array;
  readonly weightsUs: Float64Array;
  count: number;
  readonly spans: { readonly startUs: number; endUs: number }[];
  askedUs: number;
  aboveUs: number;
}

function samplesAbove(
  { sentUs, ackedUs, rttUs }: PathSamples,
  path: readonly PathInterval[],
  levelOf: (minRttUs: number) => number,
  stalls: readonly Interval[],
  notAsking: readonly Interval[],
): Above {
  const places = new Uint32Array(sentUs.length);
  const weightsUs = new Float64Array(sentUs.length);
  const parts: Above = { places, weightsUs, count: 0, spans: [], askedUs: 0, aboveUs: 0 };
  let [pause, interval, stall] = [0, 0, 0];
  let levelUs = levelOf(path[0].rttMinUs);
  let last: Above['spans'][number] | null = null;
  for (let i = 1; i < sentUs.length; i++) {
    const timeUs = ackedUs[i];
    while (pause < notAsking.length && notAsking[pause].endUs <= timeUs) pause++;
    while (interval + 1 < path.length && path[interval + 1].fromUs <= sentUs[i])
      levelUs = levelOf(path[++interval].rttMinUs);
    while (stall < stalls.length && stalls[stall].endUs < timeUs) stall++;
    const isStalled = stall < stalls.length && stalls[stall].startUs <= timeUs;
    if (isStalled || notAsking[pause]?.startUs <= timeUs) continue;
    // A sample says nothing of the silence before its own round trip.
    const weightUs = Math.min(timeUs - ackedUs[i - 1], rttUs[i]);
    parts.askedUs += weightUs;
    if (rttUs[i] <= levelUs) continue;
    parts.aboveUs += weightUs;
    places[parts.count] = i;
    weightsUs[parts.count++] = weightUs;
    const startUs = timeUs - weightUs;
    if (last !== null && startUs <= last.endUs) last.endUs = timeUs;
    else {
      last = { startUs, endUs: timeUs };
      parts.spans.push(last);
    }
  }
  return parts;
}

/** The median of values that stand for a time each. */
function medianByTime(values: readonly number[], weightsUs: readonly number[]): number {
  const order = [...values.keys()].sort((a, b) => values[a] - values[b]);
  const half = weightsUs.reduce((sum, us) => sum + us, 0) / 2;
  let passedUs = 0;
  const place = order.find((at) => {
    passedUs += weightsUs[at];
    return passedUs >= half;
  });
  return place === undefined ? Number.NaN : values[place];
}

const median = (values: readonly number[]): number => medianOf(Float64Array.from(values));
const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** What is acknowledged while the packet of a sample is on its way, bytes per µs: from ACK to ACK. */
function rateAt({ sentUs, ackedUs, ackedBytes }: PathSamples, at: number): number {
  const from = Math.max(0, upperBound(ackedUs, sentUs[at]) - 1);
  return (ackedBytes[at] - ackedBytes[from]) / (ackedUs[at] - ackedUs[from]);
}

function highestBefore(samples: PathSamples, at: number): number {
  const { ackedUs, rttUs } = samples;
  const untilUs = ackedUs[at] - RECENT.rtts * rttUs[at];
  let rate = 0;
  for (let i = at; i > at - RECENT.samples && i > 0 && ackedUs[i] > untilUs; i--)
    rate = Math.max(rate, rateAt(samples, i));
  return rate;
}

/**
 * @param path the path in time.
 * @param levelOf the RTT above which a queue is assumed, µs, by the smallest one of the path.
 * @param stalls in which a queue has another reason, ascending.
 * @param notAsking in which the sender asks for no more, ascending.
 */
export function standingQueue(
  state: TransportState,
  samples: PathSamples,
  path: readonly PathInterval[],
  levelOf: (minRttUs: number) => number,
  stalls: readonly Interval[] = [],
  notAsking: readonly Interval[] = [],
): StandingQueue {
  const { places, weightsUs, count, spans, askedUs, aboveUs } = samplesAbove(
    samples,
    path,
    levelOf,
    stalls,
    notAsking,
  );
  const stride = Math.max(1, Math.ceil(count / MEDIAN_SAMPLES));
  const picked: { readonly at: number; readonly weightUs: number; readonly interval: PathInterval }[] = [];
  let interval = 0;
  for (let i = 0; i < count; i += stride) {
    const sentUs = samples.sentUs[places[i]];
    while (interval + 1 < path.length && path[interval + 1].fromUs <= sentUs) interval++;
    // Without an ACK before it was sent nothing is known of its round trip.
    if (samples.ackedUs[0] <= sentUs)
      picked.push({ at: places[i], weightUs: weightsUs[i], interval: path[interval] });
  }
  const each = (figure: (at: number, of: (typeof picked)[number]) => number): readonly number[] =>
    picked.map((of) => figure(of.at, of));
  const { ackedUs, rttUs, flightBytes, heldUs } = samples;
  const delays = each((at, { interval: { rttMinUs } }) => rttUs[at] - rttMinUs);
  const weights = picked.map(({ weightUs }) => weightUs);
  const rates = each((at) => rateAt(samples, at));
  const flights = each((at) => flightBytes[at]);
  const rtts = each((at) => rttUs[at]);
  const gaps = each((at) => ackedUs[at] - ackedUs[at - 1]);
  const delayUs = medianByTime(delays, weights);
  const minRtts = picked.map(({ interval: { rttMinUs } }) => rttMinUs);
  const minRttUs = medianByTime(minRtts, weights);
  const proved = picked.map(({ interval: { proof }, weightUs }) => (proof === 'proved' ? weightUs : 0));
  return {
    minRttUs,
    minRttsUs: [Math.min(...minRtts), Math.max(...minRtts)],
    delayUs,
    delayedBytes: medianByTime(
      delays.map((us, k) => us * rates[k]),
      weights,
    ),
    askedUs,
    askedShare: askedUs / (state.lastUs - state.firstUs),
    above: spans,
    aboveShare: aboveUs / askedUs,
    samples: count,
    samplesPerRtt: (count * (minRttUs + delayUs)) / aboveUs,
    rateShare: Math.min(1, median(picked.map(({ interval: { rate } }, k) => rates[k] / rate || 0))),
    provedShare: sumOf(proved) / sumOf(weights),
    get recentShare() {
      return median(each((at) => highestBefore(samples, at)).map((rate, k) => rates[k] / rate || 0));
    },
    evenShare: (median(gaps) * gaps.length) / sumOf(gaps),
    get followShare() {
      return followShare(Float64Array.from(flights), Float64Array.from(rtts));
    },
    flightShare: median(flights.map((bytes, k) => bytes / (rates[k] * rtts[k]) || 0)),
    heldShare: Math.min(1, sumOf(each((at) => heldUs[at])) / sumOf(delays)),
  };
}
