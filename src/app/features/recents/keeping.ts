/**
 * What keeps traces on this device and what makes the page work offline, started once by the page after its first paint;
 * and what the open screen and the lines ask of it. What is kept, and how, is the session's (`keeper.ts`).
 */
import type { AppState } from '../../state/app-state';
import type { FeatureState } from '../../state/feature-states';
import type { KeptTrace } from '../../state/keep/kept-trace';
import type { OpenTrace } from '../../state/open-trace';
import { createStore, type Store } from '../../state/store';
import { pageLinks } from '../links/page-link';
import { Keeper } from './keeper';
import { startOffline } from './offline';
import { pickWithHandles } from './pick-handles';
import { openFor, reopen } from './reopen';

/** A trace that is open again, and what was looked at in it before: offered, not taken up unasked. */
export interface ViewOffer {
  readonly trace: OpenTrace;
  readonly kept: KeptTrace;
}

export const keeping: FeatureState<AppState, Keeping> = { create: (app) => new Keeping(app) };

export class Keeping {
  readonly viewOffer: Store<ViewOffer | null> = createStore<ViewOffer | null>(null);
  /** Takes the new version of the page up and loads it again; null while there is none. */
  readonly newVersion: Store<(() => void) | null> = createStore<(() => void) | null>(null);
  readonly #app: AppState;
  #keeper: Keeper | null = null;

  constructor(app: AppState) {
    this.#app = app;
  }

  /** The one keeper of the page; it begins with the first call. Null where the page's links cannot be fetched. */
  async start(): Promise<Keeper | null> {
    const address = await this.#app.feature(pageLinks).start();
    if (this.#keeper === null && address !== null) {
      const { origins, follower } = address;
      this.#keeper = new Keeper(this.#app, this.viewOffer, origins, follower);
      void this.#app.activity.whileBusy(this.#keeper.refresh());
      pickWithHandles(this.#app);
      startOffline(this.newVersion);
    }
    return this.#keeper;
  }

  /** Opens a kept trace again, with its view. Call it in the click itself. */
  reopen(kept: KeptTrace): void {
    const app = this.#app;
    void app
      .feature(pageLinks)
      .start()
      .then((address) => {
        if (address !== null)
          void app.activity.whileBusy(reopen(app, kept, address.origins, address.follower));
      });
  }

  /** Opens the file that the link on the page asks for. @returns why it could not be, as a sentence. */
  openFile(kept: KeptTrace): Promise<string | null> {
    return this.#app.activity.whileBusy(openFor(this.#app, kept));
  }

  /** Forgets one trace. @returns false where the browser does not let it. */
  async forget(kept: KeptTrace): Promise<boolean> {
    return (await (await this.start())?.forget(kept.key)) ?? false;
  }

  /** Takes back that a trace was forgotten. @returns false where the browser does not let it. */
  async bringBack(kept: KeptTrace): Promise<boolean> {
    return (await (await this.start())?.bringBack(kept)) ?? false;
  }

  /** Forgets everything, and begins the page anew, without a link. Rejects where the browser does not let it. */
  async forgetEverything(): Promise<void> {
    await (await this.start())?.forgetAll();
    location.replace(`${location.pathname}${location.search}`);
  }
}
