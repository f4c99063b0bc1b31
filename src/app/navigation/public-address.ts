/**
 * Where others have this page: what the user set on this device, else what the host named in `config.json`. Links begin
 * with it (`sharing/link/shared-link.ts`).
 */
import type { HostConfig } from '../../sharing/host/config';
import type { PageAddress } from '../../sharing/link/shared-link';
import type { AppState } from '../state/app-state';
import type { FeatureState } from '../state/feature-states';
import { hostConfig } from '../state/host-config';

/** A link does not wait longer for `config.json`. */
const MAX_WAIT_MS = 1500;

export const publicAddress: FeatureState<AppState, PublicAddress> = {
  create: (app) => new PublicAddress(app),
};

class PublicAddress {
  readonly #app: AppState;
  #host: HostConfig | null = null;
  #waiting: Promise<void> | null = null;

  constructor(app: AppState) {
    this.#app = app;
  }

  /** Resolves once the host's configuration is read, or does not come in time. Never rejects. */
  ready(): Promise<void> {
    this.#waiting ??= this.#wait();
    return this.#waiting;
  }

  async #wait(): Promise<void> {
    const reading = this.#app
      .feature(hostConfig)
      .load()
      .then((read) => {
        this.#host = read;
      });
    await Promise.race([reading, new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))]);
  }

  /** The public address and who set it; null where nobody did. */
  get given(): { readonly url: string; readonly by: 'device' | 'host' } | null {
    const { publicUrl } = this.#app.choices.get();
    if (publicUrl !== null) return { url: publicUrl, by: 'device' };
    const url = this.#host?.publicUrl ?? null;
    return url === null ? null : { url, by: 'host' };
  }

  get page(): PageAddress {
    return { own: location.href, publicUrl: this.given?.url ?? null, store: this.#host?.store?.base ?? null };
  }

  /** @param url as `publicAddressOf` gives it; null for what the host named, or the page's own address. */
  set(url: string | null): void {
    this.#app.choices.update((current) => ({ ...current, publicUrl: url }));
  }
}
