/** The table of traces as a link that holds its rows, and a listing at a URL that opens as the table. */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { agree, fetchButton, foreignRequests, openLink, request } from './remote';
import { openFiles, openPage, SPIRAL, settled, tracePath, upload } from './support';

const HEALTHY = 'rate-reno-s12.server.sqlog.gz';
const FIXED = 'rate-cubic-fixed-s17.server.sqlog.gz';

const rows = (page: Page): Locator => page.getByTestId('table-row');
const hashOf = (page: Page): string => new URL(page.url()).hash;

/** What is seen of the table. */
async function seen(page: Page) {
  await expect(page.getByTestId('trace-table')).toBeVisible();
  const words = (row: Element): readonly (string | null)[] =>
    [...row.querySelectorAll('[role=gridcell]')].map(
      (cell) => cell.textContent?.replace(' open file…', '') ?? null,
    );
  return {
    rows: await rows(page).evaluateAll(
      (all, of) => all.map(new Function(`return ${of}`)()),
      words.toString(),
    ),
    picked: await page.locator('[data-testid=table-row][aria-selected=true]').count(),
    filter: await page.getByTestId('table-filter').inputValue(),
    order: await page.locator('[aria-sort]').allTextContents(),
  };
}

test('a link to a table holds its rows, order, filter and selection; a row asks for its file', {
  tag: '@deep',
}, async ({ page, context, browser }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openPage(page);
  await openFiles(page, [
    ...[SPIRAL, HEALTHY, FIXED].map((name) => upload(name, readFileSync(tracePath(name)))),
    upload('notes.txt', 'hello'),
    upload('more.txt', 'hello'),
  ]);
  await expect(rows(page)).toHaveCount(5);
  await page.getByTestId('table-filter').fill('not has failure');
  await page.getByTestId('table-filter').press('Enter');
  await page.locator('[data-sort=goodput]').click();
  await expect(rows(page)).toHaveCount(3);
  await page.getByTestId('trace-table').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+KeyL');
  const offer = page.getByTestId('share-rows');
  await expect(offer).toContainText('holds 5 rows.');
  await expect(offer).toContainText('The filter is left out');
  for (const option of ['fileName', 'wallClock', 'reasonPhrases'])
    await page.getByTestId('share-table').locator(`[data-tick=${option}]`).check();
  await expect(offer).not.toContainText('left out');
  await page.keyboard.press('Escape');
  await page.keyboard.press('KeyL');
  await expect(page.getByTestId('copy-link')).toHaveAttribute('data-state', 'copied');
  const link = new URL(await page.evaluate(() => navigator.clipboard.readText())).hash;
  expect(link).toMatch(/^#v=4&sort=goodput&find=not%20has%20failure&pick=\d&rows=[\w-]+$/);
  await expect.poll(() => hashOf(page)).toBe(link);

  const other = await browser.newPage();
  await other.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'));
  await openLink(other, link.slice(1));
  await expect(rows(other)).toHaveCount(3);
  await expect.poll(() => seen(other)).toEqual(await seen(page));
  await expect(rows(other).locator('.sparkline')).not.toHaveCount(0);
  await expect(other.getByTestId('message')).toHaveCount(0);
  await expect.poll(() => hashOf(other)).toBe(link);
  const spiral = other.locator(`[data-testid=table-row][data-name="${SPIRAL}"]`);
  await expect(spiral).toHaveAttribute('data-state', 'record');
  const chooser = other.waitForEvent('filechooser');
  await spiral.locator('.table-name button').click();
  await (await chooser).setFiles(tracePath(SPIRAL));
  await settled(other);
  await expect(other.locator('[data-testid=trace]:has([aria-current=true])')).toHaveAttribute(
    'data-name',
    SPIRAL,
  );
  await other.close();

  // Without names a row has its number; of a link that was cut the first rows are there.
  const third = await browser.newPage();
  await openLink(third, link.slice(1, -Math.floor(link.length / 3)));
  await expect(third.locator('[data-testid=message][data-kind=records-left-out]')).toContainText('of 5 rows');
  await expect(rows(third).first()).toHaveAttribute('data-name', SPIRAL);
  await openLink(third, 'v=4&rows=AXYZ');
  await expect(third.locator('[data-testid=message][data-kind=link]')).toContainText('rows=…: it is damaged');
  await third.close();
});

const CORS = { 'access-control-allow-origin': '*' };
const TRACES = new Map(
  [SPIRAL, HEALTHY, FIXED].map((name) => [`/logs/${name}`, readFileSync(tracePath(name))]),
);

/** Serves traces, and texts by their path. */
async function serve(
  texts: ReadonlyMap<string, string>,
): Promise<{ readonly host: string; readonly server: Server }> {
  const server = createServer(({ url = '' }, response) => {
    const body = TRACES.get(url) ?? texts.get(url);
    response.writeHead(body === undefined ? 404 : 200, CORS).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

test('a listing opens as the table; each further host is asked about once, and what cannot be fetched is a row', {
  tag: '@deep',
}, async ({ page, context, baseURL, browser }) => {
  const texts = new Map<string, string>();
  const { host, server } = await serve(texts);
  const elsewhere = `http://localhost:${host.split(':')[1]}`;
  texts.set(
    '/logs/',
    `<html><head><base href="https://elsewhere.example/"></head><body><h1>Index of /logs/</h1><pre><a href="../">../</a>
<a href="${SPIRAL}">${SPIRAL}</a> <a href="${HEALTHY}">b</a> <a href="gone.qlog">gone.qlog</a> <a href="notes.md">notes.md</a>
<img src="https://elsewhere.example/x.png"><script>document.title = 'run'</script></pre></body></html>`,
  );
  texts.set('/logs/list.json', JSON.stringify([{ name: SPIRAL }, `${elsewhere}/logs/${FIXED}`]));
  const foreign = foreignRequests(context, baseURL);
  await openPage(page);
  await page.keyboard.press('Shift+KeyO');
  await page.getByTestId('address-field').fill(`http://${host}/logs/`);
  await page.getByTestId('address-open').click();
  await agree(page);
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).first()).toHaveAttribute('data-name', SPIRAL);
  await expect(rows(page).first()).toContainText('Death spiral');
  const gone = page.locator('[data-testid=table-row][data-name="gone.qlog"]');
  await expect(gone).toHaveAttribute('data-state', 'failed');
  await expect(gone).toContainText('404');
  await expect(page.getByTestId('trace')).toHaveCount(0);
  await expect.poll(() => hashOf(page)).toBe(`#v=2&src=http://${host}/logs/`);
  expect(foreign.filter((url) => !url.startsWith(`http://${host}/logs/`))).toEqual([]);

  const other = await browser.newPage();
  await openLink(other, `v=4&src=http://${host}/logs/list.json&sort=name&pick=1`);
  await agree(other);
  await expect(rows(other)).toHaveCount(2);
  await expect(request(other)).toContainText(`The listing names ${FIXED} on ${new URL(elsewhere).host}`);
  const asked = other.locator('[data-testid=table-row][data-state=failed]');
  await expect(asked).toContainText('that you have not agreed to');
  await expect(other.locator('[aria-selected=true]')).toHaveAttribute('data-name', SPIRAL);
  await fetchButton(other).click();
  await settled(other);
  await expect(asked).toHaveCount(0);
  await expect(request(other)).toHaveCount(0);
  await expect.poll(() => hashOf(other)).toContain('&sort=name&pick=1');
  await rows(other).last().dblclick();
  await settled(other);
  await expect(other.getByTestId('summary-host')).toBeVisible();

  texts.set('/empty/', '<html><body><h1>Index of /empty/</h1><a href="notes.md">notes.md</a></body></html>');
  await openLink(other, `v=4&src=http://${host}/empty/`);
  await expect(other.locator('[data-testid=message][data-kind=not-qlog]')).toContainText('HTML page');
  await expect(other.locator('[data-testid=message][data-kind=address]')).toContainText('names no trace');
  await other.close();
  // A connection that the browser opened ahead would hold it open.
  server.closeAllConnections();
  server.close();
});
