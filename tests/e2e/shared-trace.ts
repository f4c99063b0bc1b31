/** A trace that is opened once for all tests of a file that leave it open: each finds it as it was opened. */
import { expect, type Page, test } from '@playwright/test';
import { openFiles, openPage, SPIRAL, settled, sharePage, tracePath } from './support';

type Size = NonNullable<ReturnType<Page['viewportSize']>>;

export async function openTrace(page: Page, ...names: readonly string[]): Promise<void> {
  await openPage(page);
  await openFiles(page, (names.length === 0 ? [SPIRAL] : names).map(tracePath));
}

/** Lets go of measurement, mark, pin and band, shows the whole trace, and takes the hand off the page. */
async function asOpened(page: Page, { width, height }: Size): Promise<void> {
  const size = page.viewportSize();
  if (size?.width !== width || size.height !== height) await page.setViewportSize({ width, height });
  await page.mouse.move(2, 2);
  await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    window.scrollTo(0, 0);
  });
  for (let i = 0; i < 4; i++) await page.keyboard.press('Escape');
  await page.keyboard.press('KeyF');
  await settled(page);
  await expect(page.getByTestId('full-range')).toBeDisabled();
}

/**
 * Call at the top of a file or of a `test.describe`. What `asOpened` does not take back (panels, notes, menus, texts
 * beside the charts) a test puts back itself.
 * @param names of corpus traces; without any, the spiral.
 * @returns a holder whose `page` shows the first of them.
 */
export function shareTrace(...names: readonly string[]): { readonly page: Page } {
  let size: Size = { width: 0, height: 0 };
  const shared = sharePage(async (page) => {
    size = page.viewportSize() ?? size;
    await openTrace(page, ...names);
  });
  test.beforeEach(() => asOpened(shared.page, size));
  return shared;
}

/** Moves the pointer to a share of the overview's width. */
export async function overviewHand(page: Page): Promise<(share: number) => Promise<void>> {
  const box = await page.getByTestId('overview').locator('canvas').boundingBox();
  if (box === null) throw new Error('no overview');
  return (share) => page.mouse.move(box.x + box.width * share, box.y + 30);
}
