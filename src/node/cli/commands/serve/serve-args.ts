/** Arguments and help of `serve`, which serves the page, and of `headers`, which writes its headers for other hosts. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { publicAddressOf } from '../../../../sharing/link/shared-link';
import { STORE_LIMITS, type StoreLimits } from '../../../server/folder-store';
import { HEADER_FORMATS, type HeaderFormat } from '../../../server/header-files';
import { USUAL_PORT } from '../../../server/page-server';
import { GLOBAL, oneOf, STRING, UsageError, wholeOf } from '../../arg-values';

export interface ServeCommand {
  readonly name: 'serve';
  /** Null for the usual one, or the next that is free; 0 for any. */
  readonly port: number | null;
  /** The browser is opened. */
  readonly open: boolean;
  /** Folder of the store; null for none. */
  readonly store: string | null;
  readonly limits: StoreLimits;
  /** The host's configuration; null for none. */
  readonly config: string | null;
  /** What links begin with, instead of what the configuration says; null for that. */
  readonly publicUrl: string | null;
}

export interface HeadersCommand {
  readonly name: 'headers';
  readonly format: HeaderFormat;
  readonly config: string | null;
  /** Path that the page lies under, with `/` at both ends. */
  readonly base: string;
}

type OtherCommand =
  | { readonly name: 'help'; readonly of: 'serve' | 'headers' }
  | { readonly name: 'version' };

const SERVE = {
  ...GLOBAL,
  port: STRING,
  'no-open': { type: 'boolean' },
  store: STRING,
  'no-store': { type: 'boolean' },
  'object-mb': STRING,
  'store-mb': STRING,
  objects: STRING,
  config: STRING,
  'public-url': STRING,
} as const;
const HEADERS = { ...GLOBAL, config: STRING, base: STRING } as const;
const MB = 1024 ** 2;

export const SERVE_HELP = `qlogscope serve [options]

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

export const HEADERS_HELP = `qlogscope headers ${HEADER_FORMATS.join('|')} [--config FILE] [--base PATH]

Writes the headers that the page is to be served with, as a piece of the configuration of nginx or Caddy, or as the file
_headers of Netlify. Who may embed the page comes from the config.json.

  --config FILE     the config.json beside the page; nobody embeds it where it is left out
  --base PATH       the path that the page lies under; / where it is left out

Exit status: 0 done, 2 the configuration could not be read, 64 wrong call.
`;

/** Where programs keep data of a user: XDG Base Directory Specification, and what macOS and Windows have. */
function dataFolder(): string {
  const { XDG_DATA_HOME, LOCALAPPDATA } = process.env;
  if (process.platform === 'win32') return LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support');
  return XDG_DATA_HOME !== undefined && XDG_DATA_HOME !== ''
    ? XDG_DATA_HOME
    : join(homedir(), '.local', 'share');
}

export function serveCommand(args: string[]): ServeCommand | OtherCommand {
  const { values } = parseArgs({ args, options: SERVE });
  if (values.help === true) return { name: 'help', of: 'serve' };
  if (values.version === true) return { name: 'version' };
  if (values.store !== undefined && values['no-store'] === true)
    throw new UsageError('--store and --no-store contradict each other');
  return {
    name: 'serve',
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
    publicUrl: values['public-url'] === undefined ? null : publicUrlOf(values['public-url']),
  };
}

function publicUrlOf(text: string): string {
  const given = publicAddressOf(text);
  if ('refused' in given) throw new UsageError(`--public-url ${text}: ${given.refused}`);
  return given.url;
}

export function headersCommand(args: string[]): HeadersCommand | OtherCommand {
  const { values, positionals } = parseArgs({ args, options: HEADERS, allowPositionals: true });
  if (values.help === true) return { name: 'help', of: 'headers' };
  if (values.version === true) return { name: 'version' };
  const [format, another] = positionals;
  if (format === undefined || another !== undefined)
    throw new UsageError(`headers takes one of ${HEADER_FORMATS.join(', ')}`);
  const base = values.base ?? '/';
  if (!/^\/(?:[\w.~-]+\/)*$/.test(base))
    throw new UsageError(`--base takes a path with / at both ends, not "${base}"`);
  return {
    name: 'headers',
    format: oneOf('headers', format, HEADER_FORMATS),
    config: values.config ?? null,
    base,
  };
}

function limitOf(option: string, value: string | undefined, usual: number, unit: number): number {
  return value === undefined ? usual : wholeOf(option, value, 1, 1e9) * unit;
}
