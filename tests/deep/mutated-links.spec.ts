/** Many mutated links in one page; the gate follows the first tenth of them (tests/e2e/address.spec.ts). */
import { test } from '@playwright/test';
import { followMutatedLinks } from '../e2e/mutated-links';

test('400 mutated links in one page: no console error, no request, and a page that still works', async ({
  page,
  context,
  baseURL,
}) => {
  await followMutatedLinks(page, context, baseURL, 400);
});
