/**
 * Findings in what has been read so far, while a large file, or one from a slow source, is read. They are looked for a few times, each
 * time in all that is there, by the rules that need no whole trace; the time that this takes is at most 3 % of the reading as far as
 * it can be foreseen. What is found is shown as such, and replaced when the whole trace is judged.
 */
import { DetectInput } from '../../findings/rule/rule-input';
import { DETECTORS } from '../../findings/rules/index';
import { runDetectors } from '../../findings/verdicts/runner';
import type { FindingsSoFar } from '../../reading/contract/snapshot';
import { logFactsOf } from '../../reading/facts/log-facts';
import type { FileConnection } from '../../reading/stages/connection-list';

/** Their findings in a part of a trace stand in the whole, and they are cheap: no fit of models, no fate of every packet. */
// biome-ignore format: a table
const RULES = new Set([
  'death-spiral', 'stuck-window', 'recovery-without-loss', 'state-dwell', 'delivery-stall', 'pto-storm',
  'inflight-overshoot',
]);
const EARLY = DETECTORS.filter(({ id }) => RULES.has(id));

/** A file that is read within this time is not looked at before. */
const FIRST_MS = 500;
/** The next look is worth its time when so many times the events are there. */
const GROWTH = 1.5;
const MAX_SHARE = 0.03;
/** Cost of the first look, per event; later ones cost what the last did. On 1.2 million events 0.1 to 7 µs were measured. */
const FIRST_US_PER_EVENT = 0.5;

export interface ReadSoFar {
  readonly elapsedMs: number;
  /** Of the stored bytes, 0 to 1; null where their number is not known. */
  readonly share: number | null;
  readonly events: number;
}

/** Decides when to look, and remembers what that cost. */
export class LookTimes {
  #spentMs = 0;
  #msPerEvent = FIRST_US_PER_EVENT / 1000;
  #events = 0;

  /** Whether so much is new that a look is only a matter of time. */
  isBehind(events: number): boolean {
    return events > 0 && events >= this.#events * GROWTH;
  }

  isDue({ elapsedMs, share, events }: ReadSoFar): boolean {
    if (elapsedMs < FIRST_MS || !this.isBehind(events)) return false;
    // The reading alone: looks must not pay for looks.
    const wholeMs = (elapsedMs - this.#spentMs) / Math.max(share ?? 1, 0.001);
    return this.#spentMs + events * this.#msPerEvent <= MAX_SHARE * wholeMs;
  }

  /** @param ms that the look took. */
  looked(events: number, ms: number): void {
    this.#spentMs += ms;
    this.#msPerEvent = ms / Math.max(1, events);
    this.#events = events;
  }
}

export class SoFar {
  readonly #times = new LookTimes();
  #newest: FindingsSoFar | null = null;

  /** What was found at the last look; null before it. */
  get newest(): FindingsSoFar | null {
    return this.#newest;
  }

  /** Whether a look is to come even if nothing more is read. */
  isBehind(item: FileConnection): boolean {
    return this.#times.isBehind(item.connection.state.events.length);
  }

  /** Looks, where that is due, through all that was read of a connection. */
  look(item: FileConnection, read: Omit<ReadSoFar, 'events'>): void {
    const { state } = item.connection;
    const events = state.events.length;
    if (!this.#times.isDue({ ...read, events })) return;
    const startedAt = performance.now();
    const { findings } = runDetectors(new DetectInput(state, logFactsOf(item.text, item.connection)), EARLY);
    this.#newest = {
      toUs: state.lastUs,
      findings: findings.filter(({ severity }) => severity !== 'info'),
    };
    this.#times.looked(events, performance.now() - startedAt);
  }
}
