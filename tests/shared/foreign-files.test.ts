/**
 * `npm run test:shared`: captures, NetLogs and key logs of `../shared/traces`, as their programs wrote them, whole and cut: each is
 * named as what it is.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MADE_FOREIGN } from '../support/foreign-files.ts';
import { open } from '../unit/engine/bad-input/open.ts';

const TRACES = new URL('../../../shared/traces/', import.meta.url).pathname;
/** By the ends of their names; others of these folders are qlogs, or what the path noted. */
const KINDS: readonly (readonly [id: string, ending: RegExp, least: number])[] = [
  ['pcap', /\.p?cap\.gz$/, 8],
  ['pcapng', /\.pcapng\.gz$/, 10],
  ['netlog', /netlog\.json\.gz$/, 14],
  ['key-log', /key(?:s|_log)\.txt\.gz$/, 10],
];
const FILES = ['captures', 'wire'].flatMap((folder) =>
  readdirSync(`${TRACES}${folder}`).map((name) => `${folder}/${name}`),
);

describe.each(KINDS)('%s', (id, ending, least) => {
  const files = FILES.filter((name) => ending.test(name));

  it('is among the files', () => expect(files.length).toBeGreaterThanOrEqual(least));

  it.each(files)('%s', async (name) => {
    const { snapshot } = await open(readFileSync(`${TRACES}${name}`), name);
    expect(snapshot.messages.map(({ kind }) => kind)).toEqual(['not-qlog']);
    expect(snapshot.messages[0]?.text).toContain(`this is ${MADE_FOREIGN[id]?.called}.`);
  });
});
