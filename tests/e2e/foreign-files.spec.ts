/** Files of other tools on the page: each is named as what it is, alone and in a table. */
import { expect, test } from '@playwright/test';
import { FOREIGN_FILES } from '../../src/engine/input/formats/qlog/records/foreign-files';
import { MADE_FOREIGN, type MadeForeign } from '../support/foreign-files';
import { openFiles, openPage, upload } from './support';

test('captures, NetLogs, HARs and key logs are named, with what to record instead', {
  tag: '@deep',
}, async ({ page }) => {
  for (const { id, instead } of FOREIGN_FILES) {
    const { called, made } = MADE_FOREIGN[id] as MadeForeign;
    const [first] = made as readonly [MadeForeign['made'][number]];
    await openPage(page);
    await openFiles(page, upload(`${id}.dat`, typeof first === 'string' ? first : Buffer.from(first)));
    await expect(page.locator('[data-testid=message][data-kind=not-qlog]')).toContainText(
      `Not a qlog trace: this is ${called}. ${instead}`,
    );
  }
});
