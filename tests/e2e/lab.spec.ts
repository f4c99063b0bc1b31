/** The lab: a link runs its scenario at once; fields, runs, cancelling; a run opens as a trace, several as a comparison. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { initialValues, type Scenario } from '../../src/engine/simulator/runs/scenario';
import { runTraces } from '../../src/engine/simulator/runs/scenario-run';
import { findScenario } from '../../src/engine/simulator/runs/scenarios';
import { faults } from './axe';
import { openPage, settled, tabTo } from './support';

/** Waits until all runs are done. */
async function openLab(page: Page, fragment: string): Promise<void> {
  await page.goto(`/?testing=1#v=7&${fragment}`);
  await expect(page.getByTestId('lab-results')).toBeVisible();
  await settled(page);
}

const line = (page: Page, variant: string) =>
  page.locator(`[data-testid=lab-table] tr[data-variant=${variant}]`);

test('a link runs the incident: the defect spirals, the fix and NewReno do not, and the same link gives the same runs', async ({
  page,
}) => {
  await openLab(page, 'lab=incident&seeds=12');
  await expect(page.getByTestId('lab')).toHaveAttribute('data-done', '36');
  const trapped = Number(await line(page, 'defect').getAttribute('data-trapped'));
  expect(trapped).toBeGreaterThan(0);
  for (const variant of ['fixed', 'newreno']) {
    await expect(line(page, variant)).toHaveAttribute('data-trapped', '0');
    await expect(line(page, variant)).toHaveAttribute('data-late', '0');
  }
  const text = await page.getByTestId('lab-runs').innerText();
  await page.reload();
  await expect(page.getByTestId('lab-results')).toBeVisible();
  await settled(page);
  expect(await page.getByTestId('lab-runs').innerText()).toBe(text);
});

test('a run opens as a trace with its verdict, and the lab is where it was', async ({ page }) => {
  await openLab(page, 'lab=incident&seeds=8');
  await page.getByTestId('lab-open-worst').click();
  await expect(page.getByTestId('trace')).toHaveAttribute(
    'data-name',
    /^incident-defect-s\d\.sender\.sqlog$/,
  );
  await settled(page);
  await expect(page.locator('[data-finding="death-spiral.1"]').first()).toBeAttached();
  await page.keyboard.press('Shift+KeyI');
  await expect(line(page, 'defect')).toHaveAttribute('data-runs', '8');
});

test('the worst runs of the variants are compared', { tag: '@deep' }, async ({ page }) => {
  await openLab(page, 'lab=incident&seeds=8');
  await page.getByTestId('lab-open-worst').click();
  await settled(page);
  await page.keyboard.press('Shift+KeyI');
  await page.getByTestId('lab-compare-worst').click();
  await settled(page);
  // The run that was open already is opened once.
  await expect(page.getByTestId('trace')).toHaveCount(3);
  await expect(page.locator('[data-testid=panel][data-panel=congestion]')).toBeVisible();
});

test('a link whose fields make its runs costly asks first: nothing runs, Cancel leaves it so, and Run anyway runs', async ({
  page,
}) => {
  // A worker of the lab beside the one that answers questions is one that runs.
  let workers = 0;
  page.on('worker', (worker) => {
    if (worker.url().includes('simulate-')) workers++;
  });
  await page.goto('/?testing=1#v=7&lab=two-flows&fields=rate:1000,seconds:120&seeds=100');
  const question = page.locator('[data-testid=message][data-kind=run-question]');
  await expect(question).toContainText(
    /^Warning: These 300 runs take up to about .+ and .+ of memory\. It takes less with /,
  );
  await expect(question).toContainText('another value of “Rate”');
  await settled(page);
  expect(workers).toBe(1);
  expect(await faults(page)).toEqual([]);
  await page.getByTestId('run-not').click();
  await expect(question).toHaveCount(0);
  await expect(page.getByTestId('lab')).toHaveAttribute('data-running', 'false');
  await page.getByTestId('lab-run').click();
  await expect(page.getByTestId('run-not')).toBeFocused();
  expect(workers).toBe(1);
  await page.getByTestId('run-anyway').click();
  await expect(page.getByTestId('lab')).toHaveAttribute('data-running', 'true');
  await expect(page.getByTestId('lab-cancel')).toBeFocused();
  expect(workers).toBeGreaterThan(1);
  await page.getByTestId('lab-cancel').click();
  await settled(page);
});

test('a scenario, a field, a number of runs: what is no value is said and cannot be run', {
  tag: '@deep',
}, async ({ page }) => {
  await openPage(page);
  await page.keyboard.press('Shift+KeyI');
  const scenario = page.getByTestId('lab-scenario');
  await expect(scenario).toHaveValue('incident');
  await scenario.focus();
  await scenario.selectOption('ablation');
  const seeds = page.getByTestId('lab-seeds');
  await seeds.fill('0');
  await expect(page.getByTestId('lab-run')).toBeDisabled();
  await seeds.fill('2');
  const loss = page.locator('[data-field=loss]');
  await loss.fill('x');
  await expect(loss).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByTestId('lab-run')).toBeDisabled();
  await loss.fill('25');
  await expect(page).toHaveURL(/#v=7&lab=ablation&fields=loss:25&seeds=2$/);
  await seeds.press('Enter');
  await expect(page.getByTestId('lab')).toHaveAttribute('data-done', '16');
  await settled(page);
  await page.getByTestId('lab-reset').click();
  await expect(page).toHaveURL(/#v=7&lab=ablation$/);
});

test('with keys only: a scenario, a field, runs that are cancelled and run again, a variant, and one run as a trace', {
  tag: '@deep',
}, async ({ page }) => {
  await openPage(page);
  await page.keyboard.press('Shift+KeyI');
  await expect(page.getByTestId('lab-scenario')).toHaveValue('incident');
  await tabTo(page, '[data-testid=lab-scenario]');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByTestId('lab-scenario')).toHaveValue('ablation');
  await tabTo(page, '[data-testid=lab-seeds]');
  await page.keyboard.press('ControlOrMeta+KeyA');
  await page.keyboard.type('800');
  await tabTo(page, '[data-field=loss]');
  await page.keyboard.press('ControlOrMeta+KeyA');
  await page.keyboard.type('25');
  await expect(page).toHaveURL(/lab=ablation&fields=loss:25&seeds=800$/);
  await tabTo(page, '[data-testid=lab-run]', 'Shift+Tab');
  await page.keyboard.press('Enter');
  // So many runs are asked about: the focus goes to the question, and back to what asked it.
  await expect(page.getByTestId('run-not')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('lab-run')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('run-not')).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  // What had the focus cannot keep it: it goes to what ends the runs, and back.
  await expect(page.getByTestId('lab-cancel')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('lab-run')).toBeFocused();
  await settled(page);
  await tabTo(page, '[data-testid=lab-seeds]', 'Shift+Tab');
  await page.keyboard.press('ControlOrMeta+KeyA');
  await page.keyboard.type('2');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('lab')).toHaveAttribute('data-done', '16');
  await settled(page);
  await expect(page.getByTestId('lab-run')).toBeFocused();
  await tabTo(page, '[data-variant=loss-floor] button');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('lab-runs')).toContainText('Runs of “loss + floor”');
  await tabTo(page, '[data-testid=lab-open-worst]');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('trace')).toHaveAttribute(
    'data-name',
    /^ablation-loss-floor-s\d\.sender\.sqlog$/,
  );
});

const hashOf = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');

test('the traces of a run have the same bytes as those that are made here, without a browser', {
  tag: '@deep',
}, async ({ page }) => {
  for (const [id, variant, changes] of [
    ['incident', 'defect', { from: 60, burst: 2, reordered: 1, megabytes: 1 }],
    ['two-flows', 'cubic-newreno', { seconds: 3, queue: 'codel', ecn: 'on' }],
    ['late-host', '0.1ms-2000us', { seconds: 0.5, delay: '0' }],
  ] as const) {
    const fields = Object.entries(changes).map(([field, value]) => `${field}:${value}`);
    await openLab(page, `lab=${id}&fields=${fields.join()}&seeds=1`);
    await page.locator(`[data-testid=lab-results] [data-variant="${variant}"] button`).click();
    const files = new Map<string, string>();
    const saved = new Promise<void>((resolve) => {
      page.on('download', async (file) => {
        files.set(file.suggestedFilename(), hashOf(readFileSync(await file.path())));
        if (files.size === 2) resolve();
      });
    });
    await page.getByTestId('lab-runs').getByRole('button', { name: 'Save traces' }).click();
    await saved;
    page.removeAllListeners('download');
    const values = { ...initialValues(findScenario(id) as Scenario), ...changes };
    const made = runTraces({ scenario: id, values, variant, seed: 1 });
    for (const end of ['sender', 'receiver'] as const)
      expect(files.get(`${id}-${variant}-s1.${end}.sqlog`), `${id}, ${end}`).toBe(hashOf(made[end]));
  }
});

test('planes of a late host tell whether the loop closes, with counts', { tag: '@deep' }, async ({
  page,
}) => {
  await openLab(page, 'lab=late-host&fields=seconds:0.5&seeds=1');
  const verdicts = page.getByTestId('lab-verdict');
  await expect(verdicts).toHaveText([
    /^The loop closes: no, in none of 63 runs\. A PTO fired in \d+, in \d+ of them/,
    /^The loop closes: no, in none of 63 runs\. A PTO fired in \d+, in \d+ of them/,
  ]);
  const cell = page.locator('[data-variant="0.1ms-2000us-0ms"]');
  await expect(cell).toHaveText('noPTO 1, spurious 1');
  await expect(cell).toHaveAttribute('data-closed', '0');
  await expect(page.locator('[data-variant="0.1ms-2000us"]')).toHaveText('no PTO');
  await cell.getByRole('button').click();
  await expect(page.getByTestId('lab-runs')).toContainText(
    'The loop closes: no, in none of 1 run. A PTO fired in 1, in 1 of them though nothing was lost.',
  );
});

test('windows after a pause are drawn once more, from its end on', { tag: '@deep' }, async ({ page }) => {
  await openLab(page, 'lab=idle-burst&fields=idle:2,after:1');
  await expect(page.getByTestId('lab-pause').locator('path.lab-line')).toHaveCount(4);
  await expect(page.getByTestId('lab-window').locator('path.lab-line')).toHaveCount(4);
});

test('runs are cancelled, what came of them stays, and can be run again', { tag: '@deep' }, async ({
  page,
}) => {
  await page.goto('/?testing=1#v=7&lab=incident&seeds=1000');
  await page.getByTestId('run-anyway').click();
  await page.getByTestId('lab-cancel').click();
  await settled(page);
  const done = Number(await page.getByTestId('lab').getAttribute('data-done'));
  expect(done).toBeLessThan(3000);
  await page.getByTestId('lab-seeds').fill('2');
  await page.getByTestId('lab-run').click();
  await expect(page.getByTestId('lab')).toHaveAttribute('data-done', '6');
});

test('a link of a scenario that there is not, or with a field that is none, is told and does not hang', {
  tag: '@deep',
}, async ({ page }) => {
  await page.goto('/?testing=1#v=7&lab=nothing-such&seeds=2');
  await expect(page.getByTestId('lab-problem')).toContainText('nothing-such');
  await settled(page);
  await page.goto('/?testing=1#v=7&lab=incident&fields=rtt:-5&seeds=2');
  await expect(page.locator('[data-field=rtt]')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByTestId('lab-run')).toBeDisabled();
});

test('a plane of shares, a run saved as a file, and axe finds nothing serious', { tag: '@deep' }, async ({
  page,
}) => {
  await openLab(page, 'lab=gap-stalls&seeds=2&fields=megabytes:2');
  await expect(page.getByTestId('lab-plane').locator('td[data-variant]')).toHaveCount(42);
  await expect(page.getByTestId('lab-plane').locator('caption')).toContainText(
    /; the nearest: gap [\d.]+ µs, [\d.]+ stalls per s, \d+\.\d %$/,
  );
  await page.getByTestId('lab-plane').locator('[data-variant="5us-1"] button').click();
  const saving = page.waitForEvent('download');
  await page.getByTestId('lab-runs').getByRole('button', { name: 'Save traces' }).first().click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/^gap-stalls-5us-1-s\d\.(sender|receiver)\.sqlog$/);
  const text = readFileSync(await file.path(), 'utf8');
  expect(text.startsWith('\x1e{"qlog_version":"0.4","qlog_format":"JSON-SEQ"')).toBe(true);
  expect(await faults(page)).toEqual([]);
});
