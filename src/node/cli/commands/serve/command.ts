/** `qlogscope serve`, which serves the page: its call and its help. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { STORE_LIMITS, USUAL_PORT } from '../../../server/limits';
import { FLAG, STRING, UsageError, wholeOf } from '../../arg-values';
import { command } from '../../command';
import type { ServeSetting } from './serve-setting';

const MB = 1024 ** 2;

const HELP = `qlogscope serve [options]

Serves the page on this machine only (127.0.0.1, port ${USUAL_PORT} or the next that is free), and a store of traces in a folder:
what the page puts there under Share opens from a link. Ctrl+C stops it.

  --no-open         do not open the browser
  --port N          this port and no other; 0 for any
  --store DIR       the folder of the store; made with the first trace that is put there. Where it is left out,
                    qlogscope/store in the user's folder for data
  --no-store        no store
  --object-mb N     largest object, ${STORE_LIMITS.objectBytes / MB} where left out
  --store-mb N      of all objects together, ${STORE_LIMITS.storeBytes / MB} where left out
  --objects N       how many, ${STORE_LIMITS.objects} where left out
  --config FILE     a config.json: another store, and who may embed the page (docs/deploy.md)
  --public-url URL  where others have qlogscope: links begin with it instead of this machine's address

Nothing is ever removed from the store: delete files from its folder as you like.

Exit status: 0 stopped, 2 the page could not be served, 64 wrong call.
`;

export const SERVE = command({
  name: 'serve',
  operands: '',
  summary: 'the page, and a store of traces, on this machine; also without a command',
  takesOperands: false,
  options: {
    port: STRING,
    'no-open': FLAG,
    store: STRING,
    'no-store': FLAG,
    'object-mb': STRING,
    'store-mb': STRING,
    objects: STRING,
    config: STRING,
    'public-url': STRING,
  },
  help: () => HELP,
  parse: async (values): Promise<ServeSetting> => {
    if (values.store !== undefined && values['no-store'] === true)
      throw new UsageError('--store and --no-store contradict each other');
    return {
      port: values.port === undefined ? null : wholeOf('--port', values.port, 0, 65_535),
      open: values['no-open'] !== true,
      store: values['no-store'] === true ? null : (values.store ?? join(dataFolder(), 'qlogscope', 'store')),
      limits: {
        ...STORE_LIMITS,
        objectBytes: limitOf('--object-mb', values['object-mb'], STORE_LIMITS.objectBytes, MB),
        storeBytes: limitOf('--store-mb', values['store-mb'], STORE_LIMITS.storeBytes, MB),
        objects: limitOf('--objects', values.objects, STORE_LIMITS.objects, 1),
      },
      config: values.config ?? null,
      publicUrl: values['public-url'] === undefined ? null : await publicUrlOf(values['public-url']),
    };
  },
  run: async (setting, io, program) => (await import('./serve')).serve(setting, io, program),
});

/** Where programs keep data of a user: XDG Base Directory Specification, and what macOS and Windows have. */
function dataFolder(): string {
  const { XDG_DATA_HOME, LOCALAPPDATA } = process.env;
  if (process.platform === 'win32') return LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support');
  return XDG_DATA_HOME !== undefined && XDG_DATA_HOME !== ''
    ? XDG_DATA_HOME
    : join(homedir(), '.local', 'share');
}

async function publicUrlOf(text: string): Promise<string> {
  const { publicAddressOf } = await import('../../../../sharing/link/shared-link');
  const given = publicAddressOf(text);
  if ('refused' in given) throw new UsageError(`--public-url ${text}: ${given.refused}`);
  return given.url;
}

function limitOf(option: string, value: string | undefined, usual: number, unit: number): number {
  return value === undefined ? usual : wholeOf(option, value, 1, 1e9) * unit;
}
