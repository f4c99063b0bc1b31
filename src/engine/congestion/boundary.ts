/**
 * The recovery boundary that CUBIC moves at sends with nothing in flight, rebuilt from the trace under the defective
 * rule and under the fixed one. Its lead over the send time is the cause of a death spiral: while it is above 0, no ACK
 * of these sends grows the window. Leads above 0 under one rule and below 0 under the other prove which rule the sender
 * uses.
 *
 *   lead  ╲ ╲ ╲ ╲ ╲ ╲ ╲ ╲           shift-from-last-send: one burst's length less per round trip
 *   0     ───────────────────●──    used up: the next ACK counts, the predicted exit
 *         ╲___________________      shift-from-last-activity: falls as time passes
 */
import { Series, type SeriesInfo } from '../columns/series';
import { type IdleRule, type IdleSend, shiftedBoundary } from './idle-rule';
import { type SenderSteps, type SenderTrace, StepKind } from './sender-steps';

/** A lead during fewer sends with nothing in flight is not reported as a stretch. */
const MIN_SENDS = 2;

/** Consecutive sends whose ACKs do not grow the window under a rule. */
export interface LeadStretch {
  /** Time of the first send, µs. */
  readonly startUs: number;
  /** End: the first ACK that counts, the loss that set the boundary again, or the trace's end; µs. */
  readonly endUs: number;
  /** Lead at the first send, µs. */
  readonly leadAtStartUs: number;
  /** Sends with nothing in flight: one per round trip. */
  readonly sends: number;
  /**
   * Time at which the window grows again, µs: the first ACK of a packet sent after the boundary. NaN if a loss or the
   * end of the trace comes first.
   */
  readonly predictedExitUs: number;
}

export interface RuleLead {
  readonly rule: IdleRule;
  /**
   * Boundary minus time at each send with nothing in flight, µs, and at the first ACK that counts after a lead above 0.
   * Empty before the first loss.
   */
  readonly lead: Series;
  /** Stretches of positive lead, ascending. */
  readonly stretches: readonly LeadStretch[];
}

export interface BoundaryLeads {
  /** `shift-from-last-send`. */
  readonly defective: RuleLead;
  /** `shift-from-last-activity`. */
  readonly fixed: RuleLead;
}

/**
 * Is there a send that is behind the boundary by one rule and ahead of it by the other? Only there the rules differ in what
 * the window does; elsewhere they agree, however far apart their leads are.
 */
export function rulesPart({ defective, fixed }: BoundaryLeads): boolean {
  const { timesUs, values } = defective.lead;
  return timesUs.some((timeUs, i) => (values[i] as number) > 0 !== fixed.lead.valueAt(timeUs) > 0);
}

/** Rebuilds the lead under both rules. Needs losses, sends and ACKs, but no logged window. */
export function boundaryLeads(trace: SenderTrace): BoundaryLeads {
  return {
    defective: ruleLead(trace, 'shift-from-last-send', 'boundary-lead', 'lead, idle since the last send'),
    fixed: ruleLead(
      trace,
      'shift-from-last-activity',
      'boundary-lead-fixed',
      'lead, idle since the last activity',
    ),
  };
}

function ruleLead(trace: SenderTrace, rule: IdleRule, id: string, name: string): RuleLead {
  const info: SeriesInfo = { id, name, unit: 'us', shape: 'line', origin: 'rebuilt' };
  const tracker = new LeadTracker(rule, new Series(info));
  const { steps } = trace;
  for (let i = 0; i < steps.length; i++) tracker.step(steps, i);
  tracker.end(trace.lastUs, Number.NaN);
  return { rule, lead: tracker.lead, stretches: tracker.stretches };
}

class LeadTracker {
  readonly lead: Series;
  readonly stretches: LeadStretch[] = [];
  readonly #rule: IdleRule;
  #boundaryUs = Number.NaN;
  /** The open stretch; its start is NaN while there is none. */
  #startUs = Number.NaN;
  #leadAtStartUs = 0;
  #sends = 0;

  constructor(rule: IdleRule, lead: Series) {
    this.#rule = rule;
    this.lead = lead;
  }

  step(steps: SenderSteps, i: number): void {
    const nowUs = steps.timeUs.at(i);
    switch (steps.kind.at(i) as StepKind) {
      case StepKind.idleSend:
        this.#idleSend({
          nowUs,
          lastSendUs: steps.a.at(i),
          lastAckUs: steps.b.at(i),
          smoothedRttUs: steps.rttUs.at(i),
        });
        return;
      case StepKind.ack: {
        const last = steps.a.at(i) + steps.b.at(i) - 1;
        if (!(steps.packetSentUs.at(last) > this.#boundaryUs)) return;
        this.end(nowUs, nowUs);
        // The lead is used up: a step plot must not keep showing the old value.
        if (this.lead.last > 0) this.lead.push(nowUs, this.#boundaryUs - nowUs);
        return;
      }
      case StepKind.loss:
        if (!(steps.a.at(i) <= this.#boundaryUs)) this.#setBoundary(nowUs);
        return;
      case StepKind.reduction:
        this.#setBoundary(nowUs);
        return;
      default:
        return;
    }
  }

  #idleSend(send: IdleSend): void {
    this.#boundaryUs = shiftedBoundary(this.#rule, this.#boundaryUs, send);
    const leadUs = this.#boundaryUs - send.nowUs;
    if (Number.isNaN(leadUs)) return;
    this.lead.push(send.nowUs, leadUs);
    if (leadUs < 0) return;
    if (Number.isNaN(this.#startUs)) {
      this.#startUs = send.nowUs;
      this.#leadAtStartUs = leadUs;
    }
    this.#sends++;
  }

  #setBoundary(nowUs: number): void {
    this.end(nowUs, Number.NaN);
    this.#boundaryUs = nowUs;
  }

  /** Closes the open stretch, if there is one. */
  end(endUs: number, predictedExitUs: number): void {
    if (this.#sends >= MIN_SENDS) {
      const { startUs, leadAtStartUs, sends } = {
        startUs: this.#startUs,
        leadAtStartUs: this.#leadAtStartUs,
        sends: this.#sends,
      };
      this.stretches.push({ startUs, endUs, leadAtStartUs, sends, predictedExitUs });
    }
    this.#startUs = Number.NaN;
    this.#sends = 0;
  }
}
