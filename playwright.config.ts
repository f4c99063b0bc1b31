/**
 * Browser tests: the built page, served by our own server, in a real Chromium. `gate` is what `npm test` runs; `deep`,
 * the folder and the tests of tests/e2e with the tag `@deep`, is what only `npm run test:deep` runs beside it.
 */
import { register } from 'node:module';
import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/chromium.mjs';

const executablePath = findChromium();
// In the process that lists the tests, and in each that runs some.
register('./scripts/typescript-hooks.mjs', import.meta.url);

export default defineConfig({
  // A slow machine is no defect: tests wait for what comes, as long as it may take there.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  globalSetup: './tests/e2e/serve.ts',
  // Beside them in `tests/deep` stand tests of Vitest.
  testMatch: '**/*.spec.ts',
  fullyParallel: true,
  // One more than the cores of the smallest machine: tests wait for frames and timers now and then.
  workers: 3,
  forbidOnly: true,
  reporter: 'list',
  projects: [
    { name: 'gate', testDir: 'tests/e2e', grepInvert: /@deep/ },
    { name: 'deep', testDir: 'tests', testMatch: ['e2e/*.spec.ts', 'deep/*.spec.ts'], grep: /@deep|deep\// },
  ],
  // Golden pictures hold canvases only, no fonts: one set for every platform.
  snapshotPathTemplate: 'tests/e2e/golden/{arg}{ext}',
  use: {
    // Set by tests/e2e/serve.ts before the processes that run tests are started.
    baseURL: process.env.PAGE_ADDRESS ?? '',
    viewport: { width: 1440, height: 900 },
    // Each test sees the build that is served; offline.spec.ts lets its workers in.
    serviceWorkers: 'block',
    launchOptions: {
      ...(executablePath === null ? {} : { executablePath }),
      // Chromium refuses its sandbox to root, which is who runs in most containers.
      // There is no GPU to speak of: what stands in for one need not be a process of its own.
      args: [
        '--disable-gpu',
        '--disable-gpu-compositing',
        '--in-process-gpu',
        // A page of a test lives for seconds: its optimized code costs a sixth of the CPU time, and pays nothing back.
        '--js-flags=--single-threaded,--no-opt',
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    },
  },
});
