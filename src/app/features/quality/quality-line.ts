/** The closed line of the trace quality. */
import { lossWords } from '../../../drawing/panels/words';
import { plural } from '../../../engine/base/text/figures';
import { LOG_REMARK } from '../../../engine/base/text/remarks';
import type { TraceQuality } from '../../../engine/reading/contract/quality';
import type { Message, Snapshot } from '../../../engine/reading/contract/snapshot';

/** Messages that are reported here: that about a receiver's trace is shown above the panels already. */
export function qualityNotes({ messages }: Pick<Snapshot, 'messages'>): readonly Message[] {
  return messages.filter(({ level, kind }) => level === 'note' && kind !== 'receiver');
}

/** What lacks, for the closed line, which says how many there are: the most important first, what has no room is left out. */
export function qualityLine({ summary, messages, quality, phase, remarks }: Snapshot): readonly string[] {
  const notes = qualityNotes({ messages }).length;
  const faults = remarks.find(({ id }) => id === LOG_REMARK)?.evidence.length ?? 0;
  const missing = phase === 'ready' && summary.side === 'sender' ? missingWords(summary, quality) : null;
  return [
    summary.skippedRecords === 0 ? null : `${plural(summary.skippedRecords, 'record')} skipped`,
    notes === 0 ? null : plural(notes, 'message'),
    faults === 0 ? null : plural(faults, 'fault'),
    lossesLine(summary),
    missing,
    phase === 'ready' && summary.side === 'sender' && quality?.decode.received.withAckRanges === 0
      ? 'no ACKs logged'
      : null,
    quality?.decode.resolution === '1 ms' ? 'clock resolution 1 ms' : null,
  ].filter((word) => word !== null);
}

function lossesLine({ lossesKnown, lossMethod }: Snapshot['summary']): string | null {
  if (!lossesKnown) return 'losses not known';
  return ['logged', 'counted'].includes(lossMethod) ? null : `losses ${lossWords(lossMethod)}`;
}

function missingWords(summary: Snapshot['summary'], quality: TraceQuality | null): string | null {
  if (quality === null || summary.states.length > 0) return null;
  return 'no congestion states logged';
}
