/** Everything that is read from outside, by what is asked for: how it is read, and what a host that is well gives. */
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { StoreClient } from '../../src/app/backend/store-client.ts';
import { fetchListing } from '../../src/app/features/triage/fetch-listing.ts';
import { checkPublic } from '../../src/app/navigation/check-public.ts';
import { hostConfig } from '../../src/app/state/host-config.ts';
import { ANSWER_BYTES } from '../../src/engine/input/bytes/answer-limits.ts';
import { FOREIGN, requestRange } from '../../src/engine/input/bytes/remote-request.ts';
import { openSource } from '../../src/engine/input/bytes/source.ts';
import { Fleet } from '../../src/sharing/fleet-rows/fleet.ts';
import { urlSource } from '../../src/sharing/fleet-rows/serve.ts';
import { noisyText, readSource } from './bytes-sources.ts';
import { makeZip } from './bytes-zip.ts';
import { ill, parquetOf } from './fleet-files.ts';
import { type Answering, fileAnswering, type OddHost, plain } from './odd-host.ts';
import { utf8 } from './split-all.ts';

export type AnswerKind = keyof typeof ANSWER_BYTES;

/** Limits that a test reaches in a moment, instead of those of the program. */
const LOWERED: Readonly<Record<AnswerKind, number>> = {
  ...ANSWER_BYTES,
  trace: 4 * 2 ** 20,
  zip: 2 ** 20,
  range: 2 ** 20,
  parquet: 2 ** 20,
};

/** @returns the function that puts the limits of the program back. */
export function lowerLimits(): () => void {
  const before = { ...ANSWER_BYTES };
  Object.assign(ANSWER_BYTES, LOWERED);
  return () => void Object.assign(ANSWER_BYTES, before);
}

export interface Outside {
  readonly kind: AnswerKind;
  readonly name: string;
  readonly path: string;
  /** What is there. */
  readonly file: Uint8Array<ArrayBuffer>;
  /** Asks for a range of it. */
  readonly isRange?: true;
  /** The signal of whoever asks ends the request; else it ends with its worker, or after some seconds. */
  readonly takesSignal?: true;
  /** How a host that is well gives it, where that is no plain file. */
  readonly well?: Answering;
  /** @returns what came of it, as the user sees it. Rejects, or resolves with why not; null where all came. */
  read(host: OddHost, signal: AbortSignal): Promise<string | null>;
}

const TEXT = utf8(noisyText(100_000));
const FLEET = parquetOf([ill({ file: 'a' }), ill({ file: 'b' })]);
const CONFIG = utf8('{"version":1}');
const TABLE = new Uint8Array(gzipSync('{"qlogscope-table":1,"traces":[]}'));
const VIEW = utf8('{"qlogscopeView":1,"link":"v=1","traces":[]}');
const nameOf = (bytes: Uint8Array, ending: string): string =>
  `${createHash('sha256').update(bytes).digest('hex')}.${ending}`;
const OBJECT = nameOf(TEXT, 'bin');
const RANGE = [20, 60_020] as const;
/** A store that is slow is given up soon. */
export const MAX_WAIT_MS = 400;

async function traceProblem(host: OddHost, path: string, file: Uint8Array): Promise<string | null> {
  const { error, text } = await readSource(
    openSource({ kind: 'url', url: host.urlOf(path), name: path.slice(1) }),
  );
  if (error !== null) return (error as Error).message;
  return text.length === file.length ? null : `${text.length} characters came`;
}

async function fleetProblem(host: OddHost, path: string): Promise<string | null> {
  const fleet = await Fleet.open([await urlSource(path, host.urlOf(path))], () => undefined);
  await fleet.complete;
  return fleet.problems[0]?.why ?? null;
}

const storeOf = (host: OddHost, sign: string | null): StoreClient =>
  new StoreClient({ base: host.urlOf('/'), sign, maxBytes: null }, MAX_WAIT_MS);

/** After the answer to a page's question for its own config.json. */
async function configProblem(host: OddHost): Promise<string | null> {
  const { problems } = await hostConfig.create(undefined as never).read();
  return problems[0]?.replace('this page', host.host) ?? null;
}

export const OUTSIDE: readonly Outside[] = [
  {
    ...{ kind: 'trace', name: 'a trace', path: '/logs/a.sqlog', file: TEXT },
    read: (host) => traceProblem(host, '/logs/a.sqlog', TEXT),
  },
  {
    kind: 'zip',
    name: 'a zip',
    path: '/logs/a.zip',
    file: makeZip([{ name: 'a.sqlog', content: TEXT }]).bytes,
    read: (host) => traceProblem(host, '/logs/a.zip', TEXT),
  },
  {
    ...{ kind: 'range', name: 'a record of a trace', path: '/logs/a.sqlog', file: TEXT },
    ...{ isRange: true, takesSignal: true },
    read: async (host, signal) => {
      const url = host.urlOf('/logs/a.sqlog');
      const about = { url, name: 'a.sqlog', asking: FOREIGN, sizeBytes: TEXT.length, modified: null };
      const { bytes } = await requestRange(about, ...RANGE, signal);
      return Buffer.compare(bytes, TEXT.subarray(...RANGE)) === 0 ? null : 'other bytes came';
    },
  },
  {
    ...{ kind: 'listing', name: 'a listing', path: '/logs/', takesSignal: true },
    // Longer than what is looked at first.
    file: utf8(Array.from({ length: 2000 }, (_, i) => `trace-${i}.sqlog`).join('\n')),
    read: async (host, signal) => {
      const listing = await fetchListing({ kind: 'src', url: host.urlOf('/logs/') }, signal);
      if (listing === null || listing === 'no-trace') return 'no listing';
      return listing.traces.length === 2000 ? null : `${listing.traces.length} names`;
    },
  },
  {
    ...{ kind: 'parquet', name: 'a fleet on a host without ranges', path: '/fleet.parquet', file: FLEET },
    well: () => plain(FLEET),
    read: (host) => fleetProblem(host, '/fleet.parquet'),
  },
  {
    ...{ kind: 'range', name: 'columns of a fleet', path: '/fleet.parquet', file: FLEET, isRange: true },
    read: (host) => fleetProblem(host, '/fleet.parquet'),
  },
  {
    ...{ kind: 'config', name: 'the config.json of the page', path: '/config.json', file: CONFIG },
    read: configProblem,
  },
  {
    ...{ kind: 'config', name: 'the config.json of another page', path: '/config.json', file: CONFIG },
    read: async (host) => {
      const { result, words } = await checkPublic(host.urlOf('/'));
      return result === 'right' ? null : words;
    },
  },
  {
    ...{ kind: 'view', name: 'a view in a store', path: `/${nameOf(VIEW, 'view')}`, file: VIEW },
    takesSignal: true,
    read: async (host, signal) => {
      await storeOf(host, null).get(nameOf(VIEW, 'view'), ANSWER_BYTES.view, signal);
      return null;
    },
  },
  {
    ...{ kind: 'table', name: 'a table in a store', path: `/${nameOf(TABLE, 'table')}`, file: TABLE },
    takesSignal: true,
    read: async (host, signal) => {
      await storeOf(host, null).get(nameOf(TABLE, 'table'), ANSWER_BYTES.table, signal);
      return null;
    },
  },
  {
    ...{ kind: 'signed', name: 'what a signer answers', path: '/sign', takesSignal: true },
    file: utf8('{}'),
    // It says where the object is put: what that answers is another question.
    well: ({ path }) =>
      path === '/sign' ? plain(utf8(`{"url":"https://127.0.0.1:1/${OBJECT}"}`)) : plain(TEXT),
    read: async (host, signal) => {
      const content = new Blob([TEXT.slice(0, 10)]);
      const put = storeOf(host, host.urlOf('/sign')).put(OBJECT, content, signal);
      return put.then(
        () => null,
        (error: Error) => {
          // It was read: the object went to the address in it.
          if (error.message.startsWith('127.0.0.1:1 ')) return null;
          throw error;
        },
      );
    },
  },
];

/** How it is given by a host that is well. */
export function wellOf({ well, file }: Outside): Answering {
  return well ?? fileAnswering(file);
}

/** What came of it: null where all came; else the words that the user sees. */
export async function problemOf(
  outside: Outside,
  host: OddHost,
  signal = new AbortController().signal,
): Promise<string | null> {
  return outside.read(host, signal).catch((error: Error) => error.message);
}
