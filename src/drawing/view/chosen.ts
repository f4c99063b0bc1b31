/**
 * What is chosen of a trace, as the key that view and links hold: a finding by its own key, a part of the account as
 * `held.window.cutRandom`, a stream with the request on it as `stream.400`. One thing at a time; its stretches are shaded.
 */
import { withRemarks } from '../../engine/base/text/remarks';
import type { Snapshot } from '../../engine/reading/contract/snapshot';
import type { Subject } from '../../engine/reading/contract/stretches';
import { heldKey } from '../../engine/reading/contract/stretches';

export const streamKey = (streamId: number): string => `stream.${streamId}`;

export function subjectOf(key: string): Subject {
  const [, streamId] = /^stream\.(\d{1,16})$/.exec(key) ?? [];
  if (streamId !== undefined) return { kind: 'stream', streamId: Number(streamId) };
  return { kind: /^held\.[a-z]+(\.[a-z]+)?$/i.test(key) ? 'held' : 'finding', key };
}

/** What of a trace can be chosen, streams apart: they are looked for where one is chosen. */
export function keysOf(
  snapshot: Pick<Snapshot, 'findings' | 'remarks' | 'summary'> | null,
): readonly string[] {
  if (snapshot === null) return [];
  const { parts = [] } = snapshot.summary.account ?? {};
  return [...withRemarks(snapshot).map(({ key }) => key), ...parts.map(heldKey)];
}
