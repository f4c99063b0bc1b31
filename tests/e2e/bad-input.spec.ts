/**
 * Bad input is normal input: a message that says what and where, the good part kept, the page usable for
 * the next drop. Which words a hopeless file gets is held without a browser (in tests/unit/engine: bad-input,
 * formats/qlog/records/split.test.ts, reading/facts/messages.test.ts); all of them in one: tests/deep/hopeless-files.spec.ts. That
 * texts of a log are no markup: hostile-names.spec.ts.
 */
import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { openTrace } from './shared-trace';
import {
  numberOf,
  openFiles,
  openPage,
  RECEIVER,
  SPIRAL,
  tracePath,
  traceText,
  type Upload,
  upload,
} from './support';

const text = traceText(SPIRAL);
const records = text.split('\x1e').filter((record) => record !== '');
const header = records[0] as string;

const message = (page: Page, kind: string): Locator =>
  page.locator(`[data-testid=message][data-kind=${kind}]`);

async function expectMessage(page: Page, file: Upload, kind: string, words: RegExp): Promise<void> {
  await openPage(page);
  await openFiles(page, file);
  await expect(message(page, kind)).toHaveCount(1);
  await expect(message(page, kind)).toContainText(words);
}

/** The page is not stuck: the next trace opens as ever. */
async function expectUsable(page: Page): Promise<void> {
  await openFiles(page, tracePath(SPIRAL));
  await expect(page.locator('html')).toHaveAttribute('data-state', 'ready');
  await expect(page.locator('[data-severity=critical]')).toHaveCount(1);
  await expect(page.getByTestId('copy-link')).toBeEnabled();
  await expect(page.getByTestId('share')).toBeEnabled();
}

test('a file that is no trace, and one without events, fail with a clear word, and the next trace opens', async ({
  page,
}) => {
  // One that is refused at its bytes, with the place, and one that is read to its end.
  await expectMessage(page, upload('notes.qlog', 'hello, this is a log'), 'not-qlog', /byte 0/);
  await expect(page.locator('html')).toHaveAttribute('data-state', 'failed');
  await page.getByText('Where', { exact: true }).click();
  await expect(page.getByTestId('message')).toContainText('it begins with: hello, this is a log');
  // Nothing of it can be linked to or shared, by any way.
  for (const id of ['copy-link', 'share']) {
    await expect(page.getByTestId(id)).toBeDisabled();
    await expect(page.getByTestId(id)).toHaveAttribute('title', /could not be read: there is nothing of it/);
  }
  await page.keyboard.press('Shift+KeyL');
  await expect(page.getByTestId('overlay')).toBeHidden();
  await openFiles(page, upload('header.sqlog', `\x1e${header}`));
  await expect(message(page, 'no-events')).toContainText('no events');
  await expect(page.locator('html')).toHaveAttribute('data-state', 'failed');
  await expectUsable(page);
});

test('a truncated gzip keeps everything before the cut and names the place', async ({ page }) => {
  const gzip = readFileSync(tracePath(SPIRAL));
  const cut = upload('cut.sqlog.gz', gzip.subarray(0, Math.floor(gzip.length / 2)));
  await expectMessage(
    page,
    cut,
    'truncated-gzip',
    /at about byte [\d,]+ of the file\. The [\d,]+ events before it/,
  );
  await expect(page.locator('html')).toHaveAttribute('data-state', 'ready');
  const events = await numberOf(page.getByTestId('summary'), 'data-events');
  expect(events).toBeGreaterThan(3000);
  expect(events).toBeLessThan(8046);
});

test('a broken record in the middle costs only itself', { tag: '@deep' }, async ({ page }) => {
  const damaged = [...records];
  damaged[4000] = (damaged[4000] as string).replace('"data":{', '"data":');
  const offset = Buffer.byteLength(records.slice(0, 4000).join('\x1e')) + 2;
  const file = upload('damaged.sqlog', damaged.map((record) => `\x1e${record}`).join(''));
  const place = `Record 4,000 at byte ${offset.toLocaleString('en-US')} could not be read`;
  await expectMessage(page, file, 'broken-record', new RegExp(place));
  await expect(page.getByTestId('summary')).toHaveAttribute('data-events', '8045');

  // What the log lacks is said of its quality.
  await expect(page.getByTestId('finding').and(page.locator('[data-id=log-quality]'))).toHaveCount(0);
  const quality = page.getByTestId('quality');
  await quality.locator('summary').click();
  await expect(quality.locator('[data-testid=remark][data-id=log-quality]')).toContainText(
    'records that could not be read1',
  );
});

test('a record of 10 MB is read and named', { tag: '@deep' }, async ({ page }) => {
  const fat = JSON.stringify({
    time: 9_990,
    name: 'loglevel:info',
    data: { message: 'x'.repeat(10_000_000) },
  });
  const file = upload('fat.sqlog', `${text}\x1e${fat}\n`);
  await expectMessage(
    page,
    file,
    'large-record',
    /Record 8,047 at byte [\d,]+ is unusually large \(10\.0 MB\)/,
  );
  await expect(page.getByTestId('summary')).toHaveAttribute('data-events', '8047');
});

test('a trace of the receiver says what it cannot show', { tag: '@deep' }, async ({ page }) => {
  await openTrace(page, RECEIVER);
  await expect(message(page, 'receiver')).toContainText('cannot see');
  // Of the peer it sees how it sends, and that its packets of the handshake never came; no more.
  await expect(page.getByTestId('finding')).toHaveCount(2);
  await expect(page.locator('[data-testid=finding][data-id=handshake-slow]')).toHaveCount(1);
  await expect(page.locator('[data-testid=finding][data-id=peer-flat]')).toHaveCount(1);
  await expect(page.locator('aside')).toContainText('a receiver cannot see the window of the sender');
});
