/**
 * Addresses that the user gives, pasted, dropped or typed, and links made of anything: the same question before
 * anything is fetched, and a page that still works.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { type FileServer, fileServer } from '../support/file-server';
import { agree, dropText, failure, fetchButton, foreignRequests, openLink, paste, request } from './remote';
import { openFiles, openPage, RECEIVER, rangeOf, SPIRAL, settled, tracePath } from './support';

let server: FileServer;
let src: string;
test.beforeAll(async () => {
  server = await fileServer();
  src = `http://${server.host}/logs/${SPIRAL}`;
  server.give(readFileSync(tracePath(SPIRAL)), { headers: { 'access-control-allow-origin': '*' } });
});
test.afterAll(() => server.close());

test('a pasted or dropped address and the field lead to the same question; other text is a trace as before', async ({
  page,
  context,
  baseURL,
}) => {
  const foreign = foreignRequests(context, baseURL);
  await openPage(page);
  await paste(page, 'http://logs.example/a.qlog');
  await expect(failure(page, 'address')).toContainText(
    'only https is read, or http from localhost or 127.0.0.1',
  );
  await page.getByTestId('open-address').click();
  const field = page.getByTestId('address-field');
  await expect(field).toBeFocused();
  await field.fill('logs.example/a.qlog');
  await field.press('Enter');
  await expect(page.getByTestId('address-refused')).toContainText('one begins with https://');
  await field.fill('https://logs.example/a.qlog');
  await field.press('Enter');
  await expect(page.getByTestId('overlay')).toBeHidden();
  await expect(request(page)).toContainText('a.qlog on logs.example');
  await paste(page, ` ${src}\n`);
  await expect(fetchButton(page)).toHaveCount(2);
  await dropText(page, 'https://other.example/b.qlog');
  await expect(fetchButton(page)).toHaveCount(3);
  await dropText(page, 'no address');
  await expect(failure(page, 'not-a-file')).toBeVisible();
  expect(foreign).toEqual([]);

  await fetchButton(page).nth(1).click();
  await settled(page);
  await expect(page.getByTestId('trace')).toHaveAttribute('data-name', SPIRAL);
  await page.getByTestId('link-aside').click();
  await expect.poll(() => new URL(page.url()).hash).toBe(`#v=1&src=${src}`);
  expect([...new Set(foreign)]).toEqual([src]);

  // The same again is no second trace; the page's own host and its links need no question.
  await paste(page, src);
  await paste(page, `${baseURL}/?testing=1#v=1&src=${src}&t=2-3`);
  await expect.poll(() => rangeOf(page)).toEqual([2000, 3000]);
  await expect(page.getByTestId('trace')).toHaveCount(1);
  await paste(page, `${baseURL}/examples/rate-reno-s03.server.sqlog.gz`);
  await settled(page);
  await expect(page.getByTestId('trace')).toHaveCount(2);
  await paste(page, '{"qlog_version":"0.4"}');
  await settled(page);
  await expect(page.getByTestId('trace').last()).toHaveAttribute('data-name', 'pasted text');
});

test('a trace at an address stands beside files: it is closed and reopened like them', async ({ page }) => {
  await openPage(page);
  await openFiles(page, tracePath(RECEIVER));
  await paste(page, src);
  await agree(page);
  await expect(page.getByTestId('trace')).toHaveCount(2);
  await page.getByRole('button', { name: `Close ${SPIRAL}` }).click();
  await expect(page.getByTestId('trace')).toHaveCount(1);
  await paste(page, src);
  await settled(page);
  await expect(request(page)).toHaveCount(0);
  await expect(page.getByTestId('trace')).toHaveCount(2);
});

test('400 mutated links in one page: no console error, no request, and a page that still works', async ({
  page,
  context,
  baseURL,
}) => {
  const foreign = foreignRequests(context, baseURL);
  const complaints: string[] = [];
  page.on('console', (message) => {
    const isOurs = !message.text().startsWith('Service Worker registration blocked by Playwright');
    if (isOurs && ['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await openPage(page);
  const seed = `v=1&src=https://logs.example/a.qlog&src=http://127.0.0.1:9/b&file=5.AAAAAAAAAAAAAAAA.x&t=1-2&hide=rtt`;
  const pieces = [
    ...[
      '&src=',
      'https://',
      'http://',
      'javascript:alert(1)',
      '//evil.example',
      '@',
      '\\',
      '%00',
      '%zz',
      '#',
      '&',
      '=',
    ],
    ...[
      '<img src=https://evil.example/>',
      '\u202e',
      'xn--',
      '[::1]',
      ':99999',
      'x'.repeat(3000),
      'show=2',
      'example=no',
    ],
  ];
  await page.evaluate(
    async ({ link, put }) => {
      let state = 42;
      const random = (below: number): number => {
        state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
        return Math.floor((state / 2 ** 32) * below);
      };
      for (let i = 0; i < 400; i++) {
        let text = link;
        for (let changes = random(4) + 1; changes > 0; changes--) {
          const at = random(text.length + 1);
          text = text.slice(0, at) + put[random(put.length)] + text.slice(at + random(10));
        }
        location.hash = text;
        await new Promise((resolve) => setTimeout(resolve, 0));
      }
    },
    { link: seed, put: pieces },
  );
  await settled(page);
  expect(foreign).toEqual([]);
  expect(complaints).toEqual([]);
  await openLink(page, 'v=1&example=reno&t=1-2');
  await expect.poll(() => rangeOf(page)).toEqual([1000, 2000]);
});
