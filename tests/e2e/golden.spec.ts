/**
 * That canvases come out as painters mean them: a handful of golden pictures of the spiral, where each way to draw is
 * found. What painters call is compared exactly, for all panels of four traces, without a browser; the pictures of all
 * these panels are compared in tests/deep/golden.spec.ts. `npm run test:golden:update` makes all of them anew; look at
 * every one of them before it is committed.
 */
import { expect, test } from '@playwright/test';
import { LIMITS, openForPictures, pictureOf, takeGoldenPictures } from './pictures';
import { panel, SPIRAL } from './support';

takeGoldenPictures();

test('lines, areas, states, marks and the overview of the spiral are drawn as they were', async ({
  page,
}) => {
  await openForPictures(page, SPIRAL);
  for (const id of ['congestion', 'states', 'loss', 'sequence']) {
    const picture = await pictureOf(panel(page, id).locator('.plot canvas'));
    expect.soft(picture).toMatchSnapshot(`spiral-${id}.png`, LIMITS);
  }
  const overview = await pictureOf(page.getByTestId('overview').locator('canvas'));
  expect.soft(overview).toMatchSnapshot('spiral-overview.png', LIMITS);
});
