/**
 * What the host of the page configured beside it, fetched when it is first asked for. A page without the file, or where it
 * cannot be read, has no store and is embedded by nobody; why is kept for whoever wants the store.
 */
import { ANSWER_BYTES } from '../../engine/bytes/answer-limits';
import { RemoteFailure } from '../../engine/bytes/errors';
import { request } from '../../engine/bytes/remote-request';
import type { HostConfig, ReadConfig } from '../../sharing/host/config';
import { CONFIG_FILE } from '../../sharing/host/policy';
import type { AppState } from './app-state';
import type { FeatureState } from './feature-states';

const MAX_WAIT_MS = 15_000;
const NOTHING: HostConfig = { store: null, embedOrigins: [], publicUrl: null, links: null };

/** Loaded with what asks for it first. */
export const hostConfig: FeatureState<AppState, HostConfigFile> = { create: () => new HostConfigFile() };

class HostConfigFile {
  #reading: Promise<ReadConfig> | null = null;

  /** Never rejects. Where the file could not be fetched, the next call tries again. */
  async read(): Promise<ReadConfig> {
    this.#reading ??= this.#fetch();
    return this.#reading;
  }

  async load(): Promise<HostConfig> {
    return (await this.read()).config;
  }

  async #fetch(): Promise<ReadConfig> {
    try {
      const [{ readConfig }, text] = await Promise.all([
        import('../../sharing/host/config'),
        fetchText(new URL(CONFIG_FILE, document.baseURI)),
      ]);
      return text === null
        ? { config: NOTHING, problems: [`There is no ${CONFIG_FILE} beside this page.`] }
        : readConfig(text, document.baseURI);
    } catch (error) {
      this.#reading = null;
      const words = `${CONFIG_FILE} could not be fetched from the server of this page`;
      const why = error instanceof RemoteFailure ? `: ${error.message}` : '';
      return { config: NOTHING, problems: [`${words}${why}.`] };
    }
  }
}

/** @returns null where there is no such file. */
async function fetchText({ href }: URL): Promise<string | null> {
  const init = { cache: 'no-cache', signal: AbortSignal.timeout(MAX_WAIT_MS) } as const;
  try {
    return await (await request(href, init)).textAtMost(ANSWER_BYTES.config);
  } catch (error) {
    if (error instanceof RemoteFailure && error.status === 404) return null;
    throw error;
  }
}
