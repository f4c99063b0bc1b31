/** What is kept on this device: recent traces, their notes and views, files opened again, and forgetting all of it. */
import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { openTrace } from './shared-trace';
import { openFiles, openPage, RECEIVER, rangeOf, SPIRAL, settled, tracePath, upload } from './support';

const recent = (page: Page): Locator => page.getByTestId('recent');
const request = (page: Page): Locator => page.getByTestId('link-request');
const content = readFileSync(tracePath(SPIRAL));

async function writeNote(page: Page, text: string): Promise<void> {
  await page.getByTestId('add-note').click();
  await page.getByTestId('note-editor').locator('textarea').fill(text);
  await page.getByTestId('note-save').click();
  await settled(page);
}

/** All records of the database, and what the storage holds. */
function onDevice(page: Page): Promise<{ readonly records: readonly unknown[]; readonly storage: string[] }> {
  return page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('qlogscope');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const names = [...database.objectStoreNames];
    const records = await Promise.all(
      names.map(
        (name) =>
          new Promise<unknown[]>((resolve) => {
            const request = database.transaction(name).objectStore(name).getAll();
            request.onsuccess = () => resolve(request.result);
          }),
      ),
    );
    database.close();
    return { records: records.flat(), storage: Object.keys(localStorage) };
  });
}

/** Waits until the device holds a view of the newest trace that fits. */
async function keptLink(page: Page, fits: RegExp): Promise<void> {
  await expect
    .poll(async () =>
      (await onDevice(page)).records.map((record) => (record as { link: string }).link).join(),
    )
    .toMatch(fits);
}

/**
 * The page as it is opened another day: nothing is in its address. What is kept is written after what the page shows.
 * @param words that the device must hold before the page is left.
 */
async function openAnew(page: Page, ...words: readonly string[]): Promise<void> {
  const missing = async () => {
    const held = JSON.stringify((await onDevice(page)).records);
    return words.filter((word) => !held.includes(word));
  };
  await expect.poll(missing).toEqual([]);
  await page.goto('about:blank');
  // What the test pinned at first stays pinned.
  await openPage(page, 'of-answer');
  await settled(page);
}

/** Opens a file through the browser's picker, in place of which a test gives a handle out of the page's own folder. */
async function openByPicker(page: Page, name: string, bytes: Buffer): Promise<void> {
  // The browser's picker takes the place of the input with the keeping, after the first paint.
  await settled(page);
  await page.evaluate(
    async ([fileName, text]) => {
      const folder = await navigator.storage.getDirectory();
      const handle = await folder.getFileHandle(fileName, { create: true });
      const stream = await handle.createWritable();
      await stream.write(Uint8Array.from(atob(text), (char) => char.charCodeAt(0)));
      await stream.close();
      Object.assign(window, { showOpenFilePicker: async () => [handle] });
    },
    [name, bytes.toString('base64')] as const,
  );
  await page.getByRole('button', { name: 'Open trace…' }).click();
  await page.getByTestId('trace').first().waitFor();
  await settled(page);
}

test('a first visit shows no list, and a trace that was open is listed on the next', async ({ page }) => {
  // Noon: midnight does not come while the test runs.
  await page.clock.setFixedTime(new Date(2026, 4, 5, 12));
  await openPage(page);
  await settled(page);
  await expect(page.getByTestId('recents')).toHaveCount(0);
  await openFiles(page, tracePath(SPIRAL));
  await openAnew(page, SPIRAL, 'Death spiral');
  await expect(recent(page)).toHaveCount(1);
  await expect(recent(page)).toContainText(SPIRAL);
  await expect(recent(page)).toContainText('today');
  await expect(recent(page)).toContainText('Death spiral');
  await expect(recent(page)).not.toContainText('notes');
});

test('a file that the browser has no way to is asked for, another one is refused, and the right one brings view and notes', {
  tag: '@deep',
}, async ({ page }) => {
  await openTrace(page);
  await page.locator('[data-testid=finding] .finding-head').first().click();
  await settled(page);
  await writeNote(page, 'the window never grows');
  const range = await rangeOf(page);
  await keptLink(page, /f=death-spiral/);

  await openAnew(page, 'the window never grows');
  await expect(recent(page)).toContainText('notes: 1');
  await recent(page).click();
  await expect(request(page)).toContainText(`qlogscope keeps no copy of ${SPIRAL} (`);
  await expect(request(page).getByRole('button', { name: 'Choose the file' })).toBeFocused();

  await openFiles(page, upload(SPIRAL, readFileSync(tracePath(RECEIVER))));
  await expect(request(page)).toHaveAttribute('data-state', 'different');
  await expect(request(page)).toContainText(
    `${SPIRAL} has changed since it was last open here: its size was`,
  );
  await expect(page.getByTestId('note')).toHaveCount(0);

  await openFiles(page, upload(SPIRAL, content));
  await expect(request(page)).toHaveCount(0);
  await expect.poll(() => rangeOf(page)).toEqual(range.map((ms) => expect.closeTo(ms, 2)));
  await expect(page.getByTestId('note')).toContainText('the window never grows');
  await expect(page.getByTestId('view-offer')).toHaveCount(0);
});

test('a file with a handle opens at a click, with view and notes', { tag: '@deep' }, async ({ page }) => {
  await openPage(page);
  await openByPicker(page, 'server.sqlog.gz', content);
  await page.locator('[data-testid=finding] .finding-head').first().click();
  await settled(page);
  await writeNote(page, 'here');
  const range = await rangeOf(page);
  await keptLink(page, /f=death-spiral/);

  await openAnew(page, 'here');
  await recent(page).click();
  await page.getByTestId('trace').waitFor();
  await settled(page);
  await expect.poll(() => rangeOf(page)).toEqual(range.map((ms) => expect.closeTo(ms, 2)));
  await expect(page.getByTestId('note')).toContainText('here');
  await expect(request(page)).toHaveCount(0);
});

test('a file that has changed is said to have, and takes view and notes on request only', {
  tag: '@deep',
}, async ({ page }) => {
  await openPage(page);
  await openByPicker(page, 'server.sqlog.gz', content);
  await writeNote(page, 'about the old one');
  await openAnew(page, 'about the old one');
  await page.evaluate(async () => {
    const folder = await navigator.storage.getDirectory();
    const handle = await folder.getFileHandle('server.sqlog.gz');
    const stream = await handle.createWritable({ keepExistingData: true });
    await stream.seek((await handle.getFile()).size);
    await stream.write(new Uint8Array(40));
    await stream.close();
  });
  await recent(page).click();
  await expect(request(page)).toContainText('server.sqlog.gz has changed since it was last open here');
  await settled(page);
  await expect(page.getByTestId('note')).toHaveCount(0);
  await page.getByTestId('link-anyway').click();
  await expect(page.getByTestId('note')).toContainText('about the old one');
});

test('a file that is gone is asked for, and why is said', { tag: '@deep' }, async ({ page }) => {
  await openPage(page);
  await openByPicker(page, 'server.sqlog.gz', content);
  await openAnew(page, 'server.sqlog.gz');
  await page.evaluate(async () => (await navigator.storage.getDirectory()).removeEntry('server.sqlog.gz'));
  await recent(page).click();
  await expect(request(page)).toContainText('server.sqlog.gz is no longer where it was.');
  await expect(request(page)).toContainText('choose that file again');
  await request(page).getByRole('button', { name: 'Not now' }).click();
  await expect(request(page)).toHaveCount(0);
});

test('after a reload the file that the address asks for is one click away', { tag: '@deep' }, async ({
  page,
}) => {
  await openPage(page);
  await openByPicker(page, 'server.sqlog.gz', content);
  await page.keyboard.press('w');
  await settled(page);
  await expect.poll(() => new URL(page.url()).hash).toContain('&t=');
  await keptLink(page, /&t=/);
  const range = await rangeOf(page);
  await page.reload();
  await expect(request(page)).toContainText('This link is about server.sqlog.gz');
  await expect(page.getByTestId('known-file')).toContainText('server.sqlog.gz was open here');
  await page.getByTestId('known-file').getByRole('button', { name: 'Open it again' }).click();
  await expect(request(page)).toHaveCount(0);
  await expect.poll(() => rangeOf(page)).toEqual(range.map((ms) => expect.closeTo(ms, 2)));
});

test('a file that is dropped again has its notes at once, and its last view is offered', {
  tag: '@deep',
}, async ({ page }) => {
  await openTrace(page);
  await writeNote(page, 'mine');
  await page.locator('[data-testid=finding] .finding-head').first().click();
  await settled(page);
  const range = await rangeOf(page);
  await keptLink(page, /f=death-spiral/);

  await openAnew(page, 'mine');
  await openFiles(page, tracePath(SPIRAL));
  await expect(page.getByTestId('note')).toContainText('mine');
  await expect(page.getByTestId('full-range')).toBeDisabled();
  await expect(page.getByTestId('view-offer')).toContainText('you looked at');
  await page.getByTestId('view-offer').getByRole('button', { name: 'Show that again' }).click();
  await expect.poll(() => rangeOf(page)).toEqual(range.map((ms) => expect.closeTo(ms, 2)));
  await expect(page.getByTestId('view-offer')).toHaveCount(0);
});

test('an example is listed only with notes, and they come back with it', { tag: '@deep' }, async ({
  page,
}) => {
  await openPage(page);
  await page.getByTestId('example').last().click();
  await settled(page);
  await openAnew(page);
  await expect(recent(page)).toHaveCount(0);
  await page.getByTestId('example').last().click();
  await settled(page);
  await writeNote(page, 'no defect here');
  await openAnew(page, 'no defect here');
  await expect(recent(page)).toContainText('example');
  await recent(page).click();
  await expect(page.getByTestId('note')).toContainText('no defect here');
});

test('two tabs with one trace keep the notes of both', { tag: '@deep' }, async ({ page, context }) => {
  await openTrace(page);
  const other = await context.newPage();
  await openTrace(other);
  await writeNote(page, 'from the first');
  await writeNote(other, 'from the second');
  for (const tab of [page, other]) {
    await expect(tab.getByTestId('note')).toHaveCount(2);
    await expect(tab.getByTestId('notes')).toContainText('from the first');
    await expect(tab.getByTestId('notes')).toContainText('from the second');
  }
  await openAnew(page, 'from the first', 'from the second');
  await expect(recent(page)).toContainText('notes: 2');
});

test('one trace is forgotten with its notes, and brought back', { tag: '@deep' }, async ({ page }) => {
  await openTrace(page, SPIRAL, RECEIVER);
  await openAnew(page, SPIRAL, RECEIVER);
  await expect(recent(page)).toHaveCount(2);
  await page.getByRole('button', { name: `Forget ${SPIRAL}` }).click();
  await expect(recent(page)).toHaveCount(1);
  await expect.poll(async () => (await onDevice(page)).records.length).toBe(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(recent(page)).toHaveCount(2);
});

test('one button forgets everything, and the page is as on the first visit', { tag: '@deep' }, async ({
  page,
}) => {
  await openPage(page, 'of-answer');
  await page.getByTestId('theme').click();
  await openFiles(page, tracePath(SPIRAL));
  await writeNote(page, 'secret');
  await openAnew(page, 'secret');
  const before = await onDevice(page);
  expect(before.records).toHaveLength(1);
  expect(before.storage).toEqual(['qlogscope.choices']);
  await openFiles(page, tracePath(SPIRAL));
  await page.keyboard.press('Shift+Delete');
  await expect(page.getByTestId('forget-form')).toContainText('1 recent trace');
  await expect(page.getByTestId('forget-form')).toContainText('1 note');
  await page.getByRole('button', { name: 'Keep everything' }).click();
  await expect.poll(async () => (await onDevice(page)).records.length).toBe(1);

  await page.keyboard.press('Shift+Delete');
  await Promise.all([page.waitForEvent('load'), page.getByTestId('forget-everything').click()]);
  await settled(page);
  await expect(page.locator('html')).toHaveAttribute('data-state', 'empty');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'auto');
  await expect(page.getByTestId('recents')).toHaveCount(0);
  await expect.poll(() => new URL(page.url()).hash).toBe('');
  await expect.poll(() => onDevice(page)).toEqual({ records: [], storage: [] });
  await openFiles(page, tracePath(SPIRAL));
  await expect(page.getByTestId('note')).toHaveCount(0);
});

test('what was damaged on the device is left out with a word', { tag: '@deep' }, async ({ page }) => {
  await openTrace(page, SPIRAL, RECEIVER);
  await writeNote(page, 'words on the side');
  await page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('qlogscope');
      request.onsuccess = () => resolve(request.result);
    });
    const store = database.transaction('traces', 'readwrite').objectStore('traces');
    store.put({ key: 'broken', v: 1, link: 7, notes: '<b>' });
    store.put({ key: 'newer', v: 2 });
    await new Promise((resolve) => {
      store.transaction.oncomplete = resolve;
    });
    database.close();
  });
  await openAnew(page, SPIRAL, RECEIVER, 'words on the side');
  await expect(recent(page)).toHaveCount(2);
  await expect(page.getByTestId('recents-words')).toContainText('2 other traces kept here cannot be read');
});

test('a browser that keeps nothing says so once, and everything else works', { tag: '@deep' }, async ({
  page,
}) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('denied', 'SecurityError');
    };
  });
  await openPage(page);
  await settled(page);
  await expect(page.getByTestId('recents-words')).toContainText('not let the page store anything');
  await openFiles(page, tracePath(SPIRAL));
  await writeNote(page, 'one');
  await writeNote(page, 'two');
  await expect(page.locator('[data-testid=message][data-kind=not-kept]')).toHaveCount(1);
  await expect(page.getByTestId('note')).toHaveCount(2);
});
