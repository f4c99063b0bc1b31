/**
 * Defects of implementations that a finding shows, and how the version that a log names stands to them. The trace
 * outranks the table: that a sender has a defect is shown by what it did, never by its version. A defect of which no
 * finding is the sign has no entry: flat windows under BBR (quiche issue 2496, picoquic issue 2118) are not distinguished from an
 * estimate, and one after a collapse (xquic pull request 939) not from another; Linux writes no qlog.
 *
 * Not here: the proof of an idle rule (death-spiral/cause.ts, conditions/idle-rule-proof.ts).
 */
import { compareVersions } from '../../../qlog-schema';
import type { IdleRule } from '../../sender/congestion';
import type { Finding, KnownDefect } from '../finding/finding';
import type { Writer } from '../rule/rule-input';

interface Entry {
  /** As `qlog-schema/implementations.ts` names it. */
  readonly implementation: string;
  /** Affected versions; null where they are not known. */
  readonly versions: string | null;
  /** Null where it does not depend on the controller. */
  readonly controller: 'CUBIC' | null;
  /** The cause of the findings that show it; else `finding` is the id of those that do. */
  readonly idleRule: IdleRule | null;
  readonly finding: string | null;
  /** Variant of that finding; null for the one without. */
  readonly variant: string | null;
  /** The first version with the fix; null where none is known. */
  readonly fixedIn: string | null;
  readonly reference: string;
}

export const KNOWN_DEFECTS: readonly Entry[] = [
  {
    implementation: 'quiche',
    // The first version with the defect is not known.
    versions: 'before 0.26.1',
    controller: 'CUBIC',
    idleRule: 'shift-from-last-send',
    finding: null,
    variant: null,
    fixedIn: '0.26.1',
    reference: 'pull request 2370',
  },
  {
    implementation: 'quicly',
    versions: null,
    controller: 'CUBIC',
    idleRule: 'shift-from-last-send',
    finding: null,
    variant: null,
    fixedIn: null,
    reference: 'pull request 380',
  },
  {
    implementation: 'quiche',
    versions: null,
    controller: null,
    idleRule: null,
    finding: 'persistent-congestion-missed',
    variant: null,
    fixedIn: null,
    reference: 'issue 2680',
  },
  {
    // Its floor is the initial window: PROBE_RTT waits for a flight below half of the BDP, which may be less.
    implementation: 'quiche',
    versions: null,
    controller: null,
    idleRule: null,
    finding: 'state-dwell',
    variant: 'probe-rtt-at-floor',
    fixedIn: null,
    reference: 'issue 2698',
  },
  {
    // The first packets of a burst, before it fills the window, counted as limited by the application.
    implementation: 's2n-quic',
    versions: null,
    controller: 'CUBIC',
    idleRule: null,
    finding: 'stuck-window',
    variant: null,
    fixedIn: null,
    reference: 'pull request 947',
  },
  {
    // Recovery ended at the first ACK, so that each ACK that shows a loss of one flight cut again.
    implementation: 'zquic',
    versions: null,
    controller: null,
    idleRule: null,
    finding: 'multiple-reductions',
    variant: null,
    fixedIn: null,
    reference: 'pull request 175',
  },
];

/** A release: `3.5` may be an amount in a title, and the numbers of an address are four. */
const RELEASE = /^\d{1,6}\.\d{1,6}\.\d{1,6}$/;

function standingOf({ fixedIn }: Entry, version: string | null): KnownDefect['standing'] {
  if (version === null || fixedIn === null) return 'not-known';
  return compareVersions(version, fixedIn) < 0 ? 'affected' : 'fixed';
}

function wordsOf(entry: Entry, version: string | null): string {
  const { implementation, versions, controller, fixedIn, reference } = entry;
  switch (standingOf(entry, version)) {
    case 'affected':
      return `${implementation} ${version} is affected; fixed in ${fixedIn}, ${reference}.`;
    case 'fixed':
      return `${implementation} ${version} has the fix of ${fixedIn}; this sender behaves as if it were off (${reference}).`;
    case 'not-known':
      return versions === null
        ? `${controller === null ? '' : `${controller} of `}${implementation} is known for it (${reference}); no version with a fix is known.`
        : `${implementation} ${versions} is affected (${reference}); the log does not name the version.`;
  }
}

/**
 * The defect that is known of an implementation and shown by a finding.
 * @param writer the implementation as the log names it; undefined where it names none.
 * @returns null where none is known.
 */
export function knownDefectOf(
  { id, cause, variant }: Pick<Finding, 'id' | 'cause' | 'variant'>,
  writer: Writer | undefined,
): KnownDefect | null {
  const entry = KNOWN_DEFECTS.find(
    (entry) =>
      entry.implementation === writer?.name &&
      (entry.idleRule === null
        ? entry.finding === id && entry.variant === variant
        : entry.idleRule === cause),
  );
  if (entry === undefined) return null;
  const { implementation, versions, fixedIn, reference } = entry;
  const named = writer?.version ?? '';
  const version = RELEASE.test(named) ? named : null;
  return {
    implementation,
    version,
    versions,
    fixedIn,
    reference,
    standing: standingOf(entry, version),
    words: wordsOf(entry, version),
  };
}

export function withKnownDefect(finding: Finding, writer: Writer | undefined): Finding {
  const knownDefect = knownDefectOf(finding, writer);
  return knownDefect === null ? finding : { ...finding, knownDefect };
}
