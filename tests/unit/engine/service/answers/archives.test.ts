/**
 * Archives that are no bundles of traces: of very many entries, of entries that are none, of entries that stand on the
 * same bytes, of more bytes than a file may inflate to. Each ends with what could be read and one message per kind.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type InflateOptions, openText } from '../../../../../src/engine/input/bytes/inflate.ts';
import { LIMITS } from '../../../../../src/engine/input/bytes/limits.ts';
import { FOREIGN_FILES } from '../../../../../src/engine/input/formats/qlog/records/foreign-files.ts';
import { SHARE_NOTHING } from '../../../../../src/engine/reading/contract/share-options.ts';
import type { Message, Snapshot } from '../../../../../src/engine/reading/contract/snapshot.ts';
import { TraceSession } from '../../../../../src/engine/service/answers/session.ts';
import { redactMessage } from '../../../../../src/engine/service/redaction/redact-texts.ts';
import { redactorOf } from '../../../../../src/engine/service/redaction/redactor.ts';
import { readTexts } from '../../../../../src/node/cli/reading/read-text.ts';
import { tracesOf } from '../../../../../src/node/cli/reading/traces.ts';
import { type Bytes, sourceOf } from '../../../../support/bytes-sources.ts';
import { type EntrySpec, makeZip } from '../../../../support/bytes-zip.ts';
import { MADE_FOREIGN, type MadeForeign } from '../../../../support/foreign-files.ts';
import { utf8 } from '../../../../support/split-all.ts';
import { someOf } from '../../../../support/tier.ts';

const TRACE =
  '\x1e{"qlog_version":"0.3","trace":{}}\n\x1e{"time":1,"name":"transport:packet_sent","data":{}}\n';

const trace = (name: string): EntrySpec => ({ name, content: utf8(TRACE) });
const notes = (name: string): EntrySpec => ({ name, content: utf8('these are notes') });

/** As the page's worker reads it. */
async function opened(bytes: Bytes): Promise<Snapshot> {
  const snapshots: Snapshot[] = [];
  const session = new TraceSession((snapshot) => snapshots.push(snapshot));
  await session.open({ kind: 'file', file: new File([bytes], 'run.zip') });
  return snapshots.at(-1) as Snapshot;
}

const ofKind = ({ messages }: Snapshot, kind: string): readonly Message[] =>
  messages.filter((message) => message.kind === kind);

/** Directory entries that all point at the first entry's header. */
function overlapping(names: readonly string[], content: Uint8Array): Bytes {
  const { bytes, directoryOffset } = makeZip(names.map((name) => ({ name, content })));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = directoryOffset;
  for (const name of names) {
    view.setUint32(at + 42, 0, true);
    at += 46 + name.length;
  }
  return bytes;
}

const numbered = (count: number, of: (name: string) => EntrySpec): readonly EntrySpec[] =>
  Array.from({ length: count }, (_, i) => of(`${i}.txt`));

describe('a zip of many entries that are no traces', () => {
  it('names the first few in one message and counts the rest', async () => {
    const snapshot = await opened(makeZip([trace('a.sqlog'), ...numbered(40, notes)]).bytes);
    expect(snapshot.phase).toBe('ready');
    expect(snapshot.progress.inflatedBytes).toBe(TRACE.length + 40 * 'these are notes'.length);
    expect(ofKind(snapshot, 'not-qlog').map(({ text }) => text)).toEqual([
      '0.txt, 1.txt, 2.txt and 37 more entries: no qlog traces.',
    ]);
  });

  it('names a single one with the reason', async () => {
    const snapshot = await opened(makeZip([trace('a.sqlog'), notes('notes.txt')]).bytes);
    expect(ofKind(snapshot, 'not-qlog')[0]?.text).toMatch(/^notes\.txt: Not a qlog trace: /);
  });

  it('has one message per kind for unreadable entries, without names if these are not shared', async () => {
    const locked = numbered(5, (name) => ({ name, content: utf8(TRACE), isEncrypted: true }));
    const empty = numbered(5, (name) => ({
      name: `no-${name}`,
      content: utf8(TRACE.split('\n', 1)[0] as string),
    }));
    const snapshot = await opened(makeZip([trace('a.sqlog'), ...locked, ...empty]).bytes);
    expect(ofKind(snapshot, 'unreadable-entry')).toHaveLength(1);
    const [message] = ofKind(snapshot, 'no-events');
    expect(message?.text).toContain(
      'no-0.txt, no-1.txt, no-2.txt and 2 more entries: The file has a qlog header',
    );
    expect(redactMessage(message as Message, redactorOf('a.zip', [], SHARE_NOTHING)).text).not.toContain(
      '.txt',
    );
  });

  it('fails with that one message if none is a trace', async () => {
    const snapshot = await opened(makeZip(numbered(40, notes)).bytes);
    expect(snapshot.phase).toBe('failed');
    expect(snapshot.messages.map(({ kind, level }) => [kind, level])).toEqual([['not-qlog', 'error']]);
  });
});

/** What `check` says of a zip: the lines beside its reports, and why they are failures. */
async function checked(bytes: Bytes): Promise<{ notes: readonly string[]; failures: readonly string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'qlogscope-zip-'));
  const path = join(folder, 'run.zip');
  writeFileSync(path, bytes);
  const openStdin = (): never => {
    throw new Error('standard input is not asked for');
  };
  const [notes, failures]: [string[], string[]] = [[], []];
  try {
    for await (const outcome of tracesOf({ paths: [path], only: null, openStdin })) {
      if (outcome.kind === 'note') notes.push(outcome.words.replace(`${path}: `, ''));
      if (outcome.kind === 'report' && outcome.report.failure !== null) failures.push(outcome.report.failure);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return { notes, failures };
}

/** The first made beginning of a tool's file, plain and compressed in turn. */
function entriesOf(id: string, total: number): readonly EntrySpec[] {
  const [made] = (MADE_FOREIGN[id] as MadeForeign).made as readonly [MadeForeign['made'][number]];
  const plain = typeof made === 'string' ? utf8(made) : Uint8Array.from(made);
  return Array.from({ length: total }, (_, i) =>
    i % 2 === 0
      ? { name: `${id}-${i}.json`, content: plain }
      : { name: `${id}-${i}.json.gz`, content: gzipSync(plain) },
  );
}

describe('files of other tools in a zip', () => {
  /** As of the file alone. */
  const sentence = (id: string): string => {
    const foreign = FOREIGN_FILES.find((one) => one.id === id);
    return `Not a qlog trace: this is ${MADE_FOREIGN[id]?.called}. ${foreign?.instead}`;
  };
  const ids = FOREIGN_FILES.map(({ id }) => id);

  // All of them are named in one zip below.
  it.each(someOf(ids, 4))('%s is named as what it is, on the page and by the command line', async (id) => {
    const names = entriesOf(id, 5)
      .slice(0, 3)
      .map(({ name }) => name)
      .join(', ');
    const said = [
      [1, `${id}-0.json: ${sentence(id)}`],
      [5, `${names} and 2 more entries: ${sentence(id)} (So the first of them; all are alike.)`],
    ] as const;
    for (const [total, words] of said) {
      const entries = entriesOf(id, total);
      for (const others of [[], [notes('notes.txt')]]) {
        const { bytes } = makeZip([...others, ...entries]);
        const snapshot = await opened(bytes);
        expect([snapshot.phase, snapshot.messages[0]?.text]).toEqual(['failed', words]);
        expect(await checked(bytes)).toEqual({
          notes: [],
          failures: [`no entry of the zip is a trace; ${words}`],
        });
      }
      const { bytes } = makeZip([trace('a.sqlog'), ...entries]);
      const snapshot = await opened(bytes);
      expect([snapshot.phase, ofKind(snapshot, 'not-qlog')[0]?.text]).toEqual(['ready', words]);
      expect(await checked(bytes)).toEqual({ notes: [words], failures: [] });
    }
  });

  it('are named beside entries that cannot be read, and each kind by itself', async () => {
    const deepest = makeZip([notes('body.txt')]).bytes;
    const inner = makeZip([{ name: 'deep.zip', content: deepest }]).bytes;
    const kinds = ids.flatMap((id) => entriesOf(id, 2));
    const { bytes } = makeZip([{ name: 'bodies.zip', content: inner }, ...kinds, ...numbered(40, notes)]);
    const snapshot = await opened(bytes);
    const words = ids.map((id) => expect.stringContaining(`${id}-0.json, ${id}-1.json.gz: ${sentence(id)}`));
    expect(ofKind(snapshot, 'not-qlog').map(({ text }) => text)).toEqual([
      ...words,
      '0.txt, 1.txt, 2.txt and 37 more entries: no qlog traces.',
    ]);
    expect(ofKind(snapshot, 'unreadable-entry')).toHaveLength(1);
    const { failures } = await checked(bytes);
    expect(failures).toHaveLength(2);
    expect(failures[0]).toContain('unpack the outer one first');
    expect(failures[1]?.split('; ').slice(0, 2)).toEqual(['no entry of the zip is a trace', words[0]]);
    for (const id of ids) expect(failures[1]).toContain(sentence(id));
  });

  it('are read no further than their beginning', async () => {
    const [{ content }] = entriesOf('netlog', 1) as readonly [EntrySpec];
    const large = new Uint8Array(8_000_000).fill(0x20);
    large.set(content);
    const { bytes } = makeZip([
      { name: 'plain.json', content: large },
      { name: 'deflated.json', content: large, method: 8 },
      { name: 'gzip.json.gz', content: gzipSync(large) },
    ]);
    const snapshot = await opened(bytes);
    expect(snapshot.messages).toHaveLength(1);
    expect(snapshot.messages[0]?.text).toContain('this is a NetLog of Chromium');
    expect(snapshot.progress.inflatedBytes).toBeLessThan(3 * 256 * 1024);
  });
});

describe('a zip of more entries than are read', () => {
  const many = makeZip([...numbered(1000, notes), trace('late.sqlog'), ...numbered(200, notes)]).bytes;

  it('is read up to the limit, with one message for the rest', async () => {
    const snapshot = await opened(many);
    expect(snapshot.phase).toBe('failed');
    expect(snapshot.messages.map(({ kind }) => kind).sort()).toEqual(['not-qlog', 'too-many-entries']);
    expect(ofKind(snapshot, 'too-many-entries')[0]?.text).toContain('The zip holds 1,201 entries.');
  });

  it('is reported by the command line too', async () => {
    const reasons: string[] = [];
    for await (const { text, failures } of readTexts(sourceOf(many)))
      if (text === null) reasons.push(...failures.map(({ reason }) => reason));
    expect(reasons).toEqual([expect.stringContaining('Only the first 1,000 were looked at')]);
  });

  it('is limited without its directory as well', async () => {
    const { bytes, directoryOffset } = makeZip(numbered(1001, notes));
    const snapshot = await opened(bytes.slice(0, directoryOffset));
    expect(ofKind(snapshot, 'too-many-entries')[0]?.text).toContain('more than 1,000 entries');
  });

  it('does not count folders and the files that macOS adds', async () => {
    const folders = numbered(1100, (name) => ({ name: `__MACOSX/${name}`, content: utf8('') }));
    const snapshot = await opened(makeZip([...folders, trace('a.sqlog')]).bytes);
    expect(snapshot.messages.map(({ kind }) => kind)).not.toContain('too-many-entries');
    expect(snapshot.connectionCount).toBe(1);
  });
});

describe('a zip with overlapping entries', () => {
  it('gives none of them, reports that once, and gives the others', async () => {
    const names = ['aa', 'bb', 'cc', 'dd', 'ee'];
    const snapshot = await opened(overlapping(names, utf8(TRACE)));
    expect(snapshot.phase).toBe('failed');
    expect(snapshot.messages.map(({ kind }) => kind)).toEqual(['unreadable-entry']);
    expect(snapshot.messages[0]?.text).toBe(
      'aa, bb, cc and 2 more entries: 5 entries of the zip stand on the same bytes, as no tool writes them, and are not read.',
    );
  });
});

describe('the decompressed size of a zip', () => {
  /** @returns what was read of each entry, and the error that ended the reading of it. */
  async function texts(bytes: Bytes, options: InflateOptions) {
    const callbacks = {
      onRead: () => undefined,
      onCompression: () => undefined,
      onEncoding: () => undefined,
    };
    const read: [name: string | null, bytes: number, error: unknown][] = [];
    for await (const part of openText(sourceOf(bytes), callbacks, options)) {
      let sizeBytes = 0;
      let error: unknown = null;
      try {
        for await (const chunk of part.chunks()) sizeBytes += chunk.length;
      } catch (thrown) {
        error = thrown;
      }
      read.push([part.name, sizeBytes, error]);
    }
    return read;
  }

  const zeros = (name: string): EntrySpec => ({ name, content: new Uint8Array(1_000_000) });

  it('is limited over all of its entries, and nothing is read after the limit', async () => {
    const zip = makeZip(numbered(4, zeros)).bytes;
    const read = await texts(zip, { limits: { ...LIMITS, inflatedBytes: 2_500_000 } });
    expect(read.map(([name]) => name)).toEqual(['0.txt', '1.txt', '2.txt']);
    expect(read.map(([, , error]) => error)).toEqual([
      null,
      null,
      expect.objectContaining({ reason: 'size' }),
    ]);
  });

  it('is compared with the stored size of all of them', async () => {
    const zip = makeZip(numbered(4, zeros)).bytes;
    const read = await texts(zip, { limits: { ...LIMITS, ratio: 500, ratioFromBytes: 2_500_000 } });
    expect(read).toHaveLength(3);
    expect(read[2]?.[2]).toMatchObject({ reason: 'ratio' });
  });

  it('does not count a text again that is read a second time', async () => {
    const zip = makeZip(numbered(2, zeros)).bytes;
    const callbacks = {
      onRead: () => undefined,
      onCompression: () => undefined,
      onEncoding: () => undefined,
    };
    const limits = { ...LIMITS, inflatedBytes: 2_500_000 };
    const sizes: number[] = [];
    for await (const part of openText(sourceOf(zip), callbacks, { limits })) {
      for (let again = 0; again < 3; again++) {
        let sizeBytes = 0;
        for await (const chunk of part.chunks()) sizeBytes += chunk.length;
        sizes.push(sizeBytes);
      }
    }
    expect(sizes).toEqual(Array(6).fill(1_000_000));
  });
});
