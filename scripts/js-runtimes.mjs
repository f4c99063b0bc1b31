/** Bun and Deno of the deep tests, which start the signer of docs/store: from their npm packages, once per machine. */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const VERSIONS = { bun: '1.4.5', deno: '2.9.6' };
const pins = Object.entries(VERSIONS).map(([name, version]) => `${name}@${version}`);

/** True where both run. The package of Bun puts its program into place when it is started first. */
const run = (programs) =>
  Object.entries(VERSIONS).every(([name, version]) => {
    const { status, stdout } = spawnSync(join(programs, name), ['--version'], { encoding: 'utf8' });
    return status === 0 && stdout.includes(version);
  });

/** @returns {string} the folder with both programs. Throws with instructions where they cannot be had. */
export function ensureJsRuntimes() {
  const folder = join(
    process.env.XDG_CACHE_HOME || join(homedir(), '.cache'),
    'qlogscope',
    pins.join('-').replaceAll('@', '-'),
  );
  const programs = join(folder, 'node_modules', '.bin');
  if (run(programs)) return programs;
  mkdirSync(folder, { recursive: true });
  const { status, error } = spawnSync(
    'npm',
    ['install', '--prefix', folder, '--no-audit', '--no-fund', '--no-save', ...pins],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
  if (status !== 0 || !run(programs))
    throw new Error(
      `The deep tests need ${pins.join(' and ')}, which npm could not install (${error?.message ?? `exit ${status}`}). Make the npm registry reachable.`,
    );
  return programs;
}
