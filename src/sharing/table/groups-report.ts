/**
 * The report about a set of groups: its text (`groups-text.ts`), the shares and the bands as pictures, and every run. What stands
 * in it may leave the page: its groups are those of `sharedGroups`, or of a command of the user.
 */
import { groupsPicture } from '../../drawing/panels/groups/group-picture';
import { sharesPicture } from '../../drawing/panels/groups/shares-picture';
import { svgOf } from '../../drawing/panels/lanes/exported-picture';
import { laneLetter } from '../../drawing/surface/lane-styles';
import type { PictureSpec } from '../../drawing/surface/picture';
import { bitRate } from '../../engine/base/text/bit-rate';
import { count, duration } from '../../engine/base/text/figures';
import { shortTitle, titleOfRule } from '../../engine/base/text/rule-titles';
import { asHeld } from '../figures/held';
import { orUnknown } from '../figures/words';
import { type Block, type Document, heading, type Section, text } from '../report/document/document';
import { alignedSentence, type GroupBandsModel } from './group-bands';
import { letterName } from './group-names';
import { documentOf, type GroupsSaid } from './groups-text';
import { verdictCell } from './row-words';
import { type GroupOfRows, originOf } from './run-groups';

/** More are in the table. */
const MOST_ROWS = 12;
const PICTURE_PX = 660;

export function groupsReport(
  said: GroupsSaid,
  groups: readonly GroupOfRows[],
  bands: GroupBandsModel,
): Document {
  const { sections, ...head } = documentOf(said);
  const pictures = [sharesFigure(said), bandsFigure(said, groups, bands)].flatMap((one) => one ?? []);
  const section: Section = { id: 'pictures', title: 'Shares and bands', blocks: pictures.map(numbered) };
  const at = sections.findIndex(({ id }) => id === 'shares') + 1;
  return {
    ...head,
    sections: [
      ...sections.slice(0, at),
      ...(pictures.length === 0 ? [] : [section]),
      ...sections.slice(at),
      { id: 'runs', title: 'Runs', isAppendix: true, blocks: groups.flatMap(runsBlocks) },
    ],
  };
}

type FigureBlock = Extract<Block, { kind: 'figure' }>;
type Picture = Pick<FigureBlock, 'figure' | 'caption'>;

const numbered = (picture: Picture, i: number): Block => ({ kind: 'figure', number: i + 1, ...picture });

/** Of alarms, or of what is there without any. */
function sharesFigure({ counted, shares }: GroupsSaid): Picture | null {
  const alarms = shares.filter(({ severity }) => severity !== 'info');
  const rows = (alarms.length > 0 ? alarms : shares).slice(0, MOST_ROWS);
  if (rows.length === 0) return null;
  const title = 'Share of runs with each finding';
  const caption = 'Bars: shares of the judged runs. Lines over them: their 95 % intervals (Wilson).';
  const svg = sharesPicture(
    rows.map(({ id, shares: each }) => ({
      title: shortTitle(titleOfRule(id)),
      shares: each.map(({ interval, hits, judged }) => ({
        interval,
        words: `${count(hits)} of ${count(judged)}`,
      })),
    })),
    counted.map(({ name }) => name),
    { id: 'figure-shares', title, description: caption },
  );
  return { figure: { panel: 'group-shares', title, svg, sentence: caption }, caption };
}

/** The bands as they are drawn outside of the page. @param model with a band. @param groups as they may leave. */
export function bandsPicture(
  model: GroupBandsModel,
  groups: readonly GroupOfRows[],
  { width, verdict }: { readonly width: number; readonly verdict: readonly string[] },
): PictureSpec {
  const { fromUs, toUs } = model;
  const named = groups.map((group, i) => ({
    name: group.name === letterName(i) ? null : group.name,
    runs: model.runs[i] ?? 0,
    origin: originOf(group),
  }));
  const viewport = { fromUs, toUs, width };
  return groupsPicture(model.plots, named, { viewport, sentence: alignedSentence(model), verdict });
}

/** Null where no group has a band. */
function bandsFigure(
  { verdict }: GroupsSaid,
  groups: readonly GroupOfRows[],
  model: GroupBandsModel,
): Picture | null {
  if (model.plots.length === 0) return null;
  const sentence = alignedSentence(model);
  const caption = `Medians, and bands of eight in ten runs. ${sentence}`;
  const spec = bandsPicture(model, groups, { width: PICTURE_PX, verdict: [] });
  const svg = svgOf(spec, 'figure-bands', [...verdict, sentence].join(' '));
  return { figure: { panel: 'group-bands', title: 'Medians and bands', svg, sentence }, caption };
}

function runsBlocks(group: GroupOfRows, place: number): readonly Block[] {
  const rows = group.rows.map((row) => [
    row.name,
    verdictCell(row),
    orUnknown(duration)(row.durationUs),
    orUnknown(bitRate)(row.goodput),
    orUnknown(duration)(asHeld(row.held)?.lostUs ?? null),
  ]);
  const head = ['Run', 'Verdict', 'Length of the log', 'Goodput', 'Time lost'];
  return [
    heading(group.name === letterName(place) ? group.name : `${laneLetter(place)} ${group.name}`),
    rows.length === 0 ? text('No run.') : { kind: 'table', head, rows },
  ];
}
