/**
 * What ends `serve` before a page is served: its help, a wrong call, a configuration that does not fit, a port that is
 * taken. `npm start` asks for it before it builds anything, and loads no more than this file for that.
 */
import { createServer } from 'node:net';
import { type UsageError, usageLines } from '../../arg-values';
import { type Call, parseCall } from '../../command';
import { hostFile } from '../../config-file';
import { Exit } from '../../exit';
import { SERVE } from './command';
import { listenReason } from './listen-reason';
import type { ServeSetting } from './serve-setting';

interface Lines {
  readonly write: (text: string) => void;
  readonly warn: (line: string) => void;
}

/** @param args of `serve`. @returns the exit status; null where the page can be served, once it is built. Never throws. */
export async function refusal(args: readonly string[], { write, warn }: Lines): Promise<number | null> {
  let call: Call<ServeSetting>;
  try {
    call = await parseCall(SERVE, args);
  } catch (error) {
    usageLines(error as UsageError).forEach(warn);
    return Exit.usage;
  }
  switch (call.kind) {
    case 'help':
      write(await SERVE.help());
      return Exit.clean;
    // The version is said by what is built.
    case 'version':
      return null;
    case 'run':
      return (await isReady(call.setting, warn)) ? null : Exit.unreadable;
  }
}

async function isReady({ config, port }: ServeSetting, warn: (line: string) => void): Promise<boolean> {
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
