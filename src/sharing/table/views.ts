/**
 * Everything that a table of traces shows of a row: figures by themselves (`figures/figures.ts`) and what is made of several. Filter, orders,
 * CSV and the columns of the page are made of this list.
 */
import { heldByWords } from '../../engine/base/text/account-names';
import { count, instant, percent, rtt } from '../../engine/base/text/figures';
import { markWords } from '../../engine/base/text/origin-marks';
import { RunState } from '../../engine/service/compare/counting';
import { asHeld, heldWords, lostTimeWords } from '../figures/held';
import { lossShareOf, type RowHeld } from '../figures/row';
import { FIGURE_VIEWS, type TraceRow } from '../figures/rows';
import { countField, shareField, texts, timeField, type View } from '../figures/view';
import { named, seconds, UNKNOWN } from '../figures/words';
import {
  foundAs,
  idleRuleWords,
  implementationCell,
  roleWords,
  rowMarks,
  ruleIdOf,
  severityOf,
  verdictWords,
  worstOf,
} from './row-words';

type RowView = View<TraceRow>;

/** How long the worst finding lasts. */
function lastsUs(row: TraceRow): number | null {
  const worst = worstOf(row);
  return worst === null || worst.startUs === null || worst.endUs === null
    ? null
    : worst.endUs - worst.startUs;
}

/** `66 (1.2 %)` */
function lossWords(row: TraceRow): string {
  const share = lossShareOf(row);
  if (row.packetsLost === null) return UNKNOWN;
  return share === null ? count(row.packetsLost) : `${count(row.packetsLost)} (${percent(share)})`;
}

const rttWords = ({ minRttUs, smoothedRttUs }: TraceRow): string =>
  minRttUs === null && smoothedRttUs === null
    ? UNKNOWN
    : [minRttUs, smoothedRttUs].flatMap((us) => (us === null ? [] : [rtt(us)])).join(' / ');

function sinceWords(row: TraceRow): string {
  const start = worstOf(row)?.startUs ?? null;
  return start === null ? '' : instant(start);
}

/** Its words, and the keys of `check --json`. */
const heldTexts = (held: RowHeld | null): readonly (string | null)[] =>
  held === null ? [] : [heldByWords(held), held.holder, held.cause];

const connectionNumber = ({ connection }: TraceRow): number | null =>
  connection === null ? null : connection + 1;

const MADE: { readonly [id: string]: RowView } = {
  name: {
    csv: { name: ({ name }) => name },
    filter: { name: texts(({ name }) => [name]) },
    help: [{ example: 'name = *buggy*', meaning: 'the name; * stands for any characters' }],
    order: { key: 'name', isAscending: true, text: ({ name }) => name },
  },
  connection: {
    csv: { connection: connectionNumber },
    filter: { connection: countField(connectionNumber) },
    help: [{ example: 'connection > 1', meaning: 'number of the connection in its file' }],
  },
  verdict: {
    csv: { verdict: verdictWords, severity: severityOf, finding: (row) => worstOf(row)?.id ?? null },
    filter: {
      finding: texts((row) => [...foundAs(row, RunState.hit), ...row.remarks]),
      info: texts((row) => foundAs(row, RunState.info)),
      alarm: texts(({ findings }) => findings.flatMap(({ id, severity }) => (severity === 'info' ? [] : id))),
      severity: texts((row) => [severityOf(row)]),
    },
    help: [
      {
        example: 'finding = death-spiral',
        meaning:
          'traces that count as having the finding, by the id of its rule; info = death-spiral: those that do not, as it is no alarm there',
      },
      {
        example: 'severity = critical|warning',
        meaning: 'the worst finding: critical, warning, none; unjudged, digest, failed',
      },
    ],
    column: {
      title: 'Verdict',
      about: 'The worst finding and how long it lasts; worst first',
      text: verdictWords,
    },
  },
  since: {
    csv: { since_s: (row) => seconds(worstOf(row)?.startUs), until_s: (row) => seconds(worstOf(row)?.endUs) },
    filter: { since: timeField((row) => worstOf(row)?.startUs ?? null), lasts: timeField(lastsUs) },
    help: [
      {
        example: 'since < 3s and lasts > 1s',
        meaning: 'when the worst finding begins, and how long it lasts',
      },
    ],
    order: { key: 'since', isAscending: true, number: (row) => worstOf(row)?.startUs ?? null },
    column: {
      title: 'Since',
      about: 'When the worst finding begins, on the clock of the trace',
      text: sinceWords,
      isNumber: true,
    },
  },
  heldBy: {
    csv: {
      held_by: ({ held }) => heldTexts(asHeld(held))[0] ?? null,
      held_share: ({ held }) => asHeld(held)?.share ?? null,
    },
    filter: {
      held: texts(({ held }) => heldTexts(asHeld(held))),
      heldshare: shareField(({ held }) => asHeld(held)?.share ?? null),
    },
    help: [
      {
        example: 'held ~ "random loss"',
        meaning: 'what held the sender, and why, in words or as held = window, held = cutRandom',
      },
      { example: 'heldshare > 50%', meaning: 'for which share of the transfer' },
    ],
    order: {
      key: 'held',
      isAscending: true,
      text: ({ held }) => (asHeld(held) === null ? '' : heldWords(held)),
    },
    column: {
      title: 'Held by',
      about: 'What held the sender, why, and for which share of the transfer',
      text: ({ held }) => heldWords(held),
    },
  },
  lostTime: {
    csv: {
      time_lost_s: ({ held }) => seconds(asHeld(held)?.lostUs),
      time_lost_share: ({ held }) => asHeld(held)?.lostShare ?? null,
    },
    filter: { timelost: timeField(({ held }) => asHeld(held)?.lostUs ?? null) },
    help: [
      { example: 'timelost > 2s', meaning: 'time in which the path stood idle for what held the sender' },
    ],
    order: { key: 'timelost', number: ({ held }) => asHeld(held)?.lostUs ?? null },
    column: {
      title: 'Time lost',
      about: 'Time in which the path stood idle, beyond what any sender needs, and its share of the transfer',
      text: ({ held }) => lostTimeWords(held),
      isNumber: true,
    },
  },
  loss: {
    csv: { loss_share: lossShareOf },
    filter: { loss: shareField(lossShareOf) },
    help: [{ example: 'loss > 2% or lost > 100', meaning: 'share of the packets lost, and their number' }],
    order: { key: 'loss', number: lossShareOf },
    column: {
      title: 'Lost',
      about: 'Packets lost, and their share of those sent',
      text: lossWords,
      isNumber: true,
    },
  },
  rtt: {
    order: { key: 'rtt', number: ({ smoothedRttUs, minRttUs }) => smoothedRttUs ?? minRttUs },
    column: {
      title: 'RTT min / srtt',
      about: 'The smallest RTT, and the median smoothed one',
      text: rttWords,
      isNumber: true,
    },
  },
  rule: {
    csv: {
      idle_rule: ({ idleRule }) => idleRule?.rules.join(' or ') ?? null,
      idle_rule_fit: ({ idleRule }) => idleRule?.fit ?? null,
    },
    filter: {
      rule: texts((row) => [ruleIdOf(row)]),
      fit: shareField(({ idleRule }) => idleRule?.fit ?? null),
    },
    help: [
      {
        example: 'rule = shift-from-last-send',
        meaning:
          'the idle rule that the window follows, spiral or not; also not-told-apart, not-from-last-send',
      },
      { example: 'fit > 95%', meaning: 'how well the model with this rule follows the window' },
    ],
    order: { key: 'rule', isAscending: true, text: idleRuleWords },
    column: {
      title: 'Idle rule',
      about: 'How idle time is counted, and how well a model with this rule fits',
      text: idleRuleWords,
    },
  },
  impl: {
    csv: { implementation: ({ implementation }) => implementation },
    filter: {
      impl: texts(({ implementation, version }) =>
        implementation !== null && version !== null
          ? [`${implementation} ${version}`, implementation]
          : [implementation],
      ),
    },
    help: [
      {
        example: 'impl ~ "quiche 0.30"',
        meaning: 'implementation and version contain the text; also version',
      },
    ],
    order: { key: 'impl', isAscending: true, text: implementationCell },
    column: { title: 'Implementation', about: 'As the log names it', text: implementationCell },
  },
  role: {
    csv: { role: (row) => named(roleWords(row)) },
    filter: { role: texts(({ role }) => [role]), side: texts(({ side }) => [side]) },
    help: [{ example: 'role = server', meaning: 'client or server; side = sender or receiver' }],
    order: { key: 'role', isAscending: true, text: roleWords },
    column: {
      title: 'Logged by',
      about: 'The endpoint that logged, and whether it sent the data',
      text: roleWords,
    },
  },
  origin: {
    csv: { origin: (row) => named(markWords(rowMarks(row))) },
    filter: {
      origin: texts((row) => {
        const marks = rowMarks(row);
        return marks.length === 0 ? ['recorded'] : marks;
      }),
    },
    help: [
      { example: 'origin = recorded', meaning: 'plain recordings; also simulated, what-if, range, digest' },
    ],
  },
  findings: { csv: { all_findings: ({ findings }) => findings.map(({ id }) => id).join(' ') || null } },
  failure: {
    csv: { failure: ({ failure, ended }) => failure?.text ?? ended?.text ?? null },
    filter: { failure: texts(({ failure, ended }) => [failure?.text ?? null, ended?.text ?? null]) },
    help: [{ example: 'has failure', meaning: 'could not be read, or in part only' }],
  },
};

/** In this order, that of a spreadsheet; a figure that is not named here comes last. */
// biome-ignore format: a table
const FIRST: readonly string[] = [
  'name', 'connection', 'verdict', 'heldBy', 'lostTime', 'since', 'illShare', 'goodput', 'sentBytes', 'durationUs', 'packetsSent',
  'packetsLost', 'loss', 'minRttUs', 'smoothedRttUs', 'rtt', 'controller', 'rule', 'defect', 'impl',
  'version', 'role', 'recordedMs', 'origin', 'findings', 'failure',
];

const ALL: { readonly [id: string]: RowView } = { ...FIGURE_VIEWS, ...MADE };

/** What is shown, by the names of figures, and of what is made of several. */
export const VIEWS: ReadonlyMap<string, RowView> = new Map(
  [...new Set([...FIRST, ...Object.keys(ALL)])].flatMap((id) => {
    const view = ALL[id];
    return view === undefined ? [] : [[id, view] as const];
  }),
);

/** What the cell of a column says; empty for a row that has no such column. @param id of the figure, or of what is made of several. */
export function cellOf(id: string, row: TraceRow): string {
  return VIEWS.get(id)?.column?.text(row) ?? '';
}

export const VIEW_ORDERS: ReadonlyMap<string, NonNullable<RowView['order']>> = new Map(
  [...VIEWS.values()].flatMap(({ order }) => (order === undefined ? [] : [[order.key, order] as const])),
);
