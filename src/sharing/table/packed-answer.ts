/**
 * What is said of groups as bytes, for a link that cannot hold all of their rows: verdict, shares as counts, and figures in words. As of the
 * groups themselves, intervals and differences are computed of the counts.
 */
import { ORIGIN_MARKS, type OriginMark } from '../../engine/base/text/origin-marks';
import { SEVERITIES } from '../../engine/base/text/severities';
import type { Severity } from '../../engine/findings/finding/finding';
import {
  type FindingShares,
  type GroupShare,
  LEAST_RUNS,
  type RunGroup,
  shareDifference,
} from '../../engine/service/compare/groups';
import { shareInterval } from '../../engine/service/compare/intervals';
import type { Codec } from '../digest/codec';
import { flag, list, nullable, oneOf, record, text, whole } from '../digest/codec';
import type { GroupsSaid } from './groups-text';

const MOST_GROUPS = 6;
const MOST_ROWS = 100;
const runs = whole(1e6);
const name = text(100);
const id = text(60);
const words = text(300);

interface CountedGroup extends Pick<RunGroup, 'name' | 'copies' | 'failures'> {
  readonly runs: number;
  readonly marks: readonly { readonly mark: OriginMark; readonly runs: number }[];
}

interface CountedShares extends Pick<FindingShares, 'id' | 'severity'> {
  readonly shares: readonly CountedShare[];
}
type CountedShare = { readonly [severity in Severity]: number } & Pick<
  GroupShare,
  'infos' | 'judged' | 'mixedWith'
>;

interface Answer extends Pick<GroupsSaid, 'verdict' | 'caution'> {
  readonly groups: readonly CountedGroup[];
  readonly findings: readonly CountedShares[];
  readonly figures: readonly Pick<GroupsSaid['figures'][number], 'id' | 'title' | 'cells' | 'difference'>[];
  readonly power: GroupsSaid['power'];
}

const form = record<Answer>({
  groups: list(
    record<CountedGroup>({
      name,
      runs,
      copies: runs,
      failures: runs,
      marks: list(record({ mark: oneOf(ORIGIN_MARKS.map((mark) => mark.id)), runs }), ORIGIN_MARKS.length),
    }),
    MOST_GROUPS,
  ),
  verdict: list(text(2000), MOST_ROWS),
  caution: text(1000),
  findings: list(
    record<CountedShares>({
      id,
      severity: oneOf(SEVERITIES),
      shares: list(
        record<CountedShare>({
          critical: runs,
          warning: runs,
          info: runs,
          infos: runs,
          judged: runs,
          mixedWith: list(whole(MOST_GROUPS), MOST_GROUPS),
        }),
        MOST_GROUPS,
      ),
    }),
    MOST_ROWS,
  ),
  figures: list(
    record<Answer['figures'][number]>({
      id: text(100),
      title: words,
      cells: list(words, MOST_GROUPS),
      difference: words,
    }),
    MOST_ROWS,
  ),
  power: nullable(
    record<NonNullable<Answer['power']>>({
      id: nullable(id),
      shares: list(record({ group: name }), 2),
      isShown: flag,
      runsPerGroup: nullable(runs),
      leastPoints: nullable(runs),
    }),
  ),
});

/** As it leaves the page. */
export const answerForm: Codec<GroupsSaid> = {
  write(writer, { counted, shares, verdict, caution, figures, power }) {
    form.write(writer, {
      verdict,
      caution,
      figures,
      power,
      groups: counted.map((group) => ({
        ...group,
        runs: group.runs.length,
        marks: ORIGIN_MARKS.flatMap(({ id: mark }) => {
          const having = group.runs.filter(({ marks }) => marks.includes(mark)).length;
          return having === 0 ? [] : [{ mark, runs: having }];
        }),
      })),
      findings: shares.map((row) => ({
        ...row,
        shares: row.shares.map(({ severities, ...share }) => ({ ...share, ...severities })),
      })),
    });
  },
  read(reader) {
    const { groups, findings, figures, ...rest } = form.read(reader);
    return {
      ...rest,
      figures: figures.map((figure) => ({
        ...figure,
        data: { unit: null, values: null, differences: null },
      })),
      counted: groups.map((group) => ({
        ...group,
        // As those whose names may not leave.
        runs: Array.from({ length: group.runs }, (_, i) => ({
          name: `run ${i + 1}`,
          id: null,
          findings: [],
          notJudged: [],
          marks: group.marks.flatMap(({ mark, runs: having }) => (i < having ? mark : [])),
        })),
      })),
      shares: findings.map((row): FindingShares => {
        const all = groups.map(({ name: group, runs: total }, place): GroupShare => {
          const none = { critical: 0, warning: 0, info: 0, infos: 0, judged: 0, mixedWith: [] };
          const { critical, warning, info, ...share } = row.shares[place] ?? none;
          const judged = Math.min(total, share.judged);
          const hits = Math.min(judged, critical + warning + info);
          const interval = judged < LEAST_RUNS ? null : shareInterval(hits, judged);
          const severities = { critical, warning, info };
          return { ...share, group, place, hits, severities, judged, runs: total, interval };
        });
        const [a, b] = all;
        const difference =
          all.length === 2 && a !== undefined && b !== undefined ? shareDifference(a, b) : null;
        return { id: row.id, severity: row.severity, shares: all, difference };
      }),
    };
  },
};
