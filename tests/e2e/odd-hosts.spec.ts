/** Hosts that a user agreed to and that answer without end, or not at all: what the page takes of them, and what Cancel ends. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, type Page, test } from '@playwright/test';
import { type OddAnswer, type OddHost, ON_THE_WAY_BYTES, oddHost, unended } from '../support/odd-host';
import { failure, fetchButton, foreignRequests } from './remote';
import { SPIRAL, settled, tracePath } from './support';

/** What a server must send so that pages of other sites may read its files. */
const CORS = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'range' };
/** `ANSWER_BYTES.parquet`. */
const MOST_BYTES = 256 * 2 ** 20;
const BEGINNING = gunzipSync(readFileSync(tracePath(SPIRAL))).subarray(0, 20_000);

let host: OddHost;
test.beforeAll(async () => {
  host = await oddHost(CORS);
});
test.afterAll(() => host.close());

async function agreeTo(page: Page, path: string): Promise<void> {
  await page.goto(`/?testing=1#v=1&src=${host.urlOf(path)}`);
  await fetchButton(page).click();
}

// The limit itself: tests/unit/app/outside-answers.test.ts.
for (const [what, begins, most, words, tag] of [
  ['is no Parquet', '<!doctype html>', ON_THE_WAY_BYTES, /no Parquet: its first bytes are not PAR1/, ''],
  ['begins as one', 'PAR1', MOST_BYTES + 4 * ON_THE_WAY_BYTES, /has more than 268\.4 MB to give/, '@deep'],
] as const)
  test(
    `an endless .parquet that ${what} is taken up to a limit, and said to be none`,
    tag === '' ? {} : { tag },
    async ({ page }) => {
      host.give(() => unended(Buffer.from(begins), 'endless'));
      await agreeTo(page, '/fleet.parquet');
      await settled(page);
      const problems = page.getByTestId('fleet-problems');
      await expect(problems).toContainText(words);
      await expect.poll(() => host.open).toBe(0);
      expect(host.sentBytes).toBeLessThan(most);
    },
  );

// One worker ends them all: the gate takes a host that is asked, and one that is read from.
for (const [what, answer, tag] of [
  ['does not answer', unended(Buffer.alloc(0), 'silent'), ''],
  ['sends nothing but a head', unended(Buffer.alloc(0), 'stalled'), '@deep'],
  ['stops within a trace', unended(BEGINNING, 'stalled'), ''],
  // Longer than what is looked at first: the page reads on.
  [
    'stops within a listing',
    unended(Buffer.from('https://logs.example/a\n'.repeat(500)), 'stalled'),
    '@deep',
  ],
] satisfies readonly (readonly [string, OddAnswer, string])[])
  test(
    `Cancel ends every request of a host that ${what}`,
    tag === '' ? {} : { tag },
    async ({ page, context, baseURL }) => {
      host.give(() => answer);
      const asked = foreignRequests(context, baseURL);
      await agreeTo(page, '/logs/run-7');
      // It may be a trace or a listing: both are asked for. The browser holds the second back while the first is answered.
      await expect.poll(() => asked.length).toBe(2);
      await expect.poll(() => host.open).toBeGreaterThan(0);
      await page.getByTestId('cancel').click();
      await expect(failure(page, 'cancelled')).toBeVisible();
      await settled(page);
      await expect.poll(() => host.open).toBe(0);
    },
  );

test('closing a fleet ends every request of a host that does not answer', async ({ page }) => {
  host.give(() => unended(Buffer.from('PAR1'), 'stalled'));
  await agreeTo(page, '/fleet.parquet');
  await page.getByTestId('close-fleet').click();
  await settled(page);
  await expect.poll(() => host.open).toBe(0);
});
