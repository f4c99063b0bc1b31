/** Files of every form in the browser: compressed, several connections, pasted, of other stacks. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, type Page, test } from '@playwright/test';
import { zipSync } from 'fflate';
import { openFiles, openPage, SPIRAL, settled, tracePath, traceText, upload } from './support.ts';

const other = (name: string): string => fileURLToPath(new URL(`../corpus/other/${name}`, import.meta.url));
const QUIC_GO = ['client', 'server'].map((role) => other(`quic-go-v0.65.0_loss5MB_${role}.sqlog.gz`));
const KWIK = other('kwik-0.10.8_loss5MB_server.qlog.gz');
const AIOQUIC = other('aioquic-1.7.2_cubic-loss5MB_server.qlog.gz');

const summary = (page: Page) => page.getByTestId('summary');

async function chooseConnection(page: Page, index: number): Promise<void> {
  await page.getByTestId('connections').locator('summary').click();
  await page.locator(`[data-testid=connection][data-index="${index}"]`).first().click();
  await settled(page);
}

test('client and server of one connection are grouped, and one click leads to the other log', async ({
  page,
}) => {
  await openPage(page);
  await openFiles(page, QUIC_GO);
  await expect(summary(page)).toHaveAttribute('data-vantage-point', 'client');
  await page.getByTestId('counterpart').click();
  await settled(page);
  await expect(summary(page)).toHaveAttribute('data-vantage-point', 'server');
  await expect(summary(page)).toHaveAttribute('data-side', 'sender');
  await page.getByTestId('connections').locator('summary').click();
  const groups = page.getByTestId('connections').locator('section');
  await expect(groups).toHaveCount(1);
  await expect(groups.first()).toContainText('Connection 2b6c12fc…');
  await expect(groups.getByTestId('connection')).toHaveCount(2);
  await expect(groups.first()).toContainText(/client, receiver.*MB received/);
});

test('two traces in one document are two connections; each keeps its own range', async ({ page }) => {
  const events = (name: string): unknown[] =>
    traceText(name)
      .split('\u001e')
      .slice(2)
      .map((record) => JSON.parse(record) as unknown);
  const trace = (name: string, group: string) => ({
    vantage_point: { type: 'server' },
    common_fields: { ODCID: group, time_format: 'relative', reference_time: 0 },
    events: events(name),
  });
  const document = {
    qlog_version: '0.3',
    traces: [trace('rate-reno-s12.server.sqlog.gz', 'aa01'), trace(SPIRAL, 'bb02')],
  };
  await openPage(page);
  await openFiles(page, upload('two.qlog', gzipSync(JSON.stringify(document))));
  // The one with the worst finding is shown first.
  await expect(page.locator('[data-testid=finding][data-severity=critical]')).toHaveCount(1);
  await expect(page.getByTestId('connections')).toContainText('Connection 2 of 2');
  await page.locator('[data-severity=critical] .finding-head').click();
  await settled(page);
  const range = await page.getByTestId('range').textContent();
  await chooseConnection(page, 0);
  await expect(page.locator('[data-testid=finding][data-severity=critical]')).toHaveCount(0);
  await expect(page.getByTestId('range')).toContainText('Whole trace');
  await chooseConnection(page, 1);
  await expect(page.getByTestId('range')).toHaveText(range ?? '');
});

test('a zip gives every trace in it, and names the entry that is none', async ({ page }) => {
  const zip = zipSync({
    'run/server.sqlog.gz': new Uint8Array(readFileSync(tracePath(SPIRAL))),
    'run/notes.txt': new TextEncoder().encode('hello, these are notes'),
    'run/kwik.qlog': new Uint8Array(gunzipSync(readFileSync(KWIK))),
  });
  await openPage(page);
  await openFiles(page, upload('run.zip', Buffer.from(zip)));
  await expect(summary(page)).toHaveAttribute('data-compression', 'zip');
  await expect(page.locator('[data-testid=finding][data-severity=critical]')).toHaveCount(1);
  await expect(page.locator('[data-testid=message][data-kind=not-qlog]')).toContainText('run/notes.txt');
  await page.getByTestId('connections').locator('summary').click();
  await expect(page.getByTestId('connection')).toHaveCount(2);
  await expect(page.getByTestId('connections')).toContainText('run/kwik.qlog');
});

test('pasted text opens like a file; in a field it stays in the field', async ({ page }) => {
  await openPage(page);
  const text = gunzipSync(readFileSync(AIOQUIC)).toString('utf8');
  const paste = (selector: string, content: string): Promise<void> =>
    page.locator(selector).evaluate((element, data) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', data);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, content);
  await paste('body', text);
  await settled(page);
  await expect(summary(page)).toHaveAttribute('data-implementation', 'aioquic');
  await expect(page.getByTestId('trace')).toContainText('pasted text');
  await page.keyboard.press('Control+Shift+KeyP');
  await paste('.palette-input', text);
  await expect(page.getByTestId('trace')).toHaveCount(1);
});

test('text in UTF-16 opens and says so', async ({ page }) => {
  const text = traceText('rate-reno-s12.server.sqlog.gz');
  const bytes = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
  await openPage(page);
  await openFiles(page, upload('windows.sqlog', gzipSync(bytes)));
  await expect(summary(page)).toHaveAttribute('data-skipped-records', '0');
  await page.getByTestId('quality').locator('summary').first().click();
  await expect(page.getByTestId('quality')).toContainText('UTF-16LE, read as UTF-8');
});

test('a stack that leaves things out says what is missing and what that hides', async ({ page }) => {
  await openPage(page);
  await openFiles(page, other('quinn-0.11.12_cubic-loss5MB_server.sqlog.gz'));
  const rtt = Number(await summary(page).getAttribute('data-rtt-smoothed-ms'));
  expect(rtt).toBeGreaterThan(10);
  expect(rtt).toBeLessThan(200);
  await page.getByTestId('quality').locator('summary').first().click();
  const quality = page.getByTestId('quality');
  await expect(quality).toContainText('round-trip times in seconds');
  await expect(quality.locator('[data-field="ACK ranges"]')).toHaveAttribute('data-state', 'missing');
  await expect(quality.locator('[data-field="ACK ranges"]')).toContainText('cannot be rebuilt');
  await expect(quality.locator('[data-field="congestion states"]')).toHaveAttribute('data-state', 'missing');
});
