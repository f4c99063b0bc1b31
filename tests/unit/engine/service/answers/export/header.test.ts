/** The first record of an export: what it says of the time of day, and what it carries of the log's own header. */
import { describe, expect, test } from 'vitest';
import { sequenceHeader } from '../../../../../../src/engine/input/formats/qlog/write/header.ts';
import { SHARE_NOTHING } from '../../../../../../src/engine/reading/contract/share-options.ts';
import {
  type HeaderParts,
  implementationTitle,
  redactedHeader,
} from '../../../../../../src/engine/service/answers/export/header.ts';
import { NOTHING_BEFORE } from '../../../../../support/export.ts';
import { loadBytes } from '../../../../../support/load.ts';
import { realTrace } from '../../../../../support/real-trace.ts';

const info = loadBytes(realTrace('JSON-SEQ', 20_000)).pipeline.main!.info;
const ORIGIN_MS = 1_700_000_012_345;
const PARTS: HeaderParts = {
  target: { form: '0.3', schema: 'quic' },
  info: { ...info, groupId: 'g'.repeat(90), odcid: 'c0ffee' },
  role: 'server',
  options: SHARE_NOTHING,
  fileName: 'a.sqlog',
  originMs: ORIGIN_MS,
  fromUs: 1_500_000,
  toUs: 2_000_000,
  carriedForward: 2,
  range: NOTHING_BEFORE,
};

const exportHeader = (parts: HeaderParts) => sequenceHeader(redactedHeader(parts));

const descriptionOf = (parts: Partial<HeaderParts>): unknown =>
  exportHeader({ ...PARTS, ...parts }).description;

describe('the description of an export', () => {
  test('says its range, what was carried, and that the time of day is left out', () => {
    expect(descriptionOf({})).toBe(
      'Exported by qlogscope: 1.500 s to 2.000 s on the clock of the log. The first 2 events carry forward what the log ' +
        'said last before it (carried_forward). The time of day is left out. Only known fields were written.',
    );
    expect(descriptionOf({ carriedForward: 1 })).toContain('The first event carries forward');
    expect(descriptionOf({ carriedForward: 0 })).not.toContain('carr');
  });

  test('does not say so where the time of day is told, and does where the log has none', () => {
    const options = { ...SHARE_NOTHING, wallClock: true };
    expect(descriptionOf({ options })).not.toContain('time of day');
    expect(descriptionOf({ options, originMs: null })).toContain('The time of day is left out.');
    expect(JSON.stringify(exportHeader(PARTS))).not.toContain(String(ORIGIN_MS));
  });
});

test('ids and the name of the file stand in it with their options only, and not at any length', () => {
  const plain = JSON.stringify(exportHeader(PARTS));
  expect(plain).not.toMatch(/c0ffee|gggg|a\.sqlog/);
  const ids = JSON.stringify(exportHeader({ ...PARTS, options: { ...SHARE_NOTHING, connectionIds: true } }));
  expect(ids).toContain('"ODCID":"c0ffee"');
  expect(ids).toContain(`"group_id":"${'g'.repeat(80)}"`);
  const named = exportHeader({ ...PARTS, options: { ...SHARE_NOTHING, fileName: true } });
  expect(JSON.stringify(named)).toContain('"original_uris":["a.sqlog"]');
  expect(implementationTitle(info)).toMatch(/^quiche \d/);
});
