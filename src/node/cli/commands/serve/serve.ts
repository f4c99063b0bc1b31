/** `qlogscope serve`: serves the page that was built beside this program; `qlogscope headers` writes its headers. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import open from 'open';
import { FolderStore } from '../../../server/folder-store';
import { headerFile } from '../../../server/header-files';
import { type RunningServer, servePage } from '../../../server/page-server';
import type { Io } from '../../io';
import { Exit } from '../../report';
import type { HeadersCommand, ServeCommand } from './serve-args';
import { hostFile, listenReason } from './serve-refusal';

/** @param page folder of the built page. */
export async function serve(command: ServeCommand, page: string, io: Io): Promise<number> {
  const file = await hostFile(command.config, io);
  if (file === null) return Exit.unreadable;
  const { publicUrl } = command;
  const config = publicUrl === null ? file : { ...file, written: { ...file.written, publicUrl } };
  if (!existsSync(join(page, 'index.html'))) {
    io.warn(`there is no built page in ${page}: run npm run build first`);
    return Exit.unreadable;
  }
  const store = command.store === null ? null : new FolderStore(command.store, command.limits);
  let server: RunningServer;
  try {
    server = await servePage({ page, config, store, port: command.port });
  } catch (error) {
    io.warn(`the page could not be served: ${listenReason(error)}`);
    return Exit.unreadable;
  }
  const kept =
    store === null || config.written.store !== undefined
      ? ''
      : `Traces that are put into the store are kept in ${store.folder}\n`;
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  try {
    await io.stdout.write(`qlogscope is at ${server.address}\n${kept}Ctrl+C stops it.\n`);
    // Where there is no browser, the address stands above.
    if (command.open) await open(server.address).catch(() => undefined);
    await stopped;
  } finally {
    await server.close();
  }
  return Exit.clean;
}

export async function writeHeaders({ format, config, base }: HeadersCommand, io: Io): Promise<number> {
  const file = await hostFile(config, io);
  if (file === null) return Exit.unreadable;
  await io.stdout.write(headerFile(format, file.embedOrigins, base));
  return Exit.clean;
}
