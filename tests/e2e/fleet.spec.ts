/** A fleet on the page: Parquet files become rows, groups with intervals and pictures, and the way to each trace. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { fileServer } from '../support/file-server';
import { fleetRow, ill, parquetOf } from '../support/fleet-files';
import { faults } from './axe';
import { fetchButton } from './remote';
import { openFiles, openPage, SPIRAL, settled, tracePath, upload } from './support';

const FROZEN = readFileSync(fileURLToPath(new URL('../corpus/fleet/v1.parquet', import.meta.url)));
const FINDINGS = readFileSync(fileURLToPath(new URL('../corpus/fleet/v1-findings.parquet', import.meta.url)));

const rows = (page: Page): Locator => page.getByTestId('fleet-row');
const group = (page: Page, id: string): Locator =>
  page.locator(`[data-testid=fleet-group][data-group="${id}"]`);

async function openFleet(page: Page, ...files: readonly ReturnType<typeof upload>[]): Promise<void> {
  await openPage(page);
  await openFiles(page, [...files]);
  await answered(page);
}

async function answered(page: Page): Promise<void> {
  await expect(page.getByTestId('fleet')).toHaveAttribute('data-asking', 'false');
  await settled(page);
}

test('which version began to spiral is seen in three clicks', async ({ page }) => {
  await openFleet(page, upload('march.parquet', FROZEN));
  await expect(page.getByTestId('fleet-summary')).toHaveAttribute('data-rows', '90');
  // The fleet in a sentence, before anything is asked.
  await expect(page.getByTestId('fleet-said').locator('[data-build="quiche 0.31.0"]').first()).toHaveText(
    /^quiche 0\.31\.0: Death spiral in 24 of 30 since 8 March 2026; 0\.29\.0: 0 of 60; on hosts /,
  );
  // One: the finding. Versions are the groups that a fleet begins with, by their first day.
  await page.locator('[data-finding=death-spiral]').click();
  await answered(page);
  await expect(page.getByTestId('fleet-total')).toHaveAttribute('data-hits', '24');
  await expect(page.getByTestId('fleet-group')).toHaveCount(2);
  await expect(page.getByTestId('fleet-group').nth(0)).toHaveAttribute('data-group', 'quiche 0.29.0');
  await expect(group(page, 'quiche 0.31.0')).toHaveAttribute('data-hits', '24');
  await expect(group(page, 'quiche 0.29.0')).toHaveAttribute('data-hits', '0');
  await expect(group(page, 'quiche 0.31.0')).toContainText('2026-03-08');
  // Two: the version. Three would be its rows.
  await group(page, 'quiche 0.31.0').locator('th button').click();
  await answered(page);
  await expect(page.getByTestId('fleet-before').locator('svg')).toHaveAttribute(
    'aria-label',
    /^quiche 0\.31\.0: \+\d\d points \(95 % interval \+\d.* against quiche 0\.29\.0\..*before: quiche 0\.29\.0: 0\.0 %/,
  );
  await group(page, 'quiche 0.31.0').getByRole('button', { name: 'only' }).click();
  await answered(page);
  await expect(page.getByTestId('fleet')).toHaveAttribute('data-shown', '30');
  await expect(page.getByTestId('fleet-filter')).toHaveValue('impl = "quiche 0.31.0"');
});

test('a fleet of local files is shared as a report; it has no link, and says so', async ({ page }) => {
  await openFleet(page, upload('march.parquet', FROZEN), upload('again.parquet', FROZEN));
  // The same rows again are not added.
  await expect(page.getByTestId('fleet-summary')).toHaveAttribute('data-rows', '90');
  await expect(page.getByTestId('fleet-summary')).toContainText('90 rows there already, left out');
  await expect(page.getByTestId('copy-link')).toBeDisabled();
  await expect(page.getByTestId('copy-link')).toHaveAttribute('title', /^A fleet of local files has no link/);
  await page.getByTestId('fleet-said').locator('button').first().click();
  await answered(page);
  await expect(page.getByTestId('fleet-before')).toBeVisible();
  await page.getByTestId('share').click();
  await page.getByTestId('share-fleet').locator('[data-tick=wallClock]').check();
  const [report] = await Promise.all([
    page.waitForEvent('download'),
    page.getByTestId('share-fleet-report').click(),
  ]);
  expect(report.suggestedFilename()).toMatch(/-fleet\.html$/);
  const words = readFileSync(await report.path(), 'utf8');
  expect(words).toContain('quiche 0.31.0: Death spiral in 24 of 30 since 8 March 2026; 0.29.0: 0 of 60');
  expect(words.match(/<svg /g)).toHaveLength(2);
  expect(words).not.toMatch(/edge-|march\.parquet/);
});

test('the idle rule that spirals', { tag: '@deep' }, async ({ page }) => {
  await openFleet(page, upload('march.parquet', FROZEN));
  await page.locator('[data-finding=death-spiral]').click();
  await page.locator('[data-testid=fleet] [data-by=rule]').first().click();
  await answered(page);
  await expect(page.getByTestId('fleet-group').first()).toHaveAttribute('data-group', 'shift-from-last-send');
  await expect(page.getByTestId('fleet-group').first()).toHaveAttribute('data-hits', '24');
  await expect(page.locator('[data-testid=fleet-group]:not([data-hits="0"])')).toHaveCount(1);
});

test('a filter in the language of the event list; a wrong one says where', { tag: '@deep' }, async ({
  page,
}) => {
  await openFleet(page, upload('march.parquet', FROZEN));
  const filter = page.getByTestId('fleet-filter');
  await filter.fill('host = edge-1 and alarm = death-spiral and cost > 4s');
  await filter.press('Enter');
  await answered(page);
  const shown = Number(await page.getByTestId('fleet').getAttribute('data-shown'));
  expect(shown).toBeGreaterThan(0);
  expect(shown).toBeLessThan(24);
  await expect(rows(page).first()).toHaveAttribute('data-file', /^edge-1\//);
  await filter.fill('colour = red');
  await filter.press('Enter');
  await answered(page);
  await expect(page.getByTestId('fleet-filter-error')).toContainText('There is no field “colour”');
  await expect(page.getByTestId('fleet')).toHaveAttribute('data-shown', '90');
});

test('with keys only: rows, their digest, and back', { tag: '@deep' }, async ({ page }) => {
  await openFleet(page, upload('march.parquet', FROZEN));
  await expect(page.getByTestId('fleet-rows')).toBeFocused();
  await page.keyboard.press('End');
  await expect(rows(page).last()).toHaveClass(/current/);
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByTestId('fleet-current')).toHaveAttribute('data-digest', 'true');
  const file = (await page.getByTestId('fleet-current').getAttribute('data-file')) as string;
  await page.keyboard.press('Enter');
  await settled(page);
  await expect(page.getByTestId('finding').first()).toHaveAttribute('data-id', 'death-spiral');
  await expect(page.locator('[data-testid=trace]')).toHaveAttribute(
    'data-name',
    new RegExp(file.split('/').pop() as string),
  );
  await page.keyboard.press('Shift+F');
  await expect(page.getByTestId('fleet-rows')).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByTestId('fleet-filter')).toBeFocused();
});

test('a row opens its trace in the folder that is given, at its worst alarm', { tag: '@deep' }, async ({
  page,
}) => {
  const name = `edge-9/logs/${SPIRAL}`;
  await openFleet(
    page,
    upload('one.parquet', Buffer.from(parquetOf([ill({ file: name }), fleetRow({ file: 'edge-9/none' })]))),
  );
  await page
    .getByTestId('fleet-folder-input')
    .evaluate((input: HTMLInputElement) => input.removeAttribute('webkitdirectory'));
  await page.getByTestId('fleet-folder-input').setInputFiles(tracePath(SPIRAL));
  await expect(page.getByTestId('fleet-folder')).toHaveAttribute('data-files', '1');
  await rows(page).first().getByRole('button').click();
  await settled(page);
  await expect(page.locator('html')).toHaveAttribute('data-state', 'ready');
  await expect(page.locator('[data-testid=finding].selected')).toHaveAttribute('data-key', 'death-spiral.1');
  await page.getByTestId('fleet-tab').click();
  await rows(page).nth(1).getByRole('button').click();
  await settled(page);
  await expect(page.locator('main')).toContainText('The trace edge-9/none is not here');
});

test('a row opens its trace in the store of the page, by its hash', { tag: '@deep' }, async ({ page }) => {
  const trace = readFileSync(tracePath(SPIRAL));
  const { createHash } = await import('node:crypto');
  const hash = createHash('sha256').update(trace).digest('hex');
  const asked: string[] = [];
  await page.route('**/config.json', (route) =>
    route.fulfill({ json: { version: 1, store: { base: 'store/' } } }),
  );
  await page.route('**/store/**', (route) => {
    asked.push(`${route.request().method()} ${new URL(route.request().url()).pathname.split('/').pop()}`);
    const isHead = route.request().method() === 'HEAD';
    return route.fulfill({
      status: 200,
      headers: { 'content-length': String(trace.length) },
      ...(isHead ? {} : { body: trace }),
    });
  });
  const row = ill({ file: 'edge/a.sqlog.gz', hash, file_bytes: trace.length });
  await openFleet(page, upload('one.parquet', Buffer.from(parquetOf([row]))));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await settled(page);
  await expect(page.locator('html')).toHaveAttribute('data-state', 'ready');
  expect(asked[0]).toBe(`HEAD ${hash}.gz`);
  await expect(page.locator('[data-testid=finding].selected')).toHaveAttribute('data-key', 'death-spiral.1');
});

test('a folder of parts: findings and the ledger are passed over, a damaged part is named, markup is text', async ({
  page,
}) => {
  const evil = '<img src=x onerror="window.pwned=1">\u202e';
  const part = parquetOf(
    [
      ill({
        file: `${evil}/a`,
        host: evil,
        version: evil,
        implementation: evil,
        controller: evil,
        idle_rule: evil,
        worst: evil,
        findings: evil,
        alarms: evil,
        failure: null,
      }),
    ],
    { without: ['day'] },
  );
  await openFleet(
    page,
    upload('out-traces-a.parquet', FROZEN),
    upload('v1-findings.parquet', FINDINGS),
    upload('cut.parquet', FROZEN.subarray(0, 5000)),
    upload('evil.parquet', Buffer.from(part)),
    upload('empty.parquet', Buffer.alloc(0)),
  );
  await expect(page.getByTestId('fleet-summary')).toHaveAttribute('data-rows', '91');
  await expect(page.getByTestId('fleet-problems')).toHaveAttribute('data-files', '2');
  await expect(page.getByTestId('fleet-problems')).toContainText('cut.parquet: it is cut: its last bytes');
  await expect(page.getByTestId('fleet-problems')).toContainText('empty.parquet: it is empty');
  for (const by of ['host', 'version', 'rule', 'controller']) {
    await page.locator(`.fleet-by [data-by=${by}]`).click();
    await answered(page);
  }
  expect(await page.evaluate(() => (window as never as { pwned?: number }).pwned)).toBeUndefined();
  expect(await page.locator('.fleet img').count()).toBe(0);
});

test('a file that is no trace of a fleet is said to be none', { tag: '@deep' }, async ({ page }) => {
  await openPage(page);
  await openFiles(page, [upload('v1-findings.parquet', FINDINGS)]);
  await expect(page.getByTestId('fleet-problems')).toContainText('file of findings');
  await openFiles(page, [upload('bad.parquet', Buffer.from('PAR1 and nothing else PAR1'))]);
  await expect(page.getByTestId('fleet-problems')).toContainText('bad.parquet: ');
});

test('a fleet at a URL opens with what is looked at of it, and the address follows', {
  tag: '@deep',
}, async ({ page }) => {
  const server = await fileServer();
  server.give(FROZEN, {
    headers: {
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'content-range',
      'accept-ranges': 'bytes',
    },
  });
  await page.goto(
    `/?testing=1#v=6&src=http://${server.host}/march.parquet&group=rule&share=death-spiral&sort=-colour`,
  );
  await fetchButton(page).click();
  await answered(page);
  await expect(page.getByTestId('fleet-summary')).toHaveAttribute('data-rows', '90');
  await expect(page.locator('main')).toContainText('sort=colour: the fleet has no such column');
  await expect(page.getByTestId('fleet-groups')).toHaveAttribute('data-by', 'rule');
  await expect(page.getByTestId('fleet-total')).toHaveAttribute('data-hits', '24');
  const filter = page.getByTestId('fleet-filter');
  await filter.fill('host = edge-2');
  await filter.press('Enter');
  await answered(page);
  await expect(page).toHaveURL(/find=host.*edge-2.*&group=rule&share=death-spiral/);
  await server.close();
});

test('axe finds nothing serious, also with a group that is compared and a row that is current', {
  tag: '@deep',
}, async ({ page }) => {
  await openFleet(page, upload('march.parquet', FROZEN));
  expect(await faults(page)).toEqual([]);
  await page.locator('[data-finding=death-spiral]').click();
  await group(page, 'quiche 0.31.0').locator('th button').click();
  await answered(page);
  await rows(page).first().click();
  await page.locator('.fleet-plot summary').first().click();
  expect(await faults(page)).toEqual([]);
});

test('traces that are dropped with their table are opened by its rows', { tag: '@deep' }, async ({
  page,
}) => {
  const table = Buffer.from(parquetOf([ill({ file: `edge-9/${SPIRAL}` })]));
  await openFleet(page, upload('one.parquet', table), upload(SPIRAL, readFileSync(tracePath(SPIRAL))));
  await expect(page.getByTestId('fleet-folder')).toHaveAttribute('data-files', '1');
  await rows(page).first().getByRole('button').click();
  await settled(page);
  await expect(page.locator('[data-testid=finding].selected')).toHaveAttribute('data-key', 'death-spiral.1');
});

test('an empty fleet, a closed one, and another one', { tag: '@deep' }, async ({ page }) => {
  await openFleet(page, upload('march.parquet', FROZEN));
  await page.getByTestId('close-fleet').click();
  await expect(page.locator('html')).toHaveAttribute('data-state', 'empty');
  await openFiles(page, [upload('none.parquet', Buffer.from(parquetOf([])))]);
  await expect(page.getByTestId('fleet-problems')).toContainText('No row');
  await openFiles(page, [upload('march.parquet', FROZEN)]);
  await answered(page);
  await expect(page.getByTestId('fleet-tab')).toHaveAttribute('data-rows', '90');
});
