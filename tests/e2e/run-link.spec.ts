/** Links to runs of the lab: whoever opens one simulates the run again and sees the same; what no run is, is told. */
import { type Browser, expect, type Page, test } from '@playwright/test';
import { copied, digestLine, offerOf, openShare, shareWith } from './digests';
import { failure, openLink, request } from './remote';
import { compareWith, openFiles, openPage, panel, rangeOf, SPIRAL, settled, tracePath } from './support';

const DEFECT = 'run=incident/defect/7/sender/from:60/megabytes:2';
const FIXED = 'run=incident/fixed/7/sender/from:60/megabytes:2';

const names = (page: Page): Promise<readonly (string | undefined)[]> =>
  page
    .getByTestId('trace')
    .evaluateAll((tabs) => tabs.map((element) => (element as HTMLElement).dataset.name));

/** All that is seen: tabs, figures, findings, panels, the traces on the axis. */
async function shown(page: Page) {
  await settled(page);
  const told = (id: string) =>
    page
      .getByTestId(id)
      .evaluateAll((all) => all.map((element) => ({ ...(element as HTMLElement).dataset })));
  const selected = page.locator('[data-testid=finding].selected');
  return {
    names: await names(page),
    // How many bytes of memory hangs on what was asked for.
    summary: (await told('summary')).map(({ columnBytes: _, ...figures }) => figures),
    findings: await told('finding'),
    selected: await selected.evaluateAll((all) => all.map((element) => (element as HTMLElement).dataset.key)),
    panels: (await told('panel')).map(({ panel: id }) => id),
    plots: await panel(page, 'congestion').locator('canvas').count(),
    lanes: (await told('lane')).map(({ offsetUs }) => offsetUs),
  };
}

/** The other page shows the same: ranges to the µs, which is what a link holds. */
async function expectSame(other: Page, page: Page): Promise<void> {
  expect(await shown(other)).toEqual(await shown(page));
  const [here, there] = [await rangeOf(page), await rangeOf(other)];
  for (const [i, ms] of here.entries()) expect(Math.abs(ms - (there[i] as number))).toBeLessThan(0.0011);
}

/** The link in a browser that has never seen the page. */
async function openElsewhere(browser: Browser, link: string): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const { hash } = new URL(link);
  await openLink(page, hash.slice(1));
  return page;
}

async function copiedLink(page: Page): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.keyboard.press('KeyL');
  await expect(page.getByTestId('copy-link')).toHaveText('Link copied');
  return page.evaluate(() => navigator.clipboard.readText());
}

test('a run that is opened in the lab has a link that opens it elsewhere, in the same view, and so has its receiver', {
  tag: '@deep',
}, async ({ page, browser }) => {
  await openLink(page, 'v=7&lab=incident&fields=from:60&seeds=8');
  await page.getByTestId('lab-open-worst').click();
  await settled(page);
  await page.locator('[data-finding="death-spiral.1"]').first().waitFor({ state: 'attached' });
  await page.locator('[data-testid=finding] .finding-head').first().click();
  await page.keyboard.press('w');
  const link = await copiedLink(page);
  expect(new URL(link).hash).toMatch(
    /^#v=8&run=incident\/defect\/\d\/sender\/from:60&t=[\d.-]+&f=death-spiral/,
  );
  const other = await openElsewhere(browser, link);
  await expect(request(other)).toHaveCount(0);
  await expectSame(other, page);
  await expect.poll(() => new URL(other.url()).hash).toBe(new URL(link).hash);
  await other.reload();
  await expect(other.getByTestId('summary')).toBeVisible();
  await expectSame(other, page);
  await other.context().close();

  await page.keyboard.press('Shift+KeyI');
  await page.getByTestId('lab-open-receiver').first().click();
  await settled(page);
  await expect(page).toHaveURL(
    /run=incident\/defect\/\d\/sender\/from:60&run=incident\/defect\/\d\/receiver\/from:60&show=2/,
  );
});

test('a link to several runs, and a file of this device beside one, opens the set', { tag: '@deep' }, async ({
  page,
  browser,
}) => {
  await openLink(page, 'v=7&lab=incident&fields=from:60&seeds=3');
  await page.getByTestId('lab-compare-worst').click();
  await settled(page);
  await expect(page.getByTestId('lane')).toHaveCount(3);
  await page.getByLabel('One plot each').check();
  await page.keyboard.press('w');
  const other = await openElsewhere(browser, await copiedLink(page));
  await expect(other.getByTestId('lane')).toHaveCount(3);
  await expectSame(other, page);
  await other.context().close();

  await openLink(page, `v=8&${FIXED}`);
  await openFiles(page, tracePath(SPIRAL));
  await page.getByTestId('trace').first().locator('.tab-name').click();
  await compareWith(page);
  const mixed = await copiedLink(page);
  const third = await openElsewhere(browser, mixed);
  await expect(request(third)).toContainText('open that file');
  await openFiles(third, tracePath(SPIRAL));
  await expect(third.getByTestId('lane')).toHaveCount(2);
  await expect.poll(() => new URL(third.url()).hash).toBe(new URL(mixed).hash);
  await third.context().close();
});

test('a run is in the list of recent traces, with its view and notes, and is simulated again', async ({
  page,
}) => {
  await openLink(page, `v=8&${DEFECT}&t=0.5-1`);
  await page.keyboard.press('m');
  await page.getByTestId('note-editor').getByRole('textbox').fill('Of this run.');
  await page.getByTestId('note-save').click();
  await settled(page);
  await page.goto('about:blank');
  await openPage(page);
  const recent = page.getByTestId('recent');
  await expect(recent).toContainText('incident-defect-s7.sender.sqlog');
  await expect(recent).toContainText('lab run');
  await recent.click();
  await settled(page);
  await expect(page.getByTestId('note')).toContainText('Of this run.');
  await expect(page).toHaveURL(/#v=8&run=incident\/defect\/7\/sender\/from:60\/megabytes:2/);
});

test('a link with the data of a run opens it as a digest, which its run replaces', { tag: '@deep' }, async ({
  page,
  browser,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openLink(page, `v=8&${DEFECT}&t=0.5-1`);
  await openShare(page);
  await shareWith(page, 'holder');
  await expect(page.getByTestId('share-plain')).toContainText('Simulates the run again');
  await shareWith(page, 'other');
  const other = await openElsewhere(
    browser,
    await copied(page, offerOf(page, '2 KB').getByTestId('share-copy')),
  );
  await expect(digestLine(other)).toBeVisible();
  await other.getByTestId('digest-open').click();
  await settled(other);
  await expect(digestLine(other)).toHaveCount(0);
  expect(await names(other)).toEqual(['incident-defect-s7.sender.sqlog']);
  expect((await rangeOf(other)).map(Math.round)).toEqual([500, 1000]);
  await other.context().close();
});

for (const [what, run, words] of [
  ['scenario', 'nothing-such/defect/7/sender', 'there is no scenario nothing-such'],
  [
    'value in its range',
    'incident/defect/7/sender/rtt:-5',
    'rtt:-5: it should be a number from 0.1 to 1000 (ms)',
  ],
] as const)
  test(`a link to a run that has no such ${what} says so, and what else it names is there`, {
    tag: '@deep',
  }, async ({ page }) => {
    await openLink(page, `v=8&run=${run}&example=reno&t=1-2&set=1,2`);
    await expect(failure(page, 'run-refused')).toContainText(`The run cannot be simulated: ${words}.`);
    await page.getByTestId('trace').nth(1).locator('.tab-name').click();
    await settled(page);
    await expect(page.locator('html')).toHaveAttribute('data-state', 'ready');
    await openLink(page, `v=8&example=reno&run=${run}&t=1-2&set=1,2`);
    await expect(failure(page, 'link')).toContainText('set=…,2: this trace could not be opened');
    expect((await rangeOf(page)).map(Math.round)).toEqual([1000, 2000]);
  });

test('a run that is named in the wrong form is left out of its link, with the reason', {
  tag: '@deep',
}, async ({ page }) => {
  for (const [run, why] of [
    ['incident/defect/99999999999/sender', 'its third part is not a seed'],
    ['incident/defect/7/sender/rtt:1/rtt:2', 'a field of it is there twice'],
    ['incident/defect/7/both', 'its fourth part is neither sender nor receiver'],
  ] as const) {
    await openLink(page, `v=8&run=${run}&example=reno&show=2&t=1-2`);
    await expect(failure(page, 'link')).toContainText(why);
    expect(await names(page)).toHaveLength(1);
    expect((await rangeOf(page)).map(Math.round)).toEqual([1000, 2000]);
  }
});

/** Asked about for what it may send; it sends a fraction of that. */
const COSTLY = 'run=incident/fixed/7/sender/held:100/limit:10/loss:0/megabytes:100/reordered:20';

test('a link to a run that costs much asks first; agreed to, it is shown as the link has it', async ({
  page,
}) => {
  await openLink(page, `v=8&${COSTLY}&t=0.5-1`);
  const question = page.locator('[data-testid=message][data-kind=run-question]');
  await expect(question).toContainText('This run takes up to about');
  await expect(page.getByTestId('panel')).toHaveCount(0);
  await page.getByTestId('run-anyway').click();
  await settled(page);
  await expect(question).toHaveCount(0);
  await expect(panel(page, 'congestion')).toBeVisible();
  expect((await rangeOf(page)).map(Math.round)).toEqual([500, 1000]);
  await expect(page).toHaveURL(/run=incident\/fixed\/7\/sender\/held:100/);
});

test('a run that is not wanted, after it was asked about, has no tab', { tag: '@deep' }, async ({ page }) => {
  await openLink(page, `v=8&${COSTLY}`);
  await page.getByTestId('run-not').click();
  await expect(page.getByTestId('trace')).toHaveCount(0);
});

test('a run that takes long leaves the page as it is, and can be cancelled', { tag: '@deep' }, async ({
  page,
}) => {
  const big = 'run=two-flows/newreno-newreno/1/sender/rate:1000/seconds:120';
  await page.goto(`/?testing=1#v=8&example=reno&${big}&show=2`);
  await page.getByTestId('run-anyway').click();
  await expect(page.getByTestId('loading')).toContainText('Simulating');
  await page.getByTestId('trace').first().locator('.tab-name').click();
  await expect(panel(page, 'congestion')).toBeVisible();
  await page.getByTestId('trace').nth(1).locator('.tab-name').click();
  await page.getByTestId('cancel').click();
  await settled(page);
  expect(await names(page)).toHaveLength(1);
});

test('a run whose trace is too big is refused', { tag: '@deep' }, async ({ page }) => {
  test.slow();
  await openLink(page, 'v=8&run=two-flows/newreno-newreno/1/sender/rate:1000/seconds:120');
  await page.getByTestId('run-anyway').click();
  await expect(failure(page, 'run-refused')).toContainText('its trace would have more than 128 MB');
});
