/** Copies of local files on this device: off at first, then there after a reload, until they are forgotten or gone. */
import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { openTrace } from './shared-trace';
import {
  openFiles,
  openPage,
  RECEIVER,
  rangeOf,
  SPIRAL,
  settled,
  tracePath,
  traceText,
  upload,
} from './support';

const request = (page: Page): Locator => page.getByTestId('link-request');
const recent = (page: Page): Locator => page.getByTestId('recent');
const copy = (page: Page): Locator => page.getByTestId('file-copy');

/** Names and sizes of all files in the private file system of the page, whoever wrote them; a folder has no size. */
function filesOnDevice(page: Page): Promise<readonly (readonly [path: string, size: number])[]> {
  return page.evaluate(async () => {
    type Folder = FileSystemDirectoryHandle & { entries(): AsyncIterable<[string, FileSystemHandle]> };
    const found: [string, number][] = [];
    const walk = async (folder: FileSystemDirectoryHandle, path: string): Promise<void> => {
      for await (const [name, handle] of (folder as Folder).entries()) {
        const isFile = handle.kind === 'file';
        found.push([
          `${path}${name}`,
          isFile ? (await (handle as FileSystemFileHandle).getFile()).size : Number.NaN,
        ]);
        if (!isFile) await walk(handle as FileSystemDirectoryHandle, `${path}${name}/`);
      }
    };
    const walkAll = async (): Promise<void> => {
      found.length = 0;
      await walk(await navigator.storage.getDirectory(), '');
    };
    // What is deleted while it is looked at is looked at again.
    await walkAll().catch(walkAll);
    return found;
  });
}

const sizesOnDevice = async (page: Page): Promise<readonly number[]> =>
  (await filesOnDevice(page)).map(([, size]) => size).filter((size) => !Number.isNaN(size));

/** Names of databases of the page. */
const databases = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => (await indexedDB.databases()).map(({ name = '' }) => name));

async function openDialog(page: Page): Promise<void> {
  await page.keyboard.press('Shift+K');
  await page.getByTestId('file-copies').waitFor();
}

async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByTestId('file-copies').waitFor({ state: 'detached' });
}

/** Switches copies on in the dialog. */
async function keepCopies(page: Page): Promise<void> {
  await openDialog(page);
  await page.getByTestId('keep-copies').click();
  await expect(page.getByTestId('copies-used')).toBeVisible();
  await closeDialog(page);
}

/** Waits until the dialog lists copies of these files, the last used first. */
async function keptCopies(page: Page, ...names: readonly string[]): Promise<void> {
  await openDialog(page);
  await expect
    .poll(() => copy(page).evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset.name)))
    .toEqual(names);
  await closeDialog(page);
}

test('without being switched on, nothing of a file is written, and it is asked for', {
  tag: '@deep',
}, async ({ page }) => {
  await openTrace(page);
  await expect.poll(() => new URL(page.url()).hash).toContain('file=');
  await openDialog(page);
  await expect(page.getByTestId('keep-copies')).not.toBeChecked();
  await closeDialog(page);
  await page.reload();
  await expect(request(page)).toContainText('open that file');
  expect(await filesOnDevice(page)).toEqual([]);
  expect(await databases(page)).not.toContain('qlogscope.copies');
});

test('a dropped file is there again after a reload, with its view, and from a link, without being chosen', {
  tag: '@deep',
}, async ({ page }) => {
  await openPage(page);
  await keepCopies(page);
  await openFiles(page, tracePath(SPIRAL));
  await page.locator('[data-testid=finding] .finding-head').first().click();
  await settled(page);
  const range = await rangeOf(page);
  await keptCopies(page, SPIRAL);
  // The bytes of the file, compressed as it is.
  expect(await sizesOnDevice(page)).toEqual([readFileSync(tracePath(SPIRAL)).length]);
  await expect.poll(() => new URL(page.url()).hash).toContain('f=death-spiral');
  const link = page.url();

  await page.reload();
  await expect(page.getByTestId('trace')).toHaveAttribute('data-name', SPIRAL);
  await settled(page);
  await expect.poll(() => rangeOf(page)).toEqual(range.map((ms) => expect.closeTo(ms, 2)));
  await expect(request(page)).toHaveCount(0);
  await expect(page.getByTestId('trace')).toHaveCount(1);
  expect(page.url()).toBe(link);

  await page.goto('about:blank');
  await page.goto(link);
  await expect(page.getByTestId('trace')).toHaveAttribute('data-name', SPIRAL);
  await settled(page);
  await expect(page.getByTestId('finding').first()).toHaveAttribute('data-id', 'death-spiral');
  // Reading from a copy makes no other.
  expect(await sizesOnDevice(page)).toHaveLength(1);
});

test('the line that asks for a file is not shown before the copy is found', { tag: '@deep' }, async ({
  page,
}) => {
  await openPage(page);
  await keepCopies(page);
  await openFiles(page, tracePath(SPIRAL));
  await keptCopies(page, SPIRAL);
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => {
      if (document.querySelector('[data-testid=link-request], [data-testid=known-file]')) seen.push('asked');
    }).observe(document, { subtree: true, childList: true });
  });
  await page.reload();
  await page.getByTestId('trace').waitFor();
  await settled(page);
  expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual([]);
});

test('switched on over an open file, it is kept; a recent trace opens from its copy at a click', {
  tag: '@deep',
}, async ({ page }) => {
  await openTrace(page);
  await keepCopies(page);
  await keptCopies(page, SPIRAL);
  await page.goto('about:blank');
  await openPage(page);
  await expect(page.getByTestId('keep-copies')).toBeChecked();
  await expect(page.getByTestId('copies-room')).toHaveAttribute('data-used-bytes', /^[1-9]/);
  await recent(page).click();
  await page.getByTestId('trace').waitFor();
  await settled(page);
  await expect(page.getByTestId('trace')).toHaveAttribute('data-name', SPIRAL);
  await expect(request(page)).toHaveCount(0);
});

test('several files come back in their order, the shown one shown; one without a copy is asked for', {
  tag: '@deep',
}, async ({ page }) => {
  await openPage(page);
  await keepCopies(page);
  await openFiles(page, [tracePath(SPIRAL), tracePath(RECEIVER)]);
  await page.getByTestId('trace').filter({ hasText: RECEIVER }).click();
  await settled(page);
  await expect.poll(() => sizesOnDevice(page)).toHaveLength(2);
  await expect.poll(() => new URL(page.url()).hash).toContain('show=');
  const names = (): Promise<(string | undefined)[]> =>
    page.getByTestId('trace').evaluateAll((tabs) => tabs.map((tab) => (tab as HTMLElement).dataset.name));
  const before = await names();
  await page.reload();
  await expect(page.getByTestId('trace')).toHaveCount(2);
  await settled(page);
  expect(await names()).toEqual(before);
  await expect(page.locator('[data-testid=trace]:has([aria-current=true])')).toHaveAttribute(
    'data-name',
    RECEIVER,
  );

  await openDialog(page);
  await page.getByRole('button', { name: `Forget the copy of ${SPIRAL}` }).click();
  await expect(copy(page)).toHaveCount(1);
  await closeDialog(page);
  expect(await sizesOnDevice(page)).toEqual([readFileSync(tracePath(RECEIVER)).length]);
  await page.reload();
  await expect(request(page)).toContainText('open that file');
  await expect(page.getByTestId('trace')).toHaveAttribute('data-name', RECEIVER);
});

test('a copy that the browser has removed, or that is damaged, is said to be lost, and the file is asked for', {
  tag: '@deep',
}, async ({ page }) => {
  await openPage(page);
  await keepCopies(page);
  await openFiles(page, tracePath(SPIRAL));
  await keptCopies(page, SPIRAL);
  await page.evaluate(async () => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('qlogscope-copies');
    for await (const name of (folder as unknown as { keys(): AsyncIterable<string> }).keys())
      await folder.removeEntry(name);
  });
  await page.reload();
  await expect(request(page)).toContainText(`This link is about ${SPIRAL}`);
  await expect(page.locator('[data-testid=message][data-kind=copy-lost]')).toContainText(
    `The copy of ${SPIRAL} is no longer on this device`,
  );
  await openFiles(page, tracePath(SPIRAL));
  await expect(request(page)).toHaveCount(0);
  await keptCopies(page, SPIRAL);

  await page.evaluate(async () => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('qlogscope-copies');
    for await (const name of (folder as unknown as { keys(): AsyncIterable<string> }).keys()) {
      const stream = await (await folder.getFileHandle(name)).createWritable({ keepExistingData: true });
      await stream.write(new Uint8Array(40));
      await stream.close();
    }
  });
  await page.reload();
  await expect(request(page)).toContainText(`This link is about ${SPIRAL}`);
  await expect(page.locator('[data-testid=message][data-kind=copy-lost]')).toContainText('was damaged');
  expect(await sizesOnDevice(page)).toEqual([]);
});

test('Forget of a recent trace deletes the copy, and Forget everything all of them', {
  tag: '@deep',
}, async ({ page }) => {
  await openPage(page);
  await keepCopies(page);
  await openFiles(page, [tracePath(SPIRAL), tracePath(RECEIVER)]);
  await expect.poll(() => sizesOnDevice(page)).toHaveLength(2);
  await page.goto('about:blank');
  await openPage(page);
  await expect(recent(page)).toHaveCount(2);
  await page.getByRole('button', { name: `Forget ${SPIRAL}` }).click();
  await expect(recent(page)).toHaveCount(1);
  expect(await sizesOnDevice(page)).toEqual([readFileSync(tracePath(RECEIVER)).length]);

  await page.keyboard.press('Shift+Delete');
  await expect(page.getByTestId('forget-form')).toContainText('copies of 1 local file:');
  await Promise.all([page.waitForEvent('load'), page.getByTestId('forget-everything').click()]);
  await settled(page);
  expect(await filesOnDevice(page)).toEqual([]);
  await openDialog(page);
  await expect(page.getByTestId('keep-copies')).not.toBeChecked();
  await closeDialog(page);
  await openFiles(page, tracePath(SPIRAL));
  expect(await filesOnDevice(page)).toEqual([]);
});

test('switched off, the copies are deleted, also while another tab shows one', { tag: '@deep' }, async ({
  page,
  context,
}) => {
  await openPage(page);
  await keepCopies(page);
  await openFiles(page, tracePath(SPIRAL));
  await keptCopies(page, SPIRAL);
  const other = await context.newPage();
  await other.goto(page.url());
  await other.getByTestId('trace').waitFor();
  await settled(other);
  await openDialog(page);
  await page.getByTestId('keep-copies').click();
  await expect(page.getByTestId('keep-copies')).not.toBeChecked();
  await expect.poll(() => filesOnDevice(page)).toEqual([]);
  await openDialog(other);
  await expect(other.getByTestId('keep-copies')).not.toBeChecked();
  await closeDialog(other);
  await openFiles(other, tracePath(RECEIVER));
  expect(await filesOnDevice(other)).toEqual([]);
});

test('everything is forgotten also while another tab is copying a file', { tag: '@deep' }, async ({
  page,
  context,
}) => {
  await openPage(page);
  await keepCopies(page);
  const other = await context.newPage();
  await openPage(other);
  // Its worker never begins: it holds up every other page that wants to write.
  await other.route('**/copy-file-*.js', () => undefined);
  await openFiles(other, tracePath(RECEIVER));
  await openDialog(other);
  await expect(other.getByTestId('file-copies')).toContainText(`Copying ${RECEIVER}`);
  await openFiles(page, tracePath(SPIRAL));
  await page.keyboard.press('Shift+Delete');
  await Promise.all([page.waitForEvent('load'), page.getByTestId('forget-everything').click()]);
  await settled(page);
  expect(await filesOnDevice(page)).toEqual([]);
  await expect(other.getByTestId('keep-copies')).not.toBeChecked();
  expect(await filesOnDevice(other)).toEqual([]);
});

test('two tabs with one file keep one copy, and list it both', { tag: '@deep' }, async ({
  page,
  context,
}) => {
  await openPage(page);
  await keepCopies(page);
  const other = await context.newPage();
  await openPage(other);
  await Promise.all([openFiles(page, tracePath(SPIRAL)), openFiles(other, tracePath(SPIRAL))]);
  await keptCopies(page, SPIRAL);
  await keptCopies(other, SPIRAL);
  expect(await sizesOnDevice(page)).toHaveLength(1);
});

test('beyond the room that copies may take, the least recently used is dropped, and a larger file is not kept', {
  tag: '@deep',
}, async ({ page }) => {
  // Half of what the browser gives: one of the two small files.
  const quota = 2.5 * Math.max(...[SPIRAL, RECEIVER].map((name) => readFileSync(tracePath(name)).length));
  await page.addInitScript((bytes) => {
    navigator.storage.estimate = async () => ({ quota: bytes, usage: 0 });
  }, quota);
  await openPage(page);
  await keepCopies(page);
  await openFiles(page, tracePath(SPIRAL));
  await keptCopies(page, SPIRAL);
  await openFiles(page, tracePath(RECEIVER));
  await expect(page.locator('[data-testid=message][data-kind=copies-dropped]')).toContainText(
    `the least recently used copy was dropped: ${SPIRAL}`,
  );
  await keptCopies(page, RECEIVER);
  await openFiles(page, upload('large.sqlog', traceText(SPIRAL)));
  await expect(page.locator('[data-testid=message][data-kind=copy-not-kept]')).toContainText(
    /No copy of large\.sqlog \([\d.]+ MB\) is kept on this device: it is larger than the [\d.]+ kB/,
  );
  await keptCopies(page, RECEIVER);
  expect(await sizesOnDevice(page)).toEqual([readFileSync(tracePath(RECEIVER)).length]);
});

test('a link whose copies cannot be looked for, because the code cannot be fetched, asks for its file', {
  tag: '@deep',
}, async ({ page }) => {
  await openPage(page);
  await keepCopies(page);
  await openFiles(page, tracePath(SPIRAL));
  await keptCopies(page, SPIRAL);
  await page.route('**/pending-copies-*.js', (route) => route.abort());
  await page.reload();
  await expect(request(page)).toContainText('open that file');
});

test('a browser without a private file system says so, and stays off', { tag: '@deep' }, async ({ page }) => {
  await page.addInitScript(() => {
    StorageManager.prototype.getDirectory = () => Promise.reject(new DOMException('no', 'SecurityError'));
  });
  await openPage(page);
  await openDialog(page);
  await page.getByTestId('keep-copies').click();
  await expect(page.getByTestId('copies-refused')).toContainText('as in a private window');
  await expect(page.getByTestId('keep-copies')).not.toBeChecked();
});

test('a file that cannot be copied is said to be, and stays open', { tag: '@deep' }, async ({ page }) => {
  await page.route('**/copy-file-*.js', (route) => route.abort());
  await openPage(page);
  await keepCopies(page);
  await openFiles(page, tracePath(SPIRAL));
  await expect(page.locator('[data-testid=message][data-kind=copy-not-kept]')).toContainText(
    'a part of this page could not be fetched',
  );
  await expect(page.getByTestId('finding').first()).toBeVisible();
  expect(await sizesOnDevice(page)).toEqual([]);
});
