/** The fields of a row in the filter language of the event list, and their documentation. */
import {
  type FieldTable,
  PERCENT_UNITS,
  RATE_UNITS_BYTES,
  type RowField,
  SIZE_UNITS_BYTES,
  TIME_UNITS_US,
} from '../../engine/service/filter';
import type { FilterHelpRow } from '../../engine/service/filter/help';
import type { TraceRow } from '../figures/figures';
import { lossShareOf } from '../figures/row';
import { rowMarks, ruleIdOf, severityOf, verdictWords, worstOf } from './row-words';

type Field = RowField<TraceRow>;

const texts = (of: (row: TraceRow) => readonly (string | null)[]): Field => ({
  texts: (row) => of(row).filter((text): text is string => text !== null && text !== ''),
});

const time = (of: (row: TraceRow) => number | null): Field => ({
  ...{ units: TIME_UNITS_US, unitless: 1e6, example: '2.5s, 300ms or 40us', of },
});
const bytes = (of: (row: TraceRow) => number | null): Field => ({
  ...{ units: SIZE_UNITS_BYTES, unitless: 1, example: '1200, 1200B or 1.2MB', of },
});
const share = (of: (row: TraceRow) => number | null): Field => ({
  ...{ units: PERCENT_UNITS, unitless: 1, example: '2% or 2.5' },
  of: (row) => {
    const value = of(row);
    return value === null ? null : Math.round(value * 1e7) / 1e5;
  },
});
const count = (of: (row: TraceRow) => number | null): Field => ({
  units: {},
  unitless: 1,
  example: '42',
  of,
});

/** A day, or a time of one, in UTC. */
const DATE = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z?)?$/;

export function dateMs(text: string): number | null {
  if (!DATE.test(text)) return null;
  const ms = Date.parse(text.length > 10 && !text.endsWith('Z') ? `${text}Z` : text);
  return Number.isNaN(ms) ? null : ms;
}

function implementationTexts({ implementation, version }: TraceRow): readonly (string | null)[] {
  return implementation !== null && version !== null
    ? [`${implementation} ${version}`, implementation]
    : [implementation];
}

export const ROW_FIELDS: FieldTable<TraceRow> = {
  exampleField: 'finding',
  exampleNumber: 'lost',
  searched: (row) => [
    row.name,
    row.implementation === null ? '' : `${row.implementation} ${row.version ?? ''}`,
    row.controller,
    verdictWords(row),
    row.failure?.text ?? '',
    ...row.findings.flatMap(({ id, title }) => [id, title]),
  ],
  fields: {
    finding: texts(({ findings }) => findings.map(({ id }) => id)),
    severity: texts((row) => [severityOf(row)]),
    name: texts(({ name }) => [name]),
    impl: texts(implementationTexts),
    version: texts(({ version }) => [version]),
    role: texts(({ role }) => [role]),
    side: texts(({ side }) => [side]),
    controller: texts(({ controller }) => [controller]),
    rule: texts((row) => [ruleIdOf(row)]),
    fit: share(({ idleRule }) => idleRule?.fit ?? null),
    defect: texts(({ defect }) =>
      defect === null ? [] : [defect.standing, `${defect.implementation} ${defect.reference}`],
    ),
    since: time((row) => worstOf(row)?.startUs ?? null),
    lasts: time((row) => {
      const worst = worstOf(row);
      return worst === null || worst.startUs === null || worst.endUs === null
        ? null
        : worst.endUs - worst.startUs;
    }),
    ill: share(({ illShare }) => illShare),
    goodput: {
      ...{ units: RATE_UNITS_BYTES, unitless: 1, example: '1.5Mbit/s or 200kB/s' },
      of: ({ goodput }) => goodput,
    },
    bytes: bytes(({ sentBytes }) => sentBytes),
    duration: time(({ durationUs }) => durationUs),
    lost: count(({ packetsLost }) => packetsLost),
    loss: share(lossShareOf),
    rtt: time(({ smoothedRttUs }) => smoothedRttUs),
    minrtt: time(({ minRttUs }) => minRttUs),
    recorded: {
      ...{ units: {}, unitless: 1, example: '2026-03-31 or 2026-03-31T14:02' },
      of: ({ recordedMs }) => recordedMs,
      read: dateMs,
    },
    origin: texts((row) => {
      const marks = rowMarks(row);
      return marks.length === 0 ? ['recorded'] : marks;
    }),
    connection: count(({ connection }) => (connection === null ? null : connection + 1)),
    failure: texts(({ failure, ended }) => [failure?.text ?? null, ended?.text ?? null]),
  },
};

/** The fields by examples; a test compiles each. */
export const ROW_FILTER_HELP: readonly FilterHelpRow[] = [
  { example: 'spiral', meaning: 'the text in name, finding, implementation, controller or failure' },
  { example: 'finding = death-spiral', meaning: 'traces with the finding, by the id of its rule' },
  {
    example: 'severity = critical|warning',
    meaning: 'the worst finding: critical, warning, none; unjudged, digest, failed',
  },
  {
    example: 'impl ~ "quiche 0.30"',
    meaning: 'implementation and version contain the text; also version',
  },
  {
    example: 'rule = shift-from-last-send',
    meaning: 'the idle rule that the window follows, spiral or not; also not-told-apart, not-from-last-send',
  },
  { example: 'fit > 95%', meaning: 'how well the model with this rule follows the window' },
  { example: 'has defect', meaning: 'a known defect is shown; defect = affected|fixed|not-known' },
  { example: 'controller ~ newreno', meaning: 'which controller the window behaves like' },
  { example: 'name = *buggy*', meaning: 'the name; * stands for any characters' },
  { example: 'role = server', meaning: 'client or server; side = sender or receiver' },
  { example: 'ill > 20%', meaning: 'share of the time that critical findings and warnings cover' },
  { example: 'since < 3s and lasts > 1s', meaning: 'when the worst finding begins, and how long it lasts' },
  { example: 'goodput < 1.5Mbit/s', meaning: 'bit/s, kbit/s, Mbit/s, or B/s, kB/s, MB/s' },
  { example: 'loss > 2% or lost > 100', meaning: 'share of the packets lost, and their number' },
  { example: 'rtt > 50ms', meaning: 'median smoothed RTT; minrtt: the smallest' },
  { example: 'bytes > 1MB duration > 5s', meaning: 'bytes sent; length of the log' },
  { example: 'recorded > 2026-03-31', meaning: 'when the log begins, UTC' },
  { example: 'has failure', meaning: 'could not be read, or in part only' },
  {
    example: 'origin = recorded',
    meaning: 'plain recordings; also simulated, what-if, range, digest',
  },
  { example: 'connection > 1', meaning: 'number of the connection in its file' },
  { example: 'not (spiral or "host stopped")', meaning: 'and, or, not, brackets, as in the event list' },
];
