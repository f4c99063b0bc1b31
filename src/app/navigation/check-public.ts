/**
 * Looks, when the user asks, whether a qlogscope is at an address that links begin with: by the `config.json` beside it,
 * which our headers let every page read (`sharing/host/policy.ts`). What may not be read proves nothing.
 */
import { mayBeFetched } from '../../drawing/view/origin';
import { ANSWER_BYTES } from '../../engine/input/bytes/answer-limits';
import { RemoteFailure } from '../../engine/input/bytes/errors';
import { ask, type RemoteAnswer } from '../../engine/input/bytes/remote-answer';
import { FOREIGN } from '../../engine/input/bytes/remote-request';
import { CONFIG_FILE } from '../../sharing/host/policy';
import { LINK_VERSION } from '../../sharing/link/state';

const MAX_WAIT_MS = 15_000;

/** `not-checked` where nothing could be read, whatever the reason; `wrong` where what was read is no qlogscope's. */
export interface Checked {
  readonly result: 'right' | 'older' | 'wrong' | 'not-checked';
  /** A sentence. */
  readonly words: string;
}

const notChecked = (words: string): Checked => ({ result: 'not-checked', words: `Not checked: ${words}` });

/** @param page a public address, with `/` or a file's name at its end. Never rejects. */
export async function checkPublic(page: string): Promise<Checked> {
  const url = new URL(CONFIG_FILE, page);
  if (!mayBeFetched(url))
    return notChecked(`${url.host} is plain http, and this page may connect to other hosts by https only.`);
  const init: RequestInit = { ...FOREIGN, cache: 'no-store', signal: AbortSignal.timeout(MAX_WAIT_MS) };
  try {
    return await ask(url, init, (answer) => checkedAnswer(answer, url));
  } catch (error) {
    if (error instanceof RemoteFailure) return notChecked(`${error.message}.`);
    return notChecked(
      `${url.host} gave no ${url.pathname} that this page may read. It may not be reached from here, it may ask for a sign-in or lead on to another address, or it sends no Access-Control-Allow-Origin with that file, as qlogscope headers writes it. Links to it may well be right.`,
    );
  }
}

async function checkedAnswer(answer: RemoteAnswer, url: URL): Promise<Checked> {
  if (answer.status === 404)
    return {
      result: 'wrong',
      words: `${url.host} answers, and has no ${url.pathname}: no qlogscope is there.`,
    };
  if (answer.isRedirect) throw new RemoteFailure('redirected', url.host);
  if (!answer.isOk) return notChecked(`${url.host} answered ${answer.status}.`);
  return checkedConfig(await answer.textAtMost(ANSWER_BYTES.config), url);
}

function checkedConfig(text: string, url: URL): Checked {
  let value: unknown = null;
  try {
    value = JSON.parse(text);
  } catch {
    // What is no JSON is no configuration.
  }
  const { version, links } = (value ?? {}) as { readonly version?: unknown; readonly links?: unknown };
  if (typeof version !== 'number')
    return {
      result: 'wrong',
      words: `What ${url.host} has at ${url.pathname} is no config.json of a qlogscope.`,
    };
  if (typeof links !== 'number') return { result: 'right', words: `A qlogscope is at ${url.host}.` };
  if (links < LINK_VERSION)
    return {
      result: 'older',
      words: `The qlogscope at ${url.host} is older: it opens links up to version ${links}, and this page writes some of version ${LINK_VERSION}. Of newer links it shows what it knows.`,
    };
  return { result: 'right', words: `A qlogscope is at ${url.host}, and it opens the links of this page.` };
}
