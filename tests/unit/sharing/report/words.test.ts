/** Escaping in both forms, references and their addresses, names as a shell takes them, figures of the summary. */
import { describe, expect, test } from 'vitest';
import type { TraceSummary } from '../../../../src/engine/contract/snapshot.ts';
import { emptySummary } from '../../../../src/engine/reading/summary.ts';
import { XML_DECLARATION } from '../../../../src/engine/text/xml.ts';
import type { Document } from '../../../../src/sharing/report/document.ts';
import { toHtml } from '../../../../src/sharing/report/html.ts';
import { escapeMarkdown, toMarkdown } from '../../../../src/sharing/report/markdown.ts';
import { referencesIn } from '../../../../src/sharing/report/references.ts';
import { shellWord } from '../../../../src/sharing/report/sections-trace.ts';
import { summaryFigures } from '../../../../src/sharing/report/summary-words.ts';
import { parseXml } from '../../../support/xml.ts';

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

  test('is escaped in the Markdown, its code behind a fence that it cannot close, its picture in a plain file', () => {
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
  expect(['a/b.sqlog', '-rf', 'a b', "it's", '$(rm -rf)', 'a\nrm b', ''].map(shellWord)).toEqual([
    'a/b.sqlog',
    './-rf',
    "'a b'",
    "'it'\\''s'",
    "'$(rm -rf)'",
    "'a rm b'",
    "''",
  ]);
});

test('the figures of an empty trace say what is not known', () => {
  expect(summaryFigures({ summary: emptySummary('none'), models: null })).toEqual([
    'unknown implementation',
    'side unknown',
    '0 µs',
    '0 events',
    'sent packets not logged',
    'losses not known',
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
  expect(summaryFigures({ summary, models: null })).toContain(words);
});
