/** Which messages about a trace stand above its panels, and not in the folded trace quality. */
import type { Message, Snapshot } from '../../engine/reading/contract/snapshot';

/** What went wrong, and that the log is a receiver's: that matters for everything below. */
export function prominentMessages(snapshot: Pick<Snapshot, 'messages'> | null): readonly Message[] {
  return snapshot?.messages.filter(({ level, kind }) => level !== 'note' || kind === 'receiver') ?? [];
}
