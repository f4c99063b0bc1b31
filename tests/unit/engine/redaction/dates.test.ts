/** A trace whose times count from 1970: nothing that is shared of it tells the time of day, and an export is read as it is. */
import { describe, expect, it } from 'vitest';
import { redactContext } from '../../../../src/drawing/panels/redact-context.ts';
import { DEFAULT_CHOICES } from '../../../../src/drawing/view/choices.ts';
import { rowsOf } from '../../../../src/engine/answers/rows.ts';
import { SHARE_NOTHING } from '../../../../src/engine/contract/share-options.ts';
import type { FileConnection } from '../../../../src/engine/reading/connection-list.ts';
import { redactSnapshot } from '../../../../src/engine/redaction/redact-snapshot.ts';
import { makeDigest } from '../../../../src/sharing/digest/make.ts';
import { decodeDigest, encodeDigest } from '../../../../src/sharing/digest/pack.ts';
import { formatLink } from '../../../../src/sharing/link/format.ts';
import { parseLink } from '../../../../src/sharing/link/parse.ts';
import { toMarkdown } from '../../../../src/sharing/report/markdown.ts';
import { panelFigures } from '../../../../src/sharing/report/panel-figures.ts';
import { postMortem } from '../../../../src/sharing/report/post-mortem.ts';
import { qualityFacts } from '../../../../src/sharing/report/quality-facts.ts';
import { seriesLines } from '../../../../src/sharing/report/series-rows.ts';
import { contain } from '../../../support/containers.ts';
import { surveyBytes } from '../../../support/digest-input.ts';
import { exportText, openStored, wholeRange } from '../../../support/export.ts';
import { readTrace } from '../../../support/load.ts';
import { openBytes } from '../../../support/panel-context.ts';
import { corpusPath } from '../../../support/raw-trace.ts';
import { utf8 } from '../../../support/split-all.ts';

const START_MS = 1_795_181_862_000;
/** In every unit the date begins with these digits. */
const DIGITS = '1795181';

const [, ...EVENTS] = new TextDecoder()
  .decode(readTrace(corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz')))
  .split('\x1e')
  .slice(1)
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
  ...(file as FileConnection).connection.state.events.timeUs.view(),
];

describe.each([
  ['seconds, and no format', 1e-3, {}],
  ['seconds, called relative', 1e-3, { time_format: 'relative' }],
  ['ms', 1, {}],
  ['µs', 1e3, { time_format: 'relative' }],
  ['ns', 1e6, {}],
] as const)('a trace whose times are dates in %s', (_, perMs, common) => {
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

  it('tells no date in a digest and its link, of the whole and of a range', async () => {
    const surveyed = await surveyBytes(bytes, 'dated.sqlog');
    for (const range of [null, { fromUs: 3_000_000, toUs: 4_000_000 }]) {
      const read = decodeDigest(encodeDigest(makeDigest(surveyed.input({ range })), 4095));
      if ('reason' in read) throw new Error(read.reason);
      const text = JSON.stringify(read.digest, (__, value) =>
        ArrayBuffer.isView(value) ? [...(value as Float64Array)] : value,
      );
      expect(text.length).toBeGreaterThan(10_000);
      expect(text).not.toContain(DIGITS);
    }
    const { fromUs, toUs } = surveyed.visible;
    const { state } = parseLink('v=1&example=reno');
    expect(toUs).toBeGreaterThan(fromUs);
    const link = formatLink({ ...state, view: { ...state.view, range: { fromUs, toUs } } });
    expect(link).toMatch(/t=\d/);
    expect(link).not.toContain(DIGITS);
  });

  it('tells no date in a report and in rows', async () => {
    const opened = await openBytes(bytes);
    const snapshot = redactSnapshot(opened.snapshot, SHARE_NOTHING);
    const figures = panelFigures(
      redactContext(opened.context(), SHARE_NOTHING),
      DEFAULT_CHOICES,
      null,
      'figure',
    );
    const trace = {
      name: null,
      snapshot,
      dismissed: [],
      notes: [],
      visible: null,
      figures,
      quality: qualityFacts(snapshot),
    };
    const report = toMarkdown(postMortem({ traces: [trace], link: null, written: null }));
    expect(report.length).toBeGreaterThan(1000);
    expect(report.replaceAll(',', '')).not.toContain(DIGITS);
    const all = ((await openStored(bytes))[0] as FileConnection).connection.state.allSeries();
    const request = { connection: 0, series: all.map(({ info }) => info.id), fromUs: 0, toUs: 1e9 };
    const { value: rows } = rowsOf(all, request);
    const table = [...seriesLines(rows.columns, rows.fromUs, 'csv')].join('');
    expect(table.length).toBeGreaterThan(1000);
    expect(table).not.toContain(DIGITS);
  });
});
