/** The browser's Back and Forward between the screens of the page: to what is still open, as it was left. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { openFiles, openPage, SPIRAL, settled, traceText, upload } from './support';

const FLEET = readFileSync(fileURLToPath(new URL('../corpus/fleet/v1.parquet', import.meta.url)));
const RENO = 'rate-reno-s12.server.sqlog.gz';
const NAMES = ['ill-s1', 'ill-s2', 'ill-s3', 'well-s1', 'well-s2', 'well-s3'];

/** Each screen: what shows it, and what is seen then. */
const SCREENS: readonly (readonly [name: string, go: (page: Page) => Promise<void>, seen: string])[] = [
  [
    'row',
    (page) => page.locator('[data-testid=trace] .tab-name').first().click(),
    '[data-testid=panel][data-panel=congestion]',
  ],
  ['table', (page) => toRows(page), '[data-testid=trace-table]'],
  ['groups', (page) => toGroups(page), '[data-testid=groups]'],
  ['fleet', (page) => page.getByTestId('fleet-tab').click(), '[data-testid=fleet]'],
  ['lab', (page) => toLab(page, 'scenarios'), '[data-testid=lab-page-scenarios][aria-pressed=true]'],
  [
    'experiments',
    (page) => toLab(page, 'experiments'),
    '[data-testid=lab-page-experiments][aria-pressed=true]',
  ],
];

async function toRows(page: Page): Promise<void> {
  await page.getByTestId('table-tab').click();
  const back = page.getByTestId('groups-back');
  if (await back.isVisible()) await back.click();
}

async function toGroups(page: Page): Promise<void> {
  await page.getByTestId('table-tab').click();
  if (await page.getByTestId('groups').isVisible()) return;
  await page.keyboard.press('Shift+KeyG');
  await page.getByTestId('show-groups').click();
}

async function toLab(page: Page, id: string): Promise<void> {
  await page.getByTestId('lab-tab').click();
  await page.getByTestId(`lab-page-${id}`).click();
}

/** The first records of a trace: a screen that is left and come back to needs few of them. */
const beginningOf = (name: string): string => traceText(name).split('\x1e').slice(0, 600).join('\x1e');

/** Everything is open: a table with groups, a fleet, the lab, and a row of the table. */
async function openAll(page: Page): Promise<void> {
  await openPage(page);
  const files = NAMES.map((name) =>
    upload(`${name}.server.sqlog`, beginningOf(name.startsWith('ill') ? SPIRAL : RENO)),
  );
  await openFiles(page, [...files, ...NAMES.map((name) => upload(`${name}.txt`, 'no trace'))]);
  await openFiles(page, [upload('march.parquet', FLEET)]);
  await page.keyboard.press('Shift+KeyI');
  await expect(page.getByTestId('lab-page-scenarios')).toBeVisible();
  await page.getByTestId('table-tab').click();
  await page.getByTestId('table-row').first().dblclick();
  await settled(page);
}

/** Some screens are two steps away, and the one between is seen on the way. */
async function step(page: Page, seen: string, go: () => Promise<unknown>): Promise<void> {
  await go();
  await settled(page);
  if (!(await page.locator(seen).isVisible())) await go();
  await expect(page.locator(seen)).toBeVisible();
}

for (const [i, [from, goFrom, seenFrom]] of SCREENS.entries()) {
  const details = i === 0 ? {} : { tag: '@deep' };
  test(`Back to ${from} from every other screen, and Forward again`, details, async ({ page }) => {
    await openAll(page);
    for (const [to, goTo, seenTo] of SCREENS) {
      if (to === from) continue;
      await goFrom(page);
      await expect(page.locator(seenFrom), `${from} → ${to}`).toBeVisible();
      await goTo(page);
      await expect(page.locator(seenTo)).toBeVisible();
      await step(page, seenFrom, () => page.goBack());
      await step(page, seenTo, () => page.goForward());
    }
  });
}

/** Waits until the entry in the address says what it does not bring back. */
async function lostIn(page: Page, words: RegExp): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => String((history.state as { lost?: unknown } | null)?.lost)))
    .toMatch(words);
}

test('loaded again, the page asks for the file of the row, and says what it could not keep', async ({
  page,
}) => {
  await openAll(page);
  await lostIn(page, /^the table of \d+ traces,the fleet march.parquet,what was set in the lab$/);
  await page.reload();
  const line = page.getByTestId('lost-line');
  await expect(line).toContainText('could not keep the table of');
  await expect(line).toContainText('the fleet march.parquet');
  await expect(page.getByTestId('link-request')).toContainText('ill-s');
  await line.getByRole('button', { name: 'Keep copies of local files…' }).click();
  await expect(page.getByTestId('file-copies')).toBeVisible();
  await page.keyboard.press('Escape');
  await line.getByRole('button', { name: 'OK' }).click();
  await expect(line).toHaveCount(0);
  await page.reload();
  await settled(page);
  await expect(line).toHaveCount(0);
});

test('loaded again, rows and groups are there, and their files are not', async ({ page }) => {
  await openAll(page);
  await toGroups(page);
  await lostIn(
    page,
    /^the files of 12 rows of the table,the fleet march.parquet,what was set in the lab,ill-s.\.server/,
  );
  await expect.poll(() => page.url()).toContain('groups=');
  await page.reload();
  await expect(page.getByTestId('groups')).toBeVisible();
  await expect(page.getByTestId('lost-line')).toContainText('the files of 12 rows of the table');
});
