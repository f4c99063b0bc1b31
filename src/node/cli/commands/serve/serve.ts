/** `qlogscope serve`: serves the page that was built beside this program. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import open from 'open';
import { FolderStore } from '../../../server/folder-store';
import { type RunningServer, servePage } from '../../../server/page-server';
import type { Program } from '../../command';
import { hostFile } from '../../config-file';
import { Exit } from '../../exit';
import type { Io } from '../../io';
import { listenReason } from './listen-reason';
import type { ServeSetting } from './serve-setting';

/** @returns the exit status, once it is stopped. */
export async function serve(setting: ServeSetting, io: Io, { bundle }: Program): Promise<number> {
  const page = fileURLToPath(new URL('../dist/', bundle));
  const file = await hostFile(setting.config, io);
  if (file === null) return Exit.unreadable;
  const { publicUrl } = setting;
  const config = publicUrl === null ? file : { ...file, written: { ...file.written, publicUrl } };
  if (!existsSync(join(page, 'index.html'))) {
    io.warn(`there is no built page in ${page}: run npm run build first`);
    return Exit.unreadable;
  }
  const store = setting.store === null ? null : new FolderStore(setting.store, setting.limits);
  let server: RunningServer;
  try {
    server = await servePage({ page, config, store, port: setting.port });
  } catch (error) {
    io.warn(`the page could not be served: ${listenReason(error)}`);
    return Exit.unreadable;
  }
  const storeLine =
    store === null || config.written.store !== undefined
      ? ''
      : `Traces that are put into the store are kept in ${store.folder}\n`;
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  try {
    await io.stdout.write(`qlogscope is at ${server.address}\n${storeLine}Ctrl+C stops it.\n`);
    // Where there is no browser, the address stands above.
    if (setting.open) await open(server.address).catch(() => undefined);
    await stopped;
  } finally {
    await server.close();
  }
  return Exit.clean;
}
