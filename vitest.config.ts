/** Tests that need no browser: unit and property tests, the copied corpus, and the shared folder by hand. */
import { defineConfig } from 'vitest/config';
import { buildScanner } from './scripts/build-scanner.mjs';

await buildScanner();

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.ts', 'tests/property/**/*.test.ts'],
          setupFiles: ['tests/support/property-seed.ts'],
          testTimeout: 60_000,
        },
      },
      { test: { name: 'corpus', include: ['tests/corpus/*.test.ts'], testTimeout: 120_000 } },
      { test: { name: 'shared', include: ['tests/shared/*.test.ts'], testTimeout: 600_000 } },
    ],
  },
});
