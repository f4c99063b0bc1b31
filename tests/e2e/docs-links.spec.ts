/** Links that the documents show, as a reader follows them: each opens whole, and what is said to spiral does. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { settled } from './support';

const ROOT = new URL('../../', import.meta.url);
const DOCS = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(new URL('docs/', ROOT)).map((name) => `docs/${name}`),
];

interface DocsLink {
  readonly file: string;
  readonly fragment: string;
  /** The line it stands in. */
  readonly line: string;
}

/** Fragments with a part of a link; an anchor has none. */
const FRAGMENT = /#(?:[a-z]+=[^\s`|)&]+)(?:&[a-z\d]+=[^\s`|)&]*)*/g;

const LINKS: readonly DocsLink[] = DOCS.filter((file) => file.endsWith('.md')).flatMap((file) =>
  readFileSync(new URL(file, ROOT), 'utf8')
    .split('\n')
    .flatMap((line) => [...line.matchAll(FRAGMENT)].map(([fragment]) => ({ file, fragment, line }))),
);

/** Why a link cannot be opened here: it names what only its reader has. */
const ELSEWHERE: readonly (readonly [start: string, why: string])[] = [
  ['#src=https://data.example.com/', 'a fleet on a host that there is not'],
];

const isElsewhere = ({ fragment }: DocsLink): boolean =>
  ELSEWHERE.some(([start]) => fragment.startsWith(start));

test('every reason for a link that is not opened is used', () => {
  expect(ELSEWHERE.filter(([start]) => !LINKS.some(({ fragment }) => fragment.startsWith(start)))).toEqual(
    [],
  );
  expect(LINKS.filter((link) => !isElsewhere(link)).length).toBeGreaterThan(4);
});

for (const link of LINKS.filter((one) => !isElsewhere(one)))
  test(`${link.file}: ${link.fragment}`, { tag: '@deep' }, async ({ page }) => {
    test.setTimeout(180_000);
    await page.goto(`/?testing=1${link.fragment}`);
    await settled(page);
    // Nothing of it is left out, asked for or failed.
    await expect(page.locator('[data-testid=message], [data-testid=link-request], [role=alert]')).toHaveCount(
      0,
    );
    const runs = [...link.fragment.matchAll(/\brun=[\w-]+\/[\w-]+\/\d+\/(sender|receiver)/g)];
    await expect(page.getByTestId('trace')).toHaveCount(runs.length);
    if (runs.length === 0) await expect(page.getByTestId('lab')).toBeVisible();
    if (/spiral/.test(link.line)) {
      await expect(page.locator('[data-testid=finding][data-id=death-spiral]').first()).toBeAttached();
    }
  });
