/**
 * Order of connections: by worst finding, then by bytes sent. The chooser lists in
 * this order, and of several files opened together the first is shown. Findings come from the detectors, groups from
 * `connection-groups.ts`; `file-list.ts` shows the file.
 */
import { mostSevere, SEVERITIES } from '../../../engine/base/text/severities';
import type { ConnectionSummary } from '../../../engine/reading/contract/quality';
import type { ConnectionEntry, ConnectionGroup } from './connection-groups';
import type { OpenFile } from './open-file';

type Worst = ConnectionSummary['worst'];

/** Below 0 where `a` is worse than `b`; no finding comes last. */
function byFinding(a: Worst, b: Worst): number {
  const rank = (worst: Worst): number => (worst === null ? SEVERITIES.length : SEVERITIES.indexOf(worst));
  return rank(a) - rank(b);
}

function byEntry({ summary: a }: ConnectionEntry, { summary: b }: ConnectionEntry): number {
  return byFinding(a.worst, b.worst) || b.sentBytes - a.sentBytes;
}

/**
 * Sorts by worst finding, then bytes sent, within a group and among groups; a group ranks by its best entry, so that
 * the logs of one connection stay together. Equals stay in their order.
 */
export function rankedGroups(groups: readonly ConnectionGroup[]): readonly ConnectionGroup[] {
  const sorted = groups.map(({ id, entries }) => ({ id, entries: [...entries].sort(byEntry) }));
  return sorted.sort(({ entries: [a] }, { entries: [b] }) =>
    a === undefined || b === undefined ? 0 : byEntry(a, b),
  );
}

/**
 * Of several files the one to show, by the trace that the tab of each shows: the worst finding, then a sender before a
 * receiver, then most bytes sent; the first of equals.
 * @returns null where none of them could be read.
 */
export function bestFile(files: readonly OpenFile[]): OpenFile | null {
  let best: Candidate | null = null;
  for (const file of files) {
    const candidate = candidateOf(file);
    if (candidate !== null && (best === null || byCandidate(candidate, best) < 0)) best = candidate;
  }
  return best?.file ?? null;
}

interface Candidate {
  readonly file: OpenFile;
  readonly worst: Worst;
  readonly sends: boolean;
  readonly sentBytes: number;
}

function candidateOf(file: OpenFile): Candidate | null {
  const snapshot = file.current.snapshot.get();
  if (snapshot === null || file.state !== 'ready') return null;
  const { findings, summary } = snapshot;
  return {
    file,
    worst: mostSevere(findings),
    sends: summary.side === 'sender',
    sentBytes: summary.sentBytes,
  };
}

function byCandidate(a: Candidate, b: Candidate): number {
  return byFinding(a.worst, b.worst) || Number(b.sends) - Number(a.sends) || b.sentBytes - a.sentBytes;
}
