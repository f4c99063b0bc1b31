/**
 * Starts, once after the page's first paint, the recorder of recent traces and the offline support; and the actions
 * of the open screen and the lines. What is kept, and how, is left to `trace-recorder.ts`.
 */
import { fingerprintsOf } from '../../../sharing/link/state';
import { filePicker } from '../../controls/open-button';
import { pageLinks } from '../../navigation/page-link';
import type { AppState } from '../../state/app-state';
import { loadCopies } from '../../state/device/load-copies';
import type { RecentTrace } from '../../state/device/recent-trace';
import type { FeatureState } from '../../state/feature-states';
import { createStore, type Store } from '../../state/store';
import { startOffline } from './offline';
import { openFor, reopen } from './reopen';
import { TraceRecorder } from './trace-recorder';
import type { ViewOffer } from './view-offer';

const NOT_FORGOTTEN =
  'Nothing was forgotten: a part of this page could not be fetched from its server. Reload the page.';

export const recentsStart: FeatureState<AppState, RecentsStart> = { create: (app) => new RecentsStart(app) };

export class RecentsStart {
  readonly viewOffer: Store<ViewOffer | null> = createStore<ViewOffer | null>(null);
  /** Activates the new version of the page and reloads; null while there is none. */
  readonly newVersion: Store<(() => void) | null> = createStore<(() => void) | null>(null);
  readonly #app: AppState;
  #recorder: TraceRecorder | null = null;

  constructor(app: AppState) {
    this.#app = app;
  }

  /** The recorder of the page, created on the first call. Null where the code of the page's links cannot be loaded. */
  async start(): Promise<TraceRecorder | null> {
    const address = await this.#app.feature(pageLinks).start();
    if (this.#recorder === null && address !== null) {
      const { origins, follower } = address;
      this.#recorder = new TraceRecorder(this.#app, this.viewOffer, origins, follower);
      void this.#app.activity.whileBusy(this.#recorder.refresh());
      this.#app.feature(filePicker).keepHandles();
      startOffline(this.newVersion);
    }
    return this.#recorder;
  }

  /** Opens a recent trace again, with its view. Call it in the click handler itself (user activation). */
  reopen(recent: RecentTrace): void {
    const app = this.#app;
    void app
      .feature(pageLinks)
      .start()
      .then((address) => {
        if (address !== null)
          void app.activity.whileBusy(reopen(app, recent, address.origins, address.follower));
      });
  }

  /** Opens the file that the page's link asks for. @returns why it could not be opened, as a sentence; null where it was. */
  openFile(recent: RecentTrace): Promise<string | null> {
    return this.#app.activity.whileBusy(openFor(this.#app, recent));
  }

  /** Deletes one trace, and the copies of its files. @returns false where the browser refuses. */
  async forget(recent: RecentTrace): Promise<boolean> {
    const { ref } = recent;
    if (ref.kind === 'file' && this.#app.choices.get().keepCopies) {
      const copies = await loadCopies(this.#app).catch(() => null);
      if (copies === null) this.#app.recents.update((recents) => ({ ...recents, words: NOT_FORGOTTEN }));
      // Where the copy cannot be deleted, its trace stays listed.
      if (copies === null || !(await copies.forgetFiles(fingerprintsOf(ref)))) return false;
    }
    return (await (await this.start())?.forget(recent.key)) ?? false;
  }

  /** Undoes `forget`. @returns false where the browser refuses. */
  async restore(recent: RecentTrace): Promise<boolean> {
    return (await (await this.start())?.restore(recent)) ?? false;
  }

  /** Deletes everything, copies of files too, and reloads the page without a link. Rejects where the browser refuses. */
  async forgetEverything(): Promise<void> {
    await (await this.start())?.forgetAll();
    await (await loadCopies(this.#app)).forgetAll();
    location.replace(`${location.pathname}${location.search}`);
  }
}
