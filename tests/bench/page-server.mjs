/** Builds the page into a folder of its own and serves it on a free loopback port; starts a Chromium for it. */
import { createServer } from 'node:net';
import { chromium } from '@playwright/test';
import { build, preview } from 'vite';
import { findChromium } from '../../scripts/chromium.mjs';

export const OUT_DIR = '.bench/dist';
/** The page is cross-origin isolated, as our server has it (src/sharing/host/policy.ts); builds that it is compared with, too. */
const ISOLATED = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/** @returns {Promise<number>} a loopback port that nobody uses */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

export function buildPage() {
  return build({ logLevel: 'error', build: { outDir: OUT_DIR, emptyOutDir: true } });
}

/**
 * @param {string} outDir folder of a built page.
 * @returns {Promise<{address: string, close: () => Promise<void>}>}
 */
export async function servePage(outDir = OUT_DIR) {
  const server = await preview({
    logLevel: 'warn',
    build: { outDir },
    preview: { host: '127.0.0.1', port: await freePort(), strictPort: true, headers: ISOLATED },
  });
  return { address: server.resolvedUrls.local[0], close: () => server.close() };
}

export function launchBrowser() {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error('No Chromium found; name one in CHROMIUM_PATH.');
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu'],
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
}
