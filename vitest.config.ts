/**
 * Tests that need no browser. `gate` is what `npm test` runs: unit and property tests and the copied corpus; `deep` is
 * what only `npm run test:deep` runs, beside the gate's own with all their draws; `shared` reads the shared folder.
 */
import { defineConfig } from 'vitest/config';
import { buildScanner } from './scripts/build-scanner.mjs';

await buildScanner();

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'gate',
          include: ['tests/{unit,property,corpus}/**/*.test.ts'],
          setupFiles: ['tests/support/property-seed.ts'],
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      {
        test: {
          name: 'deep',
          include: ['tests/deep/*.test.ts'],
          setupFiles: ['tests/support/property-seed.ts'],
          testTimeout: 1_200_000,
        },
      },
      { test: { name: 'shared', include: ['tests/shared/*.test.ts'], testTimeout: 600_000 } },
    ],
  },
});
