/** The built command line as a process: builds it through the script that users call, runs it, reads its lines. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import type { TraceRecord } from '../../src/sharing/report/records/trace-record.ts';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
export const CLI = join(ROOT, 'dist-cli/qlogscope.mjs');
export const VERSION: string = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version;

/** Builds the bundle where it is absent or stale; whatever a test runs afterwards is made of the present sources. */
export function buildCli(): void {
  const built = spawnSync(process.execPath, [join(ROOT, 'scripts/cli.mjs'), '--version'], {
    encoding: 'utf8',
  });
  expect(built.stderr).toBe('');
  expect(built.stdout).toBe(`qlogscope ${VERSION}\n`);
}

export interface Run {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export function runProcess(args: readonly string[], input: Uint8Array | string = ''): Run {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], {
    input,
    maxBuffer: 256 * 1024 ** 2,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

export const records = (stdout: string): readonly TraceRecord[] =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
