/** Badges of how a trace came about: in the summary, on the tab and in the row of the table, in light, dark and forced colours. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { digestFile, RECORDING, rangeText, simulatedText, whatIfText } from '../support/marked-traces';
import { LOOKS } from './looks';
import {
  compareWith,
  openFiles,
  openPage,
  settled,
  tracePath,
  traceText,
  type Upload,
  upload,
} from './support';

const WORDS: { readonly [name: string]: readonly string[] } = {
  'run.sqlog': ['simulated'],
  'other.sqlog': ['simulated', 'what if'],
  'part.sqlog': ['simulated', 'exported range'],
  'small.qlogscope': ['digest'],
};
/** What its tab is called. */
const TAB: { readonly [name: string]: string } = { 'small.qlogscope': 'Digest of a trace' };

async function marked(): Promise<Upload[]> {
  return [
    upload('run.sqlog', simulatedText()),
    upload('other.sqlog', await whatIfText()),
    upload('part.sqlog', await rangeText()),
    upload('small.qlogscope', Buffer.from(await digestFile())),
  ];
}

const badges = (within: Locator): Locator => within.getByTestId('origin-badge');

/** They are seen: in the window, and their ink is not their ground. */
async function expectSeen(within: Locator, words: readonly string[]): Promise<void> {
  await expect(badges(within)).toHaveText([...words]);
  for (const badge of await badges(within).all()) {
    await expect(badge).toBeInViewport({ ratio: 1 });
    const { ink, ground, frame } = await badge.evaluate((element) => {
      const style = getComputedStyle(element);
      let below: Element | null = element;
      while (below !== null && getComputedStyle(below).backgroundColor === 'rgba(0, 0, 0, 0)')
        below = below.parentElement;
      const ground = below === null ? 'rgb(255, 255, 255)' : getComputedStyle(below).backgroundColor;
      return { ink: style.color, ground, frame: `${style.borderTopWidth} ${style.borderTopStyle}` };
    });
    expect(ink).not.toBe(ground);
    expect(frame).toBe('1px solid');
  }
}

async function inEveryLook(page: Page, check: () => Promise<void>): Promise<void> {
  for (const { name, ...media } of LOOKS) {
    await page.emulateMedia(media);
    await test.step(name, check);
  }
}

test('a simulated run, a what-if, an exported range and a digest are marked in summary, tab and row; a recording is not', {
  tag: '@deep',
}, async ({ page }) => {
  const files = await marked();
  await openPage(page);
  await openFiles(page, files.slice(0, 3));
  await openFiles(page, files.slice(3));
  await openFiles(page, tracePath(RECORDING));
  await expect(page.getByTestId('trace')).toHaveCount(5);
  await inEveryLook(page, async () => {
    await expect(badges(page.getByTestId('summary'))).toHaveCount(0);
    for (const [file, words] of Object.entries(WORDS)) {
      const name = TAB[file] ?? file;
      const tab = page.locator(`[data-testid=trace][data-name="${name}"]`);
      await tab.locator('.tab-name').click();
      await settled(page);
      await expectSeen(tab, words);
      await expectSeen(page.getByTestId('summary'), words);
      expect(await page.title()).toContain(`${name} (${words.join(', ')})`);
    }
    await page.locator(`[data-testid=trace][data-name="${RECORDING}"] .tab-name`).click();
    await settled(page);
  });

  await openPage(page);
  await openFiles(page, [...files, upload('recording.sqlog', traceText(RECORDING))]);
  await inEveryLook(page, async () => {
    for (const [name, words] of Object.entries({ ...WORDS, 'recording.sqlog': [] }))
      await expectSeen(page.locator(`[data-testid=table-row][data-name="${name}"]`), words);
  });
});

test('the headline of a set is the worst of all, and the lanes are marked, whichever trace leads', {
  tag: '@deep',
}, async ({ page }) => {
  await openPage(page);
  await openFiles(page, [
    upload('run.sqlog', simulatedText()),
    upload('recording.sqlog', traceText(RECORDING)),
  ]);
  await page.locator('[data-testid=trace][data-name="run.sqlog"] .tab-name').click();
  await settled(page);
  await compareWith(page, 'recording.sqlog');
  const headline = page.getByTestId('headline');
  const words = async (): Promise<string> => ((await headline.textContent()) ?? '').replace(/^[AB] /, '');
  const first = await words();
  expect(first).toMatch(/Death spiral/);
  const title = await page.title();
  expect(title).toContain('recording.sqlog, one of 2 traces');
  await expectSeen(page.getByTestId('lane').nth(0), ['simulated']);
  await page.getByTestId('swap').click();
  await settled(page);
  expect(await words()).toBe(first);
  expect(await page.title()).toBe(title);
  await expectSeen(page.getByTestId('lane').nth(1), ['simulated']);
});
