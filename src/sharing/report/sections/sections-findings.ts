/** Sections of a report about the findings: what they cost, probable cause, evidence. Page one is sections-brief.ts. */
import type { TimeRange } from '../../../drawing/view/view';
import { confidencePercent, duration, instant, percent } from '../../../engine/base/text/figures';
import { idleCauseWords } from '../../../engine/base/text/idle-words';
import type { Finding } from '../../../engine/findings/finding/finding';
import { type Block, type Figure, heading, list, text } from '../document/document';
import { closeUpBlocks } from '../figures/close-up-figure';
import { alarmsOf, appendixCloseUps, includedFindings, type TraceInput } from '../input';
import { evidenceValue } from '../words/evidence-value';
import { costWords, evidenceNeeded, findingFacts, holdsWords, intervalWords } from '../words/finding-words';
import { SEVERITY_WORDS } from '../words/severity-words';
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
  const lengthUs = snapshot.summary.durationUs;
  const coveredUs = Math.min(lengthUs, covered(alarms));
  const share =
    alarms.length === 0 || lengthUs <= 0
      ? 'No critical finding or warning covers any part of the trace.'
      : `Critical findings and warnings cover ${duration(coveredUs)} of ${duration(lengthUs)}, ${percent(coveredUs / lengthUs)} of the trace.`;
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

/**
 * Every finding with its evidence and, unless page one has it, its close-up; then the chosen panels.
 * @param first number of the first of these pictures. @param brief number of the first picture of page one.
 */
export function evidenceBlocks(trace: TraceInput, first: number, brief: number): readonly Block[] {
  const closeUps = appendixCloseUps(trace);
  const firstPanel = first + closeUps.length;
  const numbers = new Map([
    ...trace.findingFigures.map(({ panel }, i) => [panel, brief + i] as const).reverse(),
    ...trace.figures.map(({ panel }, i) => [panel, firstPanel + i] as const),
  ]);
  const closeUpOf = (finding: Finding): readonly Block[] => {
    const at = closeUps.findIndex(({ key }) => key === finding.key);
    return at < 0 ? [] : closeUpBlocks(finding, closeUps[at]?.figure, first + at);
  };
  const findings = includedFindings(trace);
  return [
    ...(findings.length === 0 ? [text('No findings in this trace.')] : []),
    ...findings.flatMap((finding) => findingBlocks(trace, finding, closeUpOf(finding), numbers)),
    ...trace.figures.map(
      (figure, i): Block => ({
        kind: 'figure',
        number: firstPanel + i,
        figure,
        caption: captionOf(figure, trace.visible ?? trace.snapshot.extent, trace.visible === null),
      }),
    ),
  ];
}

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

/** The known causes, and references to where each rule is described. */
export function causeBlocks(trace: TraceInput): readonly Block[] {
  const alarms = alarmsOf(trace);
  if (alarms.length === 0) return [text('No critical finding or warning, so there is no cause to report.')];
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
