/** A comparison over bytes delivered: the figures of the engine at the cursor, pointer and keys in bytes, and the way back to time. */
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { timeArrived } from '../../src/engine/service/compare/arrived';
import { openCompared } from '../support/compared';
import { faults } from './axe';
import { compareWith, drag, numberOf, panel, panelIds, plotOf, settled } from './support';

const BUGGY = 'rate-cubic-buggy-s03.server.sqlog.gz';
const RENO = 'rate-reno-s03.server.sqlog.gz';

async function bytesShown(page: Page): Promise<readonly [number, number]> {
  const needed = panel(page, 'time-needed');
  return [await numberOf(needed, 'data-from-bytes'), await numberOf(needed, 'data-to-bytes')];
}

test('two transfers at the same progress, zoomed and pinned in bytes, and back to the time of a finding; a link opens it so', {
  tag: '@deep',
}, async ({ page, browser }) => {
  const [a, b] = await Promise.all(
    [BUGGY, RENO].map((file) =>
      openCompared(fileURLToPath(new URL(`../../public/examples/${file}`, import.meta.url))),
    ),
  );
  await page.goto('/?testing=1#v=2&example=cubic-spiral&example=reno');
  await settled(page);
  await compareWith(page, RENO);
  const hash = new URL(page.url()).hash;
  await page.getByTestId('x-axis').getByLabel('bytes delivered').check();
  await settled(page);
  await expect(page.locator('[data-axis=bytes]')).toBeVisible();
  const ids = await panelIds(page);
  expect(ids.slice(0, 2)).toEqual(['time-needed', 'congestion']);
  expect(ids).not.toContain('throughput');
  await expect(page.getByTestId('time-only')).toContainText('Throughput');
  const [, total] = await bytesShown(page);
  expect(total).toBe(b!.outline.arrived.bytes.at(-1));
  expect.soft(await faults(page, ['[data-testid=comparison]', '.panels'])).toEqual([]);

  await panel(page, 'rtt').locator('.panel-about > summary').click();
  await expect(panel(page, 'rtt').getByTestId('about')).toContainText('Across: bytes delivered.');
  await page.keyboard.press('Escape');

  // At 1 MB: both had delivered that much, one of them much later.
  const plot = await plotOf(page, 'time-needed');
  await page.mouse.move(Math.round(plot.x + (plot.width * 1e6) / total), plot.y + 20);
  await settled(page);
  const x = Math.round(plot.x + (plot.width * 1e6) / total);
  const byte = ((x - plot.x) / plot.width) * total;
  for (const [key, { outline }] of [
    ['1.0', a!],
    ['2.0', b!],
  ] as const) {
    const pixel = total / plot.width;
    const needed = [byte - 2 * pixel, byte + 2 * pixel].map(
      (at) => timeArrived(outline.arrived, at) - outline.landmarks.startUs,
    );
    const said = (await page.locator(`[data-value=time-needed][data-trace="${key}"]`).textContent()) ?? '';
    const seconds = Number(/[\d.]+/.exec(said)?.[0]);
    expect(said).toContain(' s');
    expect(seconds).toBeGreaterThanOrEqual((needed[0] as number) / 1e6 - 0.01);
    expect(seconds).toBeLessThanOrEqual((needed[1] as number) / 1e6 + 0.01);
  }
  await expect(page.getByTestId('cursor')).toHaveText(/^at [\d.]+ [kM]B$/);

  await drag(page, 0.1, 0.2, 'time-needed');
  await page.keyboard.press('Enter');
  await settled(page);
  const [from, to] = await bytesShown(page);
  expect(from / total).toBeCloseTo(0.1, 2);
  expect(to / total).toBeCloseTo(0.2, 2);
  await expect(page.getByTestId('range')).toContainText('MB');
  await expect.poll(() => new URL(page.url()).hash).toMatch(/&x=bytes:\d+-\d+/);
  const other = await browser.newPage();
  await other.goto(`/?testing=1${new URL(page.url()).hash}`);
  await expect(panel(other, 'time-needed')).toBeVisible();
  await settled(other);
  for (const [i, bytes] of (await bytesShown(other)).entries())
    expect(Math.abs(bytes - ([from, to][i] as number))).toBeLessThanOrEqual(1);
  await other.close();

  await page.keyboard.press('f');
  await settled(page);
  expect(await bytesShown(page)).toEqual([0, total]);
  await page.keyboard.press('b');
  await expect(page.getByTestId('shown-alone')).toContainText('Only A');
  await page.keyboard.press('Escape');
  await expect.poll(() => new URL(page.url()).hash).toBe(`${hash.replace('v=2', 'v=4')}&x=bytes`);

  await page.getByTestId('finding').first().locator('.finding-head').click();
  await settled(page);
  await expect(page.locator('[data-axis=time]')).toBeVisible();
  await expect(page.getByTestId('x-axis').getByLabel('time', { exact: true })).toBeChecked();
  expect(await panelIds(page)).toContain('throughput');
});
