/**
 * What sets a sender's window, found without a model: losses, or an estimate of the path (BBR, Copa). Models of loss-based
 * controllers are named only where this does not speak against it: among many windows some fit a model by chance.
 *
 * Not here: the fit of the models (fit.ts).
 */
import { pathChanges } from '../transport/connectivity/life-paths';
import type { TransportState } from '../transport/transport';
import { SeriesCursor } from './series-cursor';

/** States of BBR as quiche, picoquic and mvfst name them, and the steady state of Copa. */
export const MODEL_BASED = /^(bbr|probe_?(bw|rtt)|startup|drain|steadystate)/i;
/** States that only controllers have which follow losses (RFC 9002 §7.3). */
const LOSS_BASED = /^(recovery|congestion_?avoidance)$/i;

/**
 * `estimate`: the logged states say so. `losses`: they say so, or a slow start threshold is logged, which only loss-based
 * controllers have (RFC 9002 Appendix B.2: of 33 traces of BBR none logs one). `perhaps-estimate`: neither is logged, and
 * the window falls as that of a loss-based controller does not. `several-paths`: the windows of all stand in one line, at once or
 * after a migration.
 */
export type WindowSource = 'losses' | 'estimate' | 'perhaps-estimate' | 'several-paths' | 'unknown';

/** Fewer falls of the window say nothing of what sets it. */
const MIN_FALLS = 3;
/** Above this share of its falls that no loss explains, the window follows an estimate: C4 has 0.48, BBR 0.5 to 1. */
const STRANGE_SHARE = 0.5;
/** A loss-based controller reduces by 0.15 or more (RFC 8511 §3: 0.85 at a CE mark; RFC 9438 §4.6: 0.7). */
const MIN_REDUCTION = 0.1;
/** A reduction is logged within this time of its loss or mark, in RTTs; some stacks log it first. */
const AFTER_RTTS = 1.5;
const BEFORE_RTTS = 0.25;

export function windowSource(state: TransportState): WindowSource {
  const { states, series, pathCount } = state;
  if (pathCount > 1 || beginsAnew(state)) return 'several-paths';
  if (states.names.some((name) => MODEL_BASED.test(name))) return 'estimate';
  if (states.names.some((name) => LOSS_BASED.test(name))) return 'losses';
  // A threshold above every window is none: some stacks log 2⁶⁴ − 1.
  if (series.ssthresh.min <= series.congestionWindow.max) return 'losses';
  return fallsStrangely(state) ? 'perhaps-estimate' : 'unknown';
}

/** On another path the peer moved to, a sender begins with the initial window and no threshold (RFC 9000 §9.4): another controller. */
function beginsAnew({ connectivity, role, series }: TransportState): boolean {
  const { timesUs, values } = series.congestionWindow;
  return pathChanges(connectivity, role).some(({ why, timeUs, validatedUs }) => {
    if (why === 'rebinding') return false;
    const untilUs = Math.max(timeUs, validatedUs || timeUs);
    const first = Math.max(1, timesUs.lowerBound(timeUs));
    for (let i = first; i < timesUs.length && timesUs.at(i) <= untilUs; i++)
      if (values.at(i) <= values.at(0) && values.at(i) < values.at(i - 1)) return true;
    return false;
  });
}

/** Most falls of the window are small, or no loss and no CE mark precedes them. */
function fallsStrangely(state: TransportState): boolean {
  const { timesUs, values } = state.series.congestionWindow;
  const events = Float64Array.from([...state.losses.timesUs, ...state.ceMarksUs]).sort();
  const { smoothedRtt } = state.series.smoothedRtt.length > 0 ? state.series : state.rebuilt;
  const rtt = new SeriesCursor(smoothedRtt);
  let next = 0;
  let falls = 0;
  let strange = 0;
  for (let i = 1; i < values.length; i++) {
    const timeUs = timesUs.at(i);
    const rttUs = rtt.at(timeUs);
    const before = values.at(i - 1);
    const after = values.at(i);
    if (!(after < before)) continue;
    falls++;
    while (next < events.length && events[next] < timeUs - AFTER_RTTS * rttUs) next++;
    const hasCause = !((events[next] ?? Number.POSITIVE_INFINITY) > timeUs + BEFORE_RTTS * rttUs);
    const isUnexplained = state.losses.isKnown && rttUs > 0 && !hasCause;
    if (isUnexplained || before - after < MIN_REDUCTION * before) strange++;
  }
  return falls >= MIN_FALLS && strange > STRANGE_SHARE * falls;
}
