/**
 * A fleet as it leaves the page: its sentences, the groups with their shares, the shares per day, the rows at the top, as a report with
 * pictures, Markdown and JSON. Names of files, and of hosts, which are folders of files, dates, and texts of versions leave with the option
 * of these only.
 */
import { sharesPicture } from '../../drawing/panels/groups/shares-picture';
import { count, plural } from '../../engine/base/text/figures';
import { markedName } from '../../engine/base/text/origin-marks';
import type { ShareOptions } from '../../engine/reading/contract/share-options';
import { type Block, type Document, list, type Section, text } from '../report/document/document';
import { knownVersion } from '../table/group-names';
import type { BuildChange, CountedShare, FleetAnswer, FleetGroup, FleetQuery, ShownRow } from './contract';
import { countedShare } from './counts';
import {
  buildsNote,
  changeSentence,
  day,
  findingTitle,
  GROUPING_TITLES,
  groupName,
  longTime,
  shareWords,
  verdictOf,
} from './said';

/** What is on the screen. */
export interface FleetShown {
  readonly name: string;
  readonly query: FleetQuery;
  readonly answer: FleetAnswer;
  /** The first of those that match, in the order of the screen. */
  readonly rows: readonly ShownRow[];
}

/** More are in the table, and in no picture. */
const MOST_BARS = 12;
const MOST_DAYS = 31;
export const MOST_REPORTED_ROWS = 50;
const DAY_MS = 864e5;

/** The same with what may leave of it; null where something may not. */
export function sharedFleet(shown: FleetShown, options: ShareOptions): FleetShown {
  const { query, answer, rows } = shown;
  const { fileName, wallClock, reasonPhrases } = options;
  const { by, picked } = query;
  const version = (name: string): string => (reasonPhrases ? name : knownVersion(name));
  const dated = (ms: number): number => (wallClock ? ms : Number.NaN);
  const groupId = ({ id }: FleetGroup, place: number): string => {
    if (by === 'version') return version(id);
    const isNamed = (by !== 'host' || fileName) && (by !== 'day' || wallClock);
    return isNamed || id === '' ? id : `${GROUPING_TITLES[by].toLowerCase()} ${place + 1}`;
  };
  const bare = (implementation: string, of: string): string =>
    version(`${implementation} ${of}`).slice(implementation.length + 1);
  return {
    name: fileName ? shown.name : '',
    query: { ...query, filter: fileName ? query.filter : '', picked: fileName ? picked : null },
    answer: {
      ...answer,
      problems: [],
      beforeAfter: null,
      groups: answer.groups.map((group, place) => ({
        ...group,
        id: groupId(group, place),
        firstMs: dated(group.firstMs),
        lastMs: dated(group.lastMs),
        firstHitMs: dated(group.firstHitMs),
        filter: '',
      })),
      builds: {
        ...answer.builds,
        changes: answer.builds.changes.map((change) => ({
          ...change,
          build: { ...change.build, version: bare(change.implementation, change.build.version) },
          before: { ...change.before, version: bare(change.implementation, change.before.version) },
          sinceMs: dated(change.sinceMs),
          hosts: fileName ? change.hosts : [],
        })),
        tooFew: answer.builds.tooFew.map((pair) => ({
          ...pair,
          build: { ...pair.build, version: bare(pair.implementation, pair.build.version) },
          before: { ...pair.before, version: bare(pair.implementation, pair.before.version) },
        })),
      },
      timeline: wallClock ? answer.timeline : null,
    },
    rows: rows.map((row, place) => ({
      ...row,
      file: fileName ? row.file : `trace ${place + 1}`,
      copyOf: null,
      failure: null,
      cells: {
        ...row.cells,
        version: version(row.cells.version ?? ''),
        recorded: wallClock ? (row.cells.recorded ?? '') : '',
      },
    })),
  };
}

const sentencesOf = ({ answer: { builds } }: FleetShown): readonly string[] =>
  builds.changes.map((change) => changeSentence(change, true));

const ofJudged = ({ hits, judged }: CountedShare): string => `${count(hits)} of ${count(judged)}`;

function totalSentence({ query, answer: { total, copies, shown, rows } }: FleetShown): string {
  const part = shown < rows ? `${count(shown)} of ${plural(rows, 'trace')} match a filter. ` : '';
  const infos = total.infos === 0 ? '' : `; ${count(total.infos)} more as info`;
  const without = copies === 0 ? '' : ` ${plural(copies, 'copy', 'copies')} not counted.`;
  return `${part}${findingTitle(query.finding)}: ${ofJudged(total)} judged, ${shareWords(total)}${infos}.${without}`;
}

/** Shares of whole days, the last ones. */
function daysOf({ answer: { timeline } }: FleetShown): readonly { name: string; share: CountedShare }[] {
  const [all] = timeline?.lines ?? [];
  if (timeline === null || all === undefined) return [];
  const byDay = new Map<string, { judged: number; hits: number }>();
  for (const [step, judged] of all.judged.entries()) {
    const from = timeline.fromMs + step * timeline.stepMs;
    const last = from + Math.max(0, timeline.stepMs - DAY_MS);
    const name = last === from ? day(from) : `${day(from)} to ${day(last)}`;
    const sum = byDay.get(name) ?? { judged: 0, hits: 0 };
    byDay.set(name, { judged: sum.judged + judged, hits: sum.hits + (all.hits[step] ?? 0) });
  }
  return [...byDay]
    .filter(([, { judged }]) => judged > 0)
    .slice(-MOST_DAYS)
    .map(([name, { judged, hits }]) => ({ name, share: countedShare(judged, hits) }));
}

function sharesFigure(
  number: number,
  title: string,
  bars: readonly { readonly name: string; readonly share: CountedShare }[],
): readonly Block[] {
  if (bars.length === 0) return [];
  const caption = `${title}. Bars: shares of the judged traces, of five or more. Lines over them: their 95 % intervals (Wilson).`;
  const rows = bars.map(({ name, share }) => ({
    title: name,
    shares: [{ interval: Number.isNaN(share.share) ? null : share, words: ofJudged(share) }],
  }));
  const id = `figure-fleet-${number}`;
  const svg = sharesPicture(rows, ['all traces'], { id, title, description: caption });
  return [
    { kind: 'figure', number, figure: { panel: 'fleet-shares', title, svg, sentence: caption }, caption },
  ];
}

const titleOf = ({ query }: FleetShown): string => `Share with ${findingTitle(query.finding)}`;

function summaryBlocks(shown: FleetShown): readonly Block[] {
  const { answer, query } = shown;
  const undated = `${plural(answer.undated, 'trace')} whose log tells no date: in no first day.`;
  const notes = [
    buildsNote(answer.builds),
    query.filter === '' ? '' : `Filter: ${query.filter}`,
    answer.undated === 0 ? '' : undated,
  ];
  return [
    list([...sentencesOf(shown), totalSentence(shown)]),
    ...notes.filter((words) => words !== '').map(text),
  ];
}

function groupsTable(shown: FleetShown): Block {
  const { answer, query } = shown;
  return {
    kind: 'table',
    head: [
      GROUPING_TITLES[query.by],
      'Traces',
      titleOf(shown),
      '95 % interval',
      'First seen',
      'First with it',
      'Cost',
    ],
    rows: answer.groups.map((group) => [
      groupName(query.by, group.id),
      count(group.traces),
      ofJudged(group),
      shareWords(group),
      day(group.firstMs),
      day(group.firstHitMs),
      longTime(group.costMs),
    ]),
  };
}

function tracesTable({ rows }: FleetShown): Block {
  return {
    kind: 'table',
    head: ['Trace', 'Verdict', 'Version', 'Held by', 'Time lost', 'Recorded'],
    rows: rows.map(({ cells, ...row }) => [
      markedName(row.file, row.marks),
      verdictOf({ ...row, cells }),
      cells.version ?? '',
      cells.held ?? '',
      cells.timelost ?? '',
      cells.recorded ?? '',
    ]),
  };
}

/** @param shown as `sharedFleet` gives it. */
export function fleetDocument(shown: FleetShown): Document {
  const { name, query, answer, rows } = shown;
  const { by } = query;
  const bars = answer.groups
    .slice(0, MOST_BARS)
    .map((group) => ({ name: groupName(by, group.id), share: group }));
  const pictures = [
    sharesFigure(1, `${titleOf(shown)}, by ${GROUPING_TITLES[by].toLowerCase()}`, bars),
    sharesFigure(2, `${titleOf(shown)}, by day`, daysOf(shown)),
  ];
  const which = `The first ${count(rows.length)} of ${count(answer.shown)}, in the order of the screen.`;
  const sections: readonly Section[] = [
    { id: 'summary', title: 'What differs from before', blocks: summaryBlocks(shown) },
    { id: 'pictures', title: 'Shares', blocks: pictures.flat() },
    { id: 'groups', title: GROUPING_TITLES[by], blocks: [groupsTable(shown)] },
    { id: 'traces', title: 'Traces', isAppendix: true, blocks: [text(which), tracesTable(shown)] },
  ];
  return { title: name === '' ? 'Fleet' : `Fleet ${name}`, lead: plural(answer.rows, 'trace'), sections };
}

const orNull = (value: number): number | null => (Number.isFinite(value) ? value : null);
const isoOf = (ms: number): string | null => (Number.isFinite(ms) ? new Date(ms).toISOString() : null);
const shareRecord = ({ hits, judged, share, low, high }: CountedShare): object => ({
  hits,
  judged,
  share: orNull(share),
  interval: Number.isNaN(share) ? null : [low, high],
});

function changeRecord({ sinceMs, lostMs, lostOf, ...change }: BuildChange): object {
  return { ...change, since: isoOf(sinceMs), lost: { medianMs: orNull(lostMs), of: lostOf } };
}

/** @param shown as `sharedFleet` gives it. */
export function fleetRecord(shown: FleetShown): object {
  const { name, query, answer, rows } = shown;
  return {
    fleet: name === '' ? null : name,
    traces: answer.rows,
    matching: answer.shown,
    copies: answer.copies,
    filter: query.filter,
    finding: query.finding,
    verdict: [...sentencesOf(shown), buildsNote(answer.builds)].filter((words) => words !== ''),
    comparisons: answer.builds.comparisons,
    changes: answer.builds.changes.map(changeRecord),
    total: { ...shareRecord(answer.total), infos: answer.total.infos },
    groupedBy: query.by,
    groups: answer.groups.map((group) => ({
      group: group.id === '' ? null : group.id,
      traces: group.traces,
      ...shareRecord(group),
      firstSeen: isoOf(group.firstMs),
      firstWithIt: isoOf(group.firstHitMs),
      costMs: group.costMs,
    })),
    undated: answer.undated,
    days: daysOf(shown).map(({ name: of, share }) => ({ day: of, ...shareRecord(share) })),
    rows: rows.map(({ cells, ...row }) => ({
      trace: row.file,
      marks: row.marks,
      verdict: verdictOf({ ...row, cells }),
      version: cells.version,
      heldBy: cells.held,
      timeLost: cells.timelost,
    })),
  };
}
