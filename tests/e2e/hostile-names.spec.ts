/**
 * A trace whose every text is hostile, in files whose names are, on every part of the page: no text and no attribute holds a
 * character that is not seen, and no markup of it became an element.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import { PANELS } from '../../src/drawing/panels/registry';
import { hostileText, hostileTrace, unseenIn } from '../support/hostile-trace';
import { openTwins } from './axe';
import { openFiles, openPage, panelIds, settled, type Upload, upload } from './support';

const NAME = `${hostileText('log').replaceAll('\0', '')}.sqlog`;
const log = (name = NAME): Upload => upload(name, Buffer.from(hostileTrace()));

/** Every dialog of the page, by the keys that open it over a trace, or over the table of traces. */
const KEYS: { readonly [dialog: string]: string } = {
  ...{ palette: 'Control+Shift+KeyP', keys: 'Shift+Slash', 'what-if': 'KeyI', 'file-copies': 'Shift+KeyK' },
  ...{ cut: 'Shift+KeyC', share: 'Shift+KeyL', report: 'Shift+KeyM', forget: 'Shift+Delete' },
  ...{ recording: 'Shift+KeyH', compare: 'KeyV', 'wrong-verdict': 'Shift+KeyW', address: 'Shift+KeyO' },
};
const OF_TABLE: { readonly [dialog: string]: string } = { groups: 'Shift+KeyG', share: 'Shift+KeyL' };

/** Ids of the dialogs that features and the shell register. */
function registered(): readonly string[] {
  const app = fileURLToPath(new URL('../../src/app/', import.meta.url));
  const files = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter(
    (name) =>
      /^(?:features\/(?:[^/]+\/)+|navigation\/)index\.ts$/.test(name) || name === 'shell/overlay-dialog.tsx',
  );
  return files.flatMap((name) =>
    [...readFileSync(`${app}${name}`, 'utf8').matchAll(/\{\s*id: '([^']+)',\s*label: /g)].map(
      ([, id]) => id as string,
    ),
  );
}

interface Read {
  readonly text: string;
  readonly texts: number;
  readonly markup: number;
}

/** Every text node, attribute and value of a part of the document, a line each, with where it stands. */
function readAll(page: Page, part: string): Promise<Read> {
  return page.evaluate((selector) => {
    const lines = [`title ${document.title}`];
    const root = document.querySelector(selector) as Element;
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node instanceof Element) {
        for (const { name, value } of node.attributes) lines.push(`<${node.localName} ${name}> ${value}`);
        if (node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement)
          lines.push(`<${node.localName}> ${node.value}`);
      } else lines.push(`<${node.parentElement?.localName}> ${node.nodeValue}`);
    }
    const markup = document.querySelectorAll('img[onerror]').length + ('__hostile' in window ? 1 : 0);
    return { text: lines.join('\n'), texts: lines.length, markup };
  }, part);
}

/** @param sign a part of a name that is shown there, with its escapes. */
async function expectClean(page: Page, sign: string | null = null, part = 'html'): Promise<void> {
  await settled(page);
  const { text, texts, markup } = await readAll(page, part);
  expect(texts).toBeGreaterThan(part === 'html' ? 50 : 5);
  expect([markup, ...unseenIn(text)]).toEqual([0]);
  if (sign !== null) expect(text).toContain(sign);
}

async function expectDialogClean(page: Page, id: string, keys: string): Promise<void> {
  await page.keyboard.press(keys);
  const dialog = page.getByTestId('overlay');
  await expect(dialog, id).toBeVisible();
  await settled(page);
  for (const summary of await dialog.locator('details:not([open]) > summary').all())
    if (await summary.isVisible()) await summary.click();
  for (const box of await dialog.locator('input[type=checkbox]:not(:checked)').all())
    if ((await box.isVisible()) && (await box.isEnabled())) await box.click();
  await expectClean(page, null, '[data-testid=overlay]');
  await page.keyboard.press('Escape');
  await expect(dialog, id).toBeHidden();
}

test('every dialog that is registered is opened', () => {
  expect([...new Set([...Object.keys(KEYS), ...Object.keys(OF_TABLE)])].sort()).toEqual(
    [...registered()].sort(),
  );
});

test('panels as pictures and as text, cards, lists, records and dialogs over a trace are clean', async ({
  page,
}) => {
  await openPage(page);
  await openFiles(page, [log(), log(`b ${NAME}`)]);
  await expect(page.locator('html')).toHaveAttribute('data-state', 'ready');
  await expectClean(page, '\\u202elog');
  await page.getByTestId('connections').locator('summary').click();
  await expectClean(page, '\\u202e0d');
  await page.keyboard.press('Escape');
  const shown = await panelIds(page);
  expect(PANELS.length).toBeGreaterThanOrEqual(shown.length);
  expect(shown.length).toBeGreaterThan(5);
  await page.keyboard.press('KeyE');
  await expect(page.getByTestId('event-row').first()).toBeVisible();
  await expectClean(page);
  await page.getByTestId('events-filter').fill('name = loglevel:info');
  await expect(page.getByTestId('events-count')).toHaveAttribute('data-matches', '3');
  await page.getByTestId('event-row').first().getByRole('button').click();
  await expect(page.getByTestId('event-record')).toContainText('\\u001b[31m');
  await expectClean(page);
  await page.keyboard.press('Escape');
  await page.locator('main').focus();
  await page.keyboard.press('KeyM');
  await page.getByTestId('note-editor').getByRole('textbox').fill(hostileText('note'));
  await page.keyboard.press('Control+Enter');
  await settled(page);
  for (const [id, keys] of Object.entries(KEYS)) await expectDialogClean(page, id, keys);
  // Last: with all their texts open, the page is slow.
  await openTwins(page);
  await page.evaluate(() => {
    for (const details of document.querySelectorAll<HTMLDetailsElement>('main details')) details.open = true;
  });
  await expectClean(page, '\\u202estate');
});

test('a table of traces, its groups and two traces beside one another are clean', async ({ page }) => {
  await openPage(page);
  const bytes = Buffer.from(hostileTrace());
  const zip = zipSync({ [`a/${NAME}`]: bytes, [`b/${NAME}`]: strToU8(hostileText('{')) });
  await openFiles(page, [
    ...['a', 'b', 'c'].map((one) => log(`${one} ${NAME}`)),
    upload(`${NAME}.zip`, Buffer.from(zip)),
  ]);
  await expect(page.getByTestId('table-row').first()).toBeVisible();
  await expectClean(page, '\\u202elog');
  for (const [id, keys] of Object.entries(OF_TABLE)) {
    await page.getByTestId('trace-table').focus();
    await expectDialogClean(page, id, keys);
  }
  await page.getByTestId('table-row').first().dblclick();
  await settled(page);
  await expectClean(page, '\\u202elog');
});

test('a link whose every text is hostile is clean', async ({ page }) => {
  const evil = encodeURIComponent(hostileText('x').replace(/\p{Cs}/gu, ''));
  await page.goto(
    `/?testing=1#v=5&file=5.AAAAAAAAAAAAAAAA.${evil}&src=https://logs.example/${evil}&find=${evil}&f=${evil}&${evil}=1`,
  );
  await expect(page.getByTestId('link-request')).toBeVisible();
  await expectClean(page, '\\u202ex');
});
