/** Texts of any characters, as names are cleaned, and through every reader of what comes from outside. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainJson, plainLine, plainLines } from '../../src/engine/base/text/plain.ts';
import { zipEntries } from '../../src/engine/input/bytes/zip-directory.ts';
import { ByteReader, ByteWriter } from '../../src/sharing/digest/bytes.ts';
import { text } from '../../src/sharing/digest/codec.ts';
import { Fleet } from '../../src/sharing/fleet-rows/fleet.ts';
import { parseLink } from '../../src/sharing/link/parse.ts';
import { readNotes } from '../../src/sharing/notes/schema.ts';
import { readOutside } from '../../src/sharing/outside/outside-text.ts';
import { MarksReader } from '../../src/sharing/outside/read-marks.ts';
import { checkRows } from '../../src/sharing/table/check-rows.ts';
import { tableRows } from '../../src/sharing/table/table-file.ts';
import { makeZip } from '../support/bytes-zip.ts';
import { fleetRow, parquetOf, sourceOf } from '../support/fleet-files.ts';
import { unseenIn } from '../support/hostile-trace.ts';
import { madeRow } from '../support/table-rows.ts';
import { draws } from '../support/tier.ts';
import { unseenText, withoutEmoji } from '../support/unseen-text.ts';

const unseen = (value: unknown): readonly string[] =>
  unseenIn(withoutEmoji(typeof value === 'string' ? value : JSON.stringify(value)));
const isOneLine = (shown: string): boolean => !/[\n\t]/.test(shown);

describe('a name', () => {
  it('keeps no character of the list, cleaned again it stays, and a plain one is kept', () => {
    fc.assert(
      fc.property(unseenText, (name) => {
        const shown = plainLine(name);
        expect(unseen(shown)).toEqual([]);
        expect(isOneLine(shown)).toBe(true);
        expect(plainLine(shown)).toBe(shown);
        expect(unseen(plainLines(name))).toEqual([]);
        if (unseen(name).length === 0 && isOneLine(name)) expect(shown).toBe(name);
      }),
      { numRuns: draws(20_000) },
    );
  });

  it('stays another one than every other, unless it spells an escape', () => {
    fc.assert(
      fc.property(unseenText, unseenText, (a, b) => {
        fc.pre(a !== b && !a.includes('\\') && !b.includes('\\'));
        expect(plainLine(a)).not.toBe(plainLine(b));
      }),
      { numRuns: draws(20_000) },
    );
  });

  it('means the same in JSON', () => {
    fc.assert(
      fc.property(unseenText, (name) => {
        const json = JSON.stringify({ name });
        expect(unseen(plainJson(json))).toEqual([]);
        expect(JSON.parse(plainJson(json))).toEqual(JSON.parse(json));
      }),
      { numRuns: draws(5000) },
    );
  });
});

/** Every reader of what comes from outside, given a text in each of its places: the texts that it gives. */
const READERS: { readonly [reader: string]: (name: string) => unknown | Promise<unknown> } = {
  'a saved table': (name) => {
    const row = { ...madeRow(name), implementation: name, version: name, controller: name };
    const failed = { ...madeRow(name), failure: { kind: 'x', text: name } };
    return tableRows(JSON.stringify({ 'qlogscope-table': 1, traces: [row, failed] }), 10);
  },
  'records of check': (name) => {
    const record = { schema: 1, file: name, trace: 0, implementation: name, findings: [] };
    const failed = { ...record, trace: null, errors: [{ record: null, reason: name }] };
    const controller = { best: [], fits: false, fit: null, words: name };
    return checkRows(
      [record, failed, { ...record, controller }].map((one) => JSON.stringify(one)).join('\n'),
      10,
    );
  },
  'rows of a fleet': async (name) => {
    const texts = { implementation: name, version: name, controller: name, folder: name, host: name };
    const row = fleetRow({ file: name, ...texts, failure: name, controller_words: name, hash: name });
    const fleet = await Fleet.open([sourceOf(parquetOf([row]))], () => undefined);
    const order = { key: 'file', reversed: false } as const;
    const answer = await fleet.query({ filter: '', finding: null, by: 'version', picked: null, order });
    await fleet.complete;
    return [answer, fleet.rows({ from: 0, count: 1 }), await fleet.detail({ row: 0 })];
  },
  'a text of a digest': (name) => {
    const writer = new ByteWriter();
    text(1000).write(writer, name);
    return text(1000).read(new ByteReader(writer.done()));
  },
  notes: (name) =>
    readNotes({ v: 1, notes: [{ id: 'n1', text: `x${name}`, at: 1 }] })
      .notes.map((note) => note.text)
      .join(' '),
  'outside marks, of a file and of a link': (name) => {
    const reader = new MarksReader(`x${name}`, { fromUs: 0, toUs: Number.MAX_SAFE_INTEGER });
    reader.push(`{"time":1795242962,"name":${JSON.stringify(`x${name}`)}}\n{"time":1795242963}`);
    const ofLink = readOutside(`1:x${encodeURIComponent(Buffer.from(name.slice(0, 60)).toString())}`);
    return [...reader.end().marks, ...(ofLink ?? [])].map((mark) => mark.name).join(' ');
  },
  'a link': (name) => {
    const part = encodeURIComponent(Buffer.from(name).toString());
    return parseLink(
      `v=5&file=12.q3fXl0kd_3-aBcDE.${part}&find=${part}&f=${part}&hide=${part}&src=https://a.example/${part}`,
    );
  },
  'entries of a zip': async (name) => {
    const { bytes } = makeZip([{ name: `x${name}`, content: new Uint8Array(4) }]);
    const names: string[] = [];
    for await (const entry of zipEntries(new Blob([bytes]))) names.push(entry.name);
    return names;
  },
};

describe.each(Object.entries(READERS))('%s', (_, read) => {
  it('gives clean texts', async () => {
    await fc.assert(
      fc.asyncProperty(unseenText, async (name) => {
        const texts: string[] = [];
        JSON.stringify(await read(name), (key, value) => {
          texts.push(key);
          if (typeof value === 'string') texts.push(value);
          return value;
        });
        expect(texts.flatMap(unseen)).toEqual([]);
      }),
      { numRuns: draws(300) },
    );
  });
});
