/**
 * Addresses that the user gives, pasted, dropped or typed, and links made of anything: the same question before
 * anything is fetched, and a page that still works. Ten times the mutated links: tests/deep/mutated-links.spec.ts.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { type FileServer, fileServer } from '../support/file-server';
import { followMutatedLinks } from './mutated-links';
import { agree, dropText, failure, fetchButton, foreignRequests, paste, request } from './remote';
import { openTrace } from './shared-trace';
import { openPage, RECEIVER, rangeOf, SPIRAL, settled, tracePath } from './support';

let server: FileServer;
let src: string;
test.beforeAll(async () => {
  server = await fileServer();
  src = `http://${server.host}/logs/${SPIRAL}`;
  server.give(readFileSync(tracePath(SPIRAL)), { headers: { 'access-control-allow-origin': '*' } });
});
test.afterAll(() => server.close());

test('a pasted or dropped address and the field lead to the same question; other text is a trace as before', {
  tag: '@deep',
}, async ({ page, context, baseURL }) => {
  const foreign = foreignRequests(context, baseURL);
  await openPage(page);
  await paste(page, 'http://logs.example/a.qlog');
  await expect(failure(page, 'address')).toContainText(
    'only https is supported, or http from localhost or 127.0.0.1',
  );
  await page.getByTestId('open-address').click();
  const field = page.getByTestId('address-field');
  await expect(field).toBeFocused();
  await field.fill('logs.example/a.qlog');
  await field.press('Enter');
  await expect(page.getByTestId('address-refused')).toContainText('it must begin with https://');
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
  await expect.poll(() => new URL(page.url()).hash).toBe(`#v=2&src=${src}`);
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

test('a trace at an address stands beside files: it is closed and reopened like them', {
  tag: '@deep',
}, async ({ page }) => {
  await openTrace(page, RECEIVER);
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

test('40 mutated links in one page: no console error, no request, and a page that still works', {
  tag: '@deep',
}, async ({ page, context, baseURL }) => {
  await followMutatedLinks(page, context, baseURL, 40);
});
