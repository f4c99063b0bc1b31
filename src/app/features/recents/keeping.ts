/**
 * Starts what keeps traces on this device and what makes the page work offline, once, after the first paint, and hands
 * the open screen and the lines what they need of it. What is kept, and how, is the session's.
 */
import type { KeptTrace } from '../../state/keep/kept-trace';
import { whileBusy } from '../../state/trace-list';
import { startLinks } from '../links/page-link';
import { Keeper } from './keeper';
import { startOffline } from './offline';
import { pickWithHandles } from './pick-handles';
import { openFor, reopen } from './reopen';

let keeper: Keeper | null = null;

/** The one keeper of the page; it begins with the first call. Null where the page's links cannot be fetched. */
export async function startKeeping(): Promise<Keeper | null> {
  const address = await startLinks();
  if (keeper === null && address !== null) {
    keeper = new Keeper(address.origins, address.follower);
    void whileBusy(keeper.refresh());
    pickWithHandles();
    startOffline();
  }
  return keeper;
}

/** Opens a kept trace again, with its view. Call it in the click itself. */
export function reopenKept(kept: KeptTrace): void {
  void startLinks().then((address) => {
    if (address !== null) void whileBusy(reopen(kept, address.origins, address.follower));
  });
}

/** Opens the file that the link on the page asks for. @returns why it could not be, as a sentence. */
export function openKeptFile(kept: KeptTrace): Promise<string | null> {
  return whileBusy(openFor(kept));
}

/** Forgets everything, and begins the page anew, without a link. Rejects where the browser does not let it. */
export async function forgetEverything(): Promise<void> {
  await (await startKeeping())?.forgetAll();
  location.replace(`${location.pathname}${location.search}`);
}
