/**
 * The post-mortem: one document from findings, notes, figures and pictures, in a fixed order of sections. It does not
 * depend on when or where it is made; it has a date only if one is passed in.
 */
import { type Block, type Document, heading, text } from './document';
import { alarmsOf, type ReportInput, type TraceInput, traceTitle } from './input';
import {
  causeBlocks,
  evidenceBlocks,
  impactBlocks,
  summaryBlocks,
  timelineBlocks,
} from './sections-findings';
import { appendixBlocks, noteBlocks, reproduceBlocks } from './sections-trace';

/** With several traces each section has one part per trace, headed by its name. */
function perTrace(
  { traces }: ReportInput,
  blocksOf: (trace: TraceInput) => readonly Block[],
): readonly Block[] {
  return traces.flatMap((trace) => {
    const blocks = blocksOf(trace);
    return traces.length === 1 || blocks.length === 0 ? blocks : [heading(traceTitle(trace)), ...blocks];
  });
}

function titleOf({ traces }: ReportInput): string {
  const [worst] = traces.flatMap((trace) => alarmsOf(trace).map((finding) => ({ trace, finding })));
  const [first] = traces;
  if (worst !== undefined) return `Post-mortem: ${worst.finding.title} in ${traceTitle(worst.trace)}`;
  return `Report on ${first === undefined ? 'no trace' : traceTitle(first)}`;
}

function blocksOfLink(link: string): readonly Block[] {
  if (!link.startsWith('#'))
    return [text('This view:'), { kind: 'links', links: [{ text: link, href: link }] }];
  return [
    text('To open this view, append this to the address of any qlogscope page:'),
    { kind: 'code', text: link },
  ];
}

export function postMortem(input: ReportInput): Document {
  const { traces, link, written } = input;
  let figures = 1;
  const notes = perTrace(input, noteBlocks);
  const linkBlocks = link === null ? [] : blocksOfLink(link);
  return {
    title: titleOf(input),
    lead: written === null ? '' : `Written ${written}.`,
    sections: [
      { id: 'summary', title: 'Summary', blocks: perTrace(input, summaryBlocks) },
      { id: 'impact', title: 'Impact', blocks: perTrace(input, impactBlocks) },
      { id: 'timeline', title: 'Timeline', blocks: perTrace(input, timelineBlocks) },
      ...(notes.length === 0 ? [] : [{ id: 'notes', title: 'Notes', blocks: notes }]),
      {
        id: 'evidence',
        title: 'Evidence',
        blocks: perTrace(input, (trace) => {
          const blocks = evidenceBlocks(trace, figures);
          figures += trace.figures.length + trace.closeUps.length;
          return blocks;
        }),
      },
      { id: 'cause', title: 'Probable cause', blocks: perTrace(input, causeBlocks) },
      {
        id: 'reproduce',
        title: 'How to reproduce',
        blocks: [...perTrace(input, reproduceBlocks), ...linkBlocks],
      },
      {
        id: 'quality',
        title: traces.length === 1 ? 'Appendix: trace quality' : 'Appendix: quality of the traces',
        blocks: perTrace(input, appendixBlocks),
      },
    ],
  };
}
