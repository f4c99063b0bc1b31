/**
 * Golden pictures: what is drawn on the canvas of each panel, for a spiral, a sawtooth, BBR2 and an
 * application-limited sender, a receiver and a model. Some of the spiral's are compared in the gate already.
 */
import { expect, test } from '@playwright/test';
import { LIMITS, openForPictures, pictureOf, takeGoldenPictures } from '../e2e/pictures';
import { panel, RECEIVER, SPIRAL, settled } from '../e2e/support';

takeGoldenPictures();

const GATE = ['congestion', 'states', 'loss', 'sequence'];
const PANELS = ['congestion', 'states', 'limits', 'oscillation', 'loss', 'rtt', 'throughput', 'sequence'];
const TRACES: readonly (readonly [kind: string, file: string, panels: readonly string[]])[] = [
  ['spiral', SPIRAL, [...PANELS.filter((id) => !GATE.includes(id)), 'boundary', 'pto']],
  ['sawtooth', 'sawtooth-2mbit-cubic-smallbuf.server.sqlog.gz', PANELS],
  ['bbr2', 'bbr2-loss2s-s03.server.sqlog.gz', PANELS],
  ['applimited', 'applimited-buggy-lowwin.server.sqlog.gz', PANELS],
  ['receiver', RECEIVER, ['received', 'receive-gaps', 'acks-sent']],
];

for (const [kind, file, panels] of TRACES) {
  test(`every panel of the ${kind} is drawn as it was`, async ({ page }) => {
    await openForPictures(page, file);
    for (const id of panels) {
      const picture = await pictureOf(panel(page, id).locator('.plot canvas'));
      expect.soft(picture).toMatchSnapshot(`${kind}-${id}.png`, LIMITS);
    }
  });
}

test('the model and the spacing of the spiral are drawn as they were', async ({ page }) => {
  await openForPictures(page, SPIRAL);
  const spacing = await pictureOf(page.getByTestId('spacing').locator('canvas'));
  expect.soft(spacing).toMatchSnapshot('spiral-spacing.png', LIMITS);
  await page.keyboard.press('c');
  await settled(page);
  const model = await pictureOf(panel(page, 'congestion').locator('.plot canvas'));
  expect.soft(model).toMatchSnapshot('spiral-model.png', LIMITS);
});
