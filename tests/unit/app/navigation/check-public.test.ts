/** What is said of a public address that was looked at: wrong only where something was read that shows it. */
import { afterEach, expect, it, vi } from 'vitest';
import { checkPublic } from '../../../../src/app/navigation/check-public.ts';
import { LINK_VERSION } from '../../../../src/sharing/link/state.ts';

const PAGE = 'https://qlogscope.dev/tools/';
const answers =
  (text: string, status = 200) =>
  async (url: URL | RequestInfo, init?: RequestInit) => {
    expect(`${url}`).toBe(`${PAGE}config.json`);
    expect(init).toMatchObject({ credentials: 'omit', redirect: 'manual', referrerPolicy: 'no-referrer' });
    return new Response(text, { status });
  };
const fails = async (): Promise<Response> => {
  throw new TypeError('Failed to fetch');
};

afterEach(() => {
  vi.unstubAllGlobals();
});

it.each([
  ['this version', answers(`{"version":1,"links":${LINK_VERSION}}`), 'right', 'opens the links'],
  ['a newer one', answers(`{"version":1,"links":${LINK_VERSION + 1}}`), 'right', 'opens the links'],
  ['one that does not say its version', answers('{"version":1}'), 'right', 'A qlogscope is at'],
  [
    'an older one',
    answers(`{"version":1,"links":${LINK_VERSION - 1}}`),
    'older',
    `up to version ${LINK_VERSION - 1}`,
  ],
  ['a page for every address', answers('<!doctype html>'), 'wrong', 'no config.json of a qlogscope'],
  ['other JSON', answers('null'), 'wrong', 'no config.json of a qlogscope'],
  ['nothing there', answers('', 404), 'wrong', 'no qlogscope is there'],
  ['a sign-in', answers('', 401), 'not-checked', 'Not checked: qlogscope.dev answered 401'],
  [
    'another address',
    answers('', 302),
    'not-checked',
    'Not checked: qlogscope.dev leads on to another address.',
  ],
  ['a server that fails', answers('', 503), 'not-checked', 'Not checked: qlogscope.dev answered 503'],
  ['no answer that may be read', fails, 'not-checked', 'Links to it may well be right'],
] as const)('%s', async (_, fetchIt, result, words) => {
  vi.stubGlobal('fetch', fetchIt);
  const checked = await checkPublic(PAGE);
  expect(checked.result).toBe(result);
  expect(checked.words).toContain(words);
});

it('plain http, where the policy lets no page connect, is not asked', async () => {
  const asked = vi.fn(fails);
  vi.stubGlobal('fetch', asked);
  expect(await checkPublic('http://qlog.corp/')).toMatchObject({
    result: 'not-checked',
    words: expect.stringContaining('plain http'),
  });
});
