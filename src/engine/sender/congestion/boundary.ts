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
import { Series, type SeriesInfo } from '../../base/columns/series';
import { type IdleRule, type IdleSend, shiftedBoundary } from './idle-rule';
import { type SenderSteps, type SenderTrace, StepKind } from './sender-steps';
import { SeriesCursor } from './series-cursor';

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
  readonly stretches: readonly LeadStretch[];
}

export interface BoundaryLeads {
  /** `shift-from-last-send`. */
  readonly defective: RuleLead;
  /** `shift-from-last-activity`. */
  readonly fixed: RuleLead;
}

/**
 * Is there a send that is past the boundary by one rule and ahead of it by the other? Only there the rules differ in what
 * the window does; elsewhere they agree, however far apart their leads are.
 */
export function rulesPart({ defective, fixed }: BoundaryLeads): boolean {
  const { timesUs, values } = defective.lead;
  const other = new SeriesCursor(fixed.lead);
  const own = values.reader();
  const times = timesUs.reader();
  for (let i = 0; i < own.length; i++) if (own.at(i) > 0 !== other.at(times.at(i)) > 0) return true;
  return false;
}

/** Rebuilds the lead under both rules. Needs losses, sends and ACKs, but no logged window. */
export function boundaryLeads(trace: SenderTrace): BoundaryLeads {
  const scan = new LeadScan();
  scan.take(trace.steps, 0, trace.steps.length);
  return scan.end(trace.lastUs);
}

type LeadRule = Extract<IdleRule, 'shift-from-last-send' | 'shift-from-last-activity'>;

const LEADS: { readonly [rule in LeadRule]: Pick<SeriesInfo, 'id' | 'name'> } = {
  'shift-from-last-send': { id: 'boundary-lead', name: 'lead, idle since the last send' },
  'shift-from-last-activity': { id: 'boundary-lead-fixed', name: 'lead, idle since the last activity' },
};

function leadSeries(rule: LeadRule): Series {
  return new Series({ ...LEADS[rule], unit: 'us', shape: 'line', origin: 'rebuilt' });
}

/** The lead under both rules, from steps as they come. */
export class LeadScan {
  readonly #defective = new LeadTracker('shift-from-last-send');
  readonly #fixed = new LeadTracker('shift-from-last-activity');

  /** Goes on through the steps [from, to). */
  take(steps: SenderSteps, from: number, to: number): void {
    for (let i = from; i < to; i++) {
      this.#defective.step(steps, i);
      this.#fixed.step(steps, i);
    }
  }

  /** @param lastUs the end of the trace. */
  end(lastUs: number): BoundaryLeads {
    return { defective: this.#defective.finish(lastUs), fixed: this.#fixed.finish(lastUs) };
  }
}

export type PlainLead = ReturnType<typeof plainLead>;

export function plainLead({ lead, stretches }: RuleLead) {
  return {
    timesUs: lead.timesUs.slice() as Float64Array<ArrayBuffer>,
    values: lead.values.slice() as Float64Array<ArrayBuffer>,
    stretches,
  };
}

/** The leads that were made plain. */
export function leadsFrom(defective: PlainLead, fixed: PlainLead): BoundaryLeads {
  return {
    defective: leadFrom('shift-from-last-send', defective),
    fixed: leadFrom('shift-from-last-activity', fixed),
  };
}

function leadFrom(rule: LeadRule, { timesUs, values, stretches }: PlainLead): RuleLead {
  const lead = leadSeries(rule);
  for (let i = 0; i < timesUs.length; i++) lead.push(timesUs[i], values[i]);
  return { rule, lead, stretches };
}

class LeadTracker {
  readonly lead: Series;
  readonly stretches: LeadStretch[] = [];
  readonly #rule: LeadRule;
  #boundaryUs = Number.NaN;
  /** The open stretch; its start is NaN while there is none. */
  #startUs = Number.NaN;
  #leadAtStartUs = 0;
  #sends = 0;

  constructor(rule: LeadRule) {
    this.#rule = rule;
    this.lead = leadSeries(rule);
  }

  finish(lastUs: number): RuleLead {
    this.end(lastUs, Number.NaN);
    return { rule: this.#rule, lead: this.lead, stretches: this.stretches };
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
        if (!(steps.newestSentUs(i) > this.#boundaryUs)) return;
        this.end(nowUs, nowUs);
        // The lead is used up: a step plot must not go on showing the old value.
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
