/** Requests as JSON and CSV: the same figures, in ms, and nothing that the redaction left out. */
import { describe, expect, test } from 'vitest';
import { SHARE_NOTHING, type ShareOptions } from '../../../../src/engine/reading/contract/share-options.ts';
import type { HttpRow } from '../../../../src/engine/sender/http/http-row.ts';
import { redact } from '../../../../src/engine/service/redaction/redact.ts';
import { requestsAsCsv, requestsAsJson } from '../../../../src/sharing/table/requests-text.ts';
import { openTrace } from '../../../support/panel-context.ts';
import { corpusPath } from '../../../support/raw-trace.ts';
import { SHARE_ALL } from '../../../support/redacted.ts';
import { madeRequest, madeRequests } from '../../../support/traffic.ts';

const { snapshot } = await openTrace(corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz'));

const ROWS: readonly HttpRow[] = [
  madeRequest(0, {
    held: {
      parts: [
        { holder: 'behindStreams', us: 60_500 },
        { holder: 'window', us: 19_500 },
      ],
      others: [
        { id: 196, us: 50_000 },
        { id: 240, us: 10_500 },
      ],
      spans: [],
    },
    blocked: [
      { fromUs: 2000, toUs: 5000 },
      { fromUs: 4000, toUs: 9000 },
    ],
  }),
  madeRequest(4, { method: '=CMD', path: '/a,"b"', status: Number.NaN, endUs: Number.NaN, outcome: 'open' }),
];
const shared = (options: ShareOptions) =>
  redact({ name: null, snapshot, http: madeRequests(ROWS) }, options).http;

const cellsOf = (csv: string): readonly (readonly string[])[] =>
  csv
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/));

describe('requests', () => {
  test('as JSON are records with times in ms, and null for what is not known', () => {
    const { requests, ...rest } = JSON.parse(requestsAsJson(shared(SHARE_ALL)));
    expect(rest).toMatchObject({ 'qlogscope-requests': 1, total: 2 });
    expect(requests).toMatchObject([
      {
        ...{ streamId: 0, method: 'GET', path: '/private?token=1', status: 200, bytesAreOf: 'bodies' },
        ...{ startMs: 10, firstByteMs: 40, endMs: 90, timeToFirstByteMs: 30, durationMs: 80 },
        ...{ blockedMs: 7, behindGapsMs: 12, errorCode: null },
        held: [
          { holder: 'behindStreams', ms: 60.5 },
          { holder: 'window', ms: 19.5 },
        ],
        others: [
          { stream: 196, ms: 50 },
          { stream: 240, ms: 10.5 },
        ],
      },
      { held: null, others: null, streamId: 4, status: null, endMs: null, durationMs: null, outcome: 'open' },
    ]);
  });

  test('as CSV have a heading per column, quoted cells, and no formula', () => {
    const [head, first, last] = cellsOf(requestsAsCsv(shared(SHARE_ALL)));
    const cell = (name: string, row = last) => row?.[head?.indexOf(name) ?? -1];
    expect(cell('held_ms', first)).toBe('behindStreams 60.5; window 19.5');
    expect([cell('other_streams', first), cell('held_ms')]).toEqual(['196 240', '']);
    expect([cell('method'), cell('path'), cell('end_ms')]).toEqual(["'=CMD", '"/a,""b"""', '']);
  });

  test('have neither hosts nor paths nor methods that are no words while nothing is ticked', () => {
    const text = requestsAsJson(shared(SHARE_NOTHING)) + requestsAsCsv(shared(SHARE_NOTHING));
    expect(text).not.toMatch(/private|host\.example|CMD|u=3/);
    expect(text).toContain('"method":"GET"');
  });
});
