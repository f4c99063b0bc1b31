/**
 * What comes from outside is asked for and read in one file, `engine/input/bytes/remote-answer.ts`, by whoever says how much it may
 * be: the source is walked for every other way. The service worker's copies of the page's own files are the exception.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const READER = 'src/engine/input/bytes/remote-answer.ts';
/** Fills the copies of the page's own files, whose hashes the build knows, and answers from them. */
const PAGE_COPIES = ['src/app/offline/copies.ts', 'workers/offline.ts'];

const files = ['src', 'workers'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name)),
);
const code = new Map(
  files.map((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return [file, text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '')] as const;
  }),
);

function holding(pattern: RegExp): readonly string[] {
  return files.filter((file) => pattern.test(code.get(file) as string)).sort();
}

/** `fetch` called, passed on or kept; not a method of that name. */
const FETCH =
  /(?<![.\w#'])fetch\s*(?:\((?!\)\s*[:{]|\w+: )|[,);])|\b(?:self|window|globalThis)\s*\.\s*fetch\b|\btypeof fetch\b/;
/** The response of `fetch`, as a value or a type. */
const RESPONSE = /(?:\bnew |[:<(|&]\s*|\bas )Response\b(?!s)/;
/** Every other way to ask for something over the network. */
const OTHER_WAYS =
  /\bnew (?:XMLHttpRequest|WebSocket|EventSource|WebTransport|Request|RTCPeerConnection)\b|\bsendBeacon\b|\bimportScripts\b|\b(?:instantiate|compile)Streaming\b/;

describe('answers from outside', () => {
  test.each([
    ['await fetch(url)', true],
    ['const get = fetch;', true],
    ['open(caches, fetch)', true],
    ['window.fetch(url)', true],
    ['async fetch() {', false],
    ['fetch(urls: ReadonlySet<string>): void {', false],
    ['fetch(): Promise<void>;', false],
    ['this.#fetch(block)', false],
    ['wanted.fetch()', false],
  ])('%s is seen: %s', (text, isSeen) => expect(FETCH.test(text)).toBe(isSeen));

  test('are asked for in one file', () => {
    expect(files.length).toBeGreaterThan(500);
    expect(holding(FETCH)).toEqual([PAGE_COPIES[0], READER, PAGE_COPIES[1]]);
    expect(holding(OTHER_WAYS)).toEqual([PAGE_COPIES[0]]);
  });

  test('are read there: nothing else holds a response, and it is given to nobody', () => {
    // A room of the engine has a type of its own that is called so.
    const ofNetwork = holding(RESPONSE).filter(
      (file) => !/interface Response\b/.test(code.get(file) as string),
    );
    expect(ofNetwork).toEqual([PAGE_COPIES[0], READER]);
    const kept = (code.get(READER) as string).split('\n').filter((line) => RESPONSE.test(line));
    expect(kept.map((line) => line.trim())).toEqual([
      'readonly #response: Response;',
      'constructor(response: Response, asked: string, init: RequestInit) {',
    ]);
  });

  test('are bodies that nothing else reads: what is read whole elsewhere is a Blob', () => {
    expect(holding(/\.(?:json|formData)\(\)/)).toEqual([]);
    expect(holding(/\bbody\b[^\n]{0,60}\.getReader\(/)).toEqual([READER]);
    expect(holding(/\.arrayBuffer\(\)/)).toEqual([
      // A digest, and the first bytes of a file: slices with an end.
      'src/app/navigation/open-digest.ts',
      'src/app/state/traces/openers.ts',
      // Ranges of files on this device, and of bytes that were kept.
      'src/engine/input/bytes/blob-store.ts',
      'src/engine/input/bytes/inflate.ts',
      'src/engine/input/bytes/sha256.ts',
      'src/engine/input/bytes/text-store.ts',
      'src/engine/input/bytes/zip-directory.ts',
      'src/sharing/fleet-rows/serve.ts',
      'src/sharing/link/fingerprint.ts',
    ]);
  });

  test('are asked for by no program on the command line: it serves, relays what is recorded, and asks nothing', () => {
    const network = /import (?:type )?\{([^}]*)\} from 'node:(?:https?|http2|net|tls|dgram)'/g;
    const taken = files.flatMap((file) =>
      [...(code.get(file) as string).matchAll(network)].flatMap(([line, names = '']) =>
        names
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== '' && !name.startsWith('type ') && !line.startsWith('import type')),
      ),
    );
    expect([...new Set(taken)].sort()).toEqual(['createServer', 'createSocket']);
    // Datagrams of this host only.
    expect(holding(/createSocket\(/)).toEqual([
      'src/node/cli/commands/record/one-run.ts',
      'src/node/relay/relay.ts',
    ]);
    expect(holding(/import \* as \w+ from 'node:|from 'undici'/)).toEqual([]);
  });
});
