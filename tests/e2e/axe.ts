/**
 * The states of the page that axe is asked about, and the question. The gate analyses the pages as they open; the deep
 * tier every state, whole, and all themes.
 */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { shareWith } from './digests';
import { openTrace } from './shared-trace';
import {
  openCard,
  openFiles,
  openPage,
  panel,
  panelIds,
  pointAt,
  RECEIVER,
  SPIRAL,
  seen,
  settled,
  tracePath,
  upload,
} from './support';

/** A state of a page, and what it brings there. */
export interface State {
  readonly name: string;
  /** From the page as it was opened. */
  readonly enter: (page: Page) => Promise<void>;
  /** Selectors of what it adds or changes; something of each must be on the page. */
  readonly adds: readonly string[];
}

/** A page, and the states that are reached from it. */
export interface Start {
  readonly name: string;
  readonly open: (page: Page) => Promise<void>;
  /** Selectors of what differs from a page above it; what is the same is looked at there. */
  readonly differs?: readonly string[];
  readonly states: readonly State[];
}

/**
 * What is wrong on the page as it stands, one line each.
 * @param parts selectors of what is looked at; without them the page as a whole, with the rules that only hold of one.
 */
export async function faults(page: Page, parts: readonly string[] = []): Promise<readonly string[]> {
  // The page holds no frames: asked in one call, axe needs no second page to put its answers together.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  for (const part of parts) {
    await expect(page.locator(part).first()).toBeVisible();
    axe.include(part);
  }
  // Rows of a table are alike; a page as a whole is looked at with all.
  if (parts.length > 0) axe.exclude('tbody > tr:nth-child(n + 4)');
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

export async function openTwins(page: Page): Promise<void> {
  for (const id of await panelIds(page)) {
    // Whether a panel folds is known once its answer is there.
    await seen(page, id);
    const twin = panel(page, id).getByRole('button', { name: / as text$/ });
    if ((await twin.count()) > 0) await twin.click();
  }
  await settled(page);
}

export async function openReady(page: Page, name = SPIRAL): Promise<void> {
  await openTrace(page, name);
}

const OVERLAY = '[data-testid=overlay]';

/** A dialog: what lies after it is out of reach. @param sign stands in it once it is there in full. */
function dialog(name: string, open: (page: Page) => Promise<void>, sign: string): State {
  return {
    name,
    enter: async (page) => {
      await open(page);
      await expect(page.locator(`${OVERLAY} ${sign}`).first()).toBeVisible();
    },
    adds: [OVERLAY],
  };
}

async function openMenu(page: Page, selector: string): Promise<void> {
  await page.locator(`${selector} > summary`).first().click();
  await expect(page.locator(`${selector} .menu`).first()).toBeVisible();
}

async function writeNote(page: Page, text: string): Promise<void> {
  await page.keyboard.press('m');
  await page.getByTestId('note-editor').getByRole('textbox').fill(text);
  await expect(page.getByTestId('note-preview')).toBeVisible();
}

export const STARTS: readonly Start[] = [
  {
    name: 'the open screen',
    open: openPage,
    states: [
      dialog(
        'the field for an address, with one refused',
        async (page) => {
          await page.keyboard.press('Shift+O');
          await page.getByTestId('address-field').fill('http://logs.example/a.qlog');
          await page.keyboard.press('Enter');
        },
        '[data-testid=address-refused]',
      ),
      {
        name: 'a link that asks about hosts and a file',
        enter: async (page) => {
          await page.goto(
            '/?testing=1#v=1&src=https://logs.example/a.qlog&src=http://localhost:9/b&file=5.AAAAAAAAAAAAAAAA.x',
          );
          await expect(page.getByTestId('link-fetch')).toHaveCount(2);
        },
        adds: ['[data-testid=link-request]'],
      },
      {
        name: 'a file that failed',
        enter: (page) => openFiles(page, upload('notes.qlog', 'hello, this is a log')),
        adds: ['[data-testid=message]', 'header.bar'],
      },
    ],
  },
  {
    name: 'a ready trace',
    open: (page) => openReady(page),
    states: [
      {
        name: 'a finding that is chosen, its evidence open',
        enter: async (page) => {
          await page.locator('.finding-head').first().click();
          for (const group of await page.locator('details.finding-group').all()) {
            if ((await group.getAttribute('open')) === null) await group.locator('summary').first().click();
          }
          const folded = page.locator('.finding-more:not([open]) > summary');
          while ((await folded.count()) > 0) await folded.first().click();
          for (const summary of await page.locator('.finding-more details > summary').all())
            await summary.click();
        },
        adds: ['aside.findings', '.range-bar'],
      },
      {
        name: 'a pinned cursor and a hidden series',
        enter: async (page) => {
          await panel(page, 'congestion').getByRole('button', { name: 'threshold' }).click();
          await pointAt(page, 0.5);
          await page.mouse.down();
          await page.mouse.up();
          await expect(page.getByTestId('cursor')).not.toBeEmpty();
        },
        adds: ['.panel-title', '.range-bar'],
      },
      {
        name: 'an open panel menu',
        enter: (page) => openMenu(page, '[data-panel=congestion] .panel-menu'),
        adds: ['[data-panel=congestion] .panel-menu'],
      },
      {
        name: 'a model and the open menu of models',
        enter: async (page) => {
          await page.keyboard.press('c');
          await openMenu(page, '[data-panel=congestion] .model-menu');
        },
        adds: ['[data-panel=congestion]'],
      },
      {
        name: 'the page menu',
        enter: (page) => openMenu(page, '.page-menu'),
        adds: ['.page-menu'],
      },
      dialog(
        'the share dialog',
        async (page) => {
          await page.getByTestId('share').click();
          await shareWith(page, 'other');
        },
        '[data-testid=share-file]',
      ),
      dialog('the report', (page) => page.getByTestId('report').click(), '[data-testid=report-form]'),
      dialog(
        'a cut, and what it leaves out',
        async (page) => {
          await page.getByTestId('cut').click();
          await page.getByTestId('cut-left-out').locator('summary').click();
        },
        '[data-testid=cut-left-out][open]',
      ),
      dialog(
        'the question about a verdict that is called wrong',
        async (page) => {
          await openCard(page.getByTestId('finding').first());
          await page.getByTestId('wrong-verdict').first().click();
        },
        '[data-testid=wrong-verdict-form]',
      ),
      dialog(
        'what another controller would have done, and a run of it',
        async (page) => {
          await page.getByTestId('what-if').click();
          await page.getByTestId('what-if-run').click();
        },
        '[data-testid=what-if-outcome]',
      ),
      dialog('the palette', (page) => page.keyboard.press('Control+Shift+KeyP'), '[role=option]'),
      dialog('the list of keys', (page) => page.keyboard.press('Shift+Slash'), '.key-groups'),
      dialog(
        'the question before everything is forgotten',
        (page) => page.keyboard.press('Shift+Delete'),
        '[data-testid=forget-form]',
      ),
      dialog(
        'copies of local files, with one of the open file',
        async (page) => {
          await page.keyboard.press('Shift+KeyK');
          const keep = page.getByTestId('keep-copies');
          if (!(await keep.isChecked())) await keep.click();
          await page.getByTestId('file-copy').waitFor();
        },
        '[data-testid=file-copies]',
      ),
      {
        name: 'notes and the field of another one',
        enter: async (page) => {
          await writeNote(page, 'Here *it* begins: https://example.org/');
          await page.keyboard.press('Control+Enter');
          await writeNote(page, 'another `one`');
        },
        adds: ['[data-testid=notes]', '[data-testid=overview]'],
      },
      {
        name: 'the events in the drawer, and the record of one',
        enter: async (page) => {
          await page.keyboard.press('KeyE');
          await page.getByTestId('event-row').first().getByRole('button').click();
          await settled(page);
        },
        adds: ['[data-testid=drawer]'],
      },
      {
        name: 'the findings in the drawer of a narrow window',
        enter: async (page) => {
          await page.setViewportSize({ width: 1024, height: 700 });
          const tab = page.locator('[data-testid=findings-toggle][aria-expanded=false]');
          if ((await tab.count()) > 0) await tab.click();
          await page.locator('.finding-head').first().click();
        },
        adds: ['[data-testid=drawer] [data-testid=finding]'],
      },
      {
        name: 'the ticks of panels',
        enter: (page) => page.getByTestId('other-panels').locator('summary').click(),
        adds: ['[data-testid=other-panels] input'],
      },
      {
        name: 'a phone',
        enter: (page) => page.setViewportSize({ width: 390, height: 800 }),
        adds: ['header.bar', 'main'],
      },
      {
        name: 'text twins and the quality line open',
        enter: async (page) => {
          await openTwins(page);
          await page.getByRole('button', { name: 'Overview as text' }).click();
          await page.getByTestId('quality').locator('summary').first().click();
        },
        adds: ['[data-testid=twin]', '[data-testid=quality]'],
      },
      {
        name: 'the open screen of a later visit',
        enter: async (page) => {
          await page.goto('about:blank');
          await openPage(page);
        },
        adds: ['[data-testid=recents]'],
      },
    ],
  },
  {
    name: 'a receiver’s trace',
    open: (page) => openReady(page, RECEIVER),
    differs: ['header.bar', '[data-testid=summary]', '.panels', 'aside.findings'],
    states: [
      {
        name: 'several traces',
        enter: (page) => openFiles(page, tracePath(SPIRAL)),
        adds: ['header.bar'],
      },
      {
        name: 'folded panels',
        enter: (page) => openFiles(page, tracePath('spiral-corelevel-s12.server.sqlog.gz')),
        adds: ['.panels'],
      },
    ],
  },
];
