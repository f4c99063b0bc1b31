/** The model over the logged window: chosen in the menu or by key, said to be open loop, taken away again. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { openTrace, shareTrace } from './shared-trace';
import { panel, pointAt, RECEIVER, readoutOf, settled } from './support';

const note = (page: Page): Locator => panel(page, 'congestion').getByTestId('panel-note');
const legend = (page: Page): Locator => panel(page, 'congestion').locator('.legend');
const menu = (page: Page): Locator => panel(page, 'congestion').locator('.model-menu');

async function choose(page: Page, selector: string): Promise<void> {
  await menu(page).locator(selector).click();
  await settled(page);
}

const readModel = (page: Page) => expect.poll(() => readoutOf(page, 'congestion', 'model'));

const shared = shareTrace();

/** The key shows the best model and hides whichever is shown. */
test.beforeEach(async () => {
  const { page } = shared;
  if ((await legend(page).textContent())?.includes('model') === true) await page.keyboard.press('c');
  await settled(page);
  await expect(legend(page)).not.toContainText('model');
});

test('the best-fitting model stands first, lies on the log, and is said to be open loop', async () => {
  const { page } = shared;
  await expect(legend(page)).not.toContainText('model');
  await menu(page).locator('summary').click();
  const first = menu(page).locator('[data-model]').first();
  await expect(first).toHaveAttribute('data-model', 'cubic-shift-from-last-send');
  await expect(first).toContainText('best fit');
  await expect(first).toContainText('10 of 10 reductions predicted; time followed 100.0 %');
  // A press on the words of the menu leaves it open, so that the picture is seen to answer.
  await choose(page, '[data-model=cubic-shift-from-last-send]');
  await expect(menu(page)).toHaveAttribute('open', '');
  await expect(legend(page)).toContainText('model: CUBIC, idle rule shift-from-last-send (open loop)');
  await expect(legend(page)).toContainText('concave region');
  await expect(note(page)).toContainText('Open loop');
  await expect(note(page)).toContainText('valid throughout');
  await page.keyboard.press('Escape');
  await pointAt(page, 0.8);
  await readModel(page).toMatch(/^2,700 B \(2 packets\)/);
  expect(await readoutOf(page, 'congestion', 'cwnd')).toBe('2,700 B (2 packets)');
});

test('from the start of the finding NewReno reaches what the finding says', async () => {
  const { page } = shared;
  await page.locator('[data-severity=critical] .finding-head').click();
  await settled(page);
  await menu(page).locator('summary').click();
  await choose(page, '[data-model=newreno]');
  await expect(menu(page).locator('[data-mode=free]')).toContainText(
    'Runs freely from 2.036 s, the start of the selected finding',
  );
  await choose(page, '[data-mode=free]');
  await expect(legend(page)).toContainText('model: NewReno, on its own from 2.036 s (open loop)');
  await expect(legend(page)).toContainText(/first divergence at 2\.0\d\d s/);
  // The axis fits it, and the difference stands beside the title.
  await expect(panel(page, 'congestion').getByTestId('figure')).toHaveText(
    /^model 63,\d{3} B, 23 × cwnd at 9\.\d{3} s$/,
  );
  await expect(panel(page, 'congestion').locator('.value-axis text').last()).toHaveText(/^[67]0 kB$/);
  await expect(note(page)).toContainText(
    /Valid up to the first divergence at 2\.0\d\d s, indicative after it/,
  );
  await page.keyboard.press('Escape');
  await page.keyboard.press('f');
  await settled(page);
  await pointAt(page, 0.999);
  await readModel(page).toMatch(/^6[23],\d{3} B \(47 packets\), linear$/);
  await expect(panel(page, 'congestion').locator('.plot canvas')).toHaveAttribute(
    'aria-label',
    /Model NewReno, on its own from 2\.036 s/,
  );
  const asText = panel(page, 'congestion').getByRole('button', { name: 'Congestion as text' });
  await asText.click();
  await expect(panel(page, 'congestion').getByTestId('twin').locator('thead')).toContainText(
    'model: NewReno',
  );
  await asText.click();
});

test('without a pointer: a key shows and hides the best one, the menu is walked with arrows', {
  tag: '@deep',
}, async () => {
  const { page } = shared;
  await page.keyboard.press('c');
  await settled(page);
  await expect(legend(page)).toContainText('model: CUBIC, idle rule shift-from-last-send');
  await page.keyboard.press('c');
  await settled(page);
  await expect(legend(page)).not.toContainText('model');
  await expect(note(page)).toBeHidden();

  await menu(page).locator('summary').focus();
  await page.keyboard.press('Enter');
  const reno = menu(page).locator('[data-model=newreno] input');
  for (let i = 0; i < 20 && !(await reno.evaluate((input) => input === document.activeElement)); i++) {
    await page.keyboard.press('ArrowDown');
  }
  await expect(reno).toBeFocused();
  await page.keyboard.press('Space');
  await settled(page);
  await expect(legend(page)).toContainText('model: NewReno (open loop)');
  await page.keyboard.press('Escape');
  await expect(menu(page).locator('summary')).toBeFocused();
  await expect(legend(page)).toContainText('model: NewReno (open loop)');
});

test('a receiver’s log says why there is no model, and the key changes nothing', { tag: '@deep' }, async ({
  page,
}) => {
  await openTrace(page, RECEIVER);
  await menu(page).locator('summary').click();
  await expect(menu(page)).toContainText("open the sender's log");
  await expect(menu(page).locator('input')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('c');
  await settled(page);
  await expect(legend(page)).not.toContainText('model');
});
