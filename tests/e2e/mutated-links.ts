/** Links made of anything, followed in one page: fewer of them in the gate, many in the deep tier. */
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { foreignRequests, openLink } from './remote';
import { openPage, rangeOf, settled } from './support';

const seed =
  'v=1&src=https://logs.example/a.qlog&src=http://127.0.0.1:9/b&file=5.AAAAAAAAAAAAAAAA.x&t=1-2&hide=rtt';

const pieces: readonly string[] = [
  ...[
    '&src=',
    'https://',
    'http://',
    'javascript:alert(1)',
    '//evil.example',
    '@',
    '\\',
    '%00',
    '%zz',
    '#',
    '&',
    '=',
  ],
  ...[
    '<img src=https://evil.example/>',
    '\u202e',
    'xn--',
    '[::1]',
    ':99999',
    'x'.repeat(3000),
    'show=2',
    'example=no',
  ],
];

/** No console error, no request, and a page that still works. @param links how many are followed, one after the other. */
export async function followMutatedLinks(
  page: Page,
  context: BrowserContext,
  baseURL: string | undefined,
  links: number,
): Promise<void> {
  const foreign = foreignRequests(context, baseURL);
  const complaints: string[] = [];
  page.on('console', (message) => {
    const isOurs = !message.text().startsWith('Service Worker registration blocked by Playwright');
    if (isOurs && ['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await openPage(page);
  await page.evaluate(
    async ({ link, put, count }) => {
      let state = 42;
      const random = (below: number): number => {
        state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
        return Math.floor((state / 2 ** 32) * below);
      };
      for (let i = 0; i < count; i++) {
        let text = link;
        for (let changes = random(4) + 1; changes > 0; changes--) {
          const at = random(text.length + 1);
          text = text.slice(0, at) + put[random(put.length)] + text.slice(at + random(10));
        }
        location.hash = text;
        await new Promise((resolve) => setTimeout(resolve, 0));
      }
    },
    { link: seed, put: pieces, count: links },
  );
  await settled(page);
  expect(foreign).toEqual([]);
  expect(complaints).toEqual([]);
  await openLink(page, 'v=1&example=reno&t=1-2');
  await expect.poll(() => rangeOf(page)).toEqual([1000, 2000]);
}
