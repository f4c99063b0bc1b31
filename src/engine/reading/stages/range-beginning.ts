/**
 * An exported range says in its header in which state it begins. What resumes that state is fetched where the first bytes of a
 * text tell of a range; a range that is read without it begins as a log that was switched on late.
 */
import { type JsonObject, RANGE_KEY } from '../../../qlog-schema';
import type { Replay } from '../../sender/transport/replay';

/** Null until it has been fetched. */
let resumption: typeof import('../../sender/transport/resume') | null = null;

/** The header of an export is shorter, apart from the packets in it. */
const HEAD_BYTES = 4096;

/** Fetches it where a text needs it. Never rejects. @param head first bytes of the text; all of it is fetched for null. */
export async function fetchResumption(head: Uint8Array | null): Promise<void> {
  if (head !== null && !new TextDecoder().decode(head.subarray(0, HEAD_BYTES)).includes(RANGE_KEY)) return;
  resumption ??= await import('../../sender/transport/resume').catch(() => null);
}

/** @param range as in the header. @param replay before its first event. */
export function beginAt(range: JsonObject, { beginning }: Replay): void {
  resumption?.resume(range, beginning);
}
