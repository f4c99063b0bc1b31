/** Requests: a row for each, from its start to the first byte and to the end, with what was asked for beside it. */
import { describe, expect, test } from 'vitest';
import { redactContext } from '../../../../../src/drawing/panels/lanes/redact-context.ts';
import { requests } from '../../../../../src/drawing/panels/requests/requests.ts';
import { HOLDERS } from '../../../../../src/engine/base/text/account-names.ts';
import type { HttpAnswer } from '../../../../../src/engine/reading/contract/http.ts';
import { SHARE_NOTHING } from '../../../../../src/engine/reading/contract/share-options.ts';
import type { HttpRow } from '../../../../../src/engine/sender/http/http-row.ts';
import { END, openEvents, PALETTE } from '../../../../support/panel-context.ts';
import { RecordingSurface } from '../../../../support/recording-surface.ts';
import { madeSummary, ROWS_COLUMN_US, ROWS_COLUMNS, rowsContext } from '../../../../support/rows-context.ts';
import { madeRequest, madeRequests } from '../../../../support/traffic.ts';

const unknown = Number.NaN;
const rows: readonly HttpRow[] = [
  madeRequest(0),
  madeRequest(4, {
    ...{ path: '/late', status: unknown, outcome: 'cancelled', abortedBy: 'local', code: 0x10c },
    ...{ startUs: 300_000, firstByteUs: unknown, endUs: 400_000, responseBytes: unknown },
    ...{ blocked: [], gaps: [] },
  }),
  madeRequest(8, {
    ...{ method: null, authority: null, path: null, status: unknown, source: 'stream-frames', isBody: false },
    ...{ startUs: 450_000, firstByteUs: 460_000, endUs: unknown, outcome: 'open' },
    ...{ announcedBytes: unknown, priority: null, blocked: [], gaps: [] },
  }),
];
const context = rowsContext({ parts: { http: { ...madeRequests(rows), unread: 0 } } });

function paint(shown = context, height = 54) {
  const surface = new RecordingSurface(ROWS_COLUMNS, height);
  let labels: readonly string[] = [];
  requests.paint(shown, {
    ...{ surface, palette: PALETTE, lockedMax: null },
    axis: (max, format) => {
      labels = Array.from({ length: max }, (_, row) => format(row + 0.5, 1));
    },
  });
  const of = (color: string, pattern = 'solid') =>
    surface.rects
      .filter(({ fill }) => fill.color === color && fill.pattern === pattern)
      .map(({ x, width }) => [x, width]);
  return { surface, labels, of };
}

describe('the picture', () => {
  test('has a row per request with the number of its stream and its method', () => {
    expect(paint().labels).toEqual(['0 GET', '4 GET', '8 bidi']);
  });

  test('is dotted from the start to the first byte, or to the end where there was none', () => {
    expect(paint().of('slot-6', 'dots')).toEqual([
      [10, 30],
      [300, 100],
      [450, 10],
    ]);
  });

  test('is filled from the first byte to the end, or to that of the trace', () => {
    expect(paint().of('slot-1')).toEqual([[40, 50]]);
    expect(paint().of('slot-3')).toEqual([[460, 52]]);
  });

  test('marks what was cancelled, and shows waits in the row', () => {
    const { surface, of } = paint();
    expect(surface.lines.filter(({ stroke }) => stroke.color === 'loss')).toHaveLength(1);
    expect(of('slot-2', 'diagonal')).toEqual([[50, 5]]);
    expect(of('slot-5', 'horizontal')).toEqual([[30, 12]]);
  });

  test('says beside the bar what was asked for and what came', () => {
    const { texts } = paint().surface;
    expect(texts.map(({ words, style }) => [words, style.anchor])).toEqual([
      ['/private?token=1 · 200 · 10.0 kB', undefined],
      ['/late · cancelled', 'end'],
      ['10.0 kB · not complete in this log', 'end'],
    ]);
    expect(paint(context, 24).surface.texts).toEqual([]);
  });

  test('leaves out paths where it leaves the page', async () => {
    const { snapshot, context: whole } = await openEvents([END]);
    const { answer } = whole();
    const own = { ...context, answer: { ...answer, parts: context.answer.parts }, snapshot };
    const words = paint(redactContext(own, null, SHARE_NOTHING)).surface.texts.map((text) => text.words);
    expect(words).toEqual(['200 · 10.0 kB', 'cancelled', '10.0 kB · not complete in this log']);
  });
});

describe('a request of which it shows what held it', () => {
  const held: HttpRow['held'] = {
    parts: [
      { holder: 'behindStreams', us: 50_000 },
      { holder: 'window', us: 20_000 },
      { holder: 'inTransit', us: 10_000 },
    ],
    others: [{ id: 4, us: 50_000 }],
    spans: [
      { fromUs: 10_000, toUs: 60_000, holder: 'behindStreams' },
      { fromUs: 60_000, toUs: 80_000, holder: 'window' },
      { fromUs: 80_000, toUs: 90_000, holder: 'inTransit' },
    ],
  };
  const blocked = [
    { fromUs: 2000, toUs: 9000 },
    { fromUs: 50_000, toUs: 55_000 },
  ];
  const shown = rowsContext({ parts: { http: madeRequests([madeRequest(0, { held, blocked })]) } });

  test('has the colours and patterns of the holders, its first byte as a line, and before it the wait to be opened', () => {
    const { of } = paint(shown);
    expect(of('faint', 'diagonal')).toEqual([[10, 50]]);
    expect(of('slot-1')).toEqual([[60, 20]]);
    expect(of('slot-6', 'dots')).toEqual([[80, 10]]);
    expect(of('ink')).toEqual([[40, 2]]);
    expect(of('slot-2', 'dots')).toEqual([[2, 7]]);
  });

  test('has them in the legend with counts, in the words of its row and in the sentence', () => {
    expect(requests.legend(shown).map(({ label }) => label)).toEqual([
      ...['congestion window', 'in transit', 'behind other streams', 'first byte'],
      ...['waits to be opened', 'behind a gap', 'cancelled or reset'],
    ]);
    expect(Object.fromEntries(requests.values(shown, 50 * ROWS_COLUMN_US))).toMatchObject({
      behindStreams: '1',
      window: '0',
    });
    expect(requests.cells(shown, 0, 30 * ROWS_COLUMN_US)).toEqual(['0', '0', '1', '0', '1', '0', '0']);
    expect(requests.rows?.words(shown, 0)).toContain(
      '80.0 ms, of it 50.0 ms behind stream 4, 20.0 ms window, 10.0 ms in transit',
    );
    expect(requests.sentence(shown)).toMatch(
      /Of their time: behind other streams 62\.5 %, congestion window 25\.0 %\./,
    );
  });
});

test('each holder is counted under the key that hides it, flow control apart from the wait to be opened', () => {
  for (const holder of HOLDERS) {
    const spans = [{ fromUs: 10_000, toUs: 60_000, holder }];
    const held = { parts: [{ holder, us: 50_000 }], others: [], spans };
    const shown = rowsContext({ parts: { http: madeRequests([madeRequest(0, { held, blocked: [] })]) } });
    const [key] = requests.legend(shown);
    expect([key?.id, requests.cells(shown, 0, 30 * ROWS_COLUMN_US)[0]]).toEqual([holder, '1']);
    const hidden = new Set([`requests/${holder}`]);
    expect(paint({ ...shown, hidden }).surface.rects.length).toBeLessThan(paint(shown).surface.rects.length);
  }
});

test('words over a bar that leaves no room beside it hide neither its first byte nor its end', () => {
  const long = madeRequest(0, { startUs: 5000, firstByteUs: 60_000, endUs: 508_000, blocked: [], gaps: [] });
  const { surface } = paint(rowsContext({ parts: { http: madeRequests([long]) } }));
  const [ground] = surface.rects.filter(({ fill }) => fill.color === 'paper');
  const [words] = surface.texts;
  if (ground === undefined || words === undefined) throw new Error('no words');
  expect(ground.x).toBeGreaterThan(60);
  expect(ground.x + ground.width).toBeLessThan(508);
  expect([words.style.anchor, words.x > ground.x]).toEqual([undefined, true]);
});

test('a long path keeps its end', () => {
  const path = `/${'a'.repeat(300)}/end`;
  const { texts } = paint(rowsContext({ parts: { http: madeRequests([madeRequest(0, { path })]) } })).surface;
  expect(texts[0]?.words).toMatch(/^\/a+….*\/end · 200 · 10\.0 kB$/);
  expect(texts[0]?.words.length).toBeLessThan(70);
});

test('the row under the pointer tells what is known of the request, and what the log does not show', () => {
  expect(requests.rows?.words(context, 0)).toEqual([
    'GET host.example/private?token=1 on stream 0',
    'status 200, complete, priority u=3, i',
    'response 10,000 B, request 0 B, content-length 10,000 B',
    'began at 0.010 s, first byte after 30.0 ms, end after 80.0 ms',
    'waited 5.00 ms for credit',
    'data waited 12.0 ms behind gaps',
  ]);
  expect(requests.rows?.words(context, 1)).toContain(
    'cancelled by this endpoint, error 0x10c, priority u=3, i',
  );
  expect(requests.rows?.words(context, 2)).toEqual([
    'request on stream 8',
    'not complete in this log',
    'response 10,000 B, request 0 B on the stream, with the frames of HTTP/3',
    'began at 0.450 s, first byte after 10.0 ms',
    'from STREAM frames: the log has no HTTP/3 events of it',
  ]);
});

test('values count the drawn requests that are in each state at a time', () => {
  const at = (column: number) => Object.fromEntries(requests.values(context, column * ROWS_COLUMN_US));
  expect(at(20)).toMatchObject({ waiting: '1', receiving: '0', failed: '0' });
  expect(at(52)).toMatchObject({ waiting: '0', receiving: '1', blocked: '1' });
  expect(at(400)).toMatchObject({ failed: '1' });
});

test('the text version has a row per request, and the sentence how they ended', () => {
  const table = requests.rows?.table(context);
  expect(table?.rows.map(([id]) => id)).toEqual(['0', '4', '8']);
  for (const row of table?.rows ?? []) expect(row).toHaveLength(table?.head.length ?? 0);
  expect(requests.sentence(context)).toBe(
    '3 requests, by start. 1 complete, 1 cancelled or reset, 1 not complete in this log · 20.0 kB in bodies · slowest 80.0 ms · median 80.0 ms. The slowest, GET /private?token=1 on stream 0: 80.0 ms.',
  );
});

describe('all requests in a few lines', () => {
  const upload = { method: 'POST', path: '/upload', requestBytes: 500_000, responseBytes: 100 };
  const held: HttpRow['held'] = {
    parts: [
      { holder: 'behindStreams', us: 1_200_000 },
      { holder: 'window', us: 300_000 },
    ],
    others: [{ id: 0, us: 1_200_000 }],
    spans: [],
  };
  const all = [
    madeRequest(0),
    madeRequest(4, { ...upload, endUs: 1_510_000, held }),
    madeRequest(8, { outcome: 'sent', endUs: unknown }),
  ];
  const linesOf = (shown: readonly HttpRow[]): readonly string[] | undefined =>
    requests.rows?.totals?.(rowsContext({ parts: { http: { ...madeRequests(all), rows: shown } } }));

  test('are of all of them, whichever are drawn, with what was sent up, and explain the slowest', () => {
    expect(linesOf(all.slice(0, 1))).toEqual([
      '3 requests: 2 complete, 1 sent · 520.1 kB in bodies · slowest 1.50 s · median 790 ms',
      'The slowest, POST /upload on stream 4: 1.50 s, of it 1.20 s behind stream 0, 300 ms window',
    ]);
  });

  test('are one line of a single request, and none of none', () => {
    const of = (shown: readonly HttpRow[]) =>
      requests.rows?.totals?.(rowsContext({ parts: { http: madeRequests(shown) } }));
    expect(of(all.slice(0, 1))).toEqual([
      '1 request: 1 complete · 10.0 kB in bodies · slowest 80.0 ms · median 80.0 ms',
    ]);
    expect(of([])).toEqual([]);
  });
});

test('control streams are one line that opens, and none where a digest does not hold them', () => {
  const control = [
    { id: 2, sentBytes: 45, receivedBytes: 0 },
    { id: 3, sentBytes: 0, receivedBytes: 1200 },
  ];
  const folded = (http: HttpAnswer) => requests.rows?.folded?.(rowsContext({ parts: { http } }));
  const made = madeRequests([madeRequest(0)]);
  expect(folded({ ...made, control })?.line).toBe('2 control streams, 1,245 B');
  expect(folded({ ...made, control })?.lines.slice(1)).toEqual([
    'stream 2 of the client: 45 B sent',
    'stream 3 of the server: 1,200 B received',
  ]);
  expect(folded({ ...made, control: [] })).toBeNull();
  expect(folded(made)).toBeNull();
});

test('without requests it says what lacks', () => {
  const facts = { summary: madeSummary(), catalogue: [], noBoundary: null, findings: [] };
  expect(requests.missing(facts)).toMatch(/^no HTTP\/3 requests are logged/);
  expect(requests.missing({ ...facts, summary: madeSummary({ requests: 1 }) })).toBeNull();
});
