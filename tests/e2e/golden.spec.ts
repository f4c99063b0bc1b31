/**
 * Golden pictures: what is drawn on the canvas of each panel, for a spiral, a sawtooth, BBR2 and an
 * application-limited sender. Canvases hold no text, so that fonts do not matter. `npm run test:golden:update` makes
 * them anew; look at every one of them before it is committed.
 */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { openFiles, openPage, panel, RECEIVER, settled, tracePath } from './support';

test.use({ viewport: { width: 900, height: 900 }, colorScheme: 'light' });

/** A line of one pixel along a whole panel is about a hundredth of its area: less than that may differ. */
const LIMITS = { maxDiffPixelRatio: 0.005 } as const;

const SPIRAL = 'rate2-both-cubic-buggy-s09.server.sqlog.gz';
const TRACES: readonly (readonly [string, string])[] = [
  ['spiral', SPIRAL],
  ['sawtooth', 'sawtooth-2mbit-cubic-smallbuf.server.sqlog.gz'],
  ['bbr2', 'bbr2-loss2s-s03.server.sqlog.gz'],
  ['applimited', 'applimited-buggy-lowwin.server.sqlog.gz'],
];
const PANELS = [
  'congestion',
  'states',
  'limits',
  'oscillation',
  'loss',
  'rtt',
  'throughput',
  'sequence',
] as const;

async function open(page: Page, file: string): Promise<void> {
  await openPage(page);
  await openFiles(page, tracePath(file));
  await page.mouse.move(2, 2);
  await settled(page);
}

/** The canvas's own pixels as a PNG: nothing that stands over it or scales it. */
async function pictureOf(canvas: Locator): Promise<Buffer> {
  const url = await canvas.evaluate((element) => (element as HTMLCanvasElement).toDataURL('image/png'));
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}

for (const [kind, file] of TRACES) {
  test(`every panel of the ${kind} is drawn as it was`, async ({ page }) => {
    await open(page, file);
    for (const id of PANELS) {
      const picture = await pictureOf(panel(page, id).locator('.plot canvas'));
      expect.soft(picture).toMatchSnapshot(`${kind}-${id}.png`, LIMITS);
    }
  });
}

test('the boundary of the spiral is drawn as it was', async ({ page }) => {
  await open(page, SPIRAL);
  const picture = await pictureOf(panel(page, 'boundary').locator('.plot canvas'));
  expect(picture).toMatchSnapshot('spiral-boundary.png', LIMITS);
});

test('probe timeouts and the model of the spiral are drawn as they were', async ({ page }) => {
  await open(page, SPIRAL);
  const pto = await pictureOf(panel(page, 'pto').locator('.plot canvas'));
  expect.soft(pto).toMatchSnapshot('spiral-pto.png', LIMITS);
  await page.keyboard.press('c');
  await settled(page);
  const model = await pictureOf(panel(page, 'congestion').locator('.plot canvas'));
  expect.soft(model).toMatchSnapshot('spiral-model.png', LIMITS);
});

test('overview and spacing of the spiral are drawn as they were', async ({ page }) => {
  await open(page, SPIRAL);
  for (const id of ['overview', 'spacing']) {
    const picture = await pictureOf(page.getByTestId(id).locator('canvas'));
    expect.soft(picture).toMatchSnapshot(`spiral-${id}.png`, LIMITS);
  }
});

test('what a receiver received is drawn as it was', async ({ page }) => {
  await open(page, RECEIVER);
  for (const id of ['received', 'receive-gaps', 'acks-sent']) {
    const picture = await pictureOf(panel(page, id).locator('.plot canvas'));
    expect.soft(picture).toMatchSnapshot(`receiver-${id}.png`, LIMITS);
  }
});
