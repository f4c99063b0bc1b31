/** The whole walk through a link with data, for every budget: the gate (tests/e2e/digest.spec.ts) makes it with one. */
import { test } from '@playwright/test';
import { BUDGETS, shareSpiral, walkLink } from '../e2e/digests';

const shared = shareSpiral();

for (const budget of BUDGETS) {
  test(`a link with ${budget} of data opens without the trace: range, finding, panels and notes`, async ({
    page,
    baseURL,
  }) => {
    await walkLink(page, shared.given, budget, baseURL);
  });
}
