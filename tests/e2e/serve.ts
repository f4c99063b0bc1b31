/**
 * Serves the built page for a run of the browser tests as `npm start` does, on a port that the system gives: runs of two
 * checkouts stand beside each other. Tests find the address in the environment, which their processes inherit.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FolderStore } from '../../src/node/server/folder-store';
import { NO_HOST_FILE } from '../../src/node/server/host-file';
import { servePage } from '../../src/node/server/page-server';

export default async function serve(): Promise<() => Promise<void>> {
  // Said once, instead of by every test when it has waited in vain.
  if (!existsSync('dist/index.html')) throw new Error('There is no built page: run `npm run build` first.');
  const folder = mkdtempSync(join(tmpdir(), 'qlogscope-store-'));
  const store = new FolderStore(join(folder, 'store'));
  const server = await servePage({ page: 'dist', config: NO_HOST_FILE, store, port: 0 });
  process.env.PAGE_ADDRESS = server.address.replace(/\/$/, '');
  return async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  };
}
