/**
 * The page in the engines of Firefox and Safari: a trace opens and is judged, every panel is painted, a finding is
 * zoomed to, links and digests open, and the page comes back without its server. `npm run build` makes what is served.
 */
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OtherBrowser, startFirefox, startWebKit } from '../support/other-browsers.ts';
import { type PageServer, pageServer } from '../support/page-server.ts';

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));
const EXAMPLES = ['cubic-spiral', 'cubic-fixed', 'reno'] as const;

/** Waits in the page until an expression holds. */
const until = (expression: string): string =>
  `new Promise((resolve) => { const look = () => (${expression}) ? resolve(true) : setTimeout(look, 50); look(); })`;

const SETTLED = until(
  `document.documentElement?.dataset.idle === 'true' && document.documentElement.dataset.state === 'ready'`,
);

/** Ids of the panels with a canvas, and of those on whose canvas every pixel is the same. */
const PANELS = `[...document.querySelectorAll('[data-testid=panel]')].flatMap((panel) => {
  const canvas = panel.querySelector('.plot canvas');
  if (canvas === null) return [];
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  const pixels = new Uint32Array(data.buffer);
  return [{ id: panel.dataset.panel, isBlank: pixels.every((pixel) => pixel === pixels[0]) }];
})`;

/** What was ready when the text was written is ready: the page follows it in the next frame. */
/** The service worker holds a copy of the page's files. */
const FILES_COPIED = `navigator.serviceWorker.ready.then(async () => { while ((await caches.keys()).length === 0) await new Promise((next) => setTimeout(next, 50)); })`;

const range = `[...document.querySelectorAll('[data-panel=congestion]')].map(({ dataset }) => [+dataset.fromMs, +dataset.toMs])[0]`;

interface PaintedPanel {
  readonly id: string;
  readonly isBlank: boolean;
}

describe.each([
  ['Firefox', startFirefox],
  ['WebKit', startWebKit],
] as const)('%s', (_name, start) => {
  let browser: OtherBrowser;
  let server: PageServer;

  beforeAll(async () => {
    server = await pageServer(DIST);
    browser = await start();
  });

  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  const openFragment = async (fragment: string): Promise<void> => {
    await browser.open('about:blank');
    await browser.open(`${server.url}?testing=1${fragment}`);
    await browser.run(SETTLED);
  };

  /** Scrolls through the page, so that every panel comes into sight and is painted. */
  const paintedPanels = async (): Promise<readonly PaintedPanel[]> => {
    await browser.run(
      `(async () => { for (const panel of document.querySelectorAll('[data-testid=panel]')) { panel.scrollIntoView(); await ${SETTLED}; } })()`,
    );
    return (await browser.run(PANELS)) as readonly PaintedPanel[];
  };

  /** Gives a file to the input, as the browser's picker would. */
  const chooseFile = (): Promise<unknown> =>
    browser.run(`(async () => {
      const response = await fetch('./examples/rate-cubic-buggy-s03.server.sqlog.gz');
      const files = new DataTransfer();
      files.items.add(new File([await response.blob()], 'mine.sqlog.gz'));
      const input = document.querySelector('[data-testid=open]');
      input.files = files.files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
    })()`);

  test.each(EXAMPLES)('opens %s and paints every panel', async (example) => {
    await openFragment(`#v=1&example=${example}`);
    const panels = await paintedPanels();
    expect(panels.length).toBeGreaterThan(6);
    expect(panels.filter(({ isBlank }) => isBlank)).toEqual([]);
  });

  test('names the death spiral in a file that is chosen, and zooms to it', async () => {
    await browser.open(`${server.url}?testing=1`);
    await browser.run(until(`document.querySelector('[data-testid=example]') !== null`));
    await chooseFile();
    await browser.run(until(`document.querySelector('[data-testid=finding]') !== null`));
    await browser.run(SETTLED);
    expect(
      await browser.run(
        `(({ dataset: { id, severity } }) => [id, severity])(document.querySelector('[data-testid=finding]'))`,
      ),
    ).toEqual(['death-spiral', 'critical']);
    const [from] = (await browser.run(range)) as [number, number];
    await browser.run(`document.querySelector('.finding-head').click()`);
    await browser.run(until(`(${range})[0] > ${from}`));
    await browser.run(SETTLED);
    const panels = await paintedPanels();
    expect(panels.filter(({ isBlank }) => isBlank)).toEqual([]);
    expect(await browser.run('location.hash')).toContain('f=death-spiral');
  });

  test('keeps a copy of a file that is chosen, where it can, and opens it after a reload', async () => {
    await browser.open(`${server.url}?testing=1`);
    await browser.run(until(`document.querySelector('[data-testid=example]') !== null`));
    const canKeep = await browser.run(
      `navigator.storage?.getDirectory?.().then(() => true, () => false) ?? false`,
    );
    await browser.run(
      `document.dispatchEvent(new KeyboardEvent('keydown', { code: 'KeyK', shiftKey: true, bubbles: true }))`,
    );
    const click = (testId: string): string => `document.querySelector('[data-testid=${testId}]').click()`;
    await browser.run(until(`document.querySelector('[data-testid=keep-copies]') !== null`));
    await browser.run(click('keep-copies'));
    if (canKeep !== true) {
      await browser.run(until(`document.querySelector('[data-testid=copies-refused]') !== null`));
      expect(await browser.run(`document.querySelector('[data-testid=keep-copies]').checked`)).toBe(false);
      return;
    }
    await browser.run(until(`document.querySelector('[data-testid=copies-used]') !== null`));
    await chooseFile();
    await browser.run(until(`document.querySelector('[data-testid=file-copy]') !== null`));
    await browser.run(until(`location.hash.includes('file=')`));
    const address = (await browser.run('location.href')) as string;
    await browser.open('about:blank');
    await browser.open(address);
    await browser.run(SETTLED);
    expect(await browser.run(`document.querySelector('[data-testid=trace]').dataset.name`)).toBe(
      'mine.sqlog.gz',
    );
    await browser.run(
      `document.dispatchEvent(new KeyboardEvent('keydown', { code: 'Delete', shiftKey: true, bubbles: true }))`,
    );
    await browser.run(until(`document.querySelector('[data-testid=forget-everything]') !== null`));
    await browser.run(click('forget-everything'));
    await browser.run(until(`document.documentElement?.dataset.state === 'empty' && location.hash === ''`));
    expect(
      await browser.run(
        `(async () => { const names = []; for await (const name of (await navigator.storage.getDirectory()).keys()) names.push(name); return names; })()`,
      ),
    ).toEqual([]);
  });

  test('opens a link at its range and finding', async () => {
    await openFragment('#v=1&example=cubic-spiral&t=3-4&f=death-spiral.1');
    await browser.run(until(`Math.abs((${range})[0] - 3000) < 1 && Math.abs((${range})[1] - 4000) < 1`));
    expect(await browser.run(`document.querySelector('.finding.selected').dataset.key`)).toBe(
      'death-spiral.1',
    );
  });

  test('makes a digest, and opens it without the trace', async () => {
    await openFragment('#v=1&example=cubic-spiral');
    await browser.run(`document.querySelector('[data-testid=share]').click()`);
    await browser.run(until(`document.querySelector('[data-recipient=other]') !== null`));
    await browser.run(`document.querySelector('[data-recipient=other]').click()`);
    await browser.run(
      until(`document.querySelector('[data-testid=share-link][data-budget="8 KB"]') !== null`),
    );
    // The button writes to the clipboard, which no browser gives to a script without a hand.
    await browser.run(`void Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: async (text) => { window.copied = text; } },
      configurable: true,
    })`);
    await browser.run(
      `document.querySelector('[data-testid=share-link][data-budget="8 KB"] [data-testid=share-copy]').click()`,
    );
    await browser.run(until('window.copied !== undefined'));
    // The page's own copy of its files is made by requests, too.
    await browser.run(FILES_COPIED);
    const link = new URL((await browser.run('window.copied')) as string);
    const asked = server.requests.length;
    await openFragment(link.hash);
    expect(await browser.run(`document.querySelector('[data-testid=digest]') !== null`)).toBe(true);
    expect(server.requests.slice(asked).filter((path) => path.includes('examples/'))).toEqual([]);
    const panels = await paintedPanels();
    expect(panels.length).toBeGreaterThan(4);
    expect(panels.filter(({ isBlank }) => isBlank)).toEqual([]);
  });

  test('comes back without its server', async () => {
    await browser.open(server.url);
    await browser.run(until(`navigator.serviceWorker.controller !== null`));
    await browser.run(FILES_COPIED);
    await server.close();
    await browser.open('about:blank');
    await browser.open(`${server.url}#v=1&example=reno`);
    await browser.run(SETTLED);
    const panels = await paintedPanels();
    expect(panels.filter(({ isBlank }) => isBlank)).toEqual([]);
  });
});
