/** Groups of the table of traces: proposed by names, told in words, drawn as bands, read again within the pool. */
import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { SHARE_NOTHING } from '../../src/engine/reading/contract/share-options';
import { shareRows } from '../../src/sharing/table/share-rows';
import { tableAsJson } from '../../src/sharing/table/table-file';
import { asRun } from '../support/run-copies';
import { madeFinding, madeRow } from '../support/table-rows';
import { faults } from './axe';
import { openLink } from './remote';
import { openFiles, openPage, RECEIVER, SPIRAL, settled, tracePath, type Upload, upload } from './support';

const RENO = 'rate-reno-s12.server.sqlog.gz';
const ILL = 8;
const WELL = 7;

/** Two kinds of runs under names that differ in their seeds, and the log of a receiver. */
function runs(): Upload[] {
  const copies = (of: string, name: string, number: number): Upload[] => {
    const content = readFileSync(tracePath(of));
    return Array.from({ length: number }, (_, i) =>
      upload(`${name}-s${i + 1}.server.sqlog.gz`, Buffer.from(asRun(content, i))),
    );
  };
  return [
    ...copies(SPIRAL, 'ill', ILL),
    ...copies(RENO, 'well', WELL),
    upload('ill-s9.client.sqlog.gz', readFileSync(tracePath(RECEIVER))),
  ];
}

const groups = (page: Page): Locator => page.getByTestId('groups');
const made = (page: Page): Locator => page.locator('[data-testid=groups-preview] [data-group]');
const plot = (page: Page, quantity: string): Locator =>
  page.locator(`[data-testid=band-plot][data-quantity=${quantity}]`);

/** Colours on a canvas. */
function coloursOf(canvas: Locator): Promise<number> {
  return canvas.evaluate((element) => {
    const { width, height } = element as HTMLCanvasElement;
    const context = (element as HTMLCanvasElement).getContext('2d') as CanvasRenderingContext2D;
    return new Set(new Uint32Array(context.getImageData(0, 0, width, height).data.buffer)).size;
  });
}

test('runs of two cases are grouped by their names: verdict in words, shares, and bands with values at the cursor', {
  tag: '@deep',
}, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openPage(page);
  await openFiles(page, runs());
  await page.getByTestId('trace-table').focus();
  await page.keyboard.press('Shift+KeyG');
  await expect(page.getByTestId('groups-form')).toBeVisible();
  await expect(made(page)).toHaveCount(2);
  await expect(made(page).nth(0)).toHaveAttribute('data-runs', String(ILL));
  await expect(page.getByTestId('groups-left-out')).toHaveText('Left out: 1 receiver.');
  expect(await faults(page)).toEqual([]);
  await page.getByTestId('show-groups').press('Enter');
  await settled(page);
  await expect(groups(page)).toHaveAttribute('data-groups', '2');
  await expect(page.getByTestId('trace-table')).toHaveCount(0);
  await expect(page.getByTestId('groups-verdict').locator('p').first()).toHaveText(
    'Death spiral: 8 of 8 runs of ill (100 %, 95 % interval 68 to 100 %), 0 of 7 of well (0 to 35 %): 100 points fewer (52 to 100).',
  );
  await expect(page.getByTestId('groups-verdict')).toContainText('Completed: 0 of 8 of ill; 7 of 7 of well');
  const spiral = page.locator('[data-testid=groups-shares] [data-finding=death-spiral]');
  await expect(spiral).toContainText('8 of 8');
  await expect(page.locator('[data-figure=rule]')).toContainText('from last send');

  for (const quantity of ['cwnd', 'goodput', 'in-flight', 'smoothed-rtt'])
    expect(await coloursOf(plot(page, quantity).locator('canvas')), quantity).toBeGreaterThan(5);
  const values = plot(page, 'cwnd').locator('[data-band]');
  await expect(values.first()).toHaveText('');
  const box = plot(page, 'cwnd').locator('.plot');
  const { width = 0 } = (await box.boundingBox()) ?? {};
  const before = await plot(page, 'smoothed-rtt').boundingBox();
  await box.hover({ position: { x: width * 0.9, y: 40 } });
  await settled(page);
  await expect(values.nth(0)).toHaveText(' 2,700 B (2,700 B to 2,700 B, 8 runs)');
  await expect(values.nth(1)).toHaveText(' no run');
  // One time for all plots, none of which moves.
  await expect(plot(page, 'smoothed-rtt').locator('[data-band]').first()).toContainText('8 runs');
  await expect(plot(page, 'runs').locator('[data-band]')).toHaveText([' 8 runs', ' no run']);
  await expect(page.locator('.band-plot[data-pointed] .band-cursor:visible')).toHaveCount(5);
  expect((await plot(page, 'smoothed-rtt').boundingBox())?.height).toBe(before?.height);

  await page.getByTestId('groups-landmark').selectOption('start');
  await settled(page);
  await expect(page.getByTestId('group-bands')).toHaveAttribute('data-landmark', 'start');
  await page.getByTestId('bands-twin').locator('summary').press('Enter');
  await expect(page.getByTestId('bands-twin').locator('table')).toHaveCount(5);
  expect(await faults(page)).toEqual([]);

  await page.locator('.groups-copy summary').press('Enter');
  await page.locator('[data-format=tsv]').press('Enter');
  await settled(page);
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^finding\tseverity\tgroup A hits/);
  expect(copied).toMatch(/death-spiral\tcritical\t8\t0\t8\t8\t1\t/);
  await page.getByTestId('groups-back').press('Enter');
  await expect(page.getByTestId('trace-table')).toBeVisible();
});

test('Enter makes the groups from anywhere in the dialog', { tag: '@deep' }, async ({ page }) => {
  await openPage(page);
  await openFiles(page, runs());
  const places = [
    null,
    page.locator('[data-by=name]'),
    page.getByLabel('Name of group A'),
    page.getByLabel('Receivers too'),
    page.getByTestId('group-patterns'),
  ];
  for (const place of places) {
    await page.getByTestId('trace-table').focus();
    await page.keyboard.press('Shift+KeyG');
    await expect(page.getByTestId('groups-form')).toBeVisible();
    const isOfLines = place === places[places.length - 1];
    if (isOfLines) await page.locator('[data-by=pattern]').check();
    if (isOfLines) await place?.fill('ill*\nwell*');
    await place?.focus();
    // A field of several lines needs it for them.
    await page.keyboard.press(isOfLines ? 'Control+Enter' : 'Enter');
    await expect(page.getByTestId('groups-form')).toHaveCount(0);
    await expect(groups(page)).toHaveAttribute('data-groups', '2');
    await page.getByTestId('groups-back').click();
  }
});

test('a link holds the groups under the names that were typed, and opens as them', {
  tag: '@deep',
}, async ({ page, context, browser }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openPage(page);
  await openFiles(page, runs());
  await page.getByTestId('trace-table').focus();
  await page.keyboard.press('Shift+KeyG');
  for (const [place, name] of ['before, <b>17</b>', 'after 字'].entries())
    await made(page).nth(place).getByRole('textbox').fill(name);
  await page.getByTestId('show-groups').press('Enter');
  await settled(page);
  const heading = page.locator('.groups-head h2');
  await expect(heading).toHaveText(`A before, <b>17</b> (${ILL}) · B after 字 (${WELL})`);
  const verdict = await page.getByTestId('groups-verdict').locator('p').allTextContents();
  const figures = await page.getByTestId('groups-figures').innerText();
  await page.getByTestId('groups-landmark').selectOption('handshake');
  await page.keyboard.press('KeyL');
  await expect(page.getByTestId('copy-link')).toHaveAttribute('data-state', 'copied');
  const link = new URL(await page.evaluate(() => navigator.clipboard.readText())).hash;
  expect(link).toMatch(
    /^#v=12&groups=[AB-]{16},before%2C%20%3Cb%3E17%3C\/b%3E,after%20%E5%AD%97&rows=[\w-]+&runs=[\w-]+$/,
  );
  await expect.poll(() => new URL(page.url()).hash).toBe(link);

  const other = await browser.newPage();
  await openLink(other, link.slice(1));
  await expect(other.locator('.groups-head h2')).toHaveText((await heading.textContent()) ?? '');
  const same = async (): Promise<void> => {
    await expect(other.getByTestId('groups-verdict').locator('p')).toHaveText(verdict);
    await expect.poll(() => other.getByTestId('groups-figures').innerText()).toBe(figures);
    await expect(other.getByTestId('group-bands')).toHaveAttribute('data-landmark', 'handshake');
    await expect(other.locator('.group-bands canvas')).not.toHaveCount(0);
  };
  await same();
  await other.reload();
  await same();
  const saving = page.waitForEvent('download');
  await page.locator('.groups-copy summary').click();
  await page.locator('.groups-copy [data-format=file]').click();
  const file = await (await saving).path();
  const third = await browser.newPage();
  await openPage(third);
  await openFiles(third, [upload('groups.qlogscope', readFileSync(file))]);
  await expect(third.locator('.groups-head h2')).toHaveText((await heading.textContent()) ?? '');
  await expect(third.getByTestId('groups-verdict').locator('p')).toHaveText(verdict);
  await expect(third.getByTestId('group-bands')).toHaveAttribute('data-landmark', 'handshake');
  await third.close();
  await expect(other.getByTestId('groups-absent')).toContainText(
    `The files of ${ILL + WELL} runs are not here`,
  );
  await expect(other.getByTestId('message')).toHaveCount(0);
  await expect.poll(() => new URL(other.url()).hash).toBe(link);
  await other.getByTestId('groups-back').click();
  await expect(other.getByTestId('table-row')).toHaveCount(ILL + WELL + 1);
  await expect.poll(() => new URL(other.url()).hash).toMatch(/^#v=4&rows=/);

  await openLink(other, link.slice(1).replace('before', 'x'.repeat(100)));
  await expect(other.locator('[data-testid=message][data-kind=link]')).toContainText('groups=');
  await expect(other.getByTestId('table-row')).toHaveCount(ILL + WELL + 1);
  await other.close();
});

test('a link to the groups of more runs than fit opens with what is said of all', { tag: '@deep' }, async ({
  page,
  browser,
}) => {
  const rows = Array.from({ length: 900 }, (_, i) =>
    madeRow(`${i % 2 === 0 ? 'old' : 'new'}-s${i}.sqlog`, {
      ...{ side: 'sender', durationUs: 1e6 + i * i * 31, goodput: 1e5 + ((i * 7919) % 9973) },
      findings: i % 3 === 0 ? [madeFinding('death-spiral', 'critical', (i * 7907) % 1e6, 5e6 + i * i)] : [],
      ...{
        sentBytes: (i * 104_729) % 999_983,
        packetsSent: (i * 7919) % 8191,
        smoothedRttUs: (i * 31) % 997,
      },
    }),
  );
  await openPage(page);
  const table = tableAsJson(shareRows(rows, { ...SHARE_NOTHING, fileName: true }));
  await openFiles(page, [upload('runs.json', Buffer.from(table))]);
  await page.getByTestId('trace-table').focus();
  await page.keyboard.press('Shift+KeyG');
  await page.getByTestId('show-groups').press('Enter');
  await expect(groups(page)).toHaveAttribute('data-groups', '2');
  await expect.poll(() => new URL(page.url()).hash).toMatch(/^#v=12&groups=.*&runs=/);
  const link = new URL(page.url()).hash;
  expect(link.length).toBeLessThan(32 * 1024);
  const verdict = await page.getByTestId('groups-verdict').locator('p').allTextContents();
  const shares = await page.getByTestId('groups-shares').innerText();
  const figures = await page.getByTestId('groups-figures').innerText();

  const other = await browser.newPage();
  await openLink(other, link.slice(1));
  await expect(other.locator('.groups-head h2')).toHaveText('A group A (450) · B group B (450)');
  const named = (words: string): string =>
    words.replace(/\bnew\b/g, 'group A').replace(/\bold\b/g, 'group B');
  await expect(other.getByTestId('groups-verdict').locator('p')).toHaveText(verdict.map(named));
  await expect(other.getByTestId('groups-linked')).toContainText(
    'verdict, shares and figures are of all of them',
  );
  expect(await other.getByTestId('groups-shares').innerText()).toBe(named(shares));
  expect(await other.getByTestId('groups-figures').innerText()).toBe(named(figures));
  await other.getByTestId('groups-back').click();
  await expect(other.getByTestId('trace-table')).toBeVisible();
  await other.close();
});

test('groups by patterns and by hand, pictures of the bands, and rows whose files are not here', {
  tag: '@deep',
}, async ({ page }) => {
  await openPage(page);
  await openFiles(page, runs());
  await page.getByTestId('group-rows').click();
  await page.locator('[data-by=pattern]').check();
  await expect(made(page)).toHaveCount(0);
  await expect(page.getByTestId('show-groups')).toBeDisabled();
  await page.getByTestId('group-patterns').fill('ill-s?.server*\nwell-*');
  await expect(made(page)).toHaveCount(2);
  await made(page).nth(1).getByRole('textbox').fill('Reno');
  await page.getByTestId('show-groups').click();
  await settled(page);
  await expect(page.locator('.groups-head h2')).toHaveText(`A ill-s?.server* (${ILL}) · B Reno (${WELL})`);
  for (const format of ['svg', 'png']) {
    await page.locator('.groups-copy summary').click();
    const download = page.waitForEvent('download');
    await page.locator(`[data-format=${format}]`).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`trace-group-bands.${format}`);
    const content = readFileSync(await file.path());
    expect(content.length).toBeGreaterThan(5000);
    // The name that was typed, and none that comes from files; a PNG has no text.
    expect([content.includes('Reno'), content.includes('ill-s')]).toEqual([format === 'svg', false]);
  }

  await page.getByTestId('groups-back').click();
  await page.getByTestId('table-filter').fill('name = well*');
  await page.getByTestId('table-filter').press('Enter');
  await page.keyboard.press('Control+KeyA');
  await page.getByTestId('group-rows').click();
  await page.locator('[data-by=hand]').check();
  await page.getByTestId('add-group').click();
  await expect(made(page)).toHaveCount(1);
  await expect(made(page)).toHaveAttribute('data-runs', String(WELL));
  await page.getByRole('button', { name: 'Close', exact: true }).click();

  // A saved table has no files: shares are told, bands are not.
  await page.getByTestId('table-filter').fill('');
  await page.getByTestId('table-filter').press('Enter');
  await page.keyboard.press('Escape');
  await page.locator('.table-copy summary').click();
  await page.locator('[data-tick=fileName]').check();
  const download = page.waitForEvent('download');
  await page.locator('[data-format=file]').click();
  const saved = upload('t.qlogscope', readFileSync(await (await download).path()));
  await page.getByTestId('close-table').click();
  await openFiles(page, saved);
  await page.getByTestId('group-rows').click();
  await expect(made(page)).toHaveCount(2);
  await page.getByTestId('show-groups').click();
  await settled(page);
  await expect(page.getByTestId('groups-absent')).toContainText('The files of 15 runs are not here');
  await expect(page.getByTestId('groups-verdict')).toContainText('8 of 8 runs of ill');
  await expect(page.getByTestId('group-bands')).toHaveCount(0);
});
