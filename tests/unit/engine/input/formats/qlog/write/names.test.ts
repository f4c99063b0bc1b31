/** Names and header of an export in each form: what a reader makes of them is what the source was. */
import { describe, expect, it } from 'vitest';
import type { ConnectionInfo } from '../../../../../../../src/engine/input/formats/qlog/decode/connection-info';
import { EXPORTED_FIELDS } from '../../../../../../../src/engine/input/formats/qlog/write/event-fields.ts';
import { sequenceHeader } from '../../../../../../../src/engine/input/formats/qlog/write/header.ts';
import { eventNameIn, formOf } from '../../../../../../../src/engine/input/formats/qlog/write/names.ts';
import { SHARE_NOTHING } from '../../../../../../../src/engine/reading/contract/share-options.ts';
import {
  type HeaderParts,
  implementationTitle,
  redactedHeader,
} from '../../../../../../../src/engine/service/answers/export/header.ts';
import {
  EventKind,
  effectsOf,
  eventKindOf,
  QUIRKS,
  quirksOf,
  readHeader,
} from '../../../../../../../src/qlog-schema/index.ts';
import { NOTHING_BEFORE } from '../../../../../../support/export.ts';

describe('names of events', () => {
  it.each(['0.3', '0.4', 'schema'] as const)('lead back to their kinds: %s', (form) => {
    const packets = [
      EventKind.packetSent,
      EventKind.packetReceived,
      EventKind.packetLost,
      EventKind.packetsAcked,
    ];
    for (const kind of [...EXPORTED_FIELDS.keys(), ...packets]) {
      const name = eventNameIn(form, kind);
      expect([form, kind, eventKindOf(name ?? '')]).toEqual([form, kind, kind]);
    }
  });

  it('follow the source: older logs become 0.3', () => {
    expect(
      (['pre-spec', 'draft-00', 'draft-02', '0.3', 'unknown', '0.4', 'schema'] as const).map(formOf),
    ).toEqual([...['0.3', '0.3', '0.3', '0.3', '0.3', '0.4', 'schema']]);
  });
});

function infoOf(name: string | null, version: string | null, schema: boolean): ConnectionInfo {
  const header = readHeader(
    schema ? { file_schema: 'urn:x', trace: {} } : { qlog_version: '0.3', trace: {} },
  );
  const implementation = name === null ? null : { name, version, guessed: true, reason: '' };
  const quirks = quirksOf({ ...header, implementation: name, implementationVersion: version });
  return {
    ...{ index: 0, trace: 0, groupId: 'aabb', odcid: 'ccdd', header, headerAssumed: false },
    ...{ title: null, vantagePoint: 'unknown', version: header.version },
    ...{ implementation, implementationVersion: version, quirks, effects: effectsOf(quirks) },
  };
}

const exportHeader = (
  parts: Omit<HeaderParts, 'target' | 'range'> & { readonly info: ConnectionInfo },
  form = formOf(parts.info.header.family),
) =>
  sequenceHeader(
    redactedHeader({
      ...parts,
      target: { form, schema: 'quic' },
      range: { ...NOTHING_BEFORE, family: parts.info.header.family },
    }),
  );

const NAMES = [
  ...new Set(QUIRKS.map(({ when }) => when.implementation)),
  'quic-trace',
  'mvfst',
  'aioquic',
  'ngtcp2',
];

describe('the header', () => {
  const parts = {
    ...({
      role: 'server',
      options: SHARE_NOTHING,
      fileName: 'quinn-secret.qlog',
      originMs: 1_795_000_000_000,
    } as const),
    ...{ fromUs: 0, toUs: 10, carriedForward: 2 },
  };

  it.each(
    NAMES.flatMap((name) =>
      [true, false].flatMap((schema) =>
        [null, '0.25.1', '0.60.0'].map((version) => [name, version, schema] as const),
      ),
    ),
  )('names %s %s (schema: %s), so that its habits are read as before', (name, version, schema) => {
    const info = infoOf(name, version, schema);
    const options = { ...SHARE_NOTHING, fileName: true };
    const again = readHeader(JSON.parse(JSON.stringify(exportHeader({ ...parts, info, options }))));
    expect(again.implementation).toBe(name);
    expect(effectsOf(quirksOf(again))).toEqual(info.effects);
    expect([again.vantagePoint, again.family === 'schema', again.timeFormat]).toEqual([
      'server',
      schema,
      'relative',
    ]);
    const older = readHeader(JSON.parse(JSON.stringify(exportHeader({ ...parts, info, options }, '0.3'))));
    expect(older.family).toBe('0.3');
    expect(effectsOf(quirksOf(older))).toEqual(info.effects);
  });

  it('names none where none is known, whatever the file is called', () => {
    for (const schema of [true, false]) {
      const options = { ...SHARE_NOTHING, fileName: true };
      const header = exportHeader({ ...parts, info: infoOf(null, null, schema), options });
      expect(readHeader(JSON.parse(JSON.stringify(header))).recognised).toBeNull();
    }
  });

  it('holds ids, time of day and the file’s name with their options only', () => {
    const info = infoOf('quiche', '0.30.1', true);
    const text = (options: object) =>
      JSON.stringify(exportHeader({ ...parts, info, options: { ...SHARE_NOTHING, ...options } }));
    for (const secret of ['aabb', 'ccdd', 'quinn-secret', '2026-11']) expect(text({})).not.toContain(secret);
    expect(text({ connectionIds: true })).toContain('"ODCID":"ccdd","group_id":"aabb"');
    expect(text({ wallClock: true })).toContain('"epoch":"2026-11-18T');
    expect(text({ fileName: true })).toContain('quinn-secret.qlog');
  });

  it('takes of a version its dotted numbers', () => {
    expect(implementationTitle(infoOf('quic-go', 'v0.56.1-mycompany-secret', true))).toBe('quic-go 0.56.1');
  });
});
