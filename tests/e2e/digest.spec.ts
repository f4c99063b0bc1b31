/** Digests: links and files that open without the trace, say what they are, and give way to the trace itself. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import {
  openFiles,
  openPage,
  panel,
  panelIds,
  RECEIVER,
  rangeOf,
  SPIRAL,
  settled,
  tracePath,
  traceText,
  upload,
} from './support';

const digestLine = (page: Page): Locator => page.getByTestId('digest');
const shownTrace = (page: Page): Locator => page.locator('[data-testid=trace]:has([aria-current=true])');
const link = (page: Page, budget: string): Locator =>
  page.locator(`[data-testid=share-link][data-budget="${budget}"]`);

/** The trace with its worst finding looked at, and a note at its start. */
async function openSpiral(page: Page): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openPage(page);
  await openFiles(page, tracePath(SPIRAL));
  await page.locator('[data-testid=finding] .finding-head').first().click();
  await settled(page);
  await page.keyboard.press('m');
  await page.getByTestId('note-editor').getByRole('textbox').fill('Seen on **Tuesday** too.');
  await page.getByTestId('note-save').click();
  await settled(page);
}

async function openShare(page: Page): Promise<void> {
  await page.keyboard.press('Shift+KeyL');
  await expect(link(page, '2 KB')).toBeVisible();
  await settled(page);
}

async function copied(page: Page, button: Locator): Promise<string> {
  await button.click();
  await expect(button).toHaveText('Copied');
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Another person's browser, with everything that it asks the network for. */
async function elsewhere(
  browser: Browser,
  page: Page,
): Promise<{ readonly other: Page; readonly foreign: string[] }> {
  const context = await browser.newContext({ viewport: page.viewportSize() });
  const other = await context.newPage();
  const foreign: string[] = [];
  const own = new URL(page.url()).origin;
  other.on('request', (asked) => {
    if (!asked.url().startsWith(own) || /\.(gz|qlog|sqlog)/.test(asked.url())) foreign.push(asked.url());
  });
  return { other, foreign };
}

async function openFragment(page: Page, fragment: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(`/?testing=1${fragment}`);
  await settled(page);
}

async function findings(page: Page): Promise<readonly string[]> {
  return page
    .locator('[data-testid=finding].selected')
    .evaluateAll((cards) => cards.map((card) => (card as HTMLElement).dataset.key ?? ''));
}

function expectClose(a: readonly number[], b: readonly number[]): void {
  a.forEach((ms, i) => {
    expect(Math.abs(ms - (b[i] as number))).toBeLessThan(0.0011);
  });
}

for (const budget of ['2 KB', '8 KB', '32 KB']) {
  test(`a link with ${budget} of data opens without the trace: range, finding, panels and notes`, async ({
    page,
    browser,
  }) => {
    await openSpiral(page);
    await openShare(page);
    const offer = link(page, budget);
    const bytes = Number(await offer.getAttribute('data-bytes'));
    expect(bytes).toBeGreaterThan(500);
    expect(bytes).toBeLessThanOrEqual(Number.parseInt(budget, 10) * 1024);
    const url = await copied(page, offer.getByTestId('share-copy'));
    expect(url).not.toContain('server.sqlog');
    expect(url).toHaveLength(Number(await offer.getAttribute('data-length')));
    await page.keyboard.press('Escape');
    const range = await rangeOf(page);

    const { other, foreign } = await elsewhere(browser, page);
    await openFragment(other, new URL(url).hash);
    await expect(digestLine(other)).toContainText('this is a summary of a trace, not the trace');
    await expect(other.locator('html')).toHaveAttribute('data-state', 'ready');
    expectClose(await rangeOf(other), range);
    expect(await findings(other)).toEqual(['death-spiral.1']);
    expect([...(await panelIds(other))].sort()).toEqual([...(await panelIds(page))].sort());
    await expect(panel(other, 'congestion').locator('canvas').first()).toBeVisible();
    await expect(panel(other, 'sequence')).toContainText('not in this digest');
    await expect(other.getByTestId('note')).toContainText('Seen on Tuesday too.');
    await expect(other.getByTestId('summary')).toHaveAttribute('data-packets-lost', '66');
    expect(foreign).toEqual([]);
    // Nothing of the file's name came with it.
    await expect(other.locator('body')).not.toContainText('rate2-both');
    // Not by `toBe`: thousands of characters would be printed.
    expect(new URL(other.url()).hash === new URL(url).hash).toBe(true);

    // Another file is named as such; the file itself takes the digest's place.
    await openFiles(other, tracePath(RECEIVER));
    await expect(other.locator('[data-testid=message][data-kind=link]')).toContainText(
      'is not the file that the link is about',
    );
    await expect(other.getByTestId('trace')).toHaveCount(2);
    await other.getByTestId('trace').first().locator('.tab-name').click();
    await settled(other);
    await other.keyboard.press('w');
    await settled(other);
    const near = await rangeOf(other);
    await openFiles(other, tracePath(SPIRAL));
    await expect(digestLine(other)).toHaveCount(0);
    await expect(other.getByTestId('trace').first()).toHaveAttribute('data-name', SPIRAL);
    await expect(other.getByTestId('trace')).toHaveCount(2);
    await expect.poll(async () => (await rangeOf(other))[0]).toBeCloseTo(near[0], 2);
    expectClose(await rangeOf(other), near);
    expect(await findings(other)).toEqual(['death-spiral.1']);
    await expect(other.getByTestId('note')).toContainText('Seen on Tuesday too.');
    await expect.poll(() => new URL(other.url()).hash).not.toContain('&d=');
    await other.context().close();
  });
}

test('a file of a digest that comes with its trace, or after it, brings view and notes to the trace', async ({
  page,
  browser,
}) => {
  await openSpiral(page);
  const range = await rangeOf(page);
  await openShare(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByTestId('share-save').click(),
  ]);
  const digest = upload('spiral.qlogscope', readFileSync(await download.path()));
  const trace = upload(SPIRAL, readFileSync(tracePath(SPIRAL)));
  for (const steps of [[[digest, trace]], [[trace], [digest], [digest]]]) {
    const { other } = await elsewhere(browser, page);
    await openPage(other);
    for (const files of steps) await openFiles(other, files);
    await expect(other.getByTestId('note')).toHaveText(/Seen on Tuesday too\./);
    await settled(other);
    await expect(other.getByTestId('trace')).toHaveCount(1);
    await expect(digestLine(other)).toHaveCount(0);
    await expect(other.locator('[data-testid=message][data-kind=link]')).toContainText('which is open here');
    expectClose(await rangeOf(other), range);
    expect(await findings(other)).toEqual(['death-spiral.1']);
    await other.context().close();
  }
});

test('of several connections, the one that was shared is shown in the trace itself too', async ({
  page,
  browser,
}) => {
  const trace = (name: string, group: string) => ({
    vantage_point: { type: 'server' },
    common_fields: { ODCID: group, time_format: 'relative', reference_time: 0 },
    events: traceText(name)
      .split('\u001e')
      .slice(2)
      .map((record) => JSON.parse(record) as unknown),
  });
  const traces = [trace('rate-reno-s12.server.sqlog.gz', 'aa01'), trace(SPIRAL, 'bb02')];
  const two = upload('two.qlog', gzipSync(JSON.stringify({ qlog_version: '0.3', traces })));
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openPage(page);
  await openFiles(page, two);
  // It opens with the second, the worse one.
  await page.getByTestId('connections').locator('summary').click();
  await page.locator('[data-testid=connection][data-index="0"]').click();
  await expect(page.locator('[data-testid=finding][data-severity=critical]')).toHaveCount(0);
  await settled(page);
  await openShare(page);
  const url = await copied(page, link(page, '8 KB').getByTestId('share-copy'));

  const { other } = await elsewhere(browser, page);
  await openFragment(other, new URL(url).hash);
  await expect(digestLine(other)).toBeVisible();
  await openFiles(other, two);
  await expect(digestLine(other)).toHaveCount(0);
  await expect(other.getByTestId('connections')).toContainText('Connection 1 of 2');
  await expect(other.locator('[data-testid=finding][data-severity=critical]')).toHaveCount(0);
  await other.context().close();
});

test('a digest says what it cannot do, and draws nothing finer than it holds', async ({ page, browser }) => {
  await openSpiral(page);
  await openShare(page);
  const url = await copied(page, link(page, '2 KB').getByTestId('share-copy'));
  const { other } = await elsewhere(browser, page);
  await openFragment(other, new URL(url).hash);
  await expect(other.getByTestId('digest-limit')).toHaveText('');
  await other.keyboard.press('e');
  await settled(other);
  await expect(other.getByTestId('events')).toContainText('A digest holds no events');
  await other.keyboard.press('e');
  await other.keyboard.press('Shift+KeyR');
  await expect(other.getByTestId('measure')).toContainText('A digest holds no exact figures');
  await other.keyboard.press('Escape');
  for (let i = 0; i < 14; i++) await other.keyboard.press('w');
  await settled(other);
  await expect(other.getByTestId('digest-limit')).toContainText('it does not guess');
  await panel(other, 'congestion').getByRole('button', { name: 'Congestion as text' }).click();
  await expect(panel(other, 'congestion')).toContainText('holds nothing this fine');
  await expect(panel(other, 'loss')).toContainText('holds nothing this fine');
  // What was changed stays in the address, with the data.
  await expect.poll(() => new URL(other.url()).hash).toMatch(/&t=[\d.]+-[\d.]+.*&d=/);
  await other.reload();
  await settled(other);
  await expect(other.getByTestId('digest-limit')).toContainText('it does not guess');
  await other.context().close();
});

test('what is ticked goes in, and nothing else', async ({ page, browser }) => {
  await openSpiral(page);
  await openShare(page);
  await expect(page.getByTestId('share-held')).toContainText('The trace holds');
  await page.locator('[data-tick=fileName]').check();
  await page.locator('[data-tick=connectionIds]').check();
  await page.locator('[data-tick=notes]').uncheck();
  await settled(page);
  const url = await copied(page, link(page, '8 KB').getByTestId('share-copy'));
  expect(url).toContain('.server.sqlog.gz&');
  const { other } = await elsewhere(browser, page);
  await openFragment(other, new URL(url).hash);
  await expect(shownTrace(other)).toHaveAttribute('data-name', `Digest of ${SPIRAL}`);
  await expect(other.getByTestId('note')).toHaveCount(0);
  await other.context().close();
});

test('a .qlogscope file opens like a trace, whatever it is called, and is shared again', async ({
  page,
  browser,
}) => {
  await openSpiral(page);
  await openShare(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByTestId('share-save').click(),
  ]);
  expect(download.suggestedFilename()).toBe('trace.qlogscope');
  // The picker shows it.
  await expect(page.getByTestId('open')).toHaveAttribute('accept', /\.qlogscope(?:,|$)/);
  const file = readFileSync(await download.path());
  await page.keyboard.press('Escape');
  const range = await rangeOf(page);

  const { other } = await elsewhere(browser, page);
  await openPage(other);
  await openFiles(other, upload('from-chat.bin', file));
  await expect(digestLine(other)).toBeVisible();
  expectClose(await rangeOf(other), range);
  expect(await findings(other)).toEqual(['death-spiral.1']);
  await expect(other.getByTestId('note')).toContainText('Seen on Tuesday too.');
  // A digest of the digest is the same again.
  await other.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openShare(other);
  const again = await copied(other, link(other, '32 KB').getByTestId('share-copy'));
  await openFragment(other, new URL(again).hash);
  await expect(digestLine(other)).toBeVisible();
  expectClose(await rangeOf(other), range);
  // Notes are copies: they can be changed here.
  await other.getByTestId('note').getByRole('button', { name: /edit/i }).click();
  await other.getByTestId('note-editor').getByRole('textbox').fill('Changed.');
  await other.getByTestId('note-save').click();
  await expect(other.getByTestId('note')).toContainText('Changed.');
  await other.context().close();
});

test('a digest of an example offers the example itself', async ({ page, browser }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openPage(page);
  await page.getByTestId('example').first().click();
  await settled(page);
  await openShare(page);
  const url = await copied(page, link(page, '2 KB').getByTestId('share-copy'));
  const { other } = await elsewhere(browser, page);
  await openFragment(other, new URL(url).hash);
  await expect(digestLine(other)).toBeVisible();
  await other.getByTestId('digest-open').click();
  await settled(other);
  await expect(digestLine(other)).toHaveCount(0);
  await expect(other.getByTestId('trace')).toHaveCount(1);
  await other.context().close();
});

test('a report and a picture made from a digest say that they are', async ({ page, browser }) => {
  await openSpiral(page);
  await openShare(page);
  const url = await copied(page, link(page, '8 KB').getByTestId('share-copy'));
  const { other } = await elsewhere(browser, page);
  await openFragment(other, new URL(url).hash);
  await other.keyboard.press('Shift+KeyM');
  const [report] = await Promise.all([
    other.waitForEvent('download'),
    other.getByTestId('report-html').click(),
  ]);
  const html = readFileSync(await report.path(), 'utf8');
  expect(html).toContain('Told from a digest, not from the trace itself');
  expect(html).toContain('Death spiral');
  expect(html).not.toContain('&amp;d=');
  await other.keyboard.press('Escape');
  await panel(other, 'congestion').locator('.panel-menu > summary').click();
  await expect(panel(other, 'congestion')).toContainText('a digest holds no points');
  const [picture] = await Promise.all([
    other.waitForEvent('download'),
    panel(other, 'congestion').getByRole('button', { name: 'Picture as SVG' }).click(),
  ]);
  expect(readFileSync(await picture.path(), 'utf8')).toContain('(drawn from a digest)');
  await other.context().close();
});

test('damaged and hostile digests are named, and the page stays usable', async ({ page, browser }) => {
  await openSpiral(page);
  await openShare(page);
  const url = new URL(await copied(page, link(page, '2 KB').getByTestId('share-copy'))).hash;
  const [before, data = ''] = url.split('&d=');
  const { other, foreign } = await elsewhere(browser, page);
  const message = other.locator('[data-testid=message][data-kind=link]');
  for (const [digest, words] of [
    [data.slice(0, 900), 'Some chats cut long links: ask for the .qlogscope file instead.'],
    [`Ag${data.slice(2)}`, 'd=…: it was made by a newer qlogscope'],
    ['AQAA', 'd=…: it is damaged'],
    ['%3Cimg%3E', 'it should be a digest, as this page writes it'],
  ] as const) {
    await openFragment(other, `${before}&d=${digest}`);
    await expect(message).toContainText(words);
    await expect(other.getByTestId('link-request')).toContainText('This link is about a file of');
    await expect(other.locator('html')).toHaveAttribute('data-state', 'empty');
  }
  const magic = Buffer.from([0x93, 0x51, 0x4c, 0x47, 0x53, 0x0d, 0x0a, 0x1a]);
  await openFiles(other, upload('bomb.qlogscope', Buffer.concat([magic, Buffer.alloc(100_000, 1)])));
  await expect(other.locator('[data-testid=message][data-kind=digest-unreadable]')).toContainText(
    'bomb.qlogscope is a digest made by qlogscope, and cannot be shown: it is damaged',
  );
  await openFiles(other, tracePath(SPIRAL));
  await expect(other.getByTestId('panel').first()).toBeVisible();
  expect(foreign).toEqual([]);
  await other.context().close();
});
