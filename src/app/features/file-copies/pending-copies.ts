/**
 * Opens the files that a link waits for from their copies on this device; those without a copy are asked for. Opened
 * traces are compared with the link and get its view in `features/links/opened-traces.ts`, like files that the user opens.
 */
import type { AppState } from '../../state/app-state';
import type { FeatureState } from '../../state/feature-states';
import { askFor, type PendingTrace } from '../../state/pending-traces';
import { copyKeeping, type TakenCopy } from './copy-keeping';

export const pendingCopies: FeatureState<AppState, PendingCopies> = {
  create: (app) => new PendingCopies(app),
};

export class PendingCopies {
  readonly #app: AppState;
  readonly #looked = new WeakSet<PendingTrace>();

  constructor(app: AppState) {
    this.#app = app;
  }

  /** Looks for copies of all files that were not looked for yet. Never rejects. */
  async open(): Promise<void> {
    const { linkRequest } = this.#app;
    const all = linkRequest.get()?.pending ?? [];
    const wanted = all.filter((one) => one.state === 'looking-for-copy' && !this.#looked.has(one));
    for (const one of wanted) this.#looked.add(one);
    const copies = await Promise.all(wanted.map((one) => this.#take(one)));
    this.#openAll(wanted, copies);
    const absent = wanted.filter((_, i) => copies[i] === null);
    linkRequest.update((request) => request && askFor(request, (one) => absent.includes(one)));
  }

  async #take({ ref }: PendingTrace): Promise<TakenCopy | null> {
    return ref.kind === 'file' ? this.#app.feature(copyKeeping).take(ref.fingerprint) : null;
  }

  /** Opens them in the order of the link; the file that the link shows, or that was shown before, is shown. */
  #openAll(wanted: readonly PendingTrace[], copies: readonly (TakenCopy | null)[]): void {
    const { linkRequest, files } = this.#app;
    const request = linkRequest.get();
    let target = files.shownFile;
    for (const [i, copy] of copies.entries()) {
      const one = wanted[i];
      if (copy === null || one === undefined) continue;
      // The link was dismissed meanwhile, or another one is followed.
      if (request?.pending.includes(one) !== true) copy.release();
      else {
        const file = this.#app.feature(copyKeeping).open(copy);
        if (target === null || one.ref === request.link.traces[request.link.shown]) target = file;
      }
    }
    if (target !== null && target !== files.shownFile) files.show(target);
  }
}
