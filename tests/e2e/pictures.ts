/** Pictures of canvases, as golden.spec.ts of both tiers and others compare them. Canvases hold no text: no font matters. */
import { type Locator, type Page, test } from '@playwright/test';
import { openTrace } from './shared-trace';
import { settled } from './support';

/** A line of one pixel along a whole panel is about a hundredth of its area: less than that may differ. */
export const LIMITS = { maxDiffPixelRatio: 0.005 } as const;

/** The canvas's own pixels as a PNG: nothing that stands over it or scales it. */
export async function pictureOf(canvas: Locator): Promise<Buffer> {
  await canvas.scrollIntoViewIfNeeded();
  // What comes into sight is known in the next frame.
  await canvas.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  await settled(canvas.page());
  const url = await canvas.evaluate((element) => (element as HTMLCanvasElement).toDataURL('image/png'));
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}

/** The window in which golden pictures are taken; call at the top of a file. */
export function takeGoldenPictures(): void {
  test.use({ viewport: { width: 900, height: 900 }, colorScheme: 'light' });
}

/** Opens a trace and takes the hand off it. */
export async function openForPictures(page: Page, file: string): Promise<void> {
  await openTrace(page, file);
  await page.mouse.move(2, 2);
  await settled(page);
}
