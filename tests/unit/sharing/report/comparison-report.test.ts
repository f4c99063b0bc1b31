/** The report about a set: page one compares, and what cannot be compared is said. */
import { beforeAll, describe, expect, test } from 'vitest';
import { XML_DECLARATION } from '../../../../src/engine/base/text/xml.ts';
import { SHARE_NOTHING } from '../../../../src/engine/reading/contract/share-options.ts';
import { reportOf } from '../../../../src/sharing/report/comparison-report.ts';
import { type Document, figuresOf } from '../../../../src/sharing/report/document/document.ts';
import { toHtml } from '../../../../src/sharing/report/document/html.ts';
import { toMarkdown } from '../../../../src/sharing/report/document/markdown.ts';
import type { LaneToReport } from '../../../../src/sharing/report/reported-set.ts';
import { corpusPath } from '../../../support/raw-trace.ts';
import { laneInput, setInputOf } from '../../../support/set-input.ts';
import { parseXml } from '../../../support/xml.ts';

const RANGE = { fromUs: 0, toUs: 10_000_000 };
/** From the last loss of one to that of the other. */
const AT_LAST_LOSS_US = 0;

let spiral: LaneToReport;
let reno: LaneToReport;
let lossUs: number;
beforeAll(async () => {
  spiral = await laneInput(
    corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz'),
    'spiral.sqlog',
    { offsetUs: 0, style: 0 },
    RANGE,
  );
  const at = async (offsetUs: number): Promise<LaneToReport> =>
    laneInput(
      corpusPath('rate-reno-s12.server.sqlog.gz'),
      'folder/reno.sqlog',
      { offsetUs, style: 1 },
      RANGE,
    );
  const { outline } = await at(AT_LAST_LOSS_US);
  lossUs = spiral.outline!.landmarks.lastLossUs - outline!.landmarks.lastLossUs;
  reno = await at(lossUs);
});

const sectionOf = ({ sections }: Document, id: string) => sections.find((section) => section.id === id)!;
const wordsOf = (document: Document, id: string): string =>
  toMarkdown({ title: '', lead: '', sections: [sectionOf(document, id)] });
const textsOf = (svg: string): readonly string[] =>
  parseXml(XML_DECLARATION + svg)
    .all('text')
    .map(({ text }) => text);

describe('a pair', () => {
  let document: Document;
  beforeAll(() => {
    document = reportOf(setInputOf([spiral, reno], { panels: ['states', 'rtt'] }));
  });

  test('has the verdict, which trace is which, both over one another and the differences on page one', () => {
    expect(document.title).toBe('Comparison: A (spiral) against B (reno)');
    expect(document.sections.map(({ id }) => id).slice(0, 5)).toEqual([
      'summary',
      'accounts',
      'differences',
      'configuration',
      'findings',
    ]);
    const summary = wordsOf(document, 'summary');
    expect(summary).toMatch(/B doubles its window within \d+ round trips?; A stays at 2,700 B/);
    expect(summary).toMatch(/\| B \(reno\) \|.*\| NewReno/);
    expect(summary).toContain('B is laid over A at the last loss');
    expect(summary).toMatch(
      /A took \S+ s for 1\.7 MB, B took .*congestion window \(it does not grow: death spiral\) 79\.9 %/,
    );
    expect(wordsOf(document, 'accounts')).toMatch(
      /\| congestion window: it does not grow \| 7\.98 s \| 0 µs \| −7\.98 s \|/,
    );
    const [picture] = figuresOf(document);
    expect(picture?.number).toBe(1);
    expect(textsOf(picture!.figure.svg)).toEqual(expect.arrayContaining(['A: spiral', 'B: reno']));
    expect(picture?.caption).toContain('Shaded: Death spiral in A');
    expect(wordsOf(document, 'differences')).toContain('| last byte acknowledged |');
    expect(wordsOf(document, 'findings')).toContain('Only in A: Death spiral');
  });

  test('numbers its figures one after the other, those of panels over all traces last', () => {
    const figures = figuresOf(document);
    expect(figures.map(({ number }) => number)).toEqual(figures.map((_, i) => i + 1));
    expect(
      figures
        .slice(-2)
        .map(({ figure }) => figure.panel)
        .sort(),
    ).toEqual(['rtt', 'states']);
    // Shares cannot be read over one another: a plot each in one picture.
    const states = figures.find(({ figure }) => figure.panel === 'states')!.figure.svg;
    expect(textsOf(states).filter((words) => /^States.*, [AB]: /.test(words))).toHaveLength(2);
    expect(new Set(figures.map(({ figure }) => /aria-labelledby="(\S+)/.exec(figure.svg)?.[1])).size).toBe(
      figures.length,
    );
  });

  test('says how it is made again, with the alignment that gives the offset', () => {
    const words = wordsOf(document, 'reproduce');
    expect(words).toContain('npx qlogscope compare spiral.sqlog folder/reno.sqlog --align last-loss');
    expect(words).toContain('npx qlogscope report --compare spiral.sqlog folder/reno.sqlog');
    expect(words).toContain('the exit status is 0');
    expect(wordsOf(reportOf(setInputOf([reno, spiral])), 'reproduce')).toContain(
      'the exit status is 1 for B',
    );
  });

  test('is well-formed as HTML, and the same in every run', () => {
    const html = toHtml(document);
    expect(() => parseXml(XML_DECLARATION + html.slice('<!doctype html>\n'.length))).not.toThrow();
    expect(toHtml(reportOf(setInputOf([spiral, reno], { panels: ['states', 'rtt'] })))).toBe(html);
  });

  test('has letters alone where names are not told', () => {
    const plain = reportOf(setInputOf([spiral, reno], {}, SHARE_NOTHING));
    expect(plain.title).toBe('Comparison: A against B');
    expect(toHtml(plain)).not.toMatch(/reno\.sqlog|spiral\.sqlog|folder/);
    expect(wordsOf(plain, 'reproduce')).toContain('npx qlogscope compare TRACE_A TRACE_B --align last-loss');
  });
});

test('an offset that no landmark gives is said to be set by hand', () => {
  const moved = reportOf(setInputOf([spiral, { ...reno, offsetUs: lossUs + 1234 }]));
  expect(wordsOf(moved, 'summary')).toContain('B is shifted by hand: its times are moved by');
  expect(wordsOf(moved, 'reproduce')).toMatch(/compare spiral\.sqlog folder\/reno\.sqlog\n/);
});

test('a digest without an outline is not compared, and that is said; its picture stays', () => {
  const document = reportOf(setInputOf([spiral, { ...reno, outline: null }]));
  expect(wordsOf(document, 'summary')).toContain('A and B are not compared');
  expect(figuresOf(document)[0]?.figure.panel).toBe('congestion');
});

test('of three the first is compared with each other one, and one table holds the figures of all', () => {
  const document = reportOf(setInputOf([spiral, reno, { ...spiral, style: 2, offsetUs: 5 }]));
  const { blocks } = sectionOf(document, 'findings');
  expect(blocks.flatMap((block) => (block.kind === 'heading' ? block.text : []))).toEqual([
    'A against B',
    'A against C',
  ]);
  const table = wordsOf(document, 'differences');
  expect(table).toContain('| Figure | A | B | C |');
  expect(table).toContain('| last byte acknowledged | not finished | 3.79 s | not finished |');
  expect(table).toContain('| packets lost | 66 | 20 | 66 |');
});

test('the caption says which finding is shaded: over one another that of one trace', () => {
  const document = reportOf(setInputOf([spiral, reno, { ...spiral, style: 2, offsetUs: 5 }]));
  const caption = figuresOf(document)[0]?.caption ?? '';
  expect(caption.match(/Shaded: /g)).toHaveLength(1);
  expect(caption).toContain('Shaded: Death spiral in A');
});

test('dismissed findings are in no group, and not what a trace is said to have', () => {
  const keys = spiral.trace.snapshot.findings.map(({ key }) => key);
  const calm = { ...spiral, trace: { ...spiral.trace, dismissed: keys } };
  const document = reportOf(setInputOf([calm, reno]));
  expect(wordsOf(document, 'findings')).not.toContain('Only in A');
  expect(wordsOf(document, 'summary')).not.toContain('Death spiral');
});

test('notes stand below the trace that they are about', () => {
  const noted = {
    ...reno.trace,
    notes: [{ id: 'n1', text: 'Look here', anchor: { kind: 'time', timeUs: 5 } as const }],
  };
  const document = reportOf(setInputOf([spiral, { ...reno, trace: noted }]));
  const { blocks } = sectionOf(document, 'notes');
  expect(blocks.map((block) => (block.kind === 'heading' ? block.text : block.kind))).toEqual([
    'B (reno)',
    'note',
  ]);
});
