/**
 * The order of findings: a connection that failed first, then by what they cost by the account of time, and a cause before what it
 * brings about. A rule sees one effect at a time; which finding explains which follows from the mechanism, and from the time at which
 * both hold. Severity is a label: it orders those that cost nothing, and all of a trace without an account.
 */
import { ABOUT_AS_MUCH, isFailedConnection } from '../../base/text/severities';
import type { Finding, Severity } from '../finding/finding';
import { MOSTLY_PROVED } from '../finding/proof';

const SEVERITY_ORDER: { readonly [severity in Severity]: number } = { critical: 0, warning: 1, info: 2 };

/** What a sender does against its own rules: of two that cost about the same it comes first, as it can be mended. */
// biome-ignore format: a table
const DEFECTS: readonly string[] = [
  'death-spiral', 'stuck-window', 'state-dwell', 'recovery-without-loss', 'multiple-reductions', 'cut-factor',
  'persistent-congestion-missed',  'probe-missing', 'idle-inflation', 'inflight-overshoot', 'accounting-mismatch',
];

function isDefect({ id, severity }: Finding): boolean {
  return severity !== 'info' && DEFECTS.includes(id);
}

/** Time lost, or held where that is not known, µs; more for a defect. */
function weightOf(finding: Finding): number {
  const { heldUs = 0, lostUs = 0, provedShare = 1 } = finding.cost ?? {};
  const costUs = lostUs === null || provedShare < MOSTLY_PROVED ? heldUs : lostUs;
  return costUs * (isDefect(finding) ? ABOUT_AS_MUCH : 1);
}

/** A cause explains what stands in it for at least this share of its time. */
const MIN_SHARE = 0.5;

interface Effects {
  readonly cause: string;
  readonly of: readonly string[];
  /** The mechanism acts in the whole trace, not only while the cause is found. */
  readonly inWholeTrace?: true;
}

/** Ids of rules. What begins a chain stands first: of several causes the first one explains a finding. */
const EFFECTS: readonly Effects[] = [
  // Both are the recovery boundary ahead of the sends (congestion.md §2): with a flat window, and between losses.
  { cause: 'death-spiral', of: ['recovery-without-loss'], inWholeTrace: true },
  // One failure: the close says why the handshake failed. Where nobody answers, timers expire.
  { cause: 'handshake-failed', of: ['closed-with-error', 'pto-storm'] },
  // What is too large for the path never arrives, so that the peer has nothing to answer. Critical is only what a connection failed by.
  { cause: 'mtu-black-hole', of: ['peer-gone'], inWholeTrace: true },
  { cause: 'mtu-black-hole', of: ['delivery-stall', 'pto-storm', 'persistent-congestion'] },
  // Nobody answers: timers expire, and what waits is never delivered.
  { cause: 'peer-gone', of: ['pto-storm', 'delivery-stall', 'persistent-congestion'] },
  // Nothing is delivered: timers expire, and packets that wait are declared lost.
  { cause: 'delivery-stall', of: ['pto-storm', 'persistent-congestion', 'spurious-loss'] },
  { cause: 'host-stall', of: ['pto-storm', 'spurious-loss'] },
  // A sender that may send no more waits until one side gives up (RFC 9000 §4.1).
  { cause: 'credit-not-renewed', of: ['flow-control-limited', 'idle-timeout', 'log-ends'] },
  // What ends the flight is why its sender seems to have no more.
  { cause: 'flight-constant', of: ['app-limited'] },
  // A token bucket without a queue drops the tail of every burst (RFC 2697 §3).
  { cause: 'policed', of: ['slow-start-overshoot', 'pto-storm', 'persistent-congestion', 'stuck-window'] },
  // Nothing is acknowledged for PTOs on end; once losses span long enough, congestion is persistent (RFC 9002 §7.6).
  { cause: 'pto-storm', of: ['persistent-congestion'] },
];

/** A connection that failed, then by time lost, then by time held, a defect first; of equals the most severe, the longest, the earliest. */
function byWeight(a: Finding, b: Finding): number {
  return (
    Number(isFailedConnection(b)) - Number(isFailedConnection(a)) ||
    weightOf(b) - weightOf(a) ||
    (b.cost?.heldUs ?? 0) - (a.cost?.heldUs ?? 0) ||
    SEVERITY_ORDER[a.severity] - SEVERITY_ORDER[b.severity] ||
    Number(isDefect(b)) - Number(isDefect(a)) ||
    b.endUs - b.startUs - (a.endUs - a.startUs) ||
    a.startUs - b.startUs
  );
}

/** Share of a finding's time in which another one holds: 0 to 1. */
function shareIn(cause: Finding, { startUs, endUs }: Finding): number {
  const sharedUs = Math.min(cause.endUs, endUs) - Math.max(cause.startUs, startUs);
  if (sharedUs < 0) return 0;
  return endUs > startUs ? sharedUs / (endUs - startUs) : 1;
}

/** The finding, at least as severe, that explains another; null for none. @param sorted by weight. */
function causeOf(effect: Finding, sorted: readonly Finding[]): Finding | null {
  for (const { cause, of, inWholeTrace } of EFFECTS) {
    if (!of.includes(effect.id)) continue;
    const worst = sorted.find(
      (finding) =>
        finding.id === cause &&
        SEVERITY_ORDER[finding.severity] <= SEVERITY_ORDER[effect.severity] &&
        (inWholeTrace === true || shareIn(finding, effect) >= MIN_SHARE),
    );
    if (worst !== undefined) return worst;
  }
  return null;
}

/** Findings by weight, each cause before what it explains. */
export function inOrder(findings: readonly Finding[]): readonly Finding[] {
  const sorted = [...findings].sort(byWeight);
  const causes = new Map(sorted.map((finding) => [finding, causeOf(finding, sorted)]));
  const placed = new Set<Finding>();
  const place = (finding: Finding): void => {
    const cause = causes.get(finding) ?? null;
    if (cause !== null && !placed.has(cause)) place(cause);
    placed.add(finding);
  };
  sorted.forEach(place);
  return [...placed].map((finding) => {
    const cause = causes.get(finding) ?? null;
    return cause === null ? finding : { ...finding, explainedBy: { key: cause.key, title: cause.title } };
  });
}
