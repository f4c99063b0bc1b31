/**
 * The post-mortem: one document from findings, notes, figures and pictures, in a fixed order of sections. Page one is for
 * everybody, what follows for engineers, tables of evidence stand in the appendix. It does not depend on when or where it
 * is made; it has a date only if one is passed in.
 */
import { mostSevere } from '../../engine/base/text/severities';
import { authoredOf } from './authored';
import { type Block, type Document, heading, text } from './document/document';
import { alarmsOf, appendixCloseUps, type ReportInput, type TraceInput, traceTitle } from './input';
import { briefBlocks } from './sections/sections-brief';
import { causeBlocks, evidenceBlocks, impactBlocks } from './sections/sections-findings';
import { appendixBlocks, noteBlocks, reproduceBlocks } from './sections/sections-trace';
import { trafficBlocks, trafficSection } from './sections/sections-traffic';
import { timelineBlocks } from './sections/timeline';
import { setHeadline } from './set-headline';
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
  if (worst !== undefined) return `Post-mortem: ${worst.finding.title} in ${traceTitle(worst.trace)}`;
  return `Report on ${first === undefined ? 'no trace' : traceTitle(first)}`;
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

/** The numbers of the first figures of each trace: page one comes before the appendix. @param first number of all. */
export function figureNumbers(
  { traces }: Pick<ReportInput, 'traces'>,
  first = 1,
): { readonly brief: readonly number[]; readonly appendix: readonly number[] } {
  let next = first;
  const numbers = (counts: readonly number[]): readonly number[] =>
    counts.map((count) => {
      next += count;
      return next - count;
    });
  return {
    brief: numbers(
      traces.map(
        (trace) => trace.findingFigures.length + trace.closeUps.length - appendixCloseUps(trace).length,
      ),
    ),
    appendix: numbers(traces.map((trace) => appendixCloseUps(trace).length + trace.figures.length)),
  };
}

export function postMortem(input: ReportInput): Document {
  const { traces, link } = input;
  const authored = authoredOf(input.authored);
  const { brief, appendix } = figureNumbers(input);
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
        blocks: perTrace(input, (trace, i) => briefBlocks(trace, authored, brief[i])),
      },
      { id: 'timeline', title: 'Timeline', blocks: perTrace(input, timelineBlocks) },
      { id: 'impact', title: 'What it cost', blocks: perTrace(input, impactBlocks) },
      { id: 'cause', title: 'Probable cause', blocks: perTrace(input, causeBlocks) },
      ...(notes.length === 0 ? [] : [{ id: 'notes', title: 'Notes', blocks: notes }]),
      {
        id: 'reproduce',
        title: 'How to reproduce',
        blocks: [...perTrace(input, (trace) => reproduceBlocks(trace, link)), ...linkBlocks],
      },
      {
        id: 'evidence',
        title: 'Appendix: evidence',
        isAppendix: true,
        blocks: perTrace(input, (trace, i) => evidenceBlocks(trace, appendix[i], brief[i])),
      },
      ...trafficSection(perTrace(input, trafficBlocks)),
      {
        id: 'quality',
        title: isOne ? 'Appendix: the trace and its quality' : 'Appendix: the traces and their quality',
        isAppendix: true,
        blocks: perTrace(input, appendixBlocks),
      },
    ],
  };
}
