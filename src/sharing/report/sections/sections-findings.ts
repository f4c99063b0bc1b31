/** Sections of a report about the findings: evidence, what they cost, probable cause. Page one is sections-brief.ts. */
import type { TimeRange } from '../../../drawing/view/view';
import { confidencePercent, count, duration, instant, percent } from '../../../engine/base/text/figures';
import { idleCauseWords } from '../../../engine/base/text/idle-words';
import type { Finding } from '../../../engine/findings/finding/finding';
import { type Block, type Figure, heading, list, text } from '../document/document';
import { closeUpBlocks } from '../figures/close-up-figure';
import { alarmsOf, includedFindings, type TraceInput, worstOf } from '../input';
import { accountRows, heldInBrackets, partsHeading } from '../words/account-words';
import { evidenceValue } from '../words/evidence-value';
import { costWords, evidenceNeeded, findingFacts, holdsWords, intervalWords } from '../words/finding-words';
import { heldWords } from '../words/held-words';
import { SEVERITY_WORDS } from '../words/severity-words';
import { directionOf } from '../words/transfer-words';
import { referencesIn } from './references';

const byTitle = ({ title, severity }: Finding): string => `${SEVERITY_WORDS[severity]}: ${title}`;

/** The share of the trace that alarms cover, what each cost by the account, and what runs without a defect gave. */
export function impactBlocks(trace: TraceInput): readonly Block[] {
  const { snapshot } = trace;
  const alarms = alarmsOf(trace);
  const rows = alarms.flatMap(({ cost, ...finding }) =>
    cost === null
      ? []
      : [[finding.title, intervalWords(finding, snapshot), costWords(cost, snapshot.summary.side)]],
  );
  const runs = alarms.flatMap(({ title, closedLoop }) =>
    closedLoop === null ? [] : [`${title}: ${closedLoop.words}`],
  );
  const closedLoops = runs.length === 0 ? [] : [list(runs)];
  if (alarms.length === 0)
    return [
      text(
        'No critical finding and no warning has a cost of its own: what the transfer lost is on page one.',
      ),
    ];
  const lengthUs = snapshot.summary.durationUs;
  const coveredUs = Math.min(lengthUs, covered(alarms));
  const ofTrace = lengthUs > 0 ? `, ${percent(coveredUs / lengthUs)} of the trace` : '';
  const share = `Critical findings and warnings cover ${duration(coveredUs)} of ${duration(lengthUs)}${ofTrace}.`;
  if (rows.length === 0)
    return [text(`${share} None of them stands for what held the sender.`), ...closedLoops];
  const isTwice = alarms.reduce((sum, { startUs, endUs }) => sum + endUs - startUs, 0) > covered(alarms);
  return [
    text(share),
    { kind: 'table', head: ['Finding', 'Interval', 'Cost'], rows },
    ...(isTwice ? [text('Time of those that overlap is in each of them.')] : []),
    ...closedLoops,
  ];
}

/** Length of the union of intervals, µs. */
function covered(findings: readonly Finding[]): number {
  const sorted = [...findings].sort((a, b) => a.startUs - b.startUs);
  let sum = 0;
  let endUs = Number.NEGATIVE_INFINITY;
  for (const finding of sorted) {
    const fromUs = Math.max(finding.startUs, endUs);
    if (finding.endUs > fromUs) sum += finding.endUs - fromUs;
    endUs = Math.max(endUs, finding.endUs);
  }
  return sum;
}

/** What held it, as a table: of every trace that has an account. */
function accountBlocks({ snapshot }: TraceInput): readonly Block[] {
  const { account } = snapshot.summary;
  const rows = account === undefined ? [] : accountRows(account);
  const large = rows.filter(({ isLarge }) => isLarge);
  if (large.length === 0) return [];
  const others = rows.length - large.length;
  // Nothing is lost where the path's rate is not known.
  const hasLost = large.some(({ lost }) => lost !== '');
  const ofLost = (cell: string): readonly string[] => (hasLost ? [cell] : []);
  const cells = large.map(({ heldBy, share, lost, longest }) => [heldBy, share, ...ofLost(lost), longest]);
  const rest = others === 0 ? [] : [[`${count(others)} more`, 'below 1 % each', ...ofLost(''), '']];
  const head = [partsHeading(snapshot.summary.side).first, 'Share', ...ofLost('Lost'), 'Longest'];
  return [{ kind: 'table', head, rows: [...cells, ...rest] }];
}

/** Numbers of the first pictures: of page one, the close-up and the chosen panels of page two, other close-ups; and after all of them. */
export interface FigureNumbers {
  readonly brief: number;
  readonly closeUp: number;
  readonly panels: number;
  readonly others: number;
  readonly end: number;
}

/** @param firstCloseUp number of the first picture of their close-ups. */
function findingsBlocks(
  trace: TraceInput,
  findings: readonly Finding[],
  { brief, panels }: FigureNumbers,
  firstCloseUp: number,
): readonly Block[] {
  const closeUps = trace.closeUps.filter((one) => findings.some(({ key }) => key === one.key));
  const numbers = new Map([
    ...trace.findingFigures.map(({ panel }, i) => [panel, brief + i] as const).reverse(),
    ...trace.figures.map(({ panel }, i) => [panel, panels + i] as const),
  ]);
  return findings.flatMap((finding) => {
    const at = closeUps.findIndex(({ key }) => key === finding.key);
    const closeUp = closeUpBlocks(finding, closeUps[at]?.figure, firstCloseUp + at);
    return findingBlocks(trace, finding, closeUp, numbers);
  });
}

/** The finding of page one; of a trace without an alarm the first of all. */
const leadOf = (trace: TraceInput): Finding | undefined => worstOf(trace) ?? includedFindings(trace)[0];

/** Page two: what held it, part by part, the finding of page one with its close-up and its evidence, and the chosen panels. */
export function evidenceBlocks(trace: TraceInput, numbers: FigureNumbers): readonly Block[] {
  const lead = leadOf(trace);
  return [
    ...accountBlocks(trace),
    ...(lead === undefined
      ? [text('No findings in this trace.')]
      : findingsBlocks(trace, [lead], numbers, numbers.closeUp)),
    ...trace.figures.map(
      (figure, i): Block => ({
        kind: 'figure',
        number: numbers.panels + i,
        figure,
        caption: captionOf(figure, trace.visible ?? trace.snapshot.extent, trace.visible === null),
      }),
    ),
  ];
}

/** The other findings, each with its evidence; nothing where there is one at most. */
export const otherFindingBlocks = (trace: TraceInput, numbers: FigureNumbers): readonly Block[] =>
  findingsBlocks(
    trace,
    includedFindings(trace).filter((finding) => finding !== leadOf(trace)),
    numbers,
    numbers.others,
  );

/** Of the table of evidence, the deciding rows first. */
const EVIDENCE_HEAD = ['Evidence', 'Found', 'Normal', 'Alarm from', 'Holds', 'Shown in'];

function findingBlocks(
  { snapshot }: TraceInput,
  finding: Finding,
  closeUp: readonly Block[],
  figures: ReadonlyMap<string, number>,
): readonly Block[] {
  const shownIn = (panel: string | null): string => {
    const number = panel === null ? undefined : figures.get(panel);
    return number === undefined ? '' : String(number);
  };
  // That of an alarm is listed under Impact.
  const facts = findingFacts(finding, snapshot.summary).filter(
    ([name]) => name !== 'Cost' || finding.severity === 'info',
  );
  const rows = finding.evidence.map((row) => [
    row.name,
    evidenceValue(row),
    row.normal,
    evidenceNeeded(row),
    holdsWords(row),
    shownIn(row.panel),
  ]);
  return [
    heading(`${byTitle(finding)}, ${intervalWords(finding, snapshot)}`),
    text(finding.verdict),
    { kind: 'facts', rows: [...facts, ['Confidence', confidencePercent(finding.confidence)]] },
    ...closeUp,
    // What is no alarm is reported by its sentence: its figures are in it, and the page has its evidence.
    ...(rows.length === 0 || finding.severity === 'info'
      ? []
      : [{ kind: 'table', head: EVIDENCE_HEAD, rows } as const]),
  ];
}

function captionOf({ title, sentence }: Figure, { fromUs, toUs }: TimeRange, whole: boolean): string {
  const length = toUs - fromUs;
  const range = whole ? 'the whole trace' : `${instant(fromUs, length)} to ${instant(toUs, length)}`;
  return `${title}, ${range}. ${sentence}`;
}

/** What held the transfer, of which page one says the same. */
function noAlarmCause(trace: TraceInput): string {
  const { summary } = trace.snapshot;
  const main = summary.account?.main ?? null;
  if (main === null) return 'No critical finding and no warning, and what held the transfer does not show.';
  const { why } = heldWords(main, includedFindings(trace), directionOf(summary));
  return `No critical finding and no warning. ${partsHeading(summary.side).first} ${heldInBrackets(main)}. ${why}`;
}

/** The known causes, and references to where each rule is described. */
export function causeBlocks(trace: TraceInput): readonly Block[] {
  const alarms = alarmsOf(trace);
  if (alarms.length === 0) return [text(noAlarmCause(trace))];
  // One explanation per rule, also when it has several findings.
  const rules = alarms.filter(({ id }, i) => alarms.findIndex((other) => other.id === id) === i);
  const blocks = rules.flatMap((finding) => {
    const causes = [
      ...new Set(alarms.filter(({ id }) => id === finding.id).flatMap(({ cause }) => cause ?? [])),
    ];
    const named =
      causes.length === 0
        ? 'This trace does not prove a cause.'
        : `Cause: ${causes.map(idleCauseWords).join('; ')}. Inferred from the trace, not taken from the code.`;
    const defects = alarms.flatMap(({ id, knownDefect }) =>
      id === finding.id ? (knownDefect?.words ?? []) : [],
    );
    const { explainedBy } = finding;
    const isEffect = explainedBy !== undefined && alarms.some(({ key }) => key === explainedBy.key);
    if (isEffect)
      return [heading(finding.title), text(`Brought about by “${explainedBy.title}”. ${finding.why}`)];
    return [
      heading(finding.title),
      text([named, ...new Set(defects)].join(' ')),
      text(finding.why),
      text(`Look at: ${finding.next}`),
    ];
  });
  const defects = alarms.flatMap(({ knownDefect: defect }) =>
    defect === undefined ? [] : [`${defect.implementation} ${defect.reference}`],
  );
  const links = referencesIn([...rules.map(({ why }) => why), ...defects]);
  return links.length === 0 ? blocks : [...blocks, heading('References'), { kind: 'links', links }];
}
