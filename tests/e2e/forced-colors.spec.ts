/**
 * Colours forced by the system (high contrast): nothing that is seen with the page's own colours is lost, read by pixels, in the
 * light and in the dark scheme: of every panel of the registry under every finding and under what the user marks, of every legend,
 * and of the other screens.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { PANEL_IDS } from '../../src/drawing/panels/registry';
import { asRun } from '../support/run-copies';
import { edgesFound, keepPicture, marksOf, type Part, partsOf, unmarkedChoices } from './pixels';
import { openTrace } from './shared-trace';
import {
  compareWith,
  drag,
  openFiles,
  openPage,
  RECEIVER,
  SPIRAL,
  settled,
  tracePath,
  upload,
} from './support';

// All of the page at once: what sticks to an edge of the window covers nothing.
test.use({ viewport: { width: 1440, height: 2600 } });

const SCHEMES = ['light', 'dark'] as const;
/** Of the marks of a series; of an element of few pixels. */
const LEAST = { plot: 0.95, mark: 0.8 } as const;
/** Fewer edges are none: rounded corners. */
const FEW_EDGES = 8;

const corpusFile = (path: string): string => fileURLToPath(new URL(`../corpus/${path}`, import.meta.url));

/** Compares the page's own colours with forced ones, in both schemes; leaves them as they were. */
async function inBoth(page: Page, look: (names: readonly [string, string]) => Promise<void>): Promise<void> {
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme, forcedColors: 'none' });
    await settled(page);
    await keepPicture(page, 'own');
    await page.emulateMedia({ colorScheme, forcedColors: 'active' });
    await settled(page);
    await keepPicture(page, 'forced');
    await look(['own', 'forced']);
  }
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' });
  await settled(page);
}

async function expectFound(
  page: Page,
  names: readonly [string, string],
  parts: readonly Part[],
  least: number,
  state: string,
): Promise<void> {
  const found = await edgesFound(page, names, parts);
  const lost = found.filter(({ edges, share }) => edges >= FEW_EDGES && share < least);
  expect(lost, `${state}: lost with forced colours`).toEqual([]);
}

/** Folded panels too. */
async function showAllPanels(page: Page): Promise<void> {
  const folded = page.getByRole('button', { name: 'Show the panel' });
  while ((await folded.count()) > 0) {
    await folded.first().click();
    await settled(page);
  }
}

/** Between them they have every panel, and findings of every severity. */
const TRACES = [
  `traces/${SPIRAL}`,
  `traces/${RECEIVER}`,
  'wire/quiche-req-100-conc.client.sqlog.gz',
  'wire/go-blocked-conn.server.sqlog.gz',
];

test('no finding covers a mark of any panel, and every key of a legend has its swatch', {
  tag: '@deep',
}, async ({ page }) => {
  // All panels of a trace: what is out of sight is not drawn, in no colours.
  await page.setViewportSize({ width: 1440, height: 4000 });
  const seen = { panels: new Set<string>(), severities: new Set<string>() };
  for (const path of TRACES) {
    await openPage(page);
    await openFiles(page, corpusFile(path));
    await showAllPanels(page);
    await page
      .locator('details:has(> [data-testid=finding]), details:has(> * > [data-testid=finding])')
      .evaluateAll((all) => {
        for (const details of all) (details as HTMLDetailsElement).open = true;
      });
    for (const severity of ['critical', 'warning', 'info']) {
      const card = page.locator(`[data-testid=finding][data-severity=${severity}]`).first();
      if ((await card.count()) === 0) continue;
      seen.severities.add(severity);
      await card.evaluate((one) => {
        const group = one.closest('details');
        if (group !== null) group.open = true;
      });
      await card.locator('.finding-head').click();
      await settled(page);
      await page.keyboard.press('KeyF');
      await page.mouse.move(2, 2);
      await inBoth(page, async (names) => {
        const plots = await partsOf(page, '[data-testid=panel] canvas, .overview-plot canvas');
        await expectFound(page, names, plots, LEAST.plot, `${path}, ${severity}`);
      });
    }
    await inBoth(page, async (names) => {
      const swatches = await partsOf(page, '.key .swatch');
      // Of the lines of a legend that are seen without the pointer on it.
      const inView = await page.locator('.key').evaluateAll(
        (keys) =>
          keys.filter((key) => {
            const { top, bottom } = key.getBoundingClientRect();
            return (top + bottom) / 2 < (key.closest('.legend')?.getBoundingClientRect().bottom ?? 0);
          }).length,
      );
      expect(swatches.length).toBe(inView);
      const found = await edgesFound(page, [names[1], names[1]], swatches.map(widened));
      expect(found.filter(({ edges }) => edges < FEW_EDGES)).toEqual([]);
    });
    for (const { what } of await partsOf(page, '[data-testid=panel] canvas'))
      seen.panels.add(what.split(' ')[0] ?? '');
  }
  expect([...seen.severities].sort()).toEqual(['critical', 'info', 'warning']);
  expect([...seen.panels].sort()).toEqual([...PANEL_IDS].sort());
});

/** A swatch with the paper around it. */
const widened = ({ what, x, y, width, height }: Part): Part => ({
  ...{ what, x: x - 1, y: y - 1, width: width + 2, height: height + 2 },
});

test('what the user marks hides nothing either: a selection, a measured range, a pinned time, a selected packet', {
  tag: '@deep',
}, async ({ page }) => {
  await openTrace(page);
  const states: readonly (readonly [string, () => Promise<void>])[] = [
    ['selection', () => drag(page, 0.2, 0.6)],
    [
      'measured range',
      async () => {
        await page.keyboard.press('Escape');
        await page.keyboard.down('KeyR');
        await drag(page, 0.1, 0.7);
        await page.keyboard.up('KeyR');
      },
    ],
    [
      'events, a packet and a pinned time',
      async () => {
        await page.keyboard.press('Escape');
        await page.keyboard.press('KeyE');
        await page.locator('.event-row:not(.event-head)').nth(2).click();
      },
    ],
  ];
  for (const [state, reach] of states) {
    await reach();
    await page.mouse.move(2, 2);
    await settled(page);
    await inBoth(page, async (names) => {
      await expectFound(page, names, await partsOf(page, '[data-testid=panel] canvas'), LEAST.plot, state);
      expect(await unmarkedChoices(page), state).toEqual([]);
    });
  }
});

/** Everything on the screen that is no text, and what is chosen on it. @param hasMarks a dialog may be text alone. */
async function expectAllSeen(page: Page, state: string, hasMarks = true): Promise<void> {
  await page.mouse.move(2, 2);
  await settled(page);
  const marks = await marksOf(page);
  if (hasMarks) expect(marks.length, state).toBeGreaterThan(0);
  await inBoth(page, async (names) => {
    await expectFound(page, names, marks.map(widened), LEAST.mark, state);
    expect(await unmarkedChoices(page), state).toEqual([]);
  });
}

test('the other screens of traces: a set, a table, groups, dialogs', { tag: '@deep' }, async ({ page }) => {
  await openTrace(page, SPIRAL, 'rate-reno-s12.server.sqlog.gz');
  await compareWith(page);
  await expectAllSeen(page, 'a set of two');
  await page.keyboard.press('Control+Shift+KeyP');
  await expectAllSeen(page, 'the palette of commands', false);
  await page.keyboard.press('Escape');
  await page.getByTestId('share').click();
  await expectAllSeen(page, 'the share dialog', false);
  await openPage(page);
  const runs = [SPIRAL, 'rate-reno-s12.server.sqlog.gz'].flatMap((name, of) =>
    Array.from({ length: 6 }, (_, i) =>
      upload(
        `${of === 0 ? 'ill' : 'well'}-s${i}.server.sqlog.gz`,
        Buffer.from(asRun(readFileSync(tracePath(name)), i)),
      ),
    ),
  );
  await openFiles(page, runs);
  await page.locator('.table-check input').nth(2).check();
  await page.getByTestId('table-row').nth(3).click();
  await page.locator('.table-summary .quick').first().click();
  await expectAllSeen(page, 'the table');
  await page.getByTestId('trace-table').focus();
  await page.keyboard.press('Shift+KeyG');
  await expect(page.getByTestId('groups-preview')).toBeVisible();
  await expectAllSeen(page, 'the dialog of groups', false);
  await page.getByTestId('show-groups').press('Enter');
  await expect(page.getByTestId('band-plot').first()).toBeVisible();
  await expectAllSeen(page, 'groups');
});

test('the other screens of runs and rows: the lab, experiments, a fleet', { tag: '@deep' }, async ({
  page,
}) => {
  await page.goto('/?testing=1#v=7&lab=incident&seeds=4');
  await expect(page.getByTestId('lab-results')).toBeVisible();
  await expectAllSeen(page, 'the lab');
  await page.goto('/?testing=1#v=7&lab=experiments');
  await expect(page.getByTestId('experiment-plot').first()).toBeVisible();
  await expectAllSeen(page, 'experiments');
  await openPage(page);
  await openFiles(page, upload('march.parquet', readFileSync(corpusFile('fleet/v1.parquet'))));
  await page.locator('[data-finding=death-spiral]').click();
  await expect(page.getByTestId('fleet')).toHaveAttribute('data-asking', 'false');
  await page.getByTestId('fleet-group').first().locator('th button').click();
  await expect(page.getByTestId('fleet')).toHaveAttribute('data-asking', 'false');
  await page.getByTestId('fleet-row').nth(1).click();
  await expectAllSeen(page, 'the fleet');
});
