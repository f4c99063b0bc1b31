/**
 * Finds a Chromium for the browser tests, and installs one if there is none: Playwright's own if it can be downloaded,
 * else the system package if that is allowed, else a message with instructions.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** The headless shell first: a page costs it half as much as the whole browser, which also draws its windows. */
const SYSTEM_PATHS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
];
const PACKAGES = ['chromium-headless-shell', 'chromium'];
const DOWNLOAD_TIMEOUT_MS = 180_000;

/**
 * `CHROMIUM_PATH` has priority.
 * @returns {string | null} the path of a Chromium.
 */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named !== undefined && named !== '') return existsSync(named) ? named : null;
  const own = chromium.executablePath();
  return [own, ...SYSTEM_PATHS].find((path) => path !== '' && existsSync(path)) ?? null;
}

function run(command, args, timeout) {
  console.log(`> ${command} ${args.join(' ')}`);
  return spawnSync(command, args, { stdio: 'inherit', timeout }).status === 0;
}

/** Uses the system's package manager, as root or through sudo without a password. */
export function installPackages(names) {
  if (!existsSync('/usr/bin/apt-get')) return;
  const root = process.getuid?.() === 0;
  const apt = (args) => (root ? run('apt-get', args) : run('sudo', ['-n', 'apt-get', ...args]));
  // An update that fails for one source may still leave the package reachable.
  apt(['update', '-q']);
  apt(['install', '-y', '-q', '--no-install-recommends', ...names]);
}

/** @returns the path of a Chromium, installed if needed. Throws with instructions if that fails. */
export function ensureChromium() {
  const found = findChromium();
  if (found !== null) return found;
  console.log('No Chromium found; trying to install one.');
  run('npx', ['playwright', 'install', 'chromium'], DOWNLOAD_TIMEOUT_MS);
  for (const name of PACKAGES) if (findChromium() === null) installPackages([name]);
  const installed = findChromium();
  if (installed !== null) return installed;
  throw new Error(
    'The browser tests need Chromium and none could be installed. Install it by hand, for example with ' +
      '"npx playwright install --with-deps chromium" or "apt-get install chromium", or name one in CHROMIUM_PATH.',
  );
}
