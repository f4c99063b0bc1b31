/**
 * Opens the files that a link waits for from their copies on this device; those without a copy are asked for. Opened
 * traces are compared with the link and get its view in `navigation/opened-traces.ts`, like files that the user opens.
 */
import { fingerprintsOf } from '../../../sharing/link/state';
import type { AppState } from '../../state/app-state';
import type { FeatureState } from '../../state/feature-states';
import type { PendingTrace } from '../traces/pending-traces';
import { localCopies, type TakenCopy } from './local-copies';

export const pendingCopies: FeatureState<AppState, PendingCopies> = {
  create: (app) => new PendingCopies(app),
};

export class PendingCopies {
  readonly #app: AppState;
  readonly #looked = new WeakSet<PendingTrace>();

  constructor(app: AppState) {
    this.#app = app;
  }

  /** Looks for copies of all files that were not looked for yet. Never rejects. @returns those of which there is none. */
  async open(): Promise<readonly PendingTrace[]> {
    const all = this.#app.linkRequest.get()?.pending ?? [];
    const wanted = all.filter((one) => one.state === 'looking-for-copy' && !this.#looked.has(one));
    for (const one of wanted) this.#looked.add(one);
    const copies = await Promise.all(wanted.map((one) => this.#take(one)));
    this.#openAll(wanted, copies);
    return wanted.filter((_, i) => copies[i] === null);
  }

  /** Copies of all files of a trace; null where one is missing. */
  async #take({ ref }: PendingTrace): Promise<readonly TakenCopy[] | null> {
    return ref.kind === 'file' ? this.#app.feature(localCopies).takeAll(fingerprintsOf(ref)) : null;
  }

  /** Opens them in the order of the link; the file that the link shows, or that was shown before, is shown. */
  #openAll(wanted: readonly PendingTrace[], copies: readonly (readonly TakenCopy[] | null)[]): void {
    const { linkRequest, files } = this.#app;
    const request = linkRequest.get();
    let target = files.shownFile;
    for (const [i, ofTrace] of copies.entries()) {
      const one = wanted[i];
      if (ofTrace === null || one === undefined) continue;
      // The link was dismissed meanwhile, or another one is followed.
      if (request?.pending.includes(one) !== true) for (const { release } of ofTrace) release();
      else {
        const [file = null] = ofTrace.map((copy) => this.#app.feature(localCopies).open(copy));
        if (target === null || one.ref === request.link.traces[request.link.shown]) target = file;
      }
    }
    if (target !== null && target !== files.shownFile) files.show(target);
  }
}
