/**
 * Page one: what held the sender, what users saw, why, where, what to do, when, how sure, in plain words, and the figures of the worst finding.
 * It must be enough for somebody who opens nothing else and knows no QUIC.
 */
import { confidencePercent, count, duration, plural } from '../../../engine/base/text/figures';
import { markSentences, marksOf } from '../../../engine/base/text/origin-marks';
import type { Finding } from '../../../engine/findings/finding/finding';
import type { Snapshot } from '../../../engine/reading/contract/snapshot';
import { type Authored, actionsIn } from '../authored';
import { type Block, type FactRow, text } from '../document/document';
import { closeUpBlocks } from '../figures/close-up-figure';
import { alarmsOf, includedFindings, type TraceInput, worstOf } from '../input';
import { accountRows, accountSentence, partsHeading } from '../words/account-words';
import { intervalWords } from '../words/finding-words';
import { meaningOf, plainCause } from '../words/plain-words';
import { SEVERITY_WORDS } from '../words/severity-words';
import { controllerFigure, implementationWords } from '../words/summary-words';
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
    side === 'unknown' ? `on the ${host} that wrote the log` : `on the ${host} that ${does} the data`;
  const controller = controllerFigure(snapshot);
  const behaves = controller === '' ? '' : `; congestion control: ${controller}`;
  return `${implementationWords(summary)}, ${where}${behaves}.`;
}

function whenWords(finding: Finding, trace: TraceInput): string {
  const { startUs, endUs } = finding;
  if (startUs === endUs) return `At ${dated(trace, startUs)}.`;
  const length = duration(endUs - startUs);
  const open = lastsToEnd(finding, trace);
  const until = `until ${timed(trace, endUs)}${open ? ', where the log ends' : ''}`;
  return `From ${dated(trace, startUs)} ${until}: ${length}${open ? '; it was still going on' : ''}.`;
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
  return words.length === 0 ? '' : ` ${words.join(', ')}, see the appendix.`;
}

function sureWords(finding: Finding): string {
  const { confidence, cause } = finding;
  const inferred =
    cause === null
      ? ' The trace does not prove a cause.'
      : ' The cause is inferred from what the sender did, not taken from its code.';
  return `${confidencePercent(confidence)} confidence.${checkWords(finding)}${inferred}`;
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

function factsOf(finding: Finding, trace: TraceInput, authored: Authored): readonly FactRow[] {
  const rows: readonly FactRow[] = [
    ['What users saw', usersSaw(finding, trace.snapshot, lastsToEnd(finding, trace)).join(' ')],
    ['Why', [meaningOf(finding), plainCause(finding)].filter((words) => words !== '').join(' ')],
    ['Component', componentWords(trace)],
    ['What to do', [...actionsIn(authored), ...suggestedActions(finding)]],
    ['When', whenWords(finding, trace)],
    ['How sure', sureWords(finding)],
    ['Also found', othersWords(trace, finding)],
  ];
  return rows.filter(([, value]) => value !== '');
}

/** Of a trace without an alarm: what it is, and that nothing was found. */
function calmBlocks(trace: TraceInput, authored: Authored): readonly Block[] {
  const { snapshot } = trace;
  const { summary, extent } = snapshot;
  const infos = includedFindings(trace).length;
  const actions = actionsIn(authored);
  const rows: readonly FactRow[] = [
    ['Component', componentWords(trace)],
    ['What users saw', usersSawAll(snapshot).join(' ')],
    ['What to do', actions],
    [
      'When',
      `From ${dated(trace, extent.fromUs)} until ${timed(trace, extent.toUs)}: ${duration(summary.durationUs)}.`,
    ],
    ['Also found', infos === 0 ? '' : `${plural(infos, 'finding')} of severity info: see the appendix.`],
  ];
  return [
    text(`This trace has no critical finding and no warning.${unjudgedWords(snapshot)}`),
    { kind: 'facts', rows: rows.filter(([, value]) => value.length > 0) },
  ];
}

/** Where most rules could not be applied, that nothing was found proves nothing. */
function unjudgedWords({ notJudged, summary }: Pick<Snapshot, 'notJudged' | 'summary'>): string {
  if (notJudged.length < MANY_RULES) return '';
  const other =
    summary.side === 'receiver' ? ' It is the trace of the receiver: that of the sender is needed.' : '';
  return ` That proves nothing: ${plural(notJudged.length, 'rule')} could not be applied (${notJudged[0]?.reason}).${other}`;
}

/** How the trace came about, where it is no plain recording; a digest says more of itself. */
function originBlocks({ snapshot, digest }: TraceInput): readonly Block[] {
  const marks = marksOf(snapshot).filter((mark) => digest === undefined || mark !== 'digest');
  const sentences = [...markSentences(marks), ...(digest === undefined ? [] : [digest])];
  return sentences.length === 0 ? [] : [text(sentences.join(' '))];
}

/** What held it, in a sentence and a table: of every trace that has an account. */
function accountBlocks({ snapshot }: TraceInput): readonly Block[] {
  const sentence = accountSentence(snapshot);
  const { account } = snapshot.summary;
  const rows = account === undefined ? [] : accountRows(account);
  const large = rows.filter(({ isLarge }) => isLarge);
  const others = rows.length - large.length;
  // Nothing is lost where the path's rate is not known.
  const hasLost = large.some(({ lost }) => lost !== '');
  const ofLost = (cell: string): readonly string[] => (hasLost ? [cell] : []);
  const cells = large.map(({ heldBy, share, lost, longest }) => [heldBy, share, ...ofLost(lost), longest]);
  const rest = others === 0 ? [] : [[`${count(others)} more`, 'below 1 % each', ...ofLost(''), '']];
  return [
    ...(sentence === '' ? [] : [text(sentence)]),
    ...(large.length === 0
      ? []
      : [
          {
            kind: 'table',
            head: [partsHeading(snapshot.summary.side).first, 'Share', ...ofLost('Lost'), 'Longest'],
            rows: [...cells, ...rest],
          } as const,
        ]),
  ];
}

/** @param first number of the first figure. */
export function briefBlocks(trace: TraceInput, authored: Authored, first: number): readonly Block[] {
  const { snapshot, findingFigures, closeUps } = trace;
  const worst = worstOf(trace);
  const dismissed = snapshot.findings.length - includedFindings(trace).length;
  const verdict =
    worst === null
      ? []
      : [text(`${SEVERITY_WORDS[worst.severity]}: ${worst.title}, ${intervalWords(worst, snapshot)}.`)];
  return [
    ...originBlocks(trace),
    ...accountBlocks(trace),
    ...verdict,
    ...(worst === null
      ? calmBlocks(trace, authored)
      : [{ kind: 'facts', rows: factsOf(worst, trace, authored) } as const]),
    ...(dismissed > 0 ? [text(`${plural(dismissed, 'dismissed finding')} not included.`)] : []),
    ...findingFigures.map(
      (figure, i): Block => ({
        kind: 'figure',
        number: first + i,
        figure,
        caption: figure.caption ?? figure.sentence,
      }),
    ),
    ...(worst === null
      ? []
      : closeUpBlocks(
          worst,
          closeUps.find(({ key }) => key === worst.key)?.figure,
          first + findingFigures.length,
        )),
  ];
}
