/**
 * What the reports say of a finding is what the finding says: of every alarm of the corpus, each figure in every text that
 * tells of it stands in the finding itself, or in a clause that names the other interval which it is of.
 */
import { expect } from 'vitest';
import { CAUSE_NAMES } from '../../../src/engine/base/text/account-names.ts';
import { bitRate } from '../../../src/engine/base/text/bit-rate.ts';
import {
  amount,
  bytes,
  confidencePercent,
  count,
  duration,
  instant,
  percent,
} from '../../../src/engine/base/text/figures.ts';
import type { Finding } from '../../../src/engine/findings/finding/finding';
import { summarise } from '../../../src/engine/reading/facts/summary.ts';
import { summariseConnection } from '../../../src/engine/reading/stages/connection-list.ts';
import { junitReporter } from '../../../src/node/cli/commands/check/report-junit.ts';
import { sarifReporter } from '../../../src/node/cli/commands/check/report-sarif.ts';
import { textReporter } from '../../../src/node/cli/commands/check/report-text.ts';
import { Tally } from '../../../src/node/cli/report.ts';
import { surveyRows } from '../../../src/sharing/figures/rows.ts';
import { foundBlocks } from '../../../src/sharing/report/comparison-document.ts';
import type { Block, Document } from '../../../src/sharing/report/document/document.ts';
import { isLead, type TraceInput } from '../../../src/sharing/report/input.ts';
import { postMortem } from '../../../src/sharing/report/post-mortem.ts';
import { findingRecords, traceRecord } from '../../../src/sharing/report/records/trace-record.ts';
import {
  accountRows,
  heldInBrackets,
  partsHeading,
} from '../../../src/sharing/report/words/account-words.ts';
import { evidenceValue } from '../../../src/sharing/report/words/evidence-value.ts';
import { costWords, intervalWords } from '../../../src/sharing/report/words/finding-words.ts';
import { headlineParts } from '../../../src/sharing/report/words/headline-words.ts';
import { meaningOf } from '../../../src/sharing/report/words/plain-words.ts';
import {
  controllerFigure,
  endingFigure,
  implementationWords,
  lossFigure,
  rateFigure,
} from '../../../src/sharing/report/words/summary-words.ts';
import { verdictWords } from '../../../src/sharing/table/row-words.ts';
import { asRedacted } from '../redacted.ts';
import { inputOf } from '../report-input.ts';
import { type Claim, claim } from './claim.ts';
import { ENTRIES } from './list.ts';
import type { JudgedConnection, Subject } from './subject.ts';

/** A number with a unit, or with what it counts. */
const FIGURE =
  /[\d,]*\d(?:\.\d+)? (?:%|m?s|µs|[kMG]?B|[kMG]?bit\/s|RTTs?|times|packets?|round trips?|probes?|cuts?|ACKs?)(?![\w/])/g;

const figuresIn = (text: string): readonly string[] => text.match(FIGURE) ?? [];

/** All that a finding says of itself, as the card shows it. */
function ownText(finding: Finding, trace: TraceInput): string {
  const { title, label, verdict, cost, evidence, closeUp, knownDefect, why, next, startUs, endUs } = finding;
  const { fromUs } = trace.snapshot.extent;
  return [
    ...[title, label ?? '', verdict, why, next, knownDefect?.words ?? ''],
    ...[intervalWords(finding, trace.snapshot), duration(endUs - startUs)],
    ...[startUs, endUs, startUs - fromUs, endUs - fromUs].map((us) => instant(us)),
    `${confidencePercent(finding.confidence)} confidence`,
    ...(cost === null ? [] : [costWords(cost, trace.snapshot.summary.side)]),
    ...evidence.flatMap((row) => [row.name, evidenceValue(row), row.normal, row.threshold]),
    ...(closeUp?.steps ?? []).flatMap(({ timeUs, text }) => [text, instant(timeUs, 0), instant(timeUs)]),
    ...(closeUp === null ? [] : [duration(closeUp.toUs - closeUp.fromUs), instant(closeUp.fromUs, 0)]),
    meaningOf(finding),
  ].join(' | ');
}

/** Clauses with a figure of another interval, or another quantity, each with the words that say so. */
function labelled(finding: Finding, trace: TraceInput): readonly string[] {
  const { summary, extent } = trace.snapshot;
  const { course, startUs, endUs } = finding;
  const lengthUs = endUs - startUs;
  const known = [
    `Over the whole trace: ${lossFigure(summary)}.`,
    `congestion control: ${controllerFigure(trace.snapshot)}`,
    `cover ${duration(lengthUs)} of ${duration(summary.durationUs)}, ${percent(lengthUs / summary.durationUs)} of the trace`,
    ...(summary.ending === undefined ? [] : [`${instant(summary.ending.timeUs)} | The connection was`]),
    endingFigure(summary),
    'below 1 % each',
    `Over the whole log: ${rateFigure(trace.snapshot)}.`,
    implementationWords(summary),
    `${instant(extent.fromUs)}`,
    `${instant(extent.toUs)}`,
  ];
  if (course === undefined) return known;
  const rate = (course.arrivedBytes / lengthUs) * 1e6;
  const before = (course.beforeBytes / course.beforeUs) * 1e6;
  return [
    ...known,
    `saw the download from the server run at ${bitRate(rate)} for ${duration(lengthUs)}`,
    `saw its upload to the server run at ${bitRate(rate)} for ${duration(lengthUs)}`,
    `against ${bitRate(before)} in the ${duration(course.beforeUs)} before`,
    `for one round trip at another time, the same connection carried ${bitRate(course.highestRate)}, ${count(Math.round(course.highestRate / rate))} times as much`,
    `the longest wait for data was ${duration(course.longestWaitUs)}`,
    `For up to ${duration(course.longestWaitUs)} at a time nothing arrived at all`,
    `stand still for ${duration(course.longestWaitUs)}`,
    `falls from ${bytes(course.reducedFromBytes)} to ${bytes(course.reducedToBytes)}`,
    instant(course.lastLossUs),
    instant(course.reducedUs),
  ];
}

/** What the headline says of the time before a window that never grows again: cuts that held it. */
function ofCuts({ snapshot }: TraceInput): readonly string[] {
  const parts = snapshot.summary.account?.parts ?? [];
  const cuts = parts.filter(({ holder, cause }) => holder === 'window' && cause?.startsWith('cut') === true);
  const us = cuts.reduce((sum, { heldUs }) => sum + heldUs, 0);
  return cuts.map(
    ({ cause }) => `, after ${duration(us)} held by ${cause === null ? '' : CAUSE_NAMES[cause]}`,
  );
}

/** Clauses of page one about the whole transfer: what the account of time adds up to, and the one price, the finding's where it is about that. */
function ofTransfer(finding: Finding, { snapshot }: TraceInput): readonly string[] {
  const { account, path = [], side, goodputBytes = 0 } = snapshot.summary;
  if (account === undefined || account.main === null) return [];
  const { parts, main, startUs, endUs, provedShare } = account;
  const sumOf = (of: (part: (typeof parts)[number]) => number): number =>
    parts.reduce((sum, part) => sum + of(part), 0);
  const spanUs = endUs - startUs;
  const lostUs = sumOf((part) => part.lostUs ?? 0);
  const pausedUs = sumOf(({ holder, heldUs }) =>
    holder === 'application' || holder === 'nextRequest' ? heldUs : 0,
  );
  const openUs = sumOf(({ holder, heldUs }) => (holder === 'notKnown' ? heldUs : 0));
  const rate = Math.min(...path.flatMap((one) => (one.rate > 0 ? [one.rate] : [])));
  const isAbout = finding.severity !== 'info' && isLead(finding, { snapshot });
  const costUs = isAbout ? (finding.cost?.lostUs ?? null) : null;
  const restUs = spanUs - (costUs ?? main.lostUs ?? 0);
  const priceUs = costUs ?? (account.healthy || !((main.lostUs ?? 0) >= 1) ? lostUs : (main.lostUs ?? 0));
  const received =
    snapshot.connections.find(({ index }) => index === snapshot.connection)?.receivedBytes ?? 0;
  const payload = side === 'receiver' ? received : goodputBytes;
  return [
    `run at ${bitRate((payload / spanUs) * 1e6)}, over all of ${duration(spanUs)}.`,
    ...['about', 'at most'].flatMap((bound) => [
      `the path would have carried it in ${bound} ${duration(restUs)}.`,
      `the path would have carried it in ${bound} ${duration(restUs - pausedUs)} besides`,
    ]),
    `: ${duration(main.heldUs)} of ${duration(spanUs)}`,
    `in ${duration(pausedUs)} of that there was nothing to send`,
    `${duration(priceUs)} are lost${costUs === null ? '' : ` to “${finding.title}”`}: so long`,
    `${partsHeading(side).first} ${heldInBrackets(main)} for ${percent(main.heldUs / spanUs)} of the time.`,
    ...['about', 'at least'].map(
      (bound) => `it could have carried ${bound} ${amount(priceUs * rate)}, at ${bitRate(rate * 1e6)}.`,
    ),
    `proved for ${percent(provedShare)} of the time`,
    `For ${percent(openUs / spanUs)} of the time what held it is not known`,
  ];
}

/** Figures of a text that neither the finding nor a clause of the list has. */
function foreign(text: string, finding: Finding, trace: TraceInput): readonly string[] {
  const rest = [...labelled(finding, trace), ...ofTransfer(finding, trace), ...ofCuts(trace)]
    .sort((a, b) => b.length - a.length)
    .reduce((left, clause) => (clause === '' ? left : left.replaceAll(clause, ' … ')), text);
  const { account } = trace.snapshot.summary;
  const parts = account === undefined ? [] : accountRows(account);
  const held = [
    account?.sentence ?? '',
    ...parts.flatMap(({ share, lost, longest }) => [share, lost, longest]),
  ];
  const own = new Set([...figuresIn(ownText(finding, trace)), ...held.flatMap(figuresIn)]);
  return figuresIn(rest).filter((figure) => !own.has(figure));
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'facts':
      return block.rows.map(([name, value]) => `${name}: ${[value].flat().join(' ')}`).join('\n');
    case 'table':
      return block.rows.map((row) => row.join(' | ')).join('\n');
    case 'list':
      return block.items.join('\n');
    case 'text':
    case 'heading':
      return block.text;
    default:
      return '';
  }
}

const TELLING = ['summary', 'timeline', 'impact', 'cause', 'evidence', 'others'];

function reportText({ sections }: Document): string {
  const told = sections.filter(({ id }) => TELLING.includes(id));
  return told.flatMap(({ blocks }) => blocks.map(blockText)).join('\n');
}

function traceOf(one: JudgedConnection, only: Finding): TraceInput {
  const { analysis, connection } = one;
  const { findings, notJudged, notFound } = analysis.verdicts;
  const { firstUs, lastUs } = connection.state;
  const snapshot = {
    ...{ summary: summarise(one, 'none', true, analysis), extent: { fromUs: firstUs, toUs: lastUs } },
    ...{ findings, remarks: [], models: analysis.models, notJudged, notFound, messages: [], connection: 0 },
    ...{ connections: [summariseConnection(one, 0, analysis)], connectionCount: 1, quality: null },
    ...{ segments: [], segmentEvidence: null },
  };
  return {
    ...{ name: null, snapshot: asRedacted(snapshot), notes: [], visible: null, traffic: null },
    ...{ findingFigures: [], figures: [], closeUps: [], fingerprints: [], quality: [] },
    dismissed: findings.filter(({ key }) => key !== only.key).map(({ key }) => key),
  };
}

/** The texts of the command line, of the table and of a comparison. */
function otherTexts(finding: Finding, { snapshot }: TraceInput): readonly string[] {
  const { summary, extent, models } = snapshot;
  if (models === null) throw new Error('not judged');
  const place = { file: 'a.qlog', segments: null, trace: 0, marks: [], errors: [] };
  const record = traceRecord(
    place,
    summary,
    models,
    { findings: [finding], remarks: [], notJudged: [] },
    null,
  );
  const report = { record, path: 'a.qlog', rules: [finding.id], messages: [] };
  const settings = {
    rules: [{ id: finding.id, title: finding.title }],
    failOn: 'info',
    version: '1',
  } as const;
  const tally = new Tally('info');
  const told = [textReporter(), junitReporter(settings), sarifReporter(settings)].map((reporter) => {
    const now = reporter.trace({ ...report, failure: null, seconds: 0 });
    return now + reporter.end(tally);
  });
  const [text = '', junit = '', sarif = ''] = told;
  const [of] = snapshot.connections;
  if (of === undefined) throw new Error('no connection');
  const { notJudged, connection } = snapshot;
  const found = { findings: [finding], remarks: [] };
  const read = { connection, extent, summary, ...found, models, notJudged, of, ended: null };
  const survey = {
    traces: [{ ...read, goodputBytes: null, originMs: null, window: null }],
    hash: null,
    connectionCount: 1,
    failures: [],
    ends: null,
  };
  const row = surveyRows('a.qlog', survey)[0];
  const compared = { onlyA: [finding], both: [{ a: finding, b: finding }], onlyB: [], caution: '' };
  return [
    // Without the line of the whole trace's figures.
    text.split('\n').slice(2).join('\n'),
    /<failure[\s\S]*<\/failure>/.exec(junit)?.[0] ?? '',
    ...JSON.parse(sarif).runs[0].results.map(({ message }: { message: { text: string } }) => message.text),
    headlineParts(finding, snapshot).join(' · '),
    row === undefined ? '' : verdictWords(row),
    foundBlocks({ findings: compared } as never, { a: 'A', b: 'B' })
      .map(blockText)
      .join('\n'),
  ];
}

/** How sure page one is, held against the rows that the finding has. */
function holdSure(finding: Finding, document: Document): void {
  const [summary] = document.sections;
  const facts = (summary?.blocks ?? []).flatMap((block) => (block.kind === 'facts' ? block.rows : []));
  const sure = String(facts.find(([name]) => name === 'How sure')?.[1]);
  const required = finding.evidence.filter(({ needed }) => needed);
  const supporting = finding.evidence.filter(({ needed, holds }) => !needed && holds).length;
  expect(required.filter(({ holds }) => !holds)).toEqual([]);
  expect(sure).toContain(`${confidencePercent(finding.confidence)} confidence.`);
  // A share of checks beside a confidence that it is not reads as an error of one of them.
  expect(sure).not.toMatch(/\d of (?:the )?\d/);
  const words = ['', 'The check that it requires holds', 'Both checks that it requires hold'][
    required.length
  ];
  expect(sure).toContain(words ?? `All ${required.length} checks that it requires hold`);
  expect(Number(/(\d+) (?:further )?checks? supports? it/.exec(sure)?.[1] ?? 0)).toBe(supporting);
}

function holdReports({ connections }: Subject): void {
  for (const one of connections)
    for (const finding of one.analysis.verdicts.findings.filter(({ severity }) => severity !== 'info')) {
      const trace = traceOf(one, finding);
      const document = postMortem(inputOf(trace));
      expect(foreign(reportText(document), finding, trace), `report on ${finding.key}`).toEqual([]);
      for (const text of otherTexts(finding, trace))
        expect(foreign(text, finding, trace), `${finding.key}: ${text.slice(0, 60)}`).toEqual([]);
      holdSure(finding, document);
      expect(findingRecords([finding])[0]?.confidence).toBe(finding.confidence);
    }
}

/** The questions that page one answers of every trace that has an account with an answer, whatever was found on it. */
const QUESTIONS = ['What users saw', 'When', 'How long', 'What it cost', 'Why', 'What to do', 'How sure'];

function holdAnswers({ connections }: Subject): void {
  for (const one of connections) {
    const { findings } = one.analysis.verdicts;
    const [worst] = findings;
    if (worst === undefined || (one.analysis.account?.main ?? null) === null) continue;
    const trace = { ...traceOf(one, worst), dismissed: [] };
    const [summary] = postMortem(inputOf(trace)).sections;
    const rows = (summary?.blocks ?? []).flatMap((block) => (block.kind === 'facts' ? block.rows : []));
    expect(QUESTIONS.filter((question) => !rows.some(([name]) => name === question))).toEqual([]);
    const [happened] = (summary?.blocks ?? []).map(blockText);
    expect(happened).toMatch(/ took | came about | covers /);
  }
}

export const REPORT_CLAIMS: readonly Claim[] = [
  claim('what reports say of an alarm is what the alarm says', ENTRIES, 102, holdReports),
  claim('page one of a report answers every question about it', ENTRIES, 102, holdAnswers),
];
