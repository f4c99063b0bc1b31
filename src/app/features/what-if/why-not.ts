/** Why a trace cannot be run again at all, before the worker is asked: the button, the link on a finding, and the dialog. */
import type { Snapshot } from '../../../engine/reading/contract/snapshot';
import type { OpenTrace } from '../../state/traces/open-trace';

/** A sentence; null where the worker can be asked. */
export function whyNotAsked(
  { digest }: Pick<OpenTrace, 'digest'>,
  snapshot: Pick<Snapshot, 'phase' | 'summary'> | null,
): string | null {
  if (digest !== null) return 'A digest holds no packets to run again: open the trace itself.';
  if (snapshot?.phase !== 'ready') return 'It can be run again when the whole trace is read.';
  if (snapshot.summary.side === 'receiver')
    return 'A receiver’s log does not show the sender’s window: open the log of the other end.';
  return null;
}
