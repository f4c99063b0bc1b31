/**
 * Evidence h of the death spiral: the idle rule that explains why the window does not grow. Every rule's boundary is
 * set by the losses before the interval and moved by the sends with nothing in flight; a loss of packets sent before
 * the boundary belongs to the same recovery period and does not set it (RFC 9002 §7.3.2). A rule explains an interval
 * if nearly all of its ACKs acknowledge packets sent before the rule's boundary, so that none of them may grow the
 * window. The cause is named only where exactly one rule explains it.
 *
 * Not here: how a rule shifts its boundary (congestion/idle-rule.ts), the panel's series of the lead
 * (congestion/boundary.ts), how the spiral ended (rule.ts).
 */
import { lowerBound, upperBound } from '../../base/columns/growable';
import {
  type AckedSends,
  FITTED_IDLE_RULES,
  type IdleRule,
  type IdleSends,
  idleSendAt,
  shiftedBoundary,
} from '../../sender/congestion';
import type { TransportState } from '../../sender/transport/transport';
import type { DetectInput } from '../rule/rule-input';
import { DEATH_SPIRAL as T } from './thresholds';

/** Fewer sends with nothing in flight are no evidence … */
const MIN_SENDS = 3;
/** … and there must be at least half as many as cycles, or they do not represent the interval. */
const SENDS_PER_CYCLE = 0.5;

interface RuleBoundary {
  readonly rule: IdleRule;
  /** Sends with nothing in flight, up to the last ACK of the interval at the least, and the boundary's lead over each, µs. */
  readonly sendUs: readonly number[];
  readonly leadUs: readonly number[];
  /** The first send, also after those, over which there is no lead, µs; NaN for none before the next loss. */
  readonly usedUpUs: number;
  /** Share of the ACKs of new data all of whose packets were sent before the boundary. */
  readonly ignoredShare: number;
}

/** Why the window does not grow in an interval. */
export interface Cause {
  /** Null if none or several explain it. */
  readonly rule: IdleRule | null;
  /** There are enough sends with nothing in flight after a known loss for a verdict. */
  readonly isKnown: boolean;
  /** The rule with the largest lead: the named one, else `shift-from-last-send`. */
  readonly shown: IdleRule;
  /** Share of the sends with nothing in flight that are before the shown rule's boundary. */
  readonly leadingShare: number;
  /** Share of them that are after the boundary of the fixed rule, `shift-from-last-activity`. */
  readonly fixedShare: number;
  /** Lead of the shown rule at the first of them, µs; NaN without any. */
  readonly leadAtStartUs: number;
  /** Time at which the shown rule's lead is first used up, at or after the start; NaN for never. */
  readonly predictedExitUs: number;
}

const DEFECT: IdleRule = 'shift-from-last-send';
const FIXED: IdleRule = 'shift-from-last-activity';

/** Input for all intervals of a trace, collected once. */
export class Causes {
  readonly #state: TransportState;
  readonly #idleSends: IdleSends;
  readonly #acked: AckedSends;
  /** Of the interval asked last. */
  readonly #boundaries = new Map<IdleRule, BoundaryAt>();
  readonly #passed = new Map<IdleRule, Pass>();
  /**
   * Without logged bytes in flight and states, sends before the last loss may only seem to leave with nothing in flight,
   * and its losses to be of one recovery period.
   */
  readonly #isExact: boolean;

  constructor({ state, idleSends, ackedSends }: Pick<DetectInput, 'state' | 'idleSends' | 'ackedSends'>) {
    this.#state = state;
    this.#idleSends = idleSends;
    this.#acked = ackedSends;
    this.#isExact = state.series.bytesInFlight.length > 0 && state.states.length > 0;
  }

  /** @param cycles number of send cycles of the interval. */
  of(startUs: number, endUs: number, cycles: number): Cause {
    const rules = FITTED_IDLE_RULES.map((rule) => this.#rebuilt(rule, startUs, endUs));
    const explaining = rules
      .filter(({ ignoredShare }) => ignoredShare >= T.causeShare)
      .map(({ rule }) => rule);
    const [only] = explaining;
    const ruleOf = (id: IdleRule): RuleBoundary => rules.find(({ rule }) => rule === id) as RuleBoundary;
    const inside = ruleOf(DEFECT).sendUs.filter((timeUs) => timeUs >= startUs && timeUs <= endUs).length;
    const isKnown = inside >= MIN_SENDS && inside >= cycles * SENDS_PER_CYCLE;
    const rule = isKnown && explaining.length === 1 && only !== undefined ? only : null;
    const shown = rule ?? DEFECT;
    const boundary = ruleOf(shown);
    return {
      rule,
      isKnown: isKnown,
      shown,
      leadingShare: shareWithin(boundary, endUs, (leadUs) => leadUs > 0),
      fixedShare: shareWithin(ruleOf(FIXED), endUs, (leadUs) => leadUs < 0),
      leadAtStartUs: boundary.leadUs[0] ?? Number.NaN,
      predictedExitUs: boundary.usedUpUs,
    };
  }

  /** Set and moved up to the interval, then moved until the next loss after it or the end of the trace. */
  #rebuilt(rule: IdleRule, startUs: number, endUs: number): RuleBoundary {
    const sendUs: number[] = [];
    const leadUs: number[] = [];
    let { boundaryUs, next } = this.#boundaryAt(rule, startUs);
    const { nowUs } = this.#idleSends;
    const shiftUntil = (timeUs: number): void => {
      // An ACK at the same time as a send came before it and triggered it.
      for (; !Number.isNaN(boundaryUs) && nowUs[next] < timeUs; next++) {
        boundaryUs = shiftedBoundary(rule, boundaryUs, idleSendAt(this.#idleSends, next));
        sendUs.push(nowUs[next]);
        leadUs.push(boundaryUs - nowUs[next]);
      }
    };
    let acks = 0;
    let ignored = 0;
    const { ackedUs, ackedSentUs } = this.#acked;
    const lastAck = upperBound(ackedUs, endUs);
    for (let i = lowerBound(ackedUs, startUs); i < lastAck; i++) {
      shiftUntil(ackedUs[i]);
      acks++;
      if (ackedSentUs[i] <= boundaryUs) ignored++;
    }
    const { timesUs } = this.#state.losses;
    const lossUs = timesUs[upperBound(timesUs, endUs)] ?? Number.POSITIVE_INFINITY;
    // Sends at the end of the interval belong to it, and the first send after it to one without any.
    shiftUntil(Math.min(lossUs, endUs + 1));
    if (leadUs.length === 0 && nowUs[next] < lossUs) shiftUntil(nowUs[next] + 1);
    const usedUp = sendUs[leadUs.findIndex((lead) => lead <= 0)];
    const usedUpUs = usedUp ?? this.#usedUpBehind(rule, boundaryUs, next, lossUs);
    return { rule, sendUs, leadUs, usedUpUs, ignoredShare: acks === 0 ? 0 : ignored / acks };
  }

  /**
   * The first send from `next` on, before a loss, over which there is no lead, µs; NaN for none. What was gone through for the
   * interval before is not gone through again: flat windows may follow one another up to the same loss.
   */
  #usedUpBehind(rule: IdleRule, fromUs: number, from: number, lossUs: number): number {
    const { nowUs } = this.#idleSends;
    const passed = this.#passed.get(rule) ?? beginPass(nowUs.length);
    this.#passed.set(rule, passed);
    const isSame = passed.lossUs === lossUs;
    let boundaryUs = fromUs;
    let next = from;
    let usedUpUs = Number.NaN;
    for (; !Number.isNaN(boundaryUs) && nowUs[next] < lossUs; next++) {
      if (isSame && next < passed.to && passed.boundaryUs[next] === boundaryUs) return passed.usedUpUs;
      passed.boundaryUs[next] = boundaryUs;
      boundaryUs = shiftedBoundary(rule, boundaryUs, idleSendAt(this.#idleSends, next));
      if (boundaryUs <= nowUs[next]) {
        usedUpUs = nowUs[next++];
        break;
      }
    }
    passed.to = next;
    passed.lossUs = lossUs;
    passed.usedUpUs = usedUpUs;
    return usedUpUs;
  }

  /** The boundary of a rule before the first send at or after a time. Goes on from the interval before, if that is earlier. */
  #boundaryAt(rule: IdleRule, startUs: number): BoundaryAt {
    const before = this.#boundaries.get(rule);
    const at =
      before !== undefined && before.atUs <= startUs ? { ...before, atUs: startUs } : beginAt(startUs);
    const shiftUntil = (timeUs: number): void => {
      for (; this.#idleSends.nowUs[at.next] < timeUs; at.next++)
        at.boundaryUs = shiftedBoundary(rule, at.boundaryUs, idleSendAt(this.#idleSends, at.next));
    };
    const { lostUs, lostSentUs } = this.#acked;
    for (; lostUs[at.nextLoss] <= startUs; at.nextLoss++) {
      const timeUs = lostUs[at.nextLoss];
      shiftUntil(timeUs);
      if (!this.#isExact || !(lostSentUs[at.nextLoss] <= at.boundaryUs)) at.boundaryUs = timeUs;
    }
    shiftUntil(startUs);
    this.#boundaries.set(rule, at);
    return at;
  }
}

/** A rule's boundary before the first send at or after a time, µs; NaN without a loss. */
interface BoundaryAt {
  readonly atUs: number;
  boundaryUs: number;
  /** That send, and the first loss after the time, by index. */
  next: number;
  nextLoss: number;
}

/** The sends that were gone through last after an interval, up to the one over which there is no lead, or the next loss. */
interface Pass {
  /** Before each send, by its index. */
  readonly boundaryUs: Float64Array;
  /** Index after the last one. */
  to: number;
  lossUs: number;
  usedUpUs: number;
}

const beginPass = (sends: number): Pass => ({
  boundaryUs: new Float64Array(sends),
  to: 0,
  lossUs: Number.NaN,
  usedUpUs: Number.NaN,
});

const beginAt = (atUs: number): BoundaryAt => ({ atUs, boundaryUs: Number.NaN, next: 0, nextLoss: 0 });

function shareWithin(
  { sendUs, leadUs }: RuleBoundary,
  endUs: number,
  holds: (leadUs: number) => boolean,
): number {
  const inside = leadUs.filter((_, i) => sendUs[i] <= endUs);
  return inside.length === 0 ? Number.NaN : inside.filter(holds).length / inside.length;
}
