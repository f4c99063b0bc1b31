/**
 * The post-mortem: one document from findings, notes, figures and pictures, in a fixed order of sections. Page one is for
 * everybody, page two holds its evidence, the rest is an appendix. It does not depend on when or where it
 * is made; it has a date only if one is passed in.
 */
import { mostSevere } from '../../engine/base/text/severities';
import { authoredOf } from './authored';
import { type Block, type Document, heading, type Section, text } from './document/document';
import { alarmsOf, isLead, type ReportInput, type TraceInput, traceTitle, worstOf } from './input';
import { briefBlocks } from './sections/sections-brief';
import {
  causeBlocks,
  evidenceBlocks,
  type FigureNumbers,
  impactBlocks,
  otherFindingBlocks,
} from './sections/sections-findings';
import { appendixBlocks, noteBlocks, reproduceBlocks } from './sections/sections-trace';
import { trafficBlocks, trafficSection } from './sections/sections-traffic';
import { timelineBlocks } from './sections/timeline';
import { setHeadline } from './set-headline';
import { heldInBrackets } from './words/account-words';
import { SEVERITY_WORDS } from './words/severity-words';

/** With several traces each section has one part per trace, headed by its name. */
function perTrace(
  { traces }: ReportInput,
  blocksOf: (trace: TraceInput, index: number) => readonly Block[],
): readonly Block[] {
  return traces.flatMap((trace, index) => {
    const blocks = blocksOf(trace, index);
    return traces.length === 1 || blocks.length === 0 ? blocks : [heading(traceTitle(trace)), ...blocks];
  });
}

/** The worst alarm of all traces. */
function worstOfAll({ traces }: Pick<ReportInput, 'traces'>) {
  const worst = setHeadline(traces);
  return worst === null ? undefined : { finding: worst.finding, trace: traces[worst.place] };
}

function titleOf(input: ReportInput): string {
  const worst = worstOfAll(input);
  const [first] = input.traces;
  if (worst !== undefined && (input.traces.length > 1 || isLead(worst.finding, worst.trace)))
    return `Post-mortem: ${worst.finding.title} in ${traceTitle(worst.trace)}`;
  if (first === undefined) return 'Report on no trace';
  const { side, account } = first.snapshot.summary;
  if (side === 'receiver' || account === undefined || account.main === null || account.healthy)
    return `Report on ${traceTitle(first)}`;
  return `Post-mortem: ${heldInBrackets(account.main)} in ${traceTitle(first)}`;
}

/** `Severity: Critical · Author: A. Author · Written 2 May 2031` */
export function leadOf(input: Omit<ReportInput, 'link'>): string {
  const { author, severity } = authoredOf(input.authored);
  const worst = mostSevere(input.traces.flatMap(alarmsOf));
  const own = worst === null ? '' : SEVERITY_WORDS[worst];
  const level = severity === '' ? own : severity;
  const parts = [
    level === '' ? '' : `Severity: ${level}`,
    author === '' ? '' : `Author: ${author}`,
    input.written === null ? '' : `Written ${input.written}`,
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

export function blocksOfLink({
  link,
  linkReach = null,
}: Pick<ReportInput, 'link' | 'linkReach'>): readonly Block[] {
  if (link === null) return [];
  const reach = linkReach === null ? [] : [text(linkReach)];
  if (!link.startsWith('#'))
    return [text('This view:'), { kind: 'links', links: [{ text: link, href: link }] }, ...reach];
  return [
    text('To open this view, append this to the address of any qlogscope page:'),
    { kind: 'code', text: link },
    ...reach,
  ];
}

/** The numbers of the first figures of each trace, in the order of the sections. @param first number of all. */
export function figureNumbers({ traces }: Pick<ReportInput, 'traces'>, first = 1): readonly FigureNumbers[] {
  let next = first;
  const numbers = (counts: readonly number[]): readonly number[] =>
    counts.map((count) => {
      next += count;
      return next - count;
    });
  const brief = numbers(traces.map(({ findingFigures }) => findingFigures.length));
  const ofLead = traces.map(
    (trace) => trace.closeUps.filter(({ key }) => key === worstOf(trace)?.key).length,
  );
  const evidence = numbers(traces.map(({ figures }, i) => (ofLead[i] as number) + figures.length));
  const others = numbers(traces.map(({ closeUps }, i) => closeUps.length - (ofLead[i] as number)));
  return traces.map((_, i) => ({
    brief: brief[i] as number,
    closeUp: evidence[i] as number,
    panels: (evidence[i] as number) + (ofLead[i] as number),
    others: others[i] as number,
    end: next,
  }));
}

export function postMortem(input: ReportInput): Document {
  const { traces, link } = input;
  const authored = authoredOf(input.authored);
  const numbers = figureNumbers(input);
  const notes = perTrace(input, noteBlocks);
  const linkBlocks = blocksOfLink(input);
  const isOne = traces.length === 1;
  return {
    title: authored.title === '' ? titleOf(input) : authored.title,
    lead: leadOf(input),
    sections: [
      {
        id: 'summary',
        title: 'In short',
        blocks: perTrace(input, (trace, i) =>
          briefBlocks(trace, authored, (numbers[i] as FigureNumbers).brief),
        ),
      },
      {
        id: 'evidence',
        title: 'Evidence',
        blocks: perTrace(input, (trace, i) => evidenceBlocks(trace, numbers[i] as FigureNumbers)),
      },
      ...(notes.length === 0 ? [] : [{ id: 'notes', title: 'Notes', blocks: notes }]),
      ...appendix('timeline', 'timeline', perTrace(input, timelineBlocks)),
      ...appendix('impact', 'what findings cost', perTrace(input, impactBlocks)),
      ...appendix('cause', 'probable cause', perTrace(input, causeBlocks)),
      ...appendix('reproduce', 'how to reproduce', [
        ...perTrace(input, (trace) => reproduceBlocks(trace, link)),
        ...linkBlocks,
      ]),
      ...appendix(
        'others',
        'other findings',
        perTrace(input, (trace, i) => otherFindingBlocks(trace, numbers[i] as FigureNumbers)),
      ),
      ...trafficSection(perTrace(input, trafficBlocks)),
      ...appendix(
        'quality',
        isOne ? 'the trace and its quality' : 'the traces and their quality',
        perTrace(input, appendixBlocks),
      ),
    ],
  };
}

/** None without blocks. */
export const appendix = (id: string, title: string, blocks: readonly Block[]): readonly Section[] =>
  blocks.length === 0 ? [] : [{ id, title: `Appendix: ${title}`, isAppendix: true, blocks }];
