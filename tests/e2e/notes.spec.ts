/** Notes in a real browser: written where the eye is, edited, moved, deleted, taken back, and never markup. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { makeDigest } from '../../src/sharing/digest/make';
import { encodeDigest, fileOf } from '../../src/sharing/digest/pack';
import { MAX_NOTE_LENGTH, MAX_NOTES, type Note } from '../../src/sharing/notes/note';
import { surveyTrace } from '../support/digest-input';
import { shareTrace } from './shared-trace';
import { drag, numberOf, openFiles, openPage, pointAt, rangeOf, SPIRAL, settled, tracePath } from './support';

const shared = shareTrace();

test.beforeEach(async () => {
  const { page } = shared;
  while ((await notes(page).count()) > 0) {
    await notes(page).first().getByRole('button', { name: 'Delete' }).click();
    await settled(page);
  }
});

const notes = (page: Page): Locator => page.getByTestId('note');
const flags = (page: Page): Promise<readonly string[]> =>
  page
    .getByTestId('note-flags')
    .locator('path')
    .evaluateAll((paths) => paths.map((path) => path.getAttribute('d') ?? ''));

async function write(page: Page, words: string): Promise<void> {
  await page.keyboard.press('m');
  await expect(page.getByTestId('note-editor').locator('textarea')).toBeFocused();
  await page.keyboard.type(words);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByTestId('note-editor')).toHaveCount(0);
  await settled(page);
}

test('M pins a note to the time under the pointer, with a flag on overview and time axis', async () => {
  const { page } = shared;
  await expect.poll(() => flags(page)).toEqual(['', '']);
  const timeMs = await pointAt(page, 0.5);
  await write(page, 'Here it *begins*');
  await expect(notes(page)).toHaveCount(1);
  expect(await numberOf(notes(page), 'data-start-ms')).toBeCloseTo(timeMs, 0);
  await expect(notes(page).locator('em')).toHaveText('begins');
  const flag = expect.stringMatching(/^M\d+\.5 0V9/);
  await expect.poll(() => flags(page)).toEqual([flag, flag]);
});

test('a marked range, a pinned time and a chosen finding are where the note goes', {
  tag: '@deep',
}, async () => {
  const { page } = shared;
  await drag(page, 0.3, 0.6);
  await settled(page);
  await write(page, 'range');
  const [from, to] = [
    await numberOf(notes(page), 'data-start-ms'),
    await numberOf(notes(page), 'data-end-ms'),
  ];
  expect(to - from).toBeGreaterThan(2000);
  await page.keyboard.press('Escape');
  await pointAt(page, 0.8);
  await page.keyboard.press('p');
  await write(page, 'time');
  await page.keyboard.press('Escape');
  await page.locator('[data-severity=critical] .finding-head').click();
  await settled(page);
  await write(page, 'finding');
  await expect(notes(page)).toHaveCount(3);
  await expect(notes(page).filter({ hasText: 'finding' }).locator('.note-place')).toContainText(
    'Death spiral',
  );
  // In the order of time.
  const starts = await notes(page).evaluateAll((items) => items.map((item) => Number(item.dataset.startMs)));
  expect(starts).toEqual([...starts].sort((a, b) => a - b));
});

test('a click on its place shows it', { tag: '@deep' }, async () => {
  const { page } = shared;
  await drag(page, 0.3, 0.6);
  await settled(page);
  await write(page, 'range');
  const [from, to] = [
    await numberOf(notes(page), 'data-start-ms'),
    await numberOf(notes(page), 'data-end-ms'),
  ];
  await page.keyboard.press('Escape');
  await notes(page).locator('.note-place').click();
  await settled(page);
  const [shownFrom, shownTo] = await rangeOf(page);
  expect(shownFrom).toBeLessThan(from);
  expect(shownFrom).toBeGreaterThan(from - 0.1 * (to - from));
  expect(shownTo).toBeGreaterThan(to);
  await expect(page.getByTestId('zoom-selection')).toBeVisible();
});

test('a note is edited in place with a preview, moved, deleted and taken back', async () => {
  const { page } = shared;
  await pointAt(page, 0.3);
  await write(page, 'first');
  await notes(page).getByRole('button', { name: 'Edit' }).click();
  const field = page.getByTestId('note-editor').locator('textarea');
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('first');
  await field.fill('second **word**');
  await expect(page.getByTestId('note-preview').locator('strong')).toHaveText('word');
  await page.getByTestId('note-save').click();
  await expect(notes(page)).toContainText('second word');

  const before = await numberOf(notes(page), 'data-start-ms');
  const timeMs = await pointAt(page, 0.9);
  await page.keyboard.press('p');
  await notes(page).getByRole('button', { name: 'Move here' }).click();
  await expect.poll(() => numberOf(notes(page), 'data-start-ms')).toBeCloseTo(timeMs, 0);
  expect(timeMs).toBeGreaterThan(before);

  await notes(page).getByRole('button', { name: 'Delete' }).click();
  await expect(notes(page)).toHaveCount(0);
  await page.getByTestId('undo-note').click();
  await expect(notes(page)).toContainText('second word');
  await page.keyboard.press('u');
  await expect.poll(() => numberOf(notes(page), 'data-start-ms')).toBe(before);
  await page.keyboard.press('u');
  await expect(notes(page)).toContainText('first');
  await page.keyboard.press('Shift+U');
  await expect(notes(page)).toContainText('second word');
});

test('Esc closes an empty note and nothing else; a written text stays a draft until it is saved or cancelled', {
  tag: '@deep',
}, async () => {
  const { page } = shared;
  await drag(page, 0.3, 0.6);
  await settled(page);
  await page.keyboard.press('m');
  await expect(page.getByTestId('note-save')).toBeDisabled();
  await expect(page.getByTestId('note-editor').locator('textarea')).toBeFocused();
  await page.keyboard.press('Escape');
  const editor = page.getByTestId('note-editor');
  await expect(editor).toHaveCount(0);
  await page.keyboard.press('m');
  await expect(editor.locator('textarea')).toBeFocused();
  await page.keyboard.type('m u N');
  await page.keyboard.press('Escape');
  await expect(editor.locator('textarea')).toHaveValue('m u N');
  await expect(editor.locator('textarea')).not.toBeFocused();
  await page.keyboard.press('m');
  await expect(editor.locator('textarea')).toBeFocused();
  await editor.getByRole('button', { name: 'Cancel' }).click();
  await expect(editor).toHaveCount(0);
  await expect(notes(page)).toHaveCount(0);
  await expect(page.getByTestId('zoom-selection')).toBeVisible();
});

test('a text that is too long for a note says that it is cut', async () => {
  const { page } = shared;
  await page.keyboard.press('m');
  const text = page.getByTestId('note-editor').locator('textarea');
  await text.fill('a'.repeat(MAX_NOTE_LENGTH - 1));
  await expect(page.getByTestId('note-long')).toHaveCount(0);
  await text.fill('a'.repeat(MAX_NOTE_LENGTH + 300));
  await expect(page.getByTestId('note-long')).toContainText('A note holds 4,000 characters');
  await page.getByTestId('note-editor').getByRole('button', { name: 'Cancel' }).click();
});

test('a hostile text stays text, and a link leads out without a word about where it comes from', async () => {
  const { page } = shared;
  await page.keyboard.press('m');
  await page
    .getByTestId('note-editor')
    .locator('textarea')
    .fill('<img src=x onerror="window.ran=1"> [a](javascript:alert(1)) [b](https://example.org/b)');
  await page.getByTestId('note-save').click();
  const note = notes(page).locator('.note-text');
  await expect(note).toContainText('<img src=x onerror="window.ran=1"> [a](javascript:alert(1))');
  await expect(note.locator('img')).toHaveCount(0);
  await expect(note.locator('a')).toHaveCount(1);
  await expect(note.locator('a')).toHaveAttribute('rel', /noopener noreferrer/);
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
});

test('as many long notes as a stranger may send make a page that answers, and can all be read', async () => {
  const { page } = shared;
  const strange = Array.from({ length: MAX_NOTES }, (_, i): Note => {
    const text = `Note ${i}: ${'*a*`b`'.repeat(MAX_NOTE_LENGTH)}`.slice(0, MAX_NOTE_LENGTH - 4);
    return { id: `n${i + 1}`, text: `${text} end`, anchor: { kind: 'time', timeUs: i * 1000 } };
  });
  const survey = await surveyTrace(tracePath(SPIRAL));
  const digest = makeDigest({ ...survey.input(), notes: strange });
  await openPage(page);
  await openFiles(page, {
    name: 'strange.qlogscope',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(fileOf(encodeDigest(digest, 1023))),
  });
  await settled(page);
  await expect(notes(page)).toHaveCount(MAX_NOTES);
  const elements = (): Promise<number> =>
    page.getByTestId('notes').evaluate((list) => list.querySelectorAll('*').length);
  await notes(page).first().scrollIntoViewIfNeeded();
  await expect(notes(page).first()).toContainText('Note 0:');
  expect(await elements()).toBeLessThan(6000);
  // What comes into sight has content, and what has left it has none.
  const last = notes(page).last();
  const toLast = async (): Promise<void> => {
    // The cards above it grow when they come into sight with it.
    await last.scrollIntoViewIfNeeded();
    await expect(last).toContainText(`Note ${MAX_NOTES - 1}:`, { timeout: 1000 });
  };
  await expect(toLast).toPass();
  await expect(notes(page).first()).not.toContainText('Note 0:');
  expect(await elements()).toBeLessThan(6000);
  await expect(last).not.toContainText('end');
  await expect(async () => {
    await toLast();
    await last.getByTestId('fold-note').click({ timeout: 1000 });
  }).toPass();
  await expect(last).toContainText('end');
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await expect(notes(page).first()).toContainText('end');
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: 'screen' });
});
