/**
 * Page one: what happened, when, for how long, what it cost, why, what to do and how sure, in plain words, and one picture: what held it
 * over the window of its time. It must be enough for somebody who opens nothing else and knows no QUIC; the evidence is page two.
 */
import { confidencePercent, count, duration, plural } from '../../../engine/base/text/figures';
import { hasFailedHandshake } from '../../../engine/base/text/handshake-words';
import { markSentences, marksOf } from '../../../engine/base/text/origin-marks';
import { isFailedConnection } from '../../../engine/base/text/severities';
import type { AccountPart } from '../../../engine/findings/account/parts';
import type { Finding } from '../../../engine/findings/finding/finding';
import type { Snapshot } from '../../../engine/reading/contract/snapshot';
import { type Authored, actionsIn } from '../authored';
import { type Block, type FactRow, text } from '../document/document';
import { alarmsOf, includedFindings, isLead, type TraceInput, worstOf } from '../input';
import { heldInBrackets, partsHeading } from '../words/account-words';
import { intervalWords } from '../words/finding-words';
import { type HeldWords, heldWords } from '../words/held-words';
import { meaningOf, plainCause } from '../words/plain-words';
import { SEVERITY_WORDS } from '../words/severity-words';
import { controllerFigure, implementationWords } from '../words/summary-words';
import {
  accountSureWords,
  directionOf,
  happenedWords,
  heldOfReport,
  lostSentences,
  spanOf,
} from '../words/transfer-words';
import { suggestedActions } from './actions';
import { dated, timed } from './trace-times';
import { usersSaw, usersSawAll } from './users-saw';

/** Rules that could not be applied: so many leave next to nothing. */
const MANY_RULES = 10;

const lastsToEnd = ({ endUs }: Finding, { snapshot }: TraceInput): boolean => endUs >= snapshot.extent.toUs;

/** `quiche 0.30.0, on the server that sent the data; congestion control: behaves like CUBIC, 100 %`. */
function componentWords({ snapshot }: TraceInput): string {
  const { summary } = snapshot;
  const { vantagePoint, side } = summary;
  const host = vantagePoint === 'client' || vantagePoint === 'server' ? vantagePoint : 'host';
  const does = side === 'sender' ? 'sent' : 'received';
  const where =
    side === 'unknown' || hasFailedHandshake(snapshot.findings)
      ? `on the ${host} that wrote the log`
      : `on the ${host} that ${does} the data`;
  const controller = controllerFigure(snapshot);
  const behaves = controller === '' ? '' : `; congestion control: ${controller}`;
  return `${implementationWords(summary)}, ${where}${behaves}.`;
}

function whenWords(finding: Finding, trace: TraceInput): string {
  const { startUs, endUs } = finding;
  if (startUs === endUs) return `At ${dated(trace, startUs)}.`;
  const open = lastsToEnd(finding, trace);
  return `From ${dated(trace, startUs)} until ${timed(trace, endUs)}${open ? ', where the log ends' : ''}.`;
}

/** @param lead what the report is about; null for the whole transfer. */
function whenRows(trace: TraceInput, lead: Finding | null, worst: Finding | null): readonly string[] {
  if (lead !== null) return [whenWords(lead, trace)];
  const { extent } = trace.snapshot;
  const whole = `From ${dated(trace, extent.fromUs)} until ${timed(trace, extent.toUs)}.`;
  return worst === null ? [whole] : [whole, `${worst.title}: ${whenWords(worst, trace)}`];
}

/** How long the finding lasted, and what held most or longest of the transfer. */
function lengthWords(
  trace: TraceInput,
  finding: Finding | null,
  main: AccountPart | null,
): readonly string[] {
  const { summary } = trace.snapshot;
  const whole = duration(spanOf(summary));
  const open = finding !== null && lastsToEnd(finding, trace);
  const ofFinding =
    finding === null || finding.startUs === finding.endUs
      ? []
      : [
          `${finding.title}: ${duration(finding.endUs - finding.startUs)}${open ? '; it was still going on' : ''}.`,
        ];
  if (main === null) return ofFinding.length === 0 ? [`${whole}.`] : ofFinding;
  const { heldUs, longestUs } = main;
  const longest = longestUs < heldUs ? `, at most ${duration(longestUs)} at a time` : '';
  const ofMain = `${partsHeading(summary.side).first} ${heldInBrackets(main)}: ${duration(heldUs)} of ${whole}${longest}.`;
  return [...ofFinding, ofMain];
}

/**
 * The checks that the finding requires, all of which an alarm passes, and how many rows support it besides. Other rows tell
 * of what kind it is: that one of them does not hold takes nothing from how sure it is, and the appendix has them.
 */
function checkWords({ evidence }: Pick<Finding, 'evidence'>): string {
  const required = evidence.filter(({ needed }) => needed);
  const held = required.filter(({ holds }) => holds).length;
  const supporting = evidence.filter(({ needed, holds }) => !needed && holds).length;
  const number = required.length === 2 ? 'Both' : `All ${count(held)}`;
  const all =
    required.length === 1 ? 'The check that it requires holds' : `${number} checks that it requires hold`;
  const some = `${count(held)} of the ${plural(required.length, 'check')} that it requires hold`;
  const besides = plural(supporting, required.length === 0 ? 'check' : 'further check');
  const words = [
    required.length === 0 ? '' : held === required.length ? all : some,
    supporting === 0 ? '' : `${besides} ${supporting === 1 ? 'supports' : 'support'} it`,
  ].filter((part) => part !== '');
  return words.length === 0 ? '' : ` ${words.join(', ')}, see the evidence.`;
}

function sureWords(finding: Finding): string {
  const { confidence, cause } = finding;
  const inferred =
    cause === null
      ? ' The trace does not prove a cause.'
      : ' The cause is inferred from what the sender did, not taken from its code.';
  return `${confidencePercent(confidence)} confidence.${checkWords(finding)}${inferred}`;
}

/** How sure the finding is that says what held the transfer, where the worst one is another. */
function causeSureWords(by: Finding | null, worst: Finding | null): readonly string[] {
  if (by === null || by.id === worst?.id) return [];
  return [`${by.title}: ${confidencePercent(by.confidence)} confidence.${checkWords(by)}`];
}

/** `2 warnings: Recovery without a loss (of the same cause), PTO storm.`; empty where it is the only alarm. */
function othersWords(trace: TraceInput, worst: Finding): string {
  const others = alarmsOf(trace).slice(1);
  const infos = includedFindings(trace).length - others.length - 1;
  const named = others.map(({ title, severity, explainedBy }) => {
    const effect = explainedBy?.key === worst.key ? ', of the same cause' : '';
    return `${title} (${SEVERITY_WORDS[severity].toLowerCase()}${effect})`;
  });
  const listed = [...new Set(named)];
  const info = infos > 0 ? [`${plural(infos, 'finding')} of severity info`] : [];
  const all = [...listed, ...info];
  return all.length === 0 ? '' : `${all.join(', ')}: see the appendix.`;
}

/** What the report is about; null for the whole transfer. */
function leadOf(trace: TraceInput): Finding | null {
  const worst = worstOf(trace);
  return worst !== null && isLead(worst, trace) ? worst : null;
}

/** The main answer, and its words; null where there is none, or a failure says more than what held the transfer until then. */
function mainOf(
  trace: TraceInput,
  worst: Finding | null,
): (HeldWords & { readonly part: AccountPart }) | null {
  const { summary } = trace.snapshot;
  const part = summary.account?.main ?? null;
  if (part === null || (worst !== null && isFailedConnection(worst))) return null;
  // Nothing held it: what the alarm is, counts.
  if (worst !== null && (summary.account?.healthy === true || part.holder === 'arriving')) return null;
  return { part, ...heldWords(part, includedFindings(trace), directionOf(summary)) };
}

/** Why it took so long, and what the worst finding is where that is something else. */
function whyWords(worst: Finding | null, main: HeldWords | null): readonly string[] {
  const cause = main?.why ?? '';
  if (worst === null) return [cause];
  // How it failed is in no figure of what held it until then.
  const words = [meaningOf(worst), plainCause(worst), isFailedConnection(worst) ? worst.verdict : ''];
  const own = words.filter((one) => one !== '').join(' ');
  return cause === '' || main?.by?.id === worst.id ? [own] : [cause, `${worst.title}: ${own}`];
}

function factsOf(trace: TraceInput, worst: Finding | null, authored: Authored): readonly FactRow[] {
  const { snapshot, traffic } = trace;
  const main = mainOf(trace, worst);
  const findings = { ...snapshot, findings: includedFindings(trace) };
  const lead = leadOf(trace);
  const saw = lead === null ? usersSawAll(snapshot) : usersSaw(lead, findings, lastsToEnd(lead, trace));
  const infos = includedFindings(trace).length;
  const rows: readonly FactRow[] = [
    ['What users saw', saw.join(' ')],
    ['When', whenRows(trace, lead, worst)],
    ['How long', lengthWords(trace, worst, main?.part ?? null)],
    ['What it cost', [...lostSentences(findings, traffic?.totals.streams?.resentBytes ?? 0, lead)]],
    ['Why', whyWords(worst, main).filter((words) => words !== '')],
    ['What to do', [...actionsIn(authored), ...suggestedActions(alarmsOf(trace), main)]],
    [
      'How sure',
      [
        ...(worst === null ? [] : [`${lead === null ? `${worst.title}: ` : ''}${sureWords(worst)}`]),
        ...causeSureWords(main?.by ?? null, worst),
        accountSureWords(findings),
      ].filter((words) => words !== ''),
    ],
    ['Component', componentWords(trace)],
    [
      'Also found',
      worst !== null
        ? othersWords(trace, worst)
        : infos === 0
          ? ''
          : `${plural(infos, 'finding')} of severity info: see the appendix.`,
    ],
  ];
  return rows.filter(([, value]) => value.length > 0);
}

/** Where most rules could not be applied, that nothing was found proves nothing. */
function unjudgedWords({ notJudged, summary }: Pick<Snapshot, 'notJudged' | 'summary'>): string {
  if (notJudged.length < MANY_RULES) return '';
  const other =
    summary.side === 'receiver' ? ' It is the trace of the receiver: that of the sender is needed.' : '';
  return ` That proves nothing: ${plural(notJudged.length, 'rule')} could not be applied (${notJudged[0]?.reason}).${other}`;
}

/** Where something held it all the same. */
const heldBelow = ({ summary: { account, side } }: Pick<Snapshot, 'summary'>): string =>
  account === undefined || account.main === null || account.healthy || side === 'receiver'
    ? ''
    : '; what held the transfer stands below';

/** How the trace came about, where it is no plain recording; what a digest is stands at the end. */
function originBlocks({ snapshot, digest }: TraceInput): readonly Block[] {
  const marks = marksOf(snapshot).filter((mark) => digest === undefined || mark !== 'digest');
  const sentences = markSentences(marks);
  return sentences.length === 0 ? [] : [text(sentences.join(' '))];
}

/** @param first number of the first figure. */
export function briefBlocks(trace: TraceInput, authored: Authored, first: number): readonly Block[] {
  const { snapshot, findingFigures, digest } = trace;
  const worst = worstOf(trace);
  const findings = includedFindings(trace);
  const dismissed = snapshot.findings.length - findings.length;
  const lead = leadOf(trace);
  const sentence = heldOfReport(snapshot, lead);
  const verdict =
    worst === null
      ? `No rule gives an alarm: no critical finding and no warning${heldBelow(snapshot)}.${unjudgedWords(snapshot)}`
      : `${SEVERITY_WORDS[worst.severity]}: ${worst.title}, ${intervalWords(worst, snapshot)}.`;
  return [
    text(happenedWords({ ...snapshot, findings }, lead)),
    ...originBlocks(trace),
    ...(sentence === '' ? [] : [text(sentence)]),
    text(verdict),
    { kind: 'facts', rows: factsOf(trace, worst, authored) },
    ...(dismissed > 0 ? [text(`${plural(dismissed, 'dismissed finding')} not included.`)] : []),
    ...findingFigures.map(
      (figure, i): Block => ({
        kind: 'figure',
        number: first + i,
        figure,
        caption: figure.caption ?? figure.sentence,
      }),
    ),
    ...(digest === undefined ? [] : [text(digest)]),
  ];
}
