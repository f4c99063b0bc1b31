/**
 * The S3-compatible server of the deep tests: versitygw (Apache-2.0), S3 over a plain folder, built by Go from the module
 * proxy once per machine.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const VERSION = 'v1.8.0';
const MODULE = `github.com/versity/versitygw/cmd/versitygw@${VERSION}`;

/** @returns {string} path of the program. Throws with instructions where it cannot be built. */
export function ensureS3Server() {
  const named = process.env.VERSITYGW_PATH;
  if (named) return named;
  const folder = join(
    process.env.XDG_CACHE_HOME || join(homedir(), '.cache'),
    'qlogscope',
    `versitygw-${VERSION}`,
  );
  const path = join(folder, 'versitygw');
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  const { status, error } = spawnSync('go', ['install', MODULE], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, GOBIN: folder },
  });
  if (status !== 0)
    throw new Error(
      `The deep tests need versitygw, which Go could not build (${error?.message ?? `exit ${status}`}). Install Go 1.25 or later, or name the program in VERSITYGW_PATH.`,
    );
  return path;
}
