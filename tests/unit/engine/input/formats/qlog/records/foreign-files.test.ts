/** Files of other tools are named as what they are, with what to record instead, however they are stored. */
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { FOREIGN_FILES } from '../../../../../../../src/engine/input/formats/qlog/records/foreign-files.ts';
import { MADE_FOREIGN, type MadeForeign } from '../../../../../../support/foreign-files.ts';
import { splitAll, utf8 } from '../../../../../../support/split-all.ts';
import { open } from '../../../../bad-input/open.ts';

const FORMS: readonly (readonly [
  name: string,
  of: (made: MadeForeign['made'][number]) => Uint8Array | null,
])[] = [
  ['as it is', (made) => bytesOf(made)],
  ['gzip', (made) => gzipSync(bytesOf(made))],
  ['CRLF', (made) => (typeof made === 'string' ? utf8(made.replaceAll('\n', '\r\n')) : null)],
  ['byte order mark', (made) => (typeof made === 'string' ? utf8(`\ufeff${made}`) : null)],
  ['UTF-16', (made) => (typeof made === 'string' ? Buffer.from(`\ufeff${made}`, 'utf16le') : null)],
];

const bytesOf = (made: MadeForeign['made'][number]): Uint8Array =>
  typeof made === 'string' ? utf8(made) : new Uint8Array(made);

it('has made beginnings of each', () => {
  expect(Object.keys(MADE_FOREIGN)).toEqual(FOREIGN_FILES.map(({ id }) => id));
});

describe.each(FOREIGN_FILES.map(({ id, instead }) => [id, instead] as const))('%s', (id, instead) => {
  const { called, made } = MADE_FOREIGN[id] as MadeForeign;

  it.each(FORMS)('is named, stored as: %s', async (_, of) => {
    for (const bytes of made.flatMap((one) => of(one) ?? [])) {
      const { snapshot } = await open(bytes);
      expect(snapshot.messages).toEqual([
        {
          kind: 'not-qlog',
          level: 'error',
          text: `Not a qlog trace: this is ${called}. ${instead}`,
          places: [],
        },
      ]);
    }
  });

  it('is named wherever its chunks end', () => {
    for (const one of made) expect(() => splitAll(bytesOf(one), 1)).toThrow(`this is ${called}`);
  });

  it('names no program that would have to be run first', () => {
    expect(instead).not.toMatch(/qvis|pcap2qlog|convert/i);
    expect(instead).toContain('docs/recording.md');
  });
});

it('a profile of Firefox is called so', async () => {
  const { snapshot } = await open('{"meta":{"interval":1,"startTime":3,"product":"Firefox"},"threads":[]}');
  expect(snapshot.messages[0]?.text).toContain('this is a profile of Firefox.');
});

it.each([
  [
    'a qlog whose events name these files',
    '{"qlog_version":"0.3","title":"CLIENT_RANDOM 00 00","traces":[]}',
  ],
  ['JSON with constants and no NetLog', '{"constants":{"pi":3},"events":[]}'],
  ['JSON with a log and no HAR', '{"log":{"level":"debug"}}'],
])('%s is none of them', async (_, text) => {
  const { snapshot } = await open(text);
  expect(snapshot.messages.map((message) => message.text).join()).not.toContain('this is a');
});
