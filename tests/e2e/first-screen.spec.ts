/** The first screen tells the story: headline, annotation, room by information, and a workbench that keeps its places. */
import { expect, type Page, test } from '@playwright/test';
import { openTrace, shareTrace } from './shared-trace';
import { numberOf, openFiles, openPage, panel, plotOf, rangeOf, SPIRAL, settled, tracePath } from './support';

const SAWTOOTH = 'sawtooth-2mbit-cubic-smallbuf.server.sqlog.gz';

const SIZES = [
  [1440, 900],
  [1024, 700],
  [390, 844],
] as const;

/** A phrase stands in the window, and nothing cuts or covers it: all of its boxes are hit where they are. */
const isSeen = (page: Page, phrase: RegExp): Promise<boolean> =>
  page.evaluate((source) => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const found = new RegExp(source).exec(texts.currentNode.textContent ?? '');
      if (found === null) continue;
      const range = document.createRange();
      range.setStart(texts.currentNode, found.index);
      range.setEnd(texts.currentNode, found.index + found[0].length);
      const isHit = ({ left, right, top, bottom }: DOMRect): boolean =>
        [left + 1, right - 1].every((x) => {
          const hit = document.elementFromPoint(x, (top + bottom) / 2);
          return (
            hit !== null &&
            (hit.contains(texts.currentNode) || texts.currentNode.parentElement?.contains(hit))
          );
        });
      const boxes = [...range.getClientRects()];
      if (boxes.length > 0 && boxes.every(isHit)) return true;
    }
    return false;
  }, phrase.source);

/** Top, left, width and height of every panel and of its plot, whole pixels. */
const boxesOf = (page: Page): Promise<readonly string[]> =>
  page.locator('[data-testid=panel], .panel-body').evaluateAll((elements) =>
    elements.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [x, y, width, height].map(Math.round).join(' ');
    }),
  );

test.describe('one trace', () => {
  const shared = shareTrace(SPIRAL);
  const page = (): Page => shared.page;

  test('the headline says what, since when, why and how sure, and zooms', async () => {
    const headline = page().getByTestId('headline');
    const finding = page().locator('[data-testid=finding][data-severity=critical]');
    await expect(headline).toContainText(
      /Death spiral.*since \d+\.\d\d s.*confidence \d+ %.*cause: idle time/,
    );
    await headline.click();
    await settled(page());
    const [from, to] = await rangeOf(page());
    expect(from).toBeLessThanOrEqual(await numberOf(finding, 'data-start-ms'));
    expect(to).toBeGreaterThanOrEqual(await numberOf(finding, 'data-end-ms'));
    await page().getByTestId('full-range').click();
    await settled(page());
  });

  test('the first lane of the overview says what held the sender, under the pointer and in the list beside it', async () => {
    const held = page().getByTestId('held-by').getByTestId('account-part').first();
    await expect(held).toContainText(/congestion window: it does not grow\s*79\.\d %\s*≥ 7\.\d\d s/);
    const plot = page().getByTestId('overview-account');
    const box = await plot.boundingBox();
    await page().mouse.move((box?.x ?? 0) + 0.8 * (box?.width ?? 0), (box?.y ?? 0) + 6);
    await expect(plot).toHaveAttribute(
      'title',
      /^Held by congestion window: it does not grow, \d\.\d+ s to 9\.989 s$/,
    );
  });

  test('a bar in the overview has a tooltip, and a click zooms to its finding', async () => {
    const bar = page().locator('.overview .finding-bars button[title^="Death spiral: "]');
    await expect(bar).toHaveAttribute('title', /^Death spiral: since .*confidence/);
    await bar.click();
    await settled(page());
    expect((await rangeOf(page()))[0]).toBeGreaterThan(1000);
    await page().getByTestId('full-range').click();
    await settled(page());
  });

  test('panels keep their boxes while the pointer moves, drags, pins and measures', async () => {
    const before = await boxesOf(page());
    const plot = await plotOf(page(), 'congestion');
    const at = (share: number): [number, number] => [plot.x + plot.width * share, plot.y + plot.height / 2];
    const expectSame = async (): Promise<void> => {
      await settled(page());
      expect(await boxesOf(page())).toEqual(before);
    };
    for (const share of [0.05, 0.2, 0.5, 0.9]) {
      await page().mouse.move(...at(share));
      await expectSame();
    }
    await page().mouse.down();
    await page().mouse.move(...at(0.3), { steps: 4 });
    await expectSame();
    await page().mouse.up();
    await expectSame();
    await page().keyboard.press('Escape');
    await page().mouse.click(...at(0.6));
    await expectSame();
    await page().keyboard.press('Escape');
    await page().keyboard.down('KeyR');
    await expectSame();
    await page().mouse.move(...at(0.3));
    await page().mouse.down();
    await page().mouse.move(...at(0.7), { steps: 4 });
    await expectSame();
    await page().mouse.up();
    await page().keyboard.up('KeyR');
    await expectSame();
    await page().keyboard.press('Escape');
  });

  test('header, range and overview stay in view while the panels scroll', { tag: '@deep' }, async () => {
    await page().evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    for (const part of ['.bar', '[data-testid=full-range]', '[data-testid=overview]'])
      await expect(page().locator(part).first()).toBeInViewport({ ratio: 1 });
    await page().evaluate(() => window.scrollTo(0, 0));
  });

  test('shares are strips that open to full height', { tag: '@deep' }, async () => {
    const states = panel(page(), 'states');
    const height = async (): Promise<number> =>
      Math.round((await states.locator('.panel-body').boundingBox())?.height ?? 0);
    expect(await height()).toBeLessThanOrEqual(40);
    await states.getByTestId('open-strip').click();
    expect(await height()).toBeGreaterThan(100);
    await states.getByTestId('open-strip').click();
    expect(await height()).toBeLessThanOrEqual(40);
  });

  test('a panel explains itself', { tag: '@deep' }, async () => {
    const button = panel(page(), 'congestion').locator('.panel-about > summary');
    await button.click();
    await expect(page().getByTestId('about')).toContainText(/Good.*Bad.*Axes/s);
    await page().keyboard.press('Escape');
    await expect(page().getByTestId('about')).toHaveCount(0);
  });

  test('matches of the event filter are ticks under the time axis', { tag: '@deep' }, async () => {
    await page().getByTestId('events-toggle').click();
    await page().getByTestId('events-filter').fill('name = packet_sent');
    await settled(page());
    const ticks = page().locator('.time-axis [data-testid=hit-ticks]');
    await expect.poll(() => numberOf(ticks, 'data-hits')).toBeGreaterThan(100);
    const list = page().locator('[data-testid=event-grid]');
    const before = await list.boundingBox();
    await page().getByTestId('events-help').click();
    await expect(page().locator('.filter-help')).toBeVisible();
    expect(await list.boundingBox()).toEqual(before);
    await page().getByTestId('events-help').click();
    await page().getByTestId('events-filter').fill('');
    await settled(page());
    await expect.poll(() => numberOf(ticks, 'data-hits')).toBe(0);
    await page().getByTestId('events-toggle').click();
  });
});

const FACTS = {
  [SPIRAL]: {
    what: /the window held the sender/,
    'how much': /1\.7 MB/,
    'how long': /in 9\.99 s/,
    since: /since 2\.04 s/,
    'held by': /84\.5 % of the time; for 79\.9 %/,
    why: /does not grow beyond 2\.7 kB/,
    cost: /at least 7\.\d\d s lost/,
    'how sure': /confidence 97 %/,
    'since in UTC': /since 06:36:04\.96\d UTC/,
  },
  '../other/quic-go-v0.65.0_loss5MB_server.sqlog.gz': {
    what: /the window held the sender/,
    'how much': /5\.2 MB/,
    'how long': /in 3\.48 s/,
    since: /0\.05 s to 3\.45 s/,
    'held by': /98\.6 % of the time/,
    why: /random loss of 0\.9 %/,
    cost: /at least 2\.26 s lost/,
    'how sure': /confidence 90 %/,
    'since in UTC': /06:18:02\.\d{3} to 06:18:05\.\d{3} UTC \(3\.40 s\)/,
  },
};

for (const [name, { 'since in UTC': inUtc, ...facts }] of Object.entries(FACTS))
  test(`eight facts stand without scrolling, in three windows, and since when by either clock: ${name}`, async ({
    page,
  }) => {
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await openPage(page, 'of-answer');
      await openFiles(page, tracePath(name));
      for (const [fact, phrase] of Object.entries(facts))
        expect([width, fact, await isSeen(page, phrase)]).toEqual([width, fact, true]);
      expect(await isSeen(page, inUtc)).toBe(false);
      await page.getByTestId('clock').click();
      await settled(page);
      expect([width, await isSeen(page, inUtc)]).toEqual([width, true]);
      await page.getByTestId('clock').click();
    }
  });

test('at 1440 by 900 five panels with their axes are visible, and the drawer takes 35 %', {
  tag: '@deep',
}, async ({ page }) => {
  for (const name of [SPIRAL, SAWTOOTH]) {
    await openTrace(page, name);
    const axis = await page.locator('.time-axis').boundingBox();
    const bottoms = await page
      .locator('[data-testid=panel] .panel-body')
      .evaluateAll((bodies) => bodies.map((body) => body.getBoundingClientRect().bottom));
    const visible = bottoms.filter((bottom) => bottom <= (axis?.y ?? 0) + 1);
    expect([name, visible.length]).toEqual([name, Math.max(5, visible.length)]);
  }
  await page.getByTestId('events-toggle').click();
  await settled(page);
  const drawer = await page.getByTestId('drawer').boundingBox();
  expect(Math.abs((drawer?.height ?? 0) / 900 - 0.35)).toBeLessThan(0.04);
});

test('an early peak is clipped where it would flatten the finding; one click shows it, and a link keeps that', async ({
  page,
}) => {
  await openTrace(page, 'rate-cubic-buggy-s12.server.sqlog.gz');
  const congestion = panel(page, 'congestion');
  const top = async (): Promise<string | null> => congestion.locator('.value-axis text').last().textContent();
  const clipped = congestion.getByTestId('clipped');
  await expect(clipped).toContainText('outside the finding that the axis is fitted to');
  const fitted = await top();
  await congestion.getByTestId('scale-fitted').click();
  await settled(page);
  await expect(clipped).not.toContainText('fitted to');
  expect(await top()).not.toBe(fitted);
  await congestion.getByTestId('scale-log').click();
  await settled(page);
  await expect(page).toHaveURL(/scale=log/);
  expect(await congestion.locator('.value-axis text').allTextContents()).toContain('1 kB');
});
