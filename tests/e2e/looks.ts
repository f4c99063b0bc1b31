/** The looks that the page has: light, dark, and with the colours of the system. */
import { expect, type Page } from '@playwright/test';
import { faults } from './axe';

export const LOOKS = [
  { name: 'light', colorScheme: 'light', forcedColors: 'none' },
  { name: 'dark', colorScheme: 'dark', forcedColors: 'none' },
  { name: 'forced colours', colorScheme: 'dark', forcedColors: 'active' },
] as const;
export type Look = (typeof LOOKS)[number];

export const wear = (page: Page, { colorScheme, forcedColors }: Look): Promise<void> =>
  page.emulateMedia({ colorScheme, forcedColors });

/** In each look it can be read: axe measures contrast, which the system decides of forced colours. */
export async function readableInEveryLook(page: Page, selector: string): Promise<void> {
  const element = page.locator(selector).first();
  for (const look of LOOKS) {
    await wear(page, look);
    await expect(element).toBeVisible();
    if (look.forcedColors === 'none') expect(await faults(page, [selector])).toEqual([]);
    const [ink, ground] = await element.evaluate((one) => [
      getComputedStyle(one).color,
      getComputedStyle(document.body).backgroundColor,
    ]);
    expect(ink, look.name).not.toBe(ground);
  }
  await page.emulateMedia({ colorScheme: null, forcedColors: null });
}
