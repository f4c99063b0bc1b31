/** The post-mortem of one spiral: its sections and figures, letter by letter, and the same in every run. */
import { unzipSync } from 'fflate';
import { beforeAll, describe, expect, test } from 'vitest';
import { duration } from '../../../../src/engine/base/text/figures.ts';
import { XML_DECLARATION } from '../../../../src/engine/base/text/xml.ts';
import type { Finding } from '../../../../src/engine/findings/finding/finding';
import type { DigestFacts } from '../../../../src/engine/reading/contract/snapshot.ts';
import type { Note } from '../../../../src/sharing/notes/note.ts';
import { bundleFiles, zipBundle } from '../../../../src/sharing/report/document/bundle.ts';
import type { Document } from '../../../../src/sharing/report/document/document.ts';
import { REPORT_POLICY, toHtml } from '../../../../src/sharing/report/document/html.ts';
import { toMarkdown } from '../../../../src/sharing/report/document/markdown.ts';
import type { TraceInput } from '../../../../src/sharing/report/input.ts';
import { postMortem } from '../../../../src/sharing/report/post-mortem.ts';
import { evidenceValue } from '../../../../src/sharing/report/words/evidence-value.ts';
import { evidenceNeeded, holdsWords } from '../../../../src/sharing/report/words/finding-words.ts';
import { corpusPath } from '../../../support/raw-trace.ts';
import { SHARE_ALL } from '../../../support/redacted.ts';
import { inputOf, SPIRAL_PATH, traceInput } from '../../../support/report-input.ts';
import { type Element, parseXml } from '../../../support/xml.ts';

const NOTES: readonly Note[] = [
  { id: 'n1', text: 'Losses **end** here.\n\n- one\n- two', anchor: { kind: 'time', timeUs: 2_036_000 } },
  { id: 'n2', text: 'See `cwnd`, https://example.org/', anchor: { kind: 'finding', key: 'death-spiral.1' } },
];
const RANGE = { fromUs: 1_400_000, toUs: 9_900_000 };

let spiral: TraceInput;
let document: Document;
beforeAll(async () => {
  spiral = await traceInput(SPIRAL_PATH, { notes: NOTES, panels: ['states', 'rtt'], range: RANGE });
  document = postMortem(inputOf(spiral));
});

/** HTML as XML: written so that both can read it. */
function readHtml(html: string): Element {
  expect(html.startsWith('<!doctype html>\n')).toBe(true);
  return parseXml(XML_DECLARATION + html.slice('<!doctype html>\n'.length));
}

test('time under several alarms is counted once, time under none not at all', () => {
  const { snapshot } = spiral;
  const [first] = snapshot.findings;
  const alarm = (startUs: number, endUs: number) => ({
    ...first!,
    key: `death-spiral.${startUs}`,
    startUs,
    endUs,
  });
  const covered = (...findings: readonly ReturnType<typeof alarm>[]): string =>
    toMarkdown(
      postMortem(
        inputOf({
          ...spiral,
          snapshot: { ...snapshot, summary: { ...snapshot.summary, durationUs: 10e6 }, findings },
        }),
      ),
    ).match(/Critical findings and warnings cover .*/)?.[0] ?? '';
  const said = 'Critical findings and warnings cover 7.00 s of 10.00 s, 70.0 % of the trace.';
  expect(covered(alarm(0, 6e6), alarm(4e6, 7e6))).toBe(said);
  expect(covered(alarm(4e6, 7e6), alarm(0, 6e6))).toBe(said);
  // One within another, and one that begins where another ends.
  expect(covered(alarm(1e6, 8e6), alarm(2e6, 3e6))).toBe(said);
  expect(covered(alarm(0, 3e6), alarm(3e6, 7e6))).toBe(said);
  expect(covered(alarm(0, 3e6), alarm(5e6, 9e6))).toBe(said);
});

describe('the spiral’s post-mortem', () => {
  test('reads as it was read, in Markdown and in HTML', async () => {
    await expect(toMarkdown(document)).toMatchFileSnapshot('golden/spiral.md.txt');
    await expect(toHtml(document)).toMatchFileSnapshot('golden/spiral.html.txt');
  });

  test('has its sections in their order', () => {
    expect(document.title).toBe('Post-mortem: Death spiral in spiral.sqlog');
    expect(document.sections.map(({ id }) => id)).toEqual([
      'summary',
      'evidence',
      'notes',
      'timeline',
      'impact',
      'cause',
      'reproduce',
      'others',
      'quality',
    ]);
  });

  test('holds every finding’s verdict, and every row of an alarm’s evidence', () => {
    const html = readHtml(toHtml(document));
    const cells = html.all('tr').map((row) => row.children.map(({ text }) => text));
    const words = html.all('p').map(({ text }) => text);
    expect(spiral.snapshot.findings.length).toBeGreaterThan(2);
    for (const finding of spiral.snapshot.findings) {
      expect(words).toContain(finding.verdict);
      for (const row of finding.severity === 'info' ? [] : finding.evidence) {
        const found = cells.find(([name, value]) => name === row.name && value === evidenceValue(row));
        expect(found?.slice(2, 5), row.name).toEqual([row.normal, evidenceNeeded(row), holdsWords(row)]);
      }
    }
  });

  test('shows the close-up of every alarm, with its steps numbered as in the picture', () => {
    const html = readHtml(toHtml(document));
    const lists = html.all('ol').map((list) => list.children.map(({ text }) => text));
    const alarms = spiral.snapshot.findings.filter(({ severity }) => severity !== 'info');
    expect(alarms.length).toBe(3);
    for (const { title, closeUp } of alarms) {
      expect(lists).toContainEqual(closeUp?.steps.map(({ text }) => `${text}.`));
      const [figure] = spiral.closeUps.filter(({ figure: { title: name } }) => name === `Close-up: ${title}`);
      closeUp?.steps.forEach((_, i) => {
        expect(figure?.figure.svg).toContain(`>${i + 1}</text>`);
      });
    }
  });

  test('says what was lost, and how much sooner a run without the defect is', () => {
    const { cost, closedLoop } = spiral.snapshot.findings[0] as Finding;
    const markdown = toMarkdown(document);
    expect(cost?.lostUs).toBeGreaterThan(1e6);
    expect(markdown).toContain(`${duration(cost?.lostUs ?? 0)} of it lost |`);
    expect(markdown).toContain(`${duration(closedLoop?.us ?? 0)} sooner`);
    expect(markdown).toContain('Critical findings and warnings cover 8.78 s of 9.99 s');
  });

  test('names the cause as inferred, with its references', () => {
    const section = toMarkdown(document)
      .split(/^## /m)
      .find((part) => part.startsWith('Appendix: probable cause'));
    expect(section).toContain('idle rule shift-from-last-send');
    expect(section).toContain('Inferred from the trace');
    expect(section).toContain('[RFC 9438 §4.2](<https://www.rfc-editor.org/rfc/rfc9438#section-4.2>)');
    expect(section).toContain('[quiche PR 2370](<https://github.com/cloudflare/quiche/pull/2370>)');
  });

  test('explains a rule once, however often it struck', () => {
    const { findings } = spiral.snapshot;
    const [worst] = findings;
    const again = { ...worst!, key: 'death-spiral.2', cause: null };
    const twice = { ...spiral, snapshot: { ...spiral.snapshot, findings: [worst!, again] } };
    const section = postMortem(inputOf(twice)).sections.find(({ id }) => id === 'cause');
    const headings = section?.blocks.flatMap((block) => (block.kind === 'heading' ? block.text : []));
    expect(headings).toEqual(['Death spiral', 'References']);
  });

  test('lists starts, ends and notes by time', () => {
    const rows =
      document.sections
        .find(({ id }) => id === 'timeline')
        ?.blocks.flatMap((block) => (block.kind === 'table' ? block.rows : [])) ?? [];
    const times = rows.map(([, time]) => Number.parseFloat(time ?? ''));
    expect(times).toEqual([...times].sort((a, b) => a - b));
    const told = rows.map(([, , words]) => words);
    expect(told[0]).toBe('The log begins.');
    expect(told.at(-1)).toBe('The log ends while the connection is open.');
    expect(told).toContain('Critical: Death spiral begins, and lasts to the end.');
    expect(told).toContain('Note: Losses end here. one; two');
    expect(told.indexOf('Trigger of “Death spiral”: the last loss before it.')).toBe(
      told.indexOf('Critical: Death spiral begins, and lasts to the end.') - 1,
    );
    expect(told.join()).toContain('the window (cwnd) falls from 2,835 B to 2,700 B');
  });

  test('says how to see it again', () => {
    const markdown = toMarkdown(document);
    expect(markdown).toContain('npm ci\nnpx qlogscope check spiral.sqlog');
    expect(markdown).toContain('exit status is 1, because');
    expect(markdown).toContain('| spiral.sqlog | 301,234 B | ka2TOBWYmShlkmHK |');
    expect(markdown).toContain('show 1.400 s to 9.900 s');
  });

  test('has the link and the date where they are handed in, and neither otherwise', () => {
    const link = 'https://example.org/qlogscope/#v=1&t=1.4-9.9';
    const told = toMarkdown(postMortem({ ...inputOf(spiral), link, written: '2 May 2031' }));
    expect(told).toContain(`](<${link}>)`);
    expect(told).toContain('Severity: Critical · Written 2 May 2031');
    expect(toMarkdown(document)).not.toMatch(/Written|This view/);
  });
});

describe('what is left out', () => {
  test('is a name that is not shared, everywhere', async () => {
    const input = await traceInput(SPIRAL_PATH, {
      name: null,
      panels: ['congestion'],
      options: { ...SHARE_ALL, fileName: false },
    });
    const told = [
      ...bundleFiles(postMortem(inputOf(input))).values(),
      toHtml(postMortem(inputOf(input))),
    ].join('');
    expect(told).not.toMatch(/sqlog/);
    expect(told).toContain('| file 1 | 301,234 B | ka2TOBWYmShlkmHK |');
    expect(told).toContain('npx qlogscope check TRACE');
  });

  test('is the name in the title too: the trace, of which it says the connection', () => {
    const connections = (connectionCount: number): TraceInput['snapshot'] => ({
      ...spiral.snapshot,
      connection: 1,
      connectionCount,
    });
    const titleOf = (...traces: readonly TraceInput[]): string => postMortem(inputOf(...traces)).title;
    const unnamed = { ...spiral, name: null };
    expect(titleOf(unnamed)).toBe('Post-mortem: Death spiral in the trace');
    expect(titleOf({ ...unnamed, snapshot: connections(3) })).toBe(
      'Post-mortem: Death spiral in the trace, connection 2 of 3',
    );
    const quiet = { ...unnamed, snapshot: { ...spiral.snapshot, findings: [] } };
    expect(titleOf(quiet)).toBe('Post-mortem: congestion window (it does not grow) in the trace');
    expect(titleOf(quiet, spiral)).toBe('Post-mortem: Death spiral in spiral.sqlog');
    for (const told of [toMarkdown, toHtml]) {
      expect(told(postMortem(inputOf(unnamed)))).not.toMatch(/\b(?:null|undefined|NaN)\b/);
    }
  });

  test('is a dismissed finding, and it is counted', () => {
    const input = { ...spiral, dismissed: ['death-spiral.1'] };
    const told = toMarkdown(postMortem(inputOf(input)));
    expect(told).not.toContain('Critical: Death spiral');
    expect(told).toContain('1 dismissed finding not included');
    expect(told).toContain('exit status is 0');
  });
});

describe('the HTML file', () => {
  test('is well-formed, loads nothing, runs nothing, and carries the policy', () => {
    const html = toHtml(document);
    const root = readHtml(html);
    const [meta] = root.all('meta').filter(({ attributes }) => 'http-equiv' in attributes);
    expect(meta?.attributes).toEqual({ 'http-equiv': 'Content-Security-Policy', content: REPORT_POLICY });
    expect(REPORT_POLICY).toBe("default-src 'none'; style-src 'unsafe-inline'");
    for (const name of ['script', 'img', 'iframe', 'object', 'link', 'image', 'use', 'foreignObject']) {
      expect(root.all(name), name).toEqual([]);
    }
    expect(html).not.toMatch(/\son[a-z]+=|javascript:|@import|url\((?!#)/i);
    // The whole trace and two panels; three close-ups, that of the worst finding on page two.
    expect(root.all('svg')).toHaveLength(6);
  });

  test('gives no id twice, and every reference within it leads somewhere', () => {
    const ids = [...toHtml(document).matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const used = [...toHtml(document).matchAll(/(?:url\(#|href="#)([^")]*)/g)].map(([, id]) => id);
    expect(used.length).toBeGreaterThan(5);
    expect(used.filter((id) => !ids.includes(id))).toEqual([]);
  });
});

describe('the zip', () => {
  test('holds the Markdown and every picture that it names', async () => {
    const files = unzipSync(await zipBundle(document));
    expect(Object.keys(files)).toEqual([
      'report.md',
      'figure-1-congestion.svg',
      'figure-2-close-up.svg',
      'figure-3-states.svg',
      'figure-4-rtt.svg',
      ...[5, 6].map((number) => `figure-${number}-close-up.svg`),
    ]);
    const texts = Object.fromEntries(
      Object.entries(files).map(([name, bytes]) => [name, new TextDecoder().decode(bytes)]),
    );
    for (const name of Object.keys(files).slice(1)) {
      expect(texts['report.md']).toContain(`](${name})`);
      expect(parseXml(texts[name] as string).name).toBe('svg');
    }
  });
});

test('two runs differ in nothing', async () => {
  const again = await traceInput(SPIRAL_PATH, {
    notes: NOTES,
    panels: ['states', 'rtt'],
    range: RANGE,
  });
  const second = postMortem(inputOf(again));
  expect(toMarkdown(second)).toBe(toMarkdown(document));
  expect(toHtml(second)).toBe(toHtml(document));
  expect(await zipBundle(second)).toEqual(await zipBundle(document));
});

test('several traces stand side by side in every section, their pictures numbered through', () => {
  const two = postMortem(inputOf(spiral, { ...spiral, name: 'other.sqlog', notes: [] }));
  const headings = two.sections[0]?.blocks.flatMap((block) => (block.kind === 'heading' ? block.text : []));
  expect(headings).toEqual(['spiral.sqlog', 'other.sqlog']);
  expect([...bundleFiles(two).keys()].slice(1)).toEqual([
    ...[1, 2].map((number) => `figure-${number}-congestion.svg`),
    ...[3, 6].flatMap((one) => [
      `figure-${one}-close-up.svg`,
      `figure-${one + 1}-states.svg`,
      `figure-${one + 2}-rtt.svg`,
    ]),
    ...[9, 10, 11, 12].map((number) => `figure-${number}-close-up.svg`),
  ]);
});

test('a trace without critical finding or warning says so, in every section', async () => {
  const calm = await traceInput(corpusPath('rate-reno-s12.server.sqlog.gz'), { name: 'calm', panels: [] });
  const told = toMarkdown(postMortem(inputOf(calm)));
  expect(told).toContain('# Post-mortem: congestion window (random loss) in calm');
  expect(told).toContain(
    'No rule gives an alarm: no critical finding and no warning; what held the transfer stands below.',
  );
  const { account } = calm.snapshot.summary;
  const begins = told.slice(told.indexOf('## In short')).split('\n\n').slice(1, 3);
  expect(begins).toEqual([
    'A download of 9.9 MB took 3.79 s, where the path would have carried it in at most 2.64 s.',
    account?.sentence,
  ]);
  const evidence = told.slice(told.indexOf('## Evidence')).split('\n\n')[1];
  expect(evidence).toMatch(
    /^\| Held by \| Share \| Lost \| Longest \|\n.*\n\| congestion window: random loss \| 53\.4 % \|/,
  );
  expect(told).toContain('No critical finding and no warning has a cost of its own');
  expect(told).toMatch(
    /No critical finding and no warning\. Held by congestion window \(random loss\)\. The path lost packets/,
  );
  expect(told).toContain('because none of its findings is critical');
});

test('a report from a digest says so where page one ends', () => {
  const words = 'Told from a digest, not from the trace itself.';
  const markdown = toMarkdown(postMortem(inputOf({ ...spiral, digest: words })));
  expect(markdown.split('\n\n## Evidence')[0]).toMatch(new RegExp(`\n\n${words}$`));
  expect(toMarkdown(document)).not.toContain('digest');
});

test('a report from a digest of an older version says that it has no account, and has no table of it', () => {
  const { account: _, ...summary } = spiral.snapshot.summary;
  const digest = { holdsAccount: false } as DigestFacts;
  const markdown = toMarkdown(
    postMortem(inputOf({ ...spiral, snapshot: { ...spiral.snapshot, summary, digest } })),
  );
  expect(markdown).toContain('\n\nmade by an older version: no account\n\nCritical: Death spiral');
  expect(markdown).not.toContain('Held by');
});
