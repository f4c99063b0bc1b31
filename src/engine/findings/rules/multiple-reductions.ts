/**
 * More than one multiplicative decrease within one recovery period (RFC 9002 §7.3.2). One loss episode then costs
 * many reductions: a stack that leaves recovery with the first ACK cuts once per ACK and falls to the floor
 * (zquic PR 175).
 *
 * No second reduction: the same one logged in two steps, a cut to the floor by persistent congestion (§7.6.2), one
 * after the first was taken back as spurious, the end of slow start. BBR bounds its window otherwise and is left out.
 */
import { EventKind } from '../../../qlog-schema';
import { lowerBound, upperBound } from '../../columns/growable';
import { bytes, count, instant, packets } from '../../text/figures';
import type { TransportState } from '../../transport/transport';
import type { Detector, Finding } from '../detector';
import type { DetectInput } from '../input';
import { PLAIN } from '../plain-finding';
import { MODEL_BASED } from '../recovery-view';
import { amongSuch, type Interval, row, rttAt, stateShare, whyNoWindow } from '../window-parts';
import { LOG_QUALITY } from './thresholds-network';
import { WINDOW } from './thresholds-window';

const ID = 'multiple-reductions';
const TITLE = 'Several reductions in one recovery period';
const T = WINDOW.reductions;

interface Reduction {
  readonly timeUs: number;
  readonly beforeBytes: number;
  readonly afterBytes: number;
}

interface Period extends Interval {
  readonly reductions: readonly Reduction[];
}

/** Did a packet arrive in [fromUs, toUs]? Steps of the window without one between them are one reduction. */
function heardBetween({ events }: TransportState, fromUs: number, toUs: number): boolean {
  const times = events.timeUs.view();
  const kinds = events.kind.view();
  for (let i = upperBound(times, fromUs); i < times.length && (times[i] as number) <= toUs; i++) {
    if (kinds[i] === EventKind.packetReceived || kinds[i] === EventKind.packetsAcked) return true;
  }
  return false;
}

/**
 * Was this cut the end of slow start? Some stacks leave it with a window estimated from the path, and answer the
 * losses of the same round trip apart.
 */
function endsSlowStart(state: TransportState, index: number): boolean {
  const { congestionWindow, ssthresh } = state.series;
  const timeUs = congestionWindow.timesUs[index] as number;
  const beforeBytes = congestionWindow.values[index - 1] as number;
  if (beforeBytes < ssthresh.valueAt(timeUs - 1)) return true;
  // Avoidance grows a window by a packet per round trip, slow start doubles it.
  const roundTripAgoBytes = congestionWindow.valueAt(timeUs - rttAt(state, timeUs));
  return !(beforeBytes < roundTripAgoBytes * T.slowStartGrowth);
}

/** Multiplicative decreases in [startUs, endUs): at the end itself the next period may begin. */
function reductionsIn(state: TransportState, startUs: number, endUs: number): readonly Reduction[] {
  const { timesUs, values } = state.series.congestionWindow;
  const floorBytes = WINDOW.floorPackets * state.datagramBytes;
  let found: Reduction[] = [];
  for (let i = Math.max(1, lowerBound(timesUs, startUs)); i < timesUs.length; i++) {
    const timeUs = timesUs[i] as number;
    if (timeUs >= endUs) break;
    const beforeBytes = values[i - 1] as number;
    const afterBytes = values[i] as number;
    const last = found[found.length - 1];
    if (last !== undefined && afterBytes >= last.beforeBytes * T.undoneShare) found = [];
    if (!(afterBytes <= beforeBytes * T.cutTo) || afterBytes <= floorBytes || endsSlowStart(state, i))
      continue;
    if (last !== undefined && !heardBetween(state, last.timeUs, timeUs)) {
      found[found.length - 1] = { ...last, afterBytes };
    } else found.push({ timeUs, beforeBytes, afterBytes });
  }
  return found;
}

/**
 * A packet that leaves in the instant of the first cut is lost one round trip later, and begins a period of its own.
 * Where the clock is too coarse to tell it from one sent before the cut, nothing that late is judged.
 */
function judgedUntil(state: TransportState, startUs: number, stepUs: number): number {
  return stepUs > LOG_QUALITY.clockStepUs
    ? startUs + rttAt(state, startUs) - stepUs
    : Number.POSITIVE_INFINITY;
}

function periodsOf({ state, log }: DetectInput): readonly Period[] {
  const { spans } = state.recovery;
  const periods: Period[] = [];
  for (let i = 0; i < spans.length; i++) {
    const span = spans.at(i);
    // The replay counts every smaller window: where it saw one at most, there is nothing to look for.
    if (span === null || span.count < 2) continue;
    const interval = { startUs: span.startUs, endUs: Number.isNaN(span.endUs) ? state.lastUs : span.endUs };
    if (stateShare(state, MODEL_BASED, interval) > 0) continue;
    // A period that the trace cuts short holds what happens at its last instant too.
    const untilUs = Number.isNaN(span.endUs) ? Number.POSITIVE_INFINITY : span.endUs;
    const judgedUs = judgedUntil(state, span.startUs, log?.clockStepUs ?? 0);
    periods.push({ ...interval, reductions: reductionsIn(state, span.startUs, Math.min(untilUs, judgedUs)) });
  }
  return periods.filter(({ reductions }) => reductions.length > 1);
}

function findingOf(state: TransportState, worst: Period, all: number): Finding {
  const { startUs, endUs, reductions } = worst;
  const [first] = reductions as readonly [Reduction, ...Reduction[]];
  const last = reductions[reductions.length - 1] as Reduction;
  return {
    ...PLAIN,
    key: `${ID}.1`,
    id: ID,
    title: TITLE,
    severity: 'warning',
    startUs,
    endUs,
    verdict:
      `cwnd was cut ${count(reductions.length)} times, from ${bytes(first.beforeBytes)} to ${bytes(last.afterBytes)} ` +
      `(${packets(last.afterBytes, state.datagramBytes)}), within the recovery period that began at ${instant(startUs)}, ` +
      `where RFC 9002 §7.3.2 allows one cut${amongSuch(all, 'periods', 'worst')}.`,
    confidence: state.losses.method === 'logged' ? 0.9 : 0.7,
    evidence: [
      row(
        'cuts',
        'cuts to 90 % or less in one recovery period',
        [reductions.length, 'count'],
        '> 1, where RFC 9002 §7.3.2 allows one',
        true,
        'congestion',
      ),
      row(
        'left',
        'window left of that before the first cut',
        [last.afterBytes / first.beforeBytes, 'share'],
        '50 % or 70 % after one cut',
        true,
        'congestion',
      ),
      row(
        'period',
        'recovery period',
        [endUs - startUs, 'us'],
        'no packet sent in it was acknowledged',
        true,
        'loss',
      ),
      row('periods', 'such periods', [all, 'count'], '≥ 1', true, 'congestion'),
    ],
    why:
      'All losses of one round trip are one sign of congestion, so a window is reduced once until a packet sent after ' +
      'the reduction is acknowledged (RFC 9002 §7.3.2). Several cuts leave a fraction of what the path carries (zquic PR 175).',
    next: 'Congestion: the steps of the window. Loss: the losses of the period. States: whether recovery is left too early.',
    panels: ['congestion', 'loss', 'states'],
  };
}

function whyNot(input: DetectInput): string | null {
  const lacking = whyNoWindow(input);
  if (lacking !== null) return lacking;
  const { method } = input.state.losses;
  return method === 'logged' || method === 'counted'
    ? null
    : 'losses are neither logged nor counted, so which packets were lost is not certain';
}

export const multipleReductions: Detector = {
  id: ID,
  title: TITLE,
  needs: ['cwnd'],
  cannotJudge: whyNot,
  finish(input) {
    const { state } = input;
    const periods = periodsOf(input);
    const [worst] = [...periods].sort((a, b) => b.reductions.length - a.reductions.length);
    return worst === undefined ? [] : [findingOf(state, worst, periods.length)];
  },
};
