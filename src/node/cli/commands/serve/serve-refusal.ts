/**
 * What ends `serve` before a page is served: its help, a wrong call, a configuration that does not fit, a port that is
 * taken. `npm start` asks for it before it builds anything, and compiles no more than this file for that.
 */
import { createServer } from 'node:net';
import { type HostFile, NO_HOST_FILE, readHostFile } from '../../../server/host-file';
import { usageError, usageLines } from '../../arg-values';
import { systemReason } from '../../system-reason';
import { SERVE_HELP, type ServeCommand, serveCommand } from './serve-args';

/** `Exit` of cli/report.ts, which holds far more. */
const CLEAN = 0;
const UNREADABLE = 2;
const USAGE = 64;

interface Lines {
  readonly write: (text: string) => void;
  readonly warn: (line: string) => void;
}

/** @param args of `serve`. @returns the exit status; null where the page can be served, once it is built. Never throws. */
export async function refusal(args: readonly string[], { write, warn }: Lines): Promise<number | null> {
  let command: ReturnType<typeof serveCommand>;
  try {
    command = serveCommand([...args]);
  } catch (error) {
    usageLines(usageError(error, 'serve')).forEach(warn);
    return USAGE;
  }
  switch (command.name) {
    case 'help':
      write(SERVE_HELP);
      return CLEAN;
    // The version is said by what is built.
    case 'version':
      return null;
    case 'serve':
      return (await isReady(command, warn)) ? null : UNREADABLE;
  }
}

async function isReady({ config, port }: ServeCommand, warn: (line: string) => void): Promise<boolean> {
  if ((await hostFile(config, { warn })) === null) return false;
  if (port === null || port === 0) return true;
  try {
    await tryPort(port);
    return true;
  } catch (error) {
    warn(`the page could not be served: ${listenReason(error)}`);
    return false;
  }
}

function tryPort(port: number): Promise<void> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => server.close(() => resolve()));
  });
}

/** Why no port is listened at. */
export function listenReason(error: unknown): string {
  const { code, port } = error as { readonly code?: string; readonly port?: number };
  if (code === 'EADDRINUSE')
    return `port ${port} is taken by another program; --port 0 takes one that is free`;
  if (code === 'EACCES') return `this user may not listen at port ${port}; --port 0 takes one that is free`;
  return systemReason(error);
}

/** Null where it cannot be used, which is said. */
export async function hostFile(path: string | null, { warn }: Pick<Lines, 'warn'>): Promise<HostFile | null> {
  if (path === null) return NO_HOST_FILE;
  try {
    return await readHostFile(path);
  } catch (error) {
    warn(`${path}: ${systemReason(error)}`);
    return null;
  }
}
