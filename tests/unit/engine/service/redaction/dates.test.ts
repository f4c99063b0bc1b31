/** A trace whose times count from 1970: nothing that is shared of it tells the time of day, and an export is read as it is. */

import { describe, expect, it } from 'vitest';
import { SHARE_NOTHING } from '../../../../../src/engine/reading/contract/share-options.ts';
import type { FileConnection } from '../../../../../src/engine/reading/stages/connection-list.ts';
import { makeDigest } from '../../../../../src/sharing/digest/make.ts';
import { decodeDigest, encodeDigest } from '../../../../../src/sharing/digest/pack.ts';
import { parseLink } from '../../../../../src/sharing/link/parse.ts';
import { contain } from '../../../../support/containers.ts';
import { surveyBytes } from '../../../../support/digest-input.ts';
import { exportText, openStored, wholeRange } from '../../../../support/export.ts';
import { leavingTrace } from '../../../../support/leaving-trace.ts';
import { readTrace } from '../../../../support/load.ts';
import { corpusPath } from '../../../../support/raw-trace.ts';
import { utf8 } from '../../../../support/split-all.ts';
import { DEEP, someOf } from '../../../../support/tier.ts';
import { WAYS_OUT } from '../../../../support/ways-out.ts';

const START_MS = 1_795_181_862_000;
/** In every unit the date begins with these digits. */
const DIGITS = '1795181';

/** In the gate the spiral's first 3,000 events: its dates are those of all. */
const [, ...EVENTS] = new TextDecoder()
  .decode(readTrace(corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz')))
  .split('\x1e')
  .slice(1, DEEP ? undefined : 3_002)
  .map((record) => JSON.parse(record) as { readonly time: number });

/** The recording with dates for times, and nothing said of them. */
function dated(perMs: number, common: object): Uint8Array {
  const header = {
    qlog_version: '0.3',
    qlog_format: 'JSON-SEQ',
    trace: { vantage_point: { type: 'server' }, common_fields: common },
  };
  const events = EVENTS.map((event) => ({ ...event, time: (START_MS + event.time) * perMs }));
  return utf8(
    contain(
      'JSON-SEQ',
      [header, ...events].map((record) => JSON.stringify(record)),
    ),
  );
}

const timesOf = ([file]: readonly FileConnection[]): readonly number[] => [
  ...(file as FileConnection).connection.state.events.timeUs,
];

const DATES = [
  ['seconds, and no format', 1e-3, {}],
  ['seconds, called relative', 1e-3, { time_format: 'relative' }],
  ['ms', 1, {}],
  ['µs', 1e3, { time_format: 'relative' }],
  ['ns', 1e6, {}],
] as const;

describe.each(someOf(DATES, 5))('a trace whose times are dates in %s', (_, perMs, common) => {
  const bytes = dated(perMs, common);

  it('tells no date in an export, which is read with the same times', async () => {
    const file = await openStored(bytes);
    const range = wholeRange(file[0] as FileConnection);
    const { text, bytes: exported } = await exportText(file, range);
    expect(text).not.toContain(DIGITS);
    const before = timesOf(file);
    expect(before[0]).toBe(0);
    expect(before.at(-1)).toBeCloseTo(
      (EVENTS.at(-1)?.time as number) * 1000 - (EVENTS[0]?.time as number) * 1000,
      -2,
    );
    const known = new Set(before);
    const after = timesOf(await openStored(exported));
    expect(after.length).toBeGreaterThan(1000);
    expect(after.filter((timeUs) => !known.has(timeUs))).toEqual([]);
    expect(after.at(-1)).toBe(before.at(-1));
    const ticked = await exportText(file, range, { wallClock: true });
    expect(ticked.text).toContain(DIGITS);
  });

  it('tells no date in anything that leaves', async () => {
    const trace = await leavingTrace(bytes, 'dated.sqlog', 'https://logs.example/dated.sqlog');
    for (const [way, leave] of Object.entries(WAYS_OUT)) {
      const text = await leave(trace, SHARE_NOTHING);
      expect(text.length, way).toBeGreaterThan(0);
      expect(text.replaceAll(',', '').includes(DIGITS), way).toBe(false);
    }
    expect(parseLink(await WAYS_OUT['link to the view']!(trace, SHARE_NOTHING)).state.view).toMatchObject(
      trace.view.range === null ? {} : { range: trace.view.range },
    );
  });

  it('tells no date in a digest of a range', async () => {
    const surveyed = await surveyBytes(bytes, 'dated.sqlog');
    const range = { fromUs: 3_000_000, toUs: 4_000_000 };
    const read = decodeDigest(encodeDigest(makeDigest(surveyed.input({ range })), 4095));
    if ('reason' in read) throw new Error(read.reason);
    const text = JSON.stringify(read.digest, (__, value) =>
      ArrayBuffer.isView(value) ? [...(value as Float64Array)] : value,
    );
    expect(text.length).toBeGreaterThan(10_000);
    expect(text).not.toContain(DIGITS);
  });
});
