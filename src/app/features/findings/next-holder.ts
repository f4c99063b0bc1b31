/** Steps through what held the sender. */
import { heldKey } from '../../../engine/reading/contract/stretches';
import type { OpenTrace } from '../../state/traces/open-trace';

/** Chooses what held the sender: the main answer first, then part by part. */
export function nextHolder(trace: OpenTrace): void {
  const account = trace.snapshot.get()?.summary.account;
  if (account?.main == null) return;
  const main = heldKey(account.main);
  const keys = [main, ...account.parts.map(heldKey).filter((key) => key !== main)];
  const at = keys.indexOf(trace.view.get().chosen ?? '');
  trace.choose(keys[(at + 1) % keys.length] ?? main);
}
