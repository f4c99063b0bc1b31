/** The table of traces: sixty files become rows, worst first, by no more workers than the machine has cores. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { zipSync } from 'fflate';
import { faults } from './axe';
import { openFiles, openPage, SPIRAL, settled, tracePath, type Upload, upload } from './support';

const FOLDER = fileURLToPath(new URL('../corpus/traces/', import.meta.url));
const CORPUS = readdirSync(FOLDER).filter((name) => name.endsWith('.sqlog.gz'));
const CORES = 2;

type CountingWindow = Window & { counts: { alive: number; most: number } };

/** Counts the workers that live, on a machine that says it has two cores. */
async function countWorkers(page: Page): Promise<void> {
  await page.addInitScript((cores) => {
    Object.defineProperty(navigator, 'hardwareConcurrency', { get: () => cores });
    const counts = { alive: 0, most: 0 };
    Object.assign(window, { counts });
    window.Worker = class extends Worker {
      #isAlive = true;

      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        counts.alive++;
        counts.most = Math.max(counts.most, counts.alive);
      }

      override terminate(): void {
        if (this.#isAlive) counts.alive--;
        this.#isAlive = false;
        super.terminate();
      }
    };
  }, CORES);
}

/** The beginning of a trace: small, and without what comes later in it. */
function beginningOf(name: string, records: number): Buffer {
  const parts = gunzipSync(readFileSync(tracePath(name)))
    .toString('utf8')
    .split('\x1e');
  return Buffer.from(parts.slice(0, records).join('\x1e'));
}

const rows = (page: Page): Locator => page.getByTestId('table-row');
const shownTrace = (page: Page): Locator => page.locator('[data-testid=trace]:has([aria-current=true])');
const group = (page: Page, id: string): Locator =>
  page.locator(`[data-testid=table-summary] [data-group=${id}]`);

/** Sixty files, no two of the same bytes: a spiral, one that is no trace, and short beginnings of others. */
function sixty(): Upload[] {
  const beginnings = CORPUS.filter((name) => name.includes('server'))
    .slice(0, 8)
    .map((name) => beginningOf(name, 300));
  const short = Array.from({ length: 58 }, (_, i) =>
    upload(
      `short-${String(i).padStart(2, '0')}.sqlog`,
      `${beginnings[i % beginnings.length]}${'\n'.repeat(i)}`,
    ),
  );
  return [...short, upload('notes.txt', 'hello'), upload(SPIRAL, readFileSync(tracePath(SPIRAL)))];
}

test('sixty files become a table, worst first; by keys alone a row is filtered, selected, copied and opened', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await countWorkers(page);
  await openPage(page);
  await openFiles(page, sixty());
  await expect(page.locator('html')).toHaveAttribute('data-state', 'ready');
  const { most, alive } = await page.evaluate(() => (window as unknown as CountingWindow).counts);
  expect(most).toBeLessThanOrEqual(CORES);
  expect(alive).toBeLessThanOrEqual(1);
  const table = page.getByTestId('trace-table');
  await expect(table).toHaveAttribute('aria-rowcount', '61');
  await expect(page.getByTestId('table-summary')).toHaveAttribute('data-traces', '59');
  await expect(group(page, 'critical')).toContainText('1 critical');
  await expect(group(page, 'failed')).toContainText('1 file not read');
  await expect(rows(page).first()).toHaveAttribute('data-name', SPIRAL);
  await expect(rows(page).first()).toContainText('Death spiral, 7.95 s');
  await expect(rows(page).first().locator('.spark-critical')).toHaveCount(1);
  await expect(page.locator('[aria-sort]')).toHaveText(/Verdict/);
  // Only what is in view is in the document.
  expect(await rows(page).count()).toBeLessThan(50);
  await expect(table).toBeFocused();
  await page.keyboard.press('End');
  const failed = page.locator('[data-testid=table-row][data-state=failed]');
  await expect(failed).toHaveAttribute('data-name', 'notes.txt');
  await expect(failed).toContainText('Not a qlog trace');
  await expect(failed).toHaveClass(/current/);
  await expect(failed).toHaveAttribute('aria-rowindex', '61');

  await page.keyboard.press('/');
  await page.keyboard.type('finding = death-spiral and foo = 1');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('table-filter-error')).toHaveAttribute('data-at', '27');
  await page.keyboard.press('/');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('finding = death-spiral and impl ~ "quiche 0."');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('table-filter-error')).toHaveCount(0);
  await expect(rows(page)).toHaveCount(1);
  await page.keyboard.press('Home');
  await page.keyboard.press('Space');
  await expect(rows(page)).toHaveAttribute('aria-selected', 'true');
  await page.locator('.table-copy summary').press('Enter');
  await page.locator('[data-tick=fileName]').press('Space');
  await page.locator('[data-format=tsv]').press('Enter');
  await settled(page);
  const lines = (await page.evaluate(() => navigator.clipboard.readText())).trimEnd().split('\n');
  expect(lines).toHaveLength(2);
  const cells = (lines[1] ?? '').split('\t');
  expect(cells[(lines[0] ?? '').split('\t').indexOf('finding')]).toBe('death-spiral');
  expect(cells[0]).toBe(SPIRAL);

  await table.focus();
  await page.keyboard.press('Enter');
  await settled(page);
  await expect(shownTrace(page)).toHaveAttribute('data-name', SPIRAL);
  await expect(page.locator('[data-testid=finding][data-severity=critical]')).toHaveCount(1);
  await page.keyboard.press('Shift+KeyT');
  await expect(rows(page)).toHaveCount(1);
  await expect(table).toBeFocused();
  await expect(page.getByTestId('table-tab')).toHaveAttribute('aria-current', 'true');
  // It is open already.
  await page.getByTestId('open-worst').click();
  await expect(page.getByTestId('trace')).toHaveCount(1);
});

test('the table is accessible, and what is in it can be compared, removed and closed', {
  tag: '@deep',
}, async ({ page }) => {
  await openPage(page);
  const names = CORPUS.filter((name) => name.includes('server')).slice(0, 3);
  await openFiles(page, [...names, SPIRAL].map(tracePath));
  await expect(rows(page)).toHaveCount(4);
  await page.getByTestId('table-help').click();
  expect(await faults(page)).toEqual([]);
  const help = page.locator('.filter-help');
  await page.keyboard.press('Escape');
  await expect(help).toHaveCount(0);
  await page.keyboard.press('Enter');
  await help.focus();
  await page.keyboard.press('Escape');
  await expect(help).toHaveCount(0);
  await expect(page.getByTestId('table-filter')).toBeFocused();
  await page.keyboard.press('Escape');
  await page.locator('.table-copy summary').click();
  await page.locator('[data-tick=fileName]').check();
  const download = page.waitForEvent('download');
  await page.locator('[data-format=file]').click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('traces-table.qlogscope');
  const saved = upload(file.suggestedFilename(), readFileSync(await file.path()));
  await page.locator('[data-sort=name]').click();
  await expect(page.locator('[aria-sort=ascending]')).toHaveText(/Name/);
  const boxes = rows(page).getByRole('checkbox');
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await page.getByTestId('compare-selected').click();
  await settled(page);
  await expect(page.getByTestId('lane')).toHaveCount(2);
  await page.getByTestId('table-tab').click();
  await page.getByTestId('remove-selected').click();
  await expect(rows(page)).toHaveCount(2);
  const removed = page.getByTestId('table-removed');
  await expect(removed).toHaveText('2 rows removed.');
  await page.keyboard.press('u');
  await expect(rows(page)).toHaveCount(4);
  await expect(removed).toHaveAttribute('data-rows', '0');
  // The filter stays, and so does the way to switch it off.
  await group(page, 'critical').click();
  await page.keyboard.press('/');
  await expect(page.getByTestId('table-filter')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
  await expect(rows(page)).toHaveCount(0);
  await expect(group(page, 'critical')).toHaveText('● 0 critical');
  await page.getByTestId('clear-filter').click();
  await expect(rows(page)).toHaveCount(3);
  await page.getByTestId('undo-remove').click();
  await expect(rows(page)).toHaveCount(4);
  await expect(page.locator('[data-testid=table-row].current')).toHaveAttribute('data-name', SPIRAL);
  await expect(page.getByTestId('trace-table')).toBeFocused();
  await rows(page).last().getByRole('checkbox').check();
  await rows(page).nth(2).getByRole('checkbox').check();
  await page.getByTestId('remove-selected').click();
  await expect(rows(page)).toHaveCount(2);
  await page.getByTestId('close-table').click();
  await settled(page);
  await expect(page.getByTestId('table-tab')).toHaveCount(0);
  await expect(page.getByTestId('lane')).toHaveCount(0);
  await expect(page.getByTestId('trace')).toHaveCount(2);
  // What was saved opens as the same table; its rows ask for their files.
  await openFiles(page, saved);
  await expect(page.locator('[data-testid=table-row][data-state=record]')).toHaveCount(4);
  await expect(rows(page).first()).toHaveAttribute('data-name', SPIRAL);
  await expect(rows(page).first().locator('.spark-window')).toHaveCount(1);
});

test('a zip of more files than fit tabs is a table; files of the same name are told apart by their folders', {
  tag: '@deep',
}, async ({ page }) => {
  await openPage(page);
  const log = (name: string): Uint8Array => new Uint8Array(beginningOf(name, 300));
  const names = CORPUS.filter((name) => name.includes('server'));
  const zip = (count: number) =>
    zipSync(
      Object.fromEntries(
        names.slice(0, count).map((name, i) => [`logs/2026-11-23/host-${i}/server.sqlog`, log(name)]),
      ),
    );
  await openFiles(page, upload('few.zip', Buffer.from(zip(2))));
  await expect(page.getByTestId('trace')).toHaveAttribute('data-name', 'few.zip');
  await openFiles(page, [upload('many.zip', Buffer.from(zip(4))), upload('notes.txt', 'hello')]);
  await expect(rows(page)).toHaveCount(5);
  const shown = await rows(page).locator('.table-name button').allTextContents();
  expect(shown.map((name) => name.replace(/ #\d$/, '')).sort()).toEqual(
    ['notes.txt', ...[0, 1, 2, 3].map((i) => `…/host-${i}/server`)].sort(),
  );
  await rows(page).first().locator('.table-name button').click();
  await settled(page);
  await expect(shownTrace(page)).toHaveAttribute('data-name', 'many.zip');
});

test('what check --json printed is a table whose rows ask for their files', { tag: '@deep' }, async ({
  page,
}) => {
  const line = (file: string, finding: string | null): string =>
    JSON.stringify({
      ...{ schema: 1, file, trace: 0, role: 'server', side: 'sender', durationMs: 9987, packetsSent: 10 },
      findings: finding === null ? [] : [{ id: finding, severity: 'critical', startMs: 2036, endMs: 9986 }],
    });
  // The input of files, which a test can fill.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'));
  const text = [line('ci/well.sqlog', null), line(`ci/${SPIRAL}`, 'death-spiral'), '{ broken'].join('\n');
  await openPage(page);
  await openFiles(page, upload('check.json', text));
  await expect(page.locator('[data-testid=message][data-kind=records-left-out]')).toContainText(
    '1 record of 3',
  );
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).first()).toContainText('Death spiral, 7.95 s');
  await expect(page.locator('[data-state=record]')).toHaveCount(2);
  await expect(page.getByTestId('trace-table')).toBeFocused();
  // Asked for early: the browser has to hear of it before the key.
  const chooser = page.waitForEvent('filechooser');
  await page.keyboard.press('Home');
  await expect(page.locator('[data-testid=table-row].current')).toHaveAttribute('data-name', `ci/${SPIRAL}`);
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(tracePath(SPIRAL));
  await settled(page);
  await expect(shownTrace(page)).toHaveAttribute('data-name', SPIRAL);
  await page.keyboard.press('Shift+KeyT');
  await expect(page.locator('[data-state=record]')).toHaveCount(1);
  await expect(rows(page).first().locator('.spark-window')).toHaveCount(1);
});

test('reading can be cancelled, and of too many files the first are read', { tag: '@deep' }, async ({
  page,
}) => {
  await openPage(page);
  await page.evaluate(() => {
    const data = new DataTransfer();
    for (let i = 0; i < 2100; i++) data.items.add(new File(['hello'], `${i}.qlog`));
    document
      .querySelector('main')
      ?.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  });
  await expect(page.locator('[data-testid=message][data-kind=table-in-part]')).toContainText(
    '100 are left out',
  );
  await expect(page.getByTestId('table-progress')).toHaveAttribute('data-total', '2000');
  await page.getByTestId('table-cancel').click();
  await settled(page);
  await expect(page.locator('[data-testid=message][data-kind=cancelled]')).toContainText(
    'of 2,000 was cancelled',
  );
  await expect(page.locator('[data-state=waiting]')).toHaveCount(0);
});

test('back in the table the current row is in view', { tag: '@deep' }, async ({ page }) => {
  await openPage(page);
  await openFiles(page, sixty());
  await page.keyboard.press('PageDown');
  await page.keyboard.press('PageDown');
  await page.keyboard.press('PageDown');
  const current = page.locator('[data-testid=table-row].current');
  const name = await current.getAttribute('data-name');
  await page.keyboard.press('Enter');
  await settled(page);
  await page.keyboard.press('Shift+KeyT');
  await expect(current).toHaveAttribute('data-name', name ?? '');
  await expect(current).toBeInViewport();
});

const notice = (page: Page): Locator => page.locator('[data-testid=message]');

test('a file that is in the table is not added again; V compares the selected rows, wherever the focus is', {
  tag: '@deep',
}, async ({ page }) => {
  await openPage(page);
  const names = CORPUS.filter((name) => name.includes('server')).slice(0, 4);
  const logs = names.map((name) => upload(name, beginningOf(name, 300)));
  await openFiles(page, logs);
  await expect(rows(page)).toHaveCount(4);
  const other = upload(names[0] as string, beginningOf(names[1] as string, 300));
  await openFiles(page, [...logs.slice(0, 3), other]);
  await expect(notice(page).and(page.locator('[data-kind=files-copied]'))).toContainText(
    '3 files of 4 are in the table already',
  );
  await expect(rows(page)).toHaveCount(5);
  await page.locator('[data-sort=name]').focus();
  await page.keyboard.press('v');
  await expect(notice(page).and(page.locator('[data-kind=not-compared]'))).toContainText('0 selected');
  await rows(page).nth(0).getByRole('checkbox').check();
  await rows(page).nth(2).getByRole('checkbox').check();
  await page.locator('[data-sort=ill]').focus();
  await page.keyboard.press('v');
  await settled(page);
  await expect(page.getByTestId('lane')).toHaveCount(2);
});

test('a digest among files is no failure; that a row is not its trace is no message', {
  tag: '@deep',
}, async ({ page }) => {
  await openPage(page);
  const digest = readFileSync(fileURLToPath(new URL('../corpus/hostile/bins0.qlogscope', import.meta.url)));
  const names = CORPUS.filter((name) => name.includes('server')).slice(0, 3);
  await openFiles(page, [
    upload('shared.qlogscope', digest),
    ...names.map((name) => upload(name, beginningOf(name, 300))),
  ]);
  await expect(group(page, 'digest')).toContainText('1 digest');
  await expect(group(page, 'failed')).toHaveCount(0);
  await expect(page.getByTestId('table-summary')).toHaveAttribute('data-traces', '3');
  await page.locator('[data-state=digest] .table-name button').click();
  await settled(page);
  await expect(page.getByTestId('trace')).toHaveCount(1);
  await page.keyboard.press('Shift+KeyT');
  await rows(page).first().locator('.table-name button').click();
  await settled(page);
  await expect(page.getByTestId('trace')).toHaveCount(2);
  await expect(notice(page)).toHaveCount(0);
});

test('while a large file is read, End marks the last row, and the view is full of rows', {
  tag: '@deep',
}, async ({ page }) => {
  await openPage(page);
  const large = gzipSync(Buffer.alloc(512 * 1024 * 1024, '\x1e'), { level: 1 });
  await page.setInputFiles('[data-testid=open]', [...sixty(), upload('large.sqlog.gz', large)]);
  const table = page.getByTestId('trace-table');
  await expect(page.getByTestId('table-progress')).toHaveAttribute('data-read', '60');
  await expect(table).toBeFocused();
  await page.keyboard.press('End');
  const last = page.locator('[data-testid=table-row].current');
  await expect(last).toHaveAttribute('data-name', 'large.sqlog.gz');
  await expect(last).toBeInViewport();
  const isFull = await table.evaluate((grid) => {
    const { left, top, height } = grid.getBoundingClientRect();
    const at = (part: number) => document.elementFromPoint(left + 60, top + 40 + (height - 60) * part);
    return [0, 0.25, 0.5, 0.75, 1].every((part) => at(part)?.closest('[data-testid=table-row]') != null);
  });
  expect(isFull).toBe(true);
});
