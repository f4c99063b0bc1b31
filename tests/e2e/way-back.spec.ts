/** The way back through the ranges, and what is one step of it. Its pages begin with no step taken. */
import { expect, test } from '@playwright/test';
import { openTrace, overviewHand } from './shared-trace';
import { drag, rangeOf, settled, sharePage } from './support';

// Quick steps are one: how much time passes between two is for the test to say.
const own = sharePage(async (page) => {
  await page.clock.install();
  await openTrace(page);
});

test('a slow drag of the brush is one step back, a pan after it another', async () => {
  const { page } = own;
  const whole = await rangeOf(page);
  const move = await overviewHand(page);
  await move(0.2);
  await page.mouse.down();
  await move(0.3);
  await page.clock.fastForward(5000);
  await move(0.4);
  await page.clock.fastForward(5000);
  await move(0.5);
  await page.mouse.up();
  await settled(page);
  const brushed = await rangeOf(page);
  expect(brushed).not.toEqual(whole);
  await page.keyboard.press('ArrowRight');
  await settled(page);
  expect((await rangeOf(page))[0]).toBeGreaterThan(brushed[0]);
  await page.keyboard.press('[');
  await settled(page);
  expect(await rangeOf(page)).toEqual(brushed);
  await page.keyboard.press('[');
  await settled(page);
  expect(await rangeOf(page)).toEqual(whole);
});

test('[ and ] walk back and forward through the ranges', { tag: '@deep' }, async () => {
  const { page } = own;
  const ranges = [await rangeOf(page)];
  await page.locator('[data-severity=critical] .finding-head').click();
  await settled(page);
  ranges.push(await rangeOf(page));
  await drag(page, 0.4, 0.6);
  await page.keyboard.press('Enter');
  await settled(page);
  ranges.push(await rangeOf(page));
  // The ends of the way are passed over without a word.
  const walk: readonly (readonly [key: string, index: number])[] = [
    ['BracketLeft', 1],
    ['BracketLeft', 0],
    ['BracketLeft', 0],
    ['BracketRight', 1],
    ['BracketRight', 2],
    ['BracketRight', 2],
  ];
  for (const [key, index] of walk) {
    await page.keyboard.press(key);
    await settled(page);
    expect(await rangeOf(page), key).toEqual(ranges[index]);
  }
});
