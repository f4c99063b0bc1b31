/** Escaping in both forms, references and their addresses, names as a shell takes them, figures of the summary. */
import { describe, expect, test } from 'vitest';
import { XML_DECLARATION } from '../../../../../src/engine/base/text/xml.ts';
import { SHARE_NOTHING } from '../../../../../src/engine/reading/contract/share-options.ts';
import type { Ending, Snapshot, TraceSummary } from '../../../../../src/engine/reading/contract/snapshot.ts';
import { emptySummary } from '../../../../../src/engine/reading/facts/summary.ts';
import { redact } from '../../../../../src/engine/service/redaction/redact.ts';
import { snapshotOf } from '../../../../../src/sharing/digest/answer.ts';
import { makeDigest } from '../../../../../src/sharing/digest/make.ts';
import { decodeDigest, encodeDigest } from '../../../../../src/sharing/digest/pack.ts';
import type { Document } from '../../../../../src/sharing/report/document/document.ts';
import { toHtml } from '../../../../../src/sharing/report/document/html.ts';
import { escapeMarkdown, toMarkdown } from '../../../../../src/sharing/report/document/markdown.ts';
import { referencesIn } from '../../../../../src/sharing/report/sections/references.ts';
import { shellWord } from '../../../../../src/sharing/report/sections/sections-trace.ts';
import {
  connectionIdOf,
  endingFigure,
  goodputFigure,
  rateFigure,
  shortId,
  summaryFigures,
} from '../../../../../src/sharing/report/words/summary-words.ts';
import { surveyTrace } from '../../../../support/digest-input.ts';
import { openTrace } from '../../../../support/panel-context.ts';
import { SHARE_ALL } from '../../../../support/redacted.ts';
import { SPIRAL_PATH } from '../../../../support/report-input.ts';
import { parseXml } from '../../../../support/xml.ts';

const HOSTILE = '</title><script>alert("1")</script> & | *a* [b](javascript:alert(1)) ```';

/** A document with a hostile text in every place that holds one. */
const hostile: Document = {
  title: HOSTILE,
  lead: HOSTILE,
  sections: [
    {
      id: 'summary',
      title: HOSTILE,
      blocks: [
        { kind: 'heading', text: HOSTILE },
        { kind: 'text', text: HOSTILE },
        { kind: 'list', items: [HOSTILE] },
        { kind: 'steps', items: [HOSTILE] },
        { kind: 'facts', rows: [[HOSTILE, HOSTILE]] },
        { kind: 'table', head: [HOSTILE], rows: [[HOSTILE, HOSTILE]] },
        { kind: 'code', text: HOSTILE },
        {
          kind: 'links',
          links: [
            { text: HOSTILE, href: 'https://a.example/?b="<c>&d' },
            { text: HOSTILE, href: null },
          ],
        },
        { kind: 'note', head: HOSTILE, content: [{ kind: 'code', text: HOSTILE }] },
        {
          kind: 'figure',
          number: 1,
          figure: { panel: '../x"<', title: HOSTILE, svg: '<svg/>', sentence: HOSTILE },
          caption: HOSTILE,
        },
      ],
    },
  ],
};

describe('a hostile text', () => {
  test('is in the HTML unchanged, and is no markup anywhere', () => {
    const root = parseXml(XML_DECLARATION + toHtml(hostile).slice('<!doctype html>\n'.length));
    expect(root.all('script')).toEqual([]);
    expect(root.all('title')[0]?.text).toBe(HOSTILE);
    for (const name of ['h1', 'h2', 'h3', 'dt', 'dd', 'th', 'td']) {
      for (const { text } of root.all(name)) expect(text).toBe(HOSTILE);
      expect(root.all(name).length, name).toBeGreaterThan(0);
    }
    expect(root.all('a').at(-1)?.attributes).toEqual({
      href: 'https://a.example/?b="<c>&d',
      rel: 'noopener noreferrer nofollow',
    });
  });

  test('is escaped in the Markdown, its code after a fence that it cannot close, its picture in a plain file', () => {
    const markdown = toMarkdown(hostile);
    const escaped =
      '\\</title\\>\\<script\\>alert("1")\\</script\\> \\& \\| \\*a\\* \\[b\\](javascript:alert(1)) \\`\\`\\`';
    expect(markdown).toContain(`# ${escaped}\n`);
    expect(markdown).toContain(`\n\`\`\`\`\n${HOSTILE}\n\`\`\`\`\n`);
    expect(markdown).toContain(`| ${escaped} | ${escaped} |`);
    expect(markdown).toContain('](figure-1-x.svg)');
    expect(markdown).toContain('](<https://a.example/?b="%3Cc%3E&d>)');
  });
});

test('what begins a list or a rule at the beginning of a line is escaped there only', () => {
  expect(['- a', '+ a', '=== a', '1. a', '12) a', '1.5 s', 'a - b', 'a\n- b'].map(escapeMarkdown)).toEqual([
    '\\- a',
    '\\+ a',
    '\\=== a',
    '1\\. a',
    '12\\) a',
    '1.5 s',
    'a - b',
    'a - b',
  ]);
});

test('references are found once each, RFCs by number, and have the addresses that are known', () => {
  const texts = [
    'must grow (RFC 9438 §4.2, RFC 9002 §7.3.3) (quiche PR 2370)',
    'RFC 9002 §7.3.3; RFC 768. zquic PR 175; quiche issue 2680',
  ];
  expect(referencesIn(texts)).toEqual([
    { text: 'RFC 768', href: 'https://www.rfc-editor.org/rfc/rfc768' },
    { text: 'RFC 9002 §7.3.3', href: 'https://www.rfc-editor.org/rfc/rfc9002#section-7.3.3' },
    { text: 'RFC 9438 §4.2', href: 'https://www.rfc-editor.org/rfc/rfc9438#section-4.2' },
    { text: 'quiche issue 2680', href: 'https://github.com/cloudflare/quiche/issues/2680' },
    { text: 'quiche PR 2370', href: 'https://github.com/cloudflare/quiche/pull/2370' },
    { text: 'zquic PR 175', href: null },
  ]);
});

test('a name is one shell word, whatever it contains', () => {
  expect(['a/b.sqlog', '-rf', 'a b', "it's", '$(rm -rf)', ''].map(shellWord)).toEqual([
    'a/b.sqlog',
    './-rf',
    "'a b'",
    "'it'\\''s'",
    "'$(rm -rf)'",
    "''",
  ]);
});

/** A snapshot's parts that the summary is made of, without a clock. */
const summarised = (summary: TraceSummary) => ({
  summary,
  models: null,
  quality: null,
  extent: { fromUs: 0, toUs: 0 },
  connections: [],
  connection: 0,
});

test('the figures of an empty trace say what is not known', () => {
  expect(summaryFigures(summarised(emptySummary('none')))).toEqual([
    'unknown implementation',
    'side unknown',
    'losses not known',
    '0 µs',
    '0 events',
    'sent packets not logged',
    'no cwnd logged',
  ]);
});

test.each<[string, Partial<TraceSummary>, string]>([
  ['a window that moved', { cwndMinBytes: 0, cwndMaxBytes: 13_500 }, 'cwnd 0–13,500 B'],
  ['one that stood still', { cwndMinBytes: 2700, cwndMaxBytes: 2700 }, 'cwnd 2,700 B'],
  ['losses that are told', { packetsSent: 10, packetsLost: 2, lossesKnown: true }, '2 of 10 packets lost'],
  [
    'losses that are inferred',
    { packetsSent: 10, packetsLost: 2, lossesKnown: true, lossMethod: 'ack-gap' },
    '2 of 10 packets lost (inferred)',
  ],
  ['losses without packets', { packetsLost: 1, lossesKnown: true, lossMethod: 'logged' }, '1 packet lost'],
  ['records that were passed over', { skippedRecords: 2 }, '2 records skipped'],
  ['a round trip that is only ever smoothed', { smoothedRttUs: 13_900 }, 'RTT 13.9 ms median smoothed'],
  ['a capture', { vantagePoint: 'network' }, 'captured on the wire'],
  [
    'a path without ECN',
    { ecnUnusable: 'counts fell, at 1.235 s' },
    'ECN not usable: counts fell, at 1.235 s',
  ],
])('the figures tell %s', (_, known, words) => {
  const summary = { ...emptySummary('none'), lossMethod: 'logged', ...known } as const;
  expect(summaryFigures(summarised(summary))).toContain(words);
});

const ENDED: Ending = { how: 'close', by: 'remote', space: 'application', code: 256, timeUs: 9e6 };

test.each<[Partial<Ending>, string]>([
  [{}, 'closed by the peer (application code 0x100, no error)'],
  [
    { by: 'local', space: 'transport', code: 10 },
    'closed by this side (transport code 0xa, PROTOCOL_VIOLATION)',
  ],
  [{ by: 'unknown', space: 'unknown', code: 298 }, 'closed (code 0x12a)'],
  [{ space: 'unknown', code: Number.NaN }, 'closed by the peer (without a code)'],
  [{ code: Number.NaN }, 'closed by the peer (application error)'],
  [{ how: 'idle-timeout' }, 'ended by the idle timeout'],
  [{ how: 'stateless-reset' }, 'ended by a stateless reset'],
  [
    { how: 'version-negotiated' },
    'ended by Version Negotiation: it goes on with another version in another connection',
  ],
  [{ how: 'open' }, 'the log ends while the connection is open'],
])('the end %j is told', (ending, words) => {
  expect(endingFigure({ ...emptySummary('none'), ending: { ...ENDED, ...ending } })).toBe(words);
});

test('an end and a goodput that are not known are not told', () => {
  expect([endingFigure, goodputFigure].map((figure) => figure(emptySummary('none')))).toEqual(['', '']);
  expect(goodputFigure({ ...emptySummary('none'), goodputBytes: 250_000, durationUs: 2e6 })).toBe(
    'goodput 1.0 Mbit/s',
  );
});

test('a log that receives has the rate of what it received', () => {
  const summary: TraceSummary = { ...emptySummary('none'), side: 'receiver', durationUs: 2e6 };
  const connection = { index: 0, receivedBytes: 500_000 } as Snapshot['connections'][number];
  expect(rateFigure({ summary, connections: [connection], connection: 0 })).toBe('received at 2.0 Mbit/s');
  expect(rateFigure({ summary, connections: [connection], connection: 1 })).toBe('');
});

test('the time of day stands in the summary where the log has one', async () => {
  const { snapshot } = await openTrace(SPIRAL_PATH);
  expect(summaryFigures(snapshot)).toContain('from 2026-11-21 06:36:02.926 UTC');
  expect(summaryFigures(snapshot)).toContain('the log ends while the connection is open');
  const redacted = redact({ name: null, snapshot }, SHARE_NOTHING).snapshot;
  expect(summaryFigures(redacted).join()).not.toContain('UTC');
  expect([snapshot, redacted].map((one) => connectionIdOf(one)?.length ?? null)).toEqual([32, null]);
  const digest = decodeDigest(
    encodeDigest(makeDigest({ ...(await surveyTrace(SPIRAL_PATH)).input(), options: SHARE_ALL }), 1023),
  );
  if ('reason' in digest) throw new Error(digest.reason);
  const reopened = snapshotOf(digest.digest, 1);
  expect(summaryFigures(reopened)).toEqual(summaryFigures(snapshot));
  expect(connectionIdOf(reopened)).toBe(connectionIdOf(snapshot));
});

test('an id is cut to the digits that tell connections apart', () => {
  expect(['', 'a1b2c3d4', 'a1b2c3d4e', 'a1b2c3d4e5'].map(shortId)).toEqual([
    '',
    'a1b2c3d4',
    'a1b2c3d4e',
    'a1b2c3d4…',
  ]);
});
