/**
 * Everything that was judged of a trace, as one text: what the page says of each connection, with the figures after
 * it. It is kept beside the corpus and compared exactly, so that each change of a verdict is read as a line. What could not be judged
 * is one text for all traces, by rules: a new rule changes that one, and those of the traces of which it says something.
 */

import { controllerWords } from '../../../src/engine/base/text/controller-words.ts';
import type { Evidence, Finding, NotFound } from '../../../src/engine/findings/finding/finding';
import { qualityOf } from '../../../src/engine/reading/facts/quality.ts';
import { summarise } from '../../../src/engine/reading/facts/summary.ts';
import { messagesOf } from '../../../src/engine/reading/facts/text-messages.ts';
import { summariseConnection } from '../../../src/engine/reading/stages/connection-list.ts';
import type { BoundaryLeads, ModelReport } from '../../../src/engine/sender/congestion/index.ts';
import { figure, inline, lines } from './plain-text.ts';
import type { JudgedConnection, Subject } from './subject.ts';

const interval = ({ startUs, endUs }: { readonly startUs: number; readonly endUs: number }): string =>
  `${figure(startUs)} to ${figure(endUs)} µs`;

function evidenceLine(row: Evidence): string {
  const { id, name, value, unit, normal, threshold, holds, needed, deciding, panel } = row;
  const verdict = `${holds ? 'holds' : 'fails'}, ${needed ? 'needed' : 'supports'}${deciding ? ', decides' : ''}`;
  const measured = `${figure(value)} ${unit}, normal "${normal}", against "${threshold}"`;
  return `    [${id}] ${name}: ${measured}: ${verdict}, panel ${panel}`;
}

function closeUpLines({ closeUp }: Finding): readonly string[] {
  if (closeUp === null) return ['    close-up: none'];
  const { fromUs, toUs, steps } = closeUp;
  return [
    `    close-up: ${figure(fromUs)} to ${figure(toUs)} µs`,
    ...steps.map(({ timeUs, kind, text }, i) => `      ${i + 1} ${figure(timeUs)} µs ${kind}: ${text}`),
  ];
}

function findingLines(finding: Finding): readonly string[] {
  const { key, id, title, severity, confidence, variant, exit, cause, cost, knownDefect, panels } = finding;
  return [
    `  ${key} (${id}): ${title}`,
    `    ${finding.verdict}`,
    `    ${interval(finding)}; ${severity}, confidence ${figure(confidence)}`,
    `    variant ${variant}, exit ${exit}, cause ${cause}`,
    ...(knownDefect === undefined ? [] : [`    known defect: ${inline(knownDefect)}`]),
    `    cost: ${cost === null ? 'none' : inline(cost)}`,
    ...finding.evidence.map(evidenceLine),
    ...closeUpLines(finding),
    `    why: ${finding.why}`,
    `    next: ${finding.next}`,
    `    panels: ${panels.join(', ')}`,
  ];
}

function notFoundLines(closest: NotFound): readonly string[] {
  return [
    `  ${closest.id}: ${closest.title}`,
    `    ${closest.reason}`,
    `    ${interval(closest)}`,
    ...closest.evidence.map(evidenceLine),
  ];
}

function modelLines(report: ModelReport): readonly string[] {
  const { candidates, groups, best, fits, unnamed, notJudged, openLoop, firstDivergenceUs, epochStartsUs } =
    report;
  return [
    `  openLoop ${openLoop}; notJudged ${notJudged}; fits ${fits}; unnamed ${unnamed}; best ${inline(best)}`,
    `  told: ${controllerWords(report)}`,
    `  first divergence ${figure(firstDivergenceUs)} µs; ${epochStartsUs.length} epochs`,
    ...groups.map((ids) => `  cannot be told apart: ${ids.join(', ')}`),
    ...candidates.map(({ epochScores, ...scores }) => {
      const scored = epochScores.filter((score) => !Number.isNaN(score));
      const sum = scored.reduce((total, score) => total + score, 0);
      return `  ${inline(scores)}; epochs scored ${scored.length}, sum ${figure(sum)}`;
    }),
  ];
}

function boundaryLines(leads: BoundaryLeads | null, noBoundary: string | null): readonly string[] {
  if (leads === null) return [`  none: ${noBoundary}`];
  return [leads.defective, leads.fixed].flatMap(({ rule, lead, stretches }) => [
    `  ${rule}: ${lead.length} points, ${figure(lead.min)} to ${figure(lead.max)} µs`,
    ...stretches.map((stretch) => `    ${inline(stretch)}`),
  ]);
}

function accountLines({ account }: JudgedConnection['analysis']): readonly string[] {
  if (account === null) return ['  none'];
  const { sentence, healthy, parts, main, ...figures } = account;
  return [
    `  ${sentence}`,
    `  healthy ${healthy}; main ${main?.holder} ${main?.cause}; ${inline(figures)}`,
    ...parts.map((part) => `    ${inline(part)}`),
  ];
}

const orNone = (told: readonly string[]): readonly string[] => (told.length === 0 ? ['  none'] : told);

function connectionLines(one: JudgedConnection, index: number): readonly string[] {
  const { analysis, connection, input, text } = one;
  const { verdicts, models, noBoundary } = analysis;
  const { state } = connection;
  const { provenance, decode, ...quality } = qualityOf(one, 'none', analysis);
  const { names, tuplePackets, ...decoded } = decode;
  return [
    `Connection ${index}`,
    ...lines(summariseConnection(one, index, analysis)),
    '',
    'Verdicts',
    ...orNone(verdicts.findings.flatMap(findingLines)),
    '',
    'Remarks',
    ...orNone(verdicts.remarks.flatMap(findingLines)),
    '',
    'Account',
    ...accountLines(analysis),
    '',
    'Not found',
    ...orNone(verdicts.notFound.flatMap(notFoundLines)),
    '',
    'Models',
    ...modelLines(models),
    '',
    'Recovery boundary',
    ...boundaryLines(noBoundary === null ? input.leads : null, noBoundary),
    '',
    'Summary',
    ...lines(summarise(one, 'none', true, { ...analysis, account: null })),
    `  acknowledged: ${state.ackedBytes} bytes; first event ${figure(state.firstUs)}, last ${figure(state.lastUs)} µs`,
    '',
    'Provenance',
    ...provenance.map((quantity) => `  ${inline(quantity)}`),
    '',
    'Trace quality',
    ...lines(quality),
    ...lines(decoded),
    // Every log has one at least.
    ...(tuplePackets.length > 1 ? lines({ tuplePackets }) : []),
    ...names.map(({ name, status, count }) => `    ${count} × ${name} (${status})`),
    '',
    'What reading found out',
    ...lines(input.log ?? {}),
    '',
    'Messages',
    ...orNone(
      messagesOf(text, connection, true).map(
        ({ kind, level, text: words, places }) => `  ${level} ${kind}: ${words} Places: ${inline(places)}`,
      ),
    ),
  ];
}

/** The text of a trace, its lines ended as a file's. */
export function judgedText({ entry, text, connections }: Subject): string {
  const { container, events, skippedRecords } = text.pipeline;
  return [
    `${entry.file}`,
    `  ${container}, ${events} events, ${skippedRecords} records skipped, connections: ${connections.length}`,
    '',
    ...connections.flatMap((one, index) => [...connectionLines(one, index), '']),
  ].join('\n');
}

/** What the rules could not judge: of each rule its reasons, and the connections of each reason by file and index. */
export class NotJudgedText {
  readonly #byRule = new Map<string, Map<string, string[]>>();

  add({ entry, connections }: Subject): void {
    for (const [index, { analysis }] of connections.entries())
      for (const { id, title, reason } of analysis.verdicts.notJudged)
        this.#reasonsOf(`${id}: ${title}`, reason).push(`${entry.file} ${index}`);
  }

  #reasonsOf(rule: string, reason: string): string[] {
    const reasons = this.#byRule.get(rule) ?? new Map<string, string[]>();
    this.#byRule.set(rule, reasons);
    const of = reasons.get(reason) ?? [];
    reasons.set(reason, of);
    return of;
  }

  /** In the order of rules' ids, its lines ended as a file's. */
  toString(): string {
    const rules = [...this.#byRule].sort(([a], [b]) => (a < b ? -1 : 1));
    return rules
      .flatMap(([rule, reasons]) => [
        rule,
        ...[...reasons]
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .flatMap(([reason, of]) => [`  ${reason}`, ...of.sort().map((name) => `    ${name}`)]),
        '',
      ])
      .join('\n');
  }
}
