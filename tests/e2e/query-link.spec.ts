/** `?file=` and `?src=` in the query, as other viewers are linked to: asked about and opened like `src=` after `#`. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { type FileServer, fileServer } from '../support/file-server';
import { agree, foreignRequests, request } from './remote';
import { SPIRAL, settled, tracePath } from './support';

let server: FileServer;
test.beforeAll(async () => {
  server = await fileServer();
});
test.afterAll(() => server.close());

test('traces in the query are asked about first, and stand after # from then on', { tag: '@deep' }, async ({
  page,
  context,
  baseURL,
}) => {
  server.give(readFileSync(tracePath(SPIRAL)), { headers: { 'access-control-allow-origin': '*' } });
  const foreign = foreignRequests(context, baseURL);
  const url = `http://${server.host}/logs/${SPIRAL}`;
  await page.goto(`/?testing=1&file=${encodeURIComponent(url)}&src=https://other.example/b.qlog`);
  await settled(page);
  await expect(page.getByTestId('link-host')).toHaveCount(2);
  await expect(request(page)).toContainText(server.host);
  expect(new URL(page.url()).search).toBe('?testing=1');
  expect(new URL(page.url()).hash).toBe(`#v=2&src=${url}&src=https://other.example/b.qlog`);
  expect(foreign).toEqual([]);

  await page.getByTestId('link-aside').waitFor();
  await page.locator(`[data-testid=link-fetch][data-host="${server.host}"]`).click();
  await settled(page);
  await expect(page.getByTestId('trace')).toHaveAttribute('data-name', SPIRAL);
  expect(new Set(foreign)).toEqual(new Set([url]));
});

test('one trace in the query opens after a yes, and a reload asks no more', { tag: '@deep' }, async ({
  page,
}) => {
  server.give(readFileSync(tracePath(SPIRAL)), { headers: { 'access-control-allow-origin': '*' } });
  await page.goto(`/?testing=1&file=http://${server.host}/logs/${SPIRAL}`);
  await settled(page);
  await agree(page);
  await expect(page.getByTestId('summary')).toBeVisible();
  expect(new URL(page.url()).search).toBe('?testing=1');
  await page.reload();
  await settled(page);
  await expect(page.getByTestId('summary')).toBeVisible();
  await expect(request(page)).toHaveCount(0);
});
