/**
 * Evidence h of the death spiral: the idle rule that explains why the window does not grow. Every rule's boundary is
 * set to the last loss before the interval and moved from there; a rule explains an interval if nearly all of its ACKs
 * acknowledge packets sent before the rule's boundary, so that none of them may grow the window. The cause is named
 * only where exactly one rule explains it.
 *
 * Not here: how a rule shifts its boundary (congestion/idle-rule.ts), the panel's series of the lead
 * (congestion/boundary.ts), how the spiral ended (rule.ts).
 */

import { upperBound } from '../../columns/growable';
import { IDLE_RULES, type IdleRule, type SenderTrace } from '../../congestion';
import { type IdleSend, shiftedBoundary } from '../../congestion/idle-rule';
import { StepKind } from '../../congestion/sender-steps';
import type { TransportState } from '../../transport/transport';
import { restartsOf } from './restarts';
import { DEATH_SPIRAL as T } from './thresholds';

/** Fewer sends with nothing in flight are no evidence … */
const MIN_SENDS = 3;
/** … and there must be at least half as many as cycles, or they do not represent the interval. */
const SENDS_PER_CYCLE = 0.5;

/** One rule's boundary over an interval. */
interface RuleBoundary {
  readonly rule: IdleRule;
  /** Sends with nothing in flight, and the boundary's lead over each, µs. */
  readonly sendUs: readonly number[];
  readonly leadUs: readonly number[];
  /** Share of the ACKs of new data all of whose packets were sent before the boundary. */
  readonly ignoredShare: number;
}

/** Why the window does not grow in an interval. */
export interface Cause {
  /** Null if none or several explain it. */
  readonly rule: IdleRule | null;
  /** Rules that explain it; more than one if the clock is too coarse to distinguish them. */
  readonly explaining: readonly IdleRule[];
  /** There are enough sends with nothing in flight after a known loss for a verdict. */
  readonly known: boolean;
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
  readonly #restarts: readonly IdleSend[];
  readonly #acks: readonly NewestAcked[];

  constructor(state: TransportState, trace: SenderTrace) {
    this.#state = state;
    this.#restarts = restartsOf(state);
    this.#acks = newestAcked(trace);
  }

  /** @param cycles number of send cycles of the interval. */
  of(startUs: number, endUs: number, cycles: number): Cause {
    const rules = IDLE_RULES.map((rule) => this.#rebuilt(rule, startUs, endUs));
    const explaining = rules
      .filter(({ ignoredShare }) => ignoredShare >= T.causeShare)
      .map(({ rule }) => rule);
    const [only] = explaining;
    const ruleOf = (id: IdleRule): RuleBoundary => rules.find(({ rule }) => rule === id) as RuleBoundary;
    const inside = ruleOf(DEFECT).sendUs.filter((timeUs) => timeUs >= startUs && timeUs <= endUs).length;
    const known = inside >= MIN_SENDS && inside >= cycles * SENDS_PER_CYCLE;
    const rule = known && explaining.length === 1 && only !== undefined ? only : null;
    const shown = rule ?? DEFECT;
    const boundary = ruleOf(shown);
    const usedUp = boundary.leadUs.findIndex((leadUs) => leadUs <= 0);
    return {
      rule,
      explaining,
      known,
      shown,
      leadingShare: shareWithin(boundary, endUs, (leadUs) => leadUs > 0),
      fixedShare: shareWithin(ruleOf(FIXED), endUs, (leadUs) => leadUs < 0),
      leadAtStartUs: boundary.leadUs[0] ?? Number.NaN,
      predictedExitUs: boundary.sendUs[usedUp] ?? Number.NaN,
    };
  }

  /** From the last loss before the interval on, until the boundary's next loss or the end of the trace. */
  #rebuilt(rule: IdleRule, startUs: number, endUs: number): RuleBoundary {
    const { fromUs, untilUs } = this.#lossesAround(startUs, endUs);
    const sendUs: number[] = [];
    const leadUs: number[] = [];
    let boundaryUs = fromUs;
    let next = this.#restarts.findIndex(({ nowUs }) => nowUs >= fromUs);
    const shiftUntil = (timeUs: number): void => {
      for (; next >= 0 && next < this.#restarts.length; next++) {
        const send = this.#restarts[next] as IdleSend;
        // An ACK at the same time as a send came before it and triggered it.
        if (send.nowUs >= timeUs) return;
        boundaryUs = shiftedBoundary(rule, boundaryUs, send);
        if (send.nowUs < startUs) continue;
        sendUs.push(send.nowUs);
        leadUs.push(boundaryUs - send.nowUs);
      }
    };
    let acks = 0;
    let ignored = 0;
    for (const ack of this.#acks) {
      if (ack.timeUs < startUs) continue;
      if (ack.timeUs > endUs) break;
      shiftUntil(ack.timeUs);
      acks++;
      if (ack.newestSentUs <= boundaryUs) ignored++;
    }
    shiftUntil(untilUs);
    return { rule, sendUs, leadUs, ignoredShare: acks === 0 ? 0 : ignored / acks };
  }

  /**
   * NaN if there was no loss before: then there is no boundary. Without losses the last reduction of the window is
   * used.
   */
  #lossesAround(startUs: number, endUs: number): { readonly fromUs: number; readonly untilUs: number } {
    const { losses, series } = this.#state;
    const { timesUs } = losses;
    const { timesUs: windowUs, values } = series.congestionWindow;
    const falls = windowUs.filter((_, i) => (values[i] as number) < (values[i - 1] ?? 0));
    const lastBefore = (times: Float64Array): number => times[upperBound(times, startUs) - 1] ?? Number.NaN;
    const lossUs = lastBefore(timesUs);
    return {
      fromUs: Number.isNaN(lossUs) ? lastBefore(falls) : lossUs,
      untilUs: timesUs[upperBound(timesUs, endUs)] ?? Number.POSITIVE_INFINITY,
    };
  }
}

/** An ACK of new data, and the send time of the newest packet that it acknowledges. */
interface NewestAcked {
  readonly timeUs: number;
  readonly newestSentUs: number;
}

function newestAcked({ steps }: SenderTrace): readonly NewestAcked[] {
  const acks: NewestAcked[] = [];
  for (let i = 0; i < steps.length; i++) {
    if (steps.kind.at(i) !== StepKind.ack) continue;
    const newest = steps.a.at(i) + steps.b.at(i) - 1;
    acks.push({ timeUs: steps.timeUs.at(i), newestSentUs: steps.packetSentUs.at(newest) });
  }
  return acks;
}

function shareWithin(
  { sendUs, leadUs }: RuleBoundary,
  endUs: number,
  holds: (leadUs: number) => boolean,
): number {
  const inside = leadUs.filter((_, i) => (sendUs[i] as number) <= endUs);
  return inside.length === 0 ? Number.NaN : inside.filter(holds).length / inside.length;
}
