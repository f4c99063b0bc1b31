/**
 * A path that marks: how many packets it marked CE, and whether the window answers. A mark asks for what a loss asks for,
 * one reduction per round trip (RFC 9002 §7.1, §7.3.2; RFC 9438 §4.6). A sender that follows losses and ignores marks is
 * a warning; one that follows an estimate of the path (BBR, Copa) may use them otherwise.
 *
 * Counts that fail validation are not judged (transport/ecn.ts); where no ACK has any, ECN is not used. Congestion
 * events are those that certainly begin with a mark; one is answered if the logged window falls by a tenth within a round
 * trip, whatever else asks for it, and stays so for another: RFC 8511 §3 reduces to 0.85 at most, and estimates of the path waver by
 * less, or come back at once.
 */
import { upperBound } from '../../base/columns/growable';
import type { Series } from '../../base/columns/series';
import { count, percent, plural } from '../../base/text/figures';
import { followsModel } from '../../sender/congestion/follows-model';
import { whyContradicted } from '../../sender/transport/contradictions';
import type { TransportState } from '../../sender/transport/transport';
import { closeUpOf } from '../close-up/close-up';
import { nextIn, StepFinder } from '../close-up/steps';
import { FLOOR_PACKETS } from '../conditions/thresholds';
import { finding, type Rule } from '../finding/build-finding';
import { above, atLeast, below, deciding, evidence, supporting } from '../finding/evidence';
import type { CloseUp, Evidence, Finding } from '../finding/finding';
import { whyEcnUnusable } from '../measures/ecn-unusable';
import { highestIn, type Interval } from '../measures/intervals';
import { logsModelStates } from '../measures/logged-states';
import { roundTripAt, roundTripsWith, rttAt } from '../measures/round-trips';
import type { Detector } from '../rule/detector';
import type { DetectInput } from '../rule/rule-input';

const RULE: Rule = { id: 'ecn-ce', title: 'The path marks packets as congested (ECN-CE)' };

const T = {
  /** Of the recorded stacks those that answer marks answer every one, those that ignore them 0 of 8 and 4 of 16. */
  answeredShare: 0.75,
  /** One or two events may be an ACK that is not logged, or a window that is logged late. */
  minUnanswered: 3,
  /** Of the window before; less is no reduction. */
  minReduction: 0.1,
  /** quic-go logs the reduction before the ACK that asks for it, within this share of a round trip. */
  loggedBeforeRtts: 0.25,
} as const;

/** States of controllers that follow losses (RFC 9002 §7.3, RFC 9406), as stacks name them. */
const LOSS_BASED = /^(slow_?start|conservative_slow_start|congestion_avoidance|recovery|hystart|steady)$/i;

/** What sets the window: the logged states, else a model that fits it. */
type Controller = 'losses' | 'estimate' | 'unknown';

/** How the window answers; the variant of the finding. */
type Answer = 'answered' | 'ignored' | 'estimate' | 'unknown' | 'not-logged';

interface Measured extends Interval {
  readonly marked: number;
  readonly acked: number;
  readonly markedTrips: number;
  readonly trips: number;
  /** Congestion events of which an answer could be seen, and those that were answered. */
  readonly events: number;
  readonly answered: number;
  readonly controller: Controller;
  readonly answer: Answer;
}

function controllerOf({ state, models }: DetectInput): Controller {
  if (logsModelStates(state.states)) return 'estimate';
  const followsLosses = state.states.names.some((name) => LOSS_BASED.test(name)) || followsModel(models);
  return followsLosses ? 'losses' : 'unknown';
}

/** When a packet that is sent at a time is acknowledged, µs: the queue that a reduction drains makes the next round trip shorter. */
function untilAcked(state: TransportState, timeUs: number): number {
  const rttUs = roundTripAt(state, timeUs);
  return timeUs + Math.min(rttUs, roundTripAt(state, timeUs + rttUs));
}

/**
 * Whether the window is reduced within an interval, from its highest value there, for a round trip at least: asked of intervals of a
 * round trip that may hold one another's points.
 */
class Reductions {
  readonly #window: Series;
  /** Per point, of those up to it: the latest point from which one of them is a reduction, by index; -1 for none. */
  readonly #latestFrom: Int32Array;

  /** One pass over the points of the window. */
  constructor(state: TransportState) {
    const window = state.series.congestionWindow;
    this.#window = window;
    const times = window.timesUs.reader();
    const values = window.values.reader();
    this.#latestFrom = new Int32Array(values.length);
    // Points from which a later one may be a reduction: each is higher than all after it.
    const higher: { readonly at: number; readonly bytes: number }[] = [];
    let latest = -1;
    for (let i = 0; i < values.length; i++) {
      const value = values.at(i);
      /** Of the higher ones, the latest from which `bytes` is a reduction. */
      const from = (bytes: number): number => {
        let [low, high] = [0, higher.length];
        while (low < high) {
          const middle = (low + high) >>> 1;
          if (bytes <= (1 - T.minReduction) * (higher[middle]?.bytes ?? 0)) low = middle + 1;
          else high = middle;
        }
        return higher[low - 1]?.at ?? -1;
      };
      // Most points are none: what comes after them need not be looked at.
      if (from(value) > latest) {
        const timeUs = times.at(i);
        latest = Math.max(latest, from(highestIn(window, timeUs + 1, untilAcked(state, timeUs) - 1)));
      }
      this.#latestFrom[i] = latest;
      while ((higher.at(-1)?.bytes ?? Number.POSITIVE_INFINITY) <= value) higher.pop();
      higher.push({ at: i, bytes: value });
    }
  }

  /** From the value in force at `fromUs` on, up to `toUs`. */
  isReducedIn(fromUs: number, toUs: number): boolean {
    const { timesUs } = this.#window;
    const last = upperBound(timesUs, toUs) - 1;
    return last >= 0 && this.#latestFrom[last] >= Math.max(0, upperBound(timesUs, fromUs) - 1);
  }
}

/** Events whose window is above its floor, in time to see its answer, and those that were answered. */
function answersTo(state: TransportState, eventsUs: Float64Array): Pick<Measured, 'events' | 'answered'> {
  const { congestionWindow } = state.series;
  const reductions = new Reductions(state);
  let events = 0;
  let answered = 0;
  for (const timeUs of eventsUs) {
    const rttUs = rttAt(state, timeUs);
    const fromUs = timeUs - T.loggedBeforeRtts * rttUs;
    const atFloor = !(congestionWindow.valueAt(fromUs) > FLOOR_PACKETS * state.datagramBytes);
    // It may come a round trip later, and lasts another.
    if (atFloor || !(timeUs + 2 * rttUs <= state.lastUs)) continue;
    events++;
    if (reductions.isReducedIn(fromUs, timeUs + rttUs)) answered++;
  }
  return { events, answered };
}

function answerOf(
  controller: Controller,
  { series }: TransportState,
  { events, answered }: Pick<Measured, 'events' | 'answered'>,
): Answer {
  if (series.congestionWindow.length === 0) return 'not-logged';
  if (controller === 'estimate') return 'estimate';
  const isIgnored = events - answered >= T.minUnanswered && answered < T.answeredShare * events;
  if (controller === 'losses') return isIgnored ? 'ignored' : 'answered';
  return answered < T.answeredShare * events ? 'unknown' : 'answered';
}

/** @returns null if nothing is marked. */
function measure(input: DetectInput): Measured | null {
  const { state } = input;
  const { ecn, series, ceMarksUs: marksUs } = state;
  if (marksUs.length === 0) return null;
  const lastUs = marksUs.last();
  const counted = { startUs: ecn.firstUs, endUs: ecn.lastUs };
  const { count: trips, having: markedTrips } = roundTripsWith(state, counted, marksUs, 'start');
  const controller = controllerOf(input);
  const answers = answersTo(state, ecn.eventsUs.view());
  const marked = series.ceTotal.valueAt(lastUs);
  return {
    startUs: marksUs.at(0),
    endUs: Math.min(state.lastUs, lastUs + (rttAt(state, lastUs) || 0)),
    marked,
    // A log with gaps may not show all packets that were acknowledged.
    acked: Math.max(ecn.ackedPackets, marked),
    trips,
    markedTrips,
    controller,
    ...answers,
    answer: answerOf(controller, state, answers),
  };
}

function evidenceOf(m: Measured): readonly Evidence[] {
  const panel = 'congestion';
  const answered = {
    id: 'answered',
    name: `of ${plural(m.events, 'congestion event')}, those after which the window fell by a tenth or more within one round trip, and for one at least`,
    normal: 'all of them',
    deciding: true,
    value: m.events === 0 ? Number.NaN : m.answered / m.events,
    panel,
  };
  return [
    deciding({
      id: 'marked',
      name: 'acknowledged packets that the path marked as congested (CE)',
      normal: 'none, or a few where a queue builds',
      value: m.marked / m.acked,
      limit: above(0, 'share'),
      panel,
    }),
    supporting({
      id: 'round-trips',
      name: `of ${plural(m.trips, 'round trip')}, those with a mark`,
      normal: 'few',
      deciding: true,
      value: m.markedTrips / m.trips,
      limit: above(0, 'share'),
      panel,
    }),
    ...(m.answer === 'ignored'
      ? [
          evidence({ ...answered, limit: below(T.answeredShare, 'share') }),
          deciding({
            id: 'unanswered',
            name: 'congestion events without an answer',
            normal: 'none',
            value: m.events - m.answered,
            limit: atLeast(T.minUnanswered, 'count'),
            panel,
          }),
        ]
      : [supporting({ ...answered, limit: atLeast(T.answeredShare, 'share') })]),
  ];
}

/** `was reduced within one round trip after 4 of the 16 congestion events that they begin` */
function reducedWords({ marked, events, answered }: Measured): string {
  const begun = marked === 1 ? 'it begins' : 'they begin';
  const all = `${events === 1 ? 'the congestion event' : `the ${count(events)} congestion events`} that ${begun}`;
  const some = answered === events ? 'each of ' : `${answered === 0 ? 'any' : count(answered)} of `;
  const not = answered === 0 ? 'not ' : '';
  return `was ${not}reduced within one round trip after ${events === 1 ? '' : some}${all}`;
}

function answerWords(m: Measured): string {
  if (m.answer === 'not-logged') return 'no window is logged, so that its answer is not known';
  if (m.events === 0) return 'they begin no congestion event whose answer could be seen';
  switch (m.answer) {
    case 'answered':
      return `the window ${reducedWords(m)}`;
    case 'ignored':
      return `the window ${reducedWords(m)}, where RFC 9002 §7.1 asks for it after each`;
    case 'estimate':
      return `the window, which follows an estimate of the path, ${reducedWords(m)}`;
    case 'unknown':
      return `the window ${reducedWords(m)}; neither logged states nor a model that fits say whether it follows losses`;
  }
}

const CONFIDENCE: { readonly [answer in Answer]: number } = {
  answered: 0.95,
  ignored: 0.9,
  estimate: 0.9,
  unknown: 0.7,
  'not-logged': 0.7,
};

/** The first mark that begins a congestion event, and what the window does within a round trip. */
function closeUp({ state }: DetectInput, m: Measured): CloseUp | null {
  const find = new StepFinder(state);
  const eventUs = nextIn(state.ecn.eventsUs.view(), m.startUs);
  const markUs = Number.isNaN(eventUs) ? m.startUs : eventUs;
  const rttUs = rttAt(state, markUs) || 0;
  const answeredUs = find.ackFrom(markUs + rttUs)?.timeUs ?? Number.NaN;
  const cut = find.cutWithin(markUs - 1, markUs + rttUs, ': the sender answers');
  return closeUpOf(state, [
    find.sendUpTo(markUs - rttUs),
    find.markFrom(markUs),
    cut,
    ...(cut === null
      ? [
          find.heldAt(answeredUs, markUs, 'One round trip later the window is as before'),
          find.grownWithin(markUs - 1, markUs + rttUs, ', though congestion was reported'),
        ]
      : []),
    find.sendFrom(markUs + 1),
  ]);
}

function findingOf(input: DetectInput, m: Measured): Finding {
  const isIgnored = m.answer === 'ignored';
  return finding(RULE, {
    ...(isIgnored ? { title: 'Congestion marks are ignored (CE)' } : {}),
    severity: isIgnored ? 'warning' : 'info',
    interval: m,
    variant: m.answer,
    verdict:
      `${count(m.marked)} of ${plural(m.acked, 'acknowledged packet')} ${m.marked === 1 ? 'is' : 'are'} marked as congested ` +
      `(CE, ${percent(m.marked / m.acked)}), in ${count(m.markedTrips)} of ${plural(m.trips, 'round trip')}; ${answerWords(m)}.`,
    confidence: CONFIDENCE[m.answer],
    evidence: evidenceOf(m),
    closeUp: closeUp(input, m),
    why:
      'A router marks packets instead of dropping them when its queue builds (RFC 3168 §1), and a sender answers as to a ' +
      'loss, once per round trip (RFC 9002 §7.1, §7.3.2; RFC 9438 §4.6). ' +
      (isIgnored
        ? 'One that ignores marks keeps the queue full, delays everything on the path and takes the share of flows that ' +
          'answer; it should not say that it answers them (ECT, RFC 3168 §5).'
        : 'Nothing is lost by it, and nothing need be sent again.'),
    next: 'Congestion: the marks on top, and the window within a round trip behind them. RTT: the queue that they report. Delivery rate: what the path delivers meanwhile.',
    panels: ['congestion', 'rtt', 'delivery-rate'],
  });
}

export const ecnCe: Detector = {
  ...RULE,
  looksThrough: 'ACKs that report CE marks',
  cannotJudge({ state }) {
    if (state.captured) return 'a capture on the wire holds no state of the sender';
    if (state.pathCount > 1) return 'its paths are not distinguished: each has ECN counts of its own';
    const mixed = whyContradicted(state);
    if (mixed !== null) return mixed;
    const why = whyEcnUnusable(state);
    return why === null ? null : `ECN is not usable (RFC 9000 §13.4.2): ${why}`;
  },
  finish(input) {
    const m = measure(input);
    return m === null ? [] : [findingOf(input, m)];
  },
};
