/**
 * What is left out is said where it was asked for, in light, dark and forced colours: a field of a lab link that there is not, a
 * file that is a listing; and evidence that a finding does not require does not look like one that fails.
 */
import { expect, test } from '@playwright/test';
import { LISTINGS } from '../support/listings';
import { readableInEveryLook } from './looks';
import { openTrace } from './shared-trace';
import { openCard, openFiles, openPage, settled, upload } from './support';

test('a field of a lab link that there is not is named, and the rest of the link is followed', {
  tag: '@deep',
}, async ({ page }) => {
  await page.goto('/?testing=1#lab=idle-burst&fields=idle:2,speed:9&seeds=1&foo=3');
  await settled(page);
  await expect(page.getByTestId('message')).toHaveText(
    /Left out: foo=3: a link to the lab has no such part; a field of a scenario is set by fields=foo:3\./,
  );
  await expect(page.getByTestId('lab-lost')).toHaveText(
    'The link sets speed, which this scenario has not; the rest of it is used.',
  );
  await expect(page.locator('[data-field=idle]')).toHaveValue('2');
  await expect(page.getByTestId('lab-seeds')).toHaveValue('1');
  await readableInEveryLook(page, '[data-testid=message]');
  await readableInEveryLook(page, '[data-testid=lab-lost]');
  await page.locator('[data-field=idle]').fill('3');
  await expect(page.getByTestId('lab-lost')).toHaveCount(0);
});

test('a file that lists logs says so, and how many', { tag: '@deep' }, async ({ page }) => {
  for (const [name, text, logs] of LISTINGS) {
    await openPage(page);
    await openFiles(page, upload(name, text));
    const message = page.locator('[data-testid=message][data-kind=listing]');
    await expect(message).toContainText(
      `This file is a listing, not a log: it links to ${logs} log${logs === 1 ? '' : 's'}`,
    );
    await expect(page.getByTestId('message')).toHaveCount(1);
    await expect(page.locator('html')).toHaveAttribute('data-state', 'failed');
  }
  await readableInEveryLook(page, '[data-testid=message][data-kind=listing]');
});

test('a row of evidence that is not required has a mark of its own', { tag: '@deep' }, async ({ page }) => {
  await openTrace(page);
  const card = page.locator('[data-testid=finding][data-id=pto-storm]');
  await openCard(card);
  const evidence = card.getByText('Evidence', { exact: true });
  await evidence.click();
  await expect(card).toContainText('Does not hold, not required: ');
  await expect(card).not.toContainText('Fails: ');
  await readableInEveryLook(page, '[data-id=pto-storm] .evidence');
});
