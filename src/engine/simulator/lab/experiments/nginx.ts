/** NGINX's downloads with NewReno and with CUBIC: times and gains of both forms of the link beside the article's, windows by phase. */
import { fixed, percent } from '../../../base/text/figures';
import { REGIONS } from '../../../sender/congestion/controller';
import { numberOf, type Values } from '../../runs/scenario';
import type { RunRow } from '../../runs/scenario-run';
import {
  DATAGRAM_BYTES,
  DOWNLOADS,
  type Download,
  LINK_FORMS,
  type LinkForm,
  NGINX as SCENARIO,
  THRESHOLDS,
  type Threshold,
  VERSIONS,
  variantId,
} from '../../runs/scenarios/published/nginx';
import { type Measured, numberAnswer, wordAnswer } from '../answers';
import { type Answer, type Claim, claimed, type Experiment, type Result } from '../experiment';
import { meanOf } from '../experiment-rows';
import type { Rows } from '../flow-shares';
import type { Plot, PlotSeries } from '../plot';
import { REASONS } from './nginx-reasons';

type Version = (typeof VERSIONS)[number];

/** Seconds of the article. */
const PUBLISHED_SECONDS: { readonly [download: string]: { readonly [version: string]: number } } = {
  40: { newreno: 45.99, cubic: 34.94 },
  100: { newreno: 33.95, cubic: 8.99 },
  200: { newreno: 24.05, cubic: 18.14 },
};
/** Percent of the article. */
const PUBLISHED_GAINS: { readonly [download: string]: number } = { 40: 24, 100: 73, 200: 24 };

/** Times that differ by less are the same. */
const SAME_SECONDS_SHARE = 0.005;

const LINK_WORDS: { readonly [form in LinkForm]: (row: Download) => string } = {
  rate: ({ rateMbit }) => `Over ${rateMbit} Mbit/s`,
  line: () => 'Over the delay line with a packet limit',
};

const NEARER: Claim = claimed('reading', 'The link has the rate that the article counts its BDP with.');
const THRESHOLD: Claim = claimed(
  'threshold',
  'The newer version’s reorder tolerance has no part in the gain.',
);

/** A claim of one form of the link, and how rows answer it. */
interface LinkClaim {
  readonly claim: Claim;
  readonly measured: (rows: Rows) => Measured;
}

const publishedSeconds = ({ id }: Download, version: Version): number => PUBLISHED_SECONDS[id]?.[version.id];

function timeClaim(form: LinkForm, row: Download, version: Version): LinkClaim {
  return {
    claim: claimed(
      `${row.id}-${version.id}-${form}`,
      `${LINK_WORDS[form](row)}, ${row.megabytes} MB at ${row.rttMs} ms take ${version.title} ${publishedSeconds(row, version)} s.`,
      { value: publishedSeconds(row, version), unit: 's' },
    ),
    measured: (rows) => secondsOf(rows, row, version, form, '3'),
  };
}

function gainClaim(form: LinkForm, row: Download): LinkClaim {
  const value = PUBLISHED_GAINS[row.id];
  return {
    claim: claimed(
      `${row.id}-gain-${form}`,
      `${LINK_WORDS[form](row)}, CUBIC shortens ${row.megabytes} MB at ${row.rttMs} ms by ${value} %.`,
      { value, unit: '%' },
    ),
    measured: (rows) => gainOf(rows, row, form),
  };
}

const LINK_CLAIMS: readonly LinkClaim[] = DOWNLOADS.flatMap((row) =>
  LINK_FORMS.toReversed().flatMap(({ id }) => [
    ...VERSIONS.map((version) => timeClaim(id, row, version)),
    gainClaim(id, row),
  ]),
);

/** Not a number where a run had not all in time, or none was run. */
function secondsOf(
  rows: Rows,
  row: Download,
  version: Version,
  form: LinkForm,
  threshold: Threshold,
): Measured {
  const of = rows.get(variantId(row.id, version.id, form, threshold)) ?? [];
  return meanOf(of.map(({ completedMs }) => completedMs / 1000));
}

/** Of each seed that both versions have. */
function gainOf(rows: Rows, row: Download, form: LinkForm): Measured {
  const [older = [], newer = []] = VERSIONS.map(({ id }) => rows.get(variantId(row.id, id, form, '3')));
  return meanOf(
    older.flatMap(({ seed, completedMs }) => {
      const other = newer.find((one) => one.seed === seed);
      return other === undefined ? [] : [100 * (1 - other.completedMs / completedMs)];
    }),
  );
}

/** How far the six times of a form are from the published ones, in the mean; not a number where one is missing. */
function distanceOf(rows: Rows, form: LinkForm): number {
  const shares = DOWNLOADS.flatMap((row) =>
    VERSIONS.map((version) => {
      const { value } = secondsOf(rows, row, version, form, '3');
      return Math.abs(value / publishedSeconds(row, version) - 1);
    }),
  );
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

function nearerAnswer(rows: Rows): Answer {
  const [rate, line] = [distanceOf(rows, 'rate'), distanceOf(rows, 'line')];
  if (Number.isNaN(rate + line)) return wordAnswer(NEARER, null, 'both forms of all downloads are needed');
  const [nearer, farther] =
    rate < line ? ['The rate', 'those of the delay line'] : ['The delay line', 'those of the rate'];
  const ours = `${nearer} is nearer: its times are off by ${percent(Math.min(rate, line))} in the mean, ${farther} by ${percent(Math.max(rate, line))}`;
  return wordAnswer(NEARER, rate < line, ours, REASONS.reading);
}

function thresholdAnswer(rows: Rows): Answer {
  const pairs = DOWNLOADS.flatMap((row) =>
    LINK_FORMS.flatMap(({ id }) =>
      VERSIONS.map((version) =>
        THRESHOLDS.map((threshold) => secondsOf(rows, row, version, id, threshold.id).value),
      ),
    ),
  ).filter((pair) => !pair.some(Number.isNaN)) as [fixed: number, adaptive: number][];
  if (pairs.length === 0) return wordAnswer(THRESHOLD, null, 'run with both thresholds, as in the full size');
  const moved = pairs.map(([fixed, adaptive]) => Math.abs(adaptive / fixed - 1));
  const spurious = [...rows.values()].flat().reduce((sum, { spuriousPackets }) => sum + spuriousPackets, 0);
  const ours = `an adaptive threshold moves ${moved.filter((share) => share > SAME_SECONDS_SHARE).length} of ${pairs.length} times; ${spurious} packets were declared lost that arrived`;
  return wordAnswer(THRESHOLD, Math.max(...moved) <= SAME_SECONDS_SHARE, ours, REASONS.threshold);
}

/** Colours of the windows, as in the article's figures. */
const PHASES = ['slow start', 'NewReno’s avoidance', 'CUBIC’s avoidance'] as const;
const SLOW_START = REGIONS.indexOf('slow start');

/** The window of the first run, until its end. */
function windowSeries(
  { samples: [flow], limitMs, completedMs }: RunRow,
  version: Version,
): PlotSeries | null {
  if (flow === undefined) return null;
  const stepMs = limitMs / (flow.windowBytes.length - 1);
  const endMs = Number.isNaN(completedMs) ? limitMs : completedMs;
  const count = Math.floor(endMs / stepMs) + 1;
  return {
    id: version.id,
    title: version.title,
    kind: 'line',
    x: Array.from({ length: count }, (_, i) => (i * stepMs) / 1000),
    y: [...flow.windowBytes.subarray(0, count)].map((bytes) => bytes / DATAGRAM_BYTES),
    phases: [...flow.regions.subarray(0, count)].map((region) =>
      region === SLOW_START ? 0 : version.id === 'cubic' ? 2 : 1,
    ),
  };
}

function windowPlot(rows: Rows, values: Values, row: Download, form: (typeof LINK_FORMS)[number]): Plot {
  const series = VERSIONS.flatMap((version) => {
    const [first] = rows.get(variantId(row.id, version.id, form.id, '3')) ?? [];
    const windows = first === undefined ? null : windowSeries(first, version);
    return windows === null ? [] : [windows];
  });
  const held =
    form.id === 'line'
      ? { title: 'limit of the line', x: null, y: numberOf(values, row.limitField) }
      : { title: 'BDP', x: null, y: (row.rateMbit * row.rttMs * 1000) / 8 / DATAGRAM_BYTES };
  return {
    id: `${row.id}-${form.id}`,
    title: `${row.megabytes} MB at ${row.rttMs} ms, ${form.title}`,
    x: { title: 'Time', unit: 's', scale: 'linear', from: 0 },
    y: { title: 'Window', unit: 'packets', scale: 'linear', from: 0 },
    series,
    marks: [held],
    phases: PHASES,
  };
}

/** Of each download that was run: a point at its RTT. */
function timesPlot(rows: Rows): Plot {
  const series = LINK_FORMS.toReversed().flatMap(({ id, title }) =>
    VERSIONS.map((version): PlotSeries => {
      const points = DOWNLOADS.map((row) => ({
        x: row.rttMs,
        seconds: secondsOf(rows, row, version, id, '3'),
      }));
      const completed = points.filter(({ seconds }) => !Number.isNaN(seconds.value));
      return {
        id: `${version.id}-${id}`,
        title: `${version.title}, ${title}`,
        kind: 'points',
        x: completed.map(({ x }) => x),
        y: completed.map(({ seconds }) => seconds.value),
        low: completed.map(({ seconds }) => seconds.low),
        high: completed.map(({ seconds }) => seconds.high),
      };
    }),
  );
  return {
    id: 'times',
    title: 'Times to completion',
    x: { title: 'Round-trip time', unit: 'ms', scale: 'linear', from: 0, to: 240 },
    y: { title: 'Time', unit: 's', scale: 'linear', from: 0 },
    series,
    marks: DOWNLOADS.flatMap((row) =>
      VERSIONS.map((version) => ({
        title: `${version.published} of the article, ${row.rttMs} ms`,
        x: row.rttMs,
        y: publishedSeconds(row, version),
      })),
    ),
  };
}

export const NGINX: Experiment = {
  id: 'nginx',
  title: 'NGINX with NewReno and with CUBIC',
  source: '“Congestion Control Enhancements for QUIC in NGINX”: 1.27.4 against 1.27.5',
  about:
    'Three downloads, each over both forms of the article’s link: the rate of its BDP, and the delay line with a packet limit of its one command. Windows over time have the article’s colours: slow start green, NewReno’s avoidance red, CUBIC’s blue. In a recovery period the window is level, in the colour of avoidance: one round trip after each fall. All that chance decides is by how many µs a host’s turn is late, which moves no time by more than 2 %: one run of each variant says nearly all.',
  claims: [...LINK_CLAIMS.map(({ claim }) => claim), NEARER, THRESHOLD],
  leavesOpen: [
    'Whether the link has a rate: the command it prints has none.',
    'The buffer before a rate; one BDP here.',
    'The packet limits at 40 and 200 ms; 500 and 1,000 packets here, which give the article’s BDP.',
    'How many runs each time is of, and of which client, with which flow control and ACK policy.',
    'Whether a host’s CPU limits the rate: a delay line alone does not.',
    'What else differs between the two versions: the sources before CUBIC grow NewReno’s window by 65,527 bytes per round trip, and not by a datagram.',
    'Whether it can be repeated: somebody’s runs of the command with 47 MB took 1.27.4 13.6 s and 1.27.5 27.3 s (community.nginx.org, topic 5417).',
  ],
  fields: SCENARIO.fields,
  scenario: SCENARIO,
  full: { values: { download: 'all', threshold: 'both' }, seeds: 3 },
  resultOf: (values, rows): Result => {
    const run = DOWNLOADS.filter((row) =>
      LINK_FORMS.some(({ id }) =>
        VERSIONS.some((version) => rows.has(variantId(row.id, version.id, id, '3'))),
      ),
    );
    return {
      plots: [
        timesPlot(rows),
        ...run.flatMap((row) => LINK_FORMS.toReversed().map((form) => windowPlot(rows, values, row, form))),
      ],
      answers: [
        ...LINK_CLAIMS.map(({ claim, measured }) =>
          numberAnswer(
            claim,
            measured(rows),
            (value) => fixed(value, claim.published?.unit === '%' ? 0 : 2),
            REASONS[claim.id],
          ),
        ),
        nearerAnswer(rows),
        thresholdAnswer(rows),
      ],
    };
  },
};
