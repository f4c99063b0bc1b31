/**
 * CPU time of each test file, of the process that runs it and what that process has started, since the file before: with its
 * imports. A line per file is appended to `TEST_TIMES`.
 */
import { appendFileSync } from 'node:fs';
import { afterAll, expect } from 'vitest';

const held = globalThis as { cpuBefore?: NodeJS.CpuUsage };

afterAll(() => {
  const { user, system } = process.cpuUsage(held.cpuBefore);
  held.cpuBefore = process.cpuUsage();
  const file = expect.getState().testPath ?? '';
  appendFileSync(
    process.env.TEST_TIMES as string,
    `${JSON.stringify({ file, cpuMs: Math.round((user + system) / 1000) })}\n`,
  );
});
