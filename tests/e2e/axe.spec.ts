/** axe finds nothing serious or critical in any state of the page, in any theme. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import {
  openFiles,
  openPage,
  panel,
  panelIds,
  pointAt,
  RECEIVER,
  SPIRAL,
  settled,
  tracePath,
  upload,
  writeLargeTrace,
} from './support';

/** What is wrong on the page as it stands, one line each. */
async function faults(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

async function openTwins(page: Page): Promise<void> {
  for (const id of await panelIds(page)) {
    const twin = panel(page, id).getByRole('button', { name: / as text$/ });
    if ((await twin.count()) > 0) await twin.click();
  }
  await settled(page);
}

async function openReady(page: Page, name = SPIRAL): Promise<void> {
  await openPage(page);
  await openFiles(page, tracePath(name));
}

const STATES: readonly (readonly [string, (page: Page) => Promise<void>])[] = [
  ['the open screen', openPage],
  [
    'the open screen of a later visit',
    async (page) => {
      await openReady(page);
      await page.goto('about:blank');
      await openPage(page);
      await page.getByTestId('recent').waitFor();
    },
  ],
  [
    'the question before everything is forgotten',
    async (page) => {
      await openReady(page);
      await page.keyboard.press('Shift+Delete');
      await page.getByTestId('forget-form').waitFor();
    },
  ],
  ['a ready trace', (page) => openReady(page)],
  [
    'a link that asks about hosts and a file',
    async (page) => {
      await page.goto(
        '/?testing=1#v=1&src=https://logs.example/a.qlog&src=http://localhost:9/b&file=5.AAAAAAAAAAAAAAAA.x',
      );
      await expect(page.getByTestId('link-fetch')).toHaveCount(2);
    },
  ],
  [
    'the field for an address, with one refused',
    async (page) => {
      await openPage(page);
      await page.keyboard.press('Shift+O');
      await page.getByTestId('address-field').fill('http://logs.example/a.qlog');
      await page.keyboard.press('Enter');
      await expect(page.getByTestId('address-refused')).toBeVisible();
    },
  ],
  [
    'a finding that is chosen, its evidence open',
    async (page) => {
      await openReady(page);
      await page.locator('.finding-head').first().click();
      for (const group of await page.locator('details.finding-group').all()) {
        if ((await group.getAttribute('open')) === null) await group.locator('summary').first().click();
      }
      for (const summary of await page.locator('.finding summary').all()) await summary.click();
      await settled(page);
    },
  ],
  [
    'a pinned cursor and a hidden series',
    async (page) => {
      await openReady(page);
      await panel(page, 'congestion').getByRole('button', { name: 'ssthresh' }).click();
      await pointAt(page, 0.5);
      await page.mouse.down();
      await page.mouse.up();
      await settled(page);
    },
  ],
  [
    'text twins and the quality line open',
    async (page) => {
      await openReady(page);
      await openTwins(page);
      await page.getByRole('button', { name: 'Overview as text' }).click();
      await page.getByTestId('quality').locator('summary').first().click();
    },
  ],
  [
    'notes and the field of another one',
    async (page) => {
      await openReady(page);
      await page.keyboard.press('m');
      await page.keyboard.type('Here *it* begins: https://example.org/');
      await page.keyboard.press('Control+Enter');
      await page.keyboard.press('m');
      await page.keyboard.type('another `one`');
    },
  ],
  [
    'the share dialog',
    async (page) => {
      await openReady(page);
      await page.getByTestId('share').click();
      await page.getByTestId('share-file').waitFor();
    },
  ],
  [
    'the report',
    async (page) => {
      await openReady(page);
      await page.getByTestId('report').click();
    },
  ],
  [
    'a cut, and what it leaves out',
    async (page) => {
      await openReady(page);
      await page.getByTestId('cut').click();
      await page.getByTestId('cut-left-out').locator('summary').click();
    },
  ],
  [
    'an open panel menu',
    async (page) => {
      await openReady(page);
      await panel(page, 'congestion').locator('.panel-menu > summary').click();
    },
  ],
  [
    'a model and the open menu of models',
    async (page) => {
      await openReady(page);
      await page.keyboard.press('c');
      await panel(page, 'congestion').locator('.model-menu > summary').click();
    },
  ],
  [
    'the page menu',
    async (page) => {
      await openReady(page);
      await page.locator('.page-menu summary').click();
    },
  ],
  [
    'the palette',
    async (page) => {
      await openReady(page);
      await page.keyboard.press('Control+Shift+KeyP');
    },
  ],
  [
    'the list of keys',
    async (page) => {
      await openReady(page);
      await page.keyboard.press('Shift+Slash');
    },
  ],
  [
    'a file that failed',
    async (page) => {
      await openPage(page);
      await openFiles(page, upload('notes.qlog', 'hello, this is a log'));
    },
  ],
  ['a receiver’s trace', (page) => openReady(page, RECEIVER)],
  ['folded panels', (page) => openReady(page, 'spiral-corelevel-s12.server.sqlog.gz')],
  [
    'several traces',
    async (page) => {
      await openPage(page);
      await openFiles(page, [tracePath(SPIRAL), tracePath(RECEIVER)]);
    },
  ],
];

for (const [name, reach] of STATES) {
  test(`axe finds nothing serious with ${name}`, async ({ page }) => {
    await reach(page);
    expect(await faults(page)).toEqual([]);
  });
}

for (const [theme, colorScheme, clicks] of [
  ['dark by the system', 'dark', 0],
  ['dark', 'light', 2],
  ['high contrast', 'light', 3],
  ['high contrast in the dark', 'dark', 3],
] as const) {
  test(`axe finds nothing serious in the theme ${theme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await openPage(page);
    for (let i = 0; i < clicks; i++) await page.getByTestId('theme').click();
    expect.soft(await faults(page), 'open screen').toEqual([]);
    await openFiles(page, tracePath(SPIRAL));
    await openTwins(page);
    await page.locator('.finding-head').first().click();
    await settled(page);
    expect.soft(await faults(page), 'ready').toEqual([]);
    await page.keyboard.press('Control+Shift+KeyP');
    expect.soft(await faults(page), 'palette').toEqual([]);
  });
}

test('axe finds nothing serious on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await openReady(page);
  expect(await faults(page)).toEqual([]);
});

test('axe finds nothing serious while a large file is read', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'qlogscope-axe-'));
  try {
    const path = join(folder, 'large.sqlog');
    writeLargeTrace(path);
    // The worker is held in the middle of its work by a request that waits for its answer.
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let arrived = (): void => undefined;
    const waiting = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    await page.route('**/hold', async (route) => {
      arrived();
      await held;
      await route.fulfill({ body: '' });
    });
    await openPage(page);
    await page.setInputFiles('[data-testid=open]', path);
    await expect(page.getByTestId('loading')).toContainText(/\d % ·/);
    const ended = page.workers()[0]?.evaluate(() => {
      const request = new XMLHttpRequest();
      request.open('GET', '/hold', false);
      request.send();
    });
    await waiting;
    await expect(page.locator('html')).toHaveAttribute('data-state', 'loading');
    expect(await faults(page)).toEqual([]);
    await expect(page.locator('html')).toHaveAttribute('data-state', 'loading');
    release();
    await ended;
    await settled(page);
    await expect(page.locator('html')).toHaveAttribute('data-state', 'ready');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
