/**
 * What the host of the page configured beside it, fetched when it is first asked for. A page without the file, or where it
 * cannot be read, has no store and is embedded by nobody; why is kept for whoever wants the store.
 */
import type { HostConfig, ReadConfig } from '../../sharing/host/config';
import type { AppState } from './app-state';
import type { FeatureState } from './feature-states';

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
    const part = await import('./fetch-config').catch(() => null);
    const fetched = await part?.fetchConfig();
    if (fetched !== undefined && !('failure' in fetched)) return fetched;
    this.#reading = null;
    const why = fetched === undefined ? '' : `: ${fetched.failure}`;
    return {
      config: NOTHING,
      problems: [`config.json could not be fetched from the server of this page${why}.`],
    };
  }
}
