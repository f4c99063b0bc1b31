/** The `config.json` beside the page, fetched. Loaded with the first that asks for it. */
import { ANSWER_BYTES } from '../../engine/input/bytes/answer-limits';
import { RemoteFailure } from '../../engine/input/bytes/errors';
import { request } from '../../engine/input/bytes/remote-request';
import { NO_CONFIG, type ReadConfig, readConfig } from '../../sharing/host/config';
import { CONFIG_FILE } from '../../sharing/host/policy';

const MAX_WAIT_MS = 15_000;

/** What it says, or why it could not be fetched; a missing file is a configuration that says nothing. */
export type FetchedConfig = ReadConfig | { readonly failure: string };

/** Never rejects. */
export async function fetchConfig(): Promise<FetchedConfig> {
  try {
    const { href } = new URL(CONFIG_FILE, document.baseURI);
    const answer = await request(href, { cache: 'no-cache', signal: AbortSignal.timeout(MAX_WAIT_MS) });
    return readConfig(await answer.textAtMost(ANSWER_BYTES.config), document.baseURI);
  } catch (error) {
    if (error instanceof RemoteFailure && error.status === 404)
      return { config: NO_CONFIG, problems: [`There is no ${CONFIG_FILE} beside this page.`] };
    return { failure: error instanceof RemoteFailure ? error.message : 'it did not answer in time' };
  }
}
