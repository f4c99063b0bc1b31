/** Programs for recordings (`programs/`), and what a recording leaves. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MANIFEST } from '../../src/node/cli/commands/record/manifest.ts';
import { run } from './cli-here.ts';

const program = (name: string): string => fileURLToPath(new URL(`programs/${name}`, import.meta.url));

/** Of the connection that the programs claim to have had. */
export const LOG = fileURLToPath(new URL('../corpus/wire/ngtcp2-bigchain.client.sqlog.gz', import.meta.url));
export const SERVER: readonly string[] = [
  process.execPath,
  program('udp-server.mjs'),
  '{port}',
  '{qlog}',
  LOG,
];
export const CLIENT: readonly string[] = [process.execPath, program('udp-client.mjs'), '{relay}', '20'];

/** Records between programs below a folder. Nothing is late: the machine of a test may be busy. */
export const recordingIn =
  (at: (name: string) => string) =>
  (name: string, options: readonly string[], server: readonly string[], client: readonly string[]) =>
    run(['record', '--late', '10000', '--out', at(name), ...options, '--', ...server, '--', ...client]);

export const manifestOf = (folder: string): readonly { readonly [key: string]: unknown }[] =>
  readFileSync(join(folder, MANIFEST), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
