/** The signer of docs/store as its README starts it: the commands are read there, with another port. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../docs/store/', import.meta.url));
/** The port of the document's commands. */
const PORT = /\b7568\b/;
const MAX_TRIES = 600;

export interface SignerSettings {
  readonly PAGE_ORIGIN: string;
  readonly BUCKET_URL: string;
  readonly REGION: string;
  readonly ACCESS_KEY_ID: string;
  readonly SECRET_ACCESS_KEY: string;
}

export interface RunningSigner {
  readonly url: string;
  close(): Promise<void>;
}

/** What starts it, by the name of what runs it, of all that have a port. */
export function signerCommands(): ReadonlyMap<string, string> {
  const rows = readFileSync(join(FOLDER, 'README.md'), 'utf8').matchAll(/^\| ([^|]+) \| `([^`]+)`/gm);
  return new Map([...rows].map(([, on, command]) => [on as string, command as string] as const));
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/**
 * @param on what runs it, as the document names it. @param settings its environment.
 * @param programs folders of the programs that are not on the path.
 */
export async function startSigner(
  on: string,
  settings: Partial<SignerSettings>,
  programs: readonly string[] = [],
): Promise<RunningSigner> {
  const command = signerCommands().get(on);
  if (command === undefined || !PORT.test(command)) throw new Error(`docs/store starts no signer on ${on}`);
  const port = await freePort();
  const child = spawn('sh', ['-c', command.replace(PORT, `${port}`)], {
    cwd: FOLDER,
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own: npx and the wrappers of bun and deno start further processes.
    detached: true,
    env: {
      ...process.env,
      ...settings,
      PATH: [...programs, process.env.PATH ?? ''].join(delimiter),
    },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (said += data));
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  const close = async (): Promise<void> => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
    await ended;
  };
  const url = `http://127.0.0.1:${port}/sign`;
  for (let tries = 0; child.exitCode === null && tries < MAX_TRIES; tries++) {
    const answer = await fetch(url, { method: 'OPTIONS' }).catch(() => null);
    if (answer !== null) return { url, close };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await close();
  throw new Error(`the signer did not start on ${on}: ${said}`);
}
