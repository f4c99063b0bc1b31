/**
 * What a finding is: its evidence, close-up, costs and course; and what is said of a rule that found nothing, or could
 * not be applied. Types only.
 */

export type Severity = 'critical' | 'warning' | 'info';

/**
 * Position of a state name in a sentence, in characters: the name is untrusted text of the log, the rest is our own,
 * and sharing must be able to replace the name.
 */
export interface StateInText {
  readonly from: number;
  readonly to: number;
}

/** One row of evidence: what was measured, its threshold, and whether it holds. */
export interface Evidence {
  readonly id: string;
  readonly name: string;
  /** Names of states in `name`; left out for none. */
  readonly statesInName?: readonly StateInText[];
  /** NaN if it could not be measured; `holds` is false then. */
  readonly value: number;
  /** `share` is 0 to 1; `us` is µs; `rtt` is round trips; `count`, `bytes`, `packets` are plain numbers. */
  readonly unit: 'share' | 'us' | 'count' | 'bytes' | 'packets' | 'rtt';
  /** What a trace without the finding shows, as text; empty in an older digest. */
  readonly normal: string;
  /** What the value must reach (or stay below), as text with the figure. */
  readonly threshold: string;
  readonly holds: boolean;
  /** False for supporting evidence that the finding does not require. */
  readonly needed: boolean;
  /** One of the rows, four at most, that decide: they are shown first, the others on demand. */
  readonly deciding: boolean;
  /** Id of the panel that shows it; null for none. */
  readonly panel: string | null;
}

/**
 * What a step of a close-up claims of the trace at its time (`close-up/steps.ts` finds them). A test holds each against
 * the columns.
 */
export type CloseUpKind =
  | 'ack'
  | 'late-ack'
  | 'no-ack'
  | 'quiet'
  | 'nothing-in-flight'
  | 'send'
  | 'receive'
  | 'loss'
  | 'pto'
  | 'ce-mark'
  | 'window-cut'
  | 'window-grown'
  | 'window-held'
  | 'window-full'
  | 'above-window'
  | 'boundary-moved'
  | 'state'
  | 'limited'
  | 'drift'
  | 'divergence'
  | 'closed'
  | 'path';

/** One numbered step: their numbers are their places in the list, from 1. */
export interface CloseUpStep {
  /** Whole µs. */
  readonly timeUs: number;
  readonly kind: CloseUpKind;
  /** Our own words and figures, without any text of the log. */
  readonly text: string;
}

/** A few round trips that show the mechanism of a finding, with two to six steps in order of time. Whole µs. */
export interface CloseUp {
  readonly fromUs: number;
  readonly toUs: number;
  readonly steps: readonly CloseUpStep[];
}

/** What a finding cost by the account of time, whole µs: while it held, the time in which what its rule stands for held the sender. */
export interface Cost {
  readonly heldUs: number;
  /** In which the path stood idle for it, beyond what any sender needs; null where the path's rate is not known. */
  readonly lostUs: number | null;
  /** Share of that in which the rate is proved, 0 to 1 in steps of 0.001; below 1 at least so much is lost. */
  readonly provedShare: number;
}

/**
 * How much sooner the same data arrives in a closed-loop run without the defect. The text includes the assumptions. Of a digest
 * before version 9 it may be an open-loop estimate, as its text says.
 */
export interface ClosedLoopCost {
  /** What more arrives in the same time, and the time lost, µs. Bytes are NaN if what was left to send is not known. */
  readonly bytes: number;
  readonly us: number;
  readonly words: string;
}

/**
 * What happened around a finding. Times are µs on the trace's clock; NaN where the trace does not show it, as the loss of
 * one that had none before.
 */
export interface Course {
  /** Payload that arrived while the finding held, and as long before it, or as long as the trace is. */
  readonly arrivedBytes: number;
  readonly beforeUs: number;
  readonly beforeBytes: number;
  /** Highest rate over one round trip outside of the finding, bytes per second. */
  readonly highestRate: number;
  /** Longest time in the finding in which nothing arrived; 0 where the log shows that nothing was waited for. */
  readonly longestWaitUs: number;
  /** Packets lost in the finding, those at its start left out: they set it off. */
  readonly lostPackets: number;
  readonly lastLossUs: number;
  /** The last time before the finding at which the window fell. */
  readonly reducedUs: number;
  readonly reducedFromBytes: number;
  readonly reducedToBytes: number;
}

export interface Explanation {
  readonly key: string;
  readonly title: string;
}

/**
 * A defect that is known of the implementation which wrote the log, shown by a finding. The texts are our own; the
 * version is dotted numbers only.
 */
export interface KnownDefect {
  readonly implementation: string;
  /** As the log names it, `0.26.0`; null where it names none. */
  readonly version: string | null;
  /** `affected`: the version is before the fix. `fixed`: it has the fix. `not-known`: one of the two versions is not known. */
  readonly standing: 'affected' | 'fixed' | 'not-known';
  /** `before 0.26.1`; null where it is not known. */
  readonly versions: string | null;
  readonly fixedIn: string | null;
  /** `pull request 2370`, of the implementation. */
  readonly reference: string;
  /** All of this as one sentence. */
  readonly words: string;
}

export interface Finding {
  /** Unique in the trace: detector id and a running number. */
  readonly key: string;
  readonly id: string;
  readonly title: string;
  readonly severity: Severity;
  readonly startUs: number;
  readonly endUs: number;
  /** Each time that it came, the finding's own among them, the longest of many; left out for one, and of a digest. */
  readonly times?: readonly { readonly startUs: number; readonly endUs: number }[];
  /**
   * What the picture says at its place: a few plain words with figures, parts separated by commas, the first one alone
   * says it; left out where title and duration do.
   */
  readonly label?: string;
  /** One sentence with figures. */
  readonly verdict: string;
  /** Names of states in `verdict`; left out for none. */
  readonly statesInVerdict?: readonly StateInText[];
  /** 0 to 1: how sure the rule is of it, 1 where the log itself says it, less where it is inferred; no share of the rows. */
  readonly confidence: number;
  readonly variant: string | null;
  /** How it ended (`lead-used-up`, `not-drained`, `trace-ended`, `unknown`); null where not applicable. */
  readonly exit: string | null;
  /** The rule that causes it, an id of the models' idle rules; null if none is proven. */
  readonly cause: string | null;
  /** Left out where no defect that it shows is known of the implementation. */
  readonly knownDefect?: KnownDefect;
  /** Null where the trace has no account, or the rule stands for nothing that holds a sender. */
  readonly cost: Cost | null;
  /** Null where nobody asked for it, and where no run is near the trace. */
  readonly closedLoop: ClosedLoopCost | null;
  /** Left out of findings of severity info. */
  readonly course?: Course;
  /** The finding that brings it about; left out for none. */
  readonly explainedBy?: Explanation;
  readonly evidence: readonly Evidence[];
  /** Null where the finding has no place in the trace, or a digest left it out. */
  readonly closeUp: CloseUp | null;
  /** Why it matters, with the reference. */
  readonly why: string;
  /** What to examine next, and the ids of the panels that show it, in the finding's range. */
  readonly next: string;
  readonly panels: readonly string[];
}

/** A rule that could not be applied because the trace lacks its input: its silence does not mean "no defect". */
export interface NotJudged {
  readonly id: string;
  readonly title: string;
  readonly reason: string;
}

/**
 * A rule that was applied and found nothing: where the trace came closest (NaN twice if nothing was close), and which
 * conditions failed there.
 */
export interface NotFound extends Pick<Finding, 'id' | 'title' | 'startUs' | 'endUs' | 'evidence'> {
  /** One sentence: which condition failed, with its figure. */
  readonly reason: string;
}

export interface Verdicts {
  /** By what they cost (verdicts/order.ts), causes before effects. */
  readonly findings: readonly Finding[];
  /** What is said of the trace and is no finding: lines of its summary and of its quality. */
  readonly remarks: readonly Finding[];
  readonly notJudged: readonly NotJudged[];
  /** Looked for when it is asked for first. */
  readonly notFound: readonly NotFound[];
}
