/** The gate's run of Vitest, with the CPU time of each file written to `TEST_TIMES`: one line `file ms` per file. */
import { defineConfig, mergeConfig } from 'vitest/config';
import base from '../../vitest.config.ts';

const config = mergeConfig(
  base,
  defineConfig({ test: { root: new URL('../..', import.meta.url).pathname } }),
);
const projects = (config.test?.projects ?? []) as { test: { setupFiles: string[] } }[];
for (const { test } of projects) test.setupFiles.push('tests/bench/cpu-of-file.ts');
export default config;
