/**
 * NGINX 1.27.4 (NewReno) against 1.27.5 (CUBIC): three downloads on one host, over both forms of the link that its article leaves open. The rate
 * is what the article counts a BDP with; its one printed command has none, and drops what a delay line has no room for.
 */
import type { ControllerSettings } from '../../../../sender/congestion/controller-settings';
import { bandwidthDelayBytes, type LinkSettings } from '../../link-settings';
import { download, plainEnd } from '../../plain-settings';
import type { RunSettings } from '../../run';
import {
  choiceField,
  choiceOf,
  type Field,
  numberField,
  numberOf,
  type Scenario,
  type Values,
  type Variant,
} from '../../scenario';

export interface Download {
  readonly id: string;
  readonly megabytes: number;
  readonly rttMs: number;
  /** The article's BDP ÷ RTT. */
  readonly rateMbit: number;
  /** The field of the delay line's limit. */
  readonly limitField: string;
  /** The time allowed, well above the article's; samples lie evenly over it. */
  readonly limitMs: number;
}

export const DOWNLOADS: readonly Download[] = [
  { id: '40', megabytes: 500, rttMs: 40, rateMbit: 150, limitField: 'short', limitMs: 75_000 },
  { id: '100', megabytes: 500, rttMs: 100, rateMbit: 720, limitField: 'middle', limitMs: 60_000 },
  { id: '200', megabytes: 100, rttMs: 200, rateMbit: 60, limitField: 'long', limitMs: 45_000 },
];

export const LINK_FORMS = [
  { id: 'rate', title: 'rate' },
  { id: 'line', title: 'delay line' },
] as const;
export type LinkForm = (typeof LINK_FORMS)[number]['id'];

export const VERSIONS: readonly {
  readonly id: string;
  readonly title: string;
  /** What has it. */
  readonly published: string;
  readonly controller: ControllerSettings;
}[] = [
  { id: 'newreno', title: 'NewReno', published: '1.27.4', controller: { name: 'newreno' } },
  { id: 'cubic', title: 'CUBIC', published: '1.27.5', controller: { name: 'cubic' } },
];

export const THRESHOLDS = [
  { id: '3', title: 'threshold 3' },
  { id: 'adaptive', title: 'adaptive threshold' },
] as const;
export type Threshold = (typeof THRESHOLDS)[number]['id'];

/** As a row of the article and a form of its link. */
export function variantId(download: string, version: string, form: LinkForm, threshold: Threshold): string {
  return [download, version, form, threshold].join('-');
}

/** MTU 1500 less the headers of IPv4 and UDP. */
export const DATAGRAM_BYTES = 1472;

/** All that chance decides: when the host turns from reading to sending. */
const TURNAROUND_US = [
  [0, 10],
  [1, 30],
] as const;

const FIELDS: readonly Field[] = [
  choiceField(
    'download',
    'Download',
    [
      ['all', 'all three'],
      ['40', '500 MB at 40 ms'],
      ['100', '500 MB at 100 ms'],
      ['200', '100 MB at 200 ms'],
    ],
    'Which rows of the article are run.',
  ),
  choiceField(
    'threshold',
    'Reorder threshold',
    [
      ['3', '3 packets'],
      ['adaptive', 'adaptive'],
      ['both', '3, and adaptive'],
    ],
    'The packet threshold of RFC 9002; adaptive goes above what proved spurious.',
  ),
  numberField('buffer', 'Buffer', 'BDP', [0.01, 10, 1], 'Before the rate; the article names none.'),
  numberField(
    'short',
    'Limit at 40 ms',
    'packets',
    [10, 100_000, 500],
    'Of the delay line, both directions together; by the article’s BDP.',
  ),
  numberField(
    'middle',
    'Limit at 100 ms',
    'packets',
    [10, 100_000, 6000],
    'Of the delay line; the article’s one printed command.',
  ),
  numberField(
    'long',
    'Limit at 200 ms',
    'packets',
    [10, 100_000, 1000],
    'Of the delay line; by the article’s BDP.',
  ),
  choiceField(
    'paces',
    'Pacing',
    [
      ['off', 'in bursts'],
      ['on', 'paced'],
    ],
    'NGINX sends what the window lets leave at once.',
  ),
  choiceField(
    'hystart',
    'HyStart++',
    [
      ['off', 'off'],
      ['on', 'on'],
    ],
    'Slow start ends when the round-trip time rises (RFC 9406); NGINX has none.',
  ),
  numberField('every', 'ACK every', 'packets', [1, 64, 2], 'Of the client.'),
  numberField('gap', 'Gap', 'µs', [0, 100, 5], 'Between two packets of a burst.'),
];

function linksOf(form: LinkForm, row: Download, values: Values): { down: LinkSettings; up: LinkSettings } {
  const delayMs = row.rttMs / 2;
  if (form === 'line') {
    const packetLimit = numberOf(values, row.limitField);
    return { down: { delayMs, packetLimit }, up: { delayMs, packetLimit } };
  }
  const { rateMbit, rttMs } = row;
  const bufferBytes = numberOf(values, 'buffer') * bandwidthDelayBytes(rateMbit, rttMs);
  return { down: { delayMs, rateMbit, bufferBytes }, up: { delayMs } };
}

interface Case {
  readonly row: Download;
  readonly controller: ControllerSettings;
  readonly form: LinkForm;
  readonly threshold: Threshold;
}

function settingsOf(values: Values, { row, controller, form, threshold }: Case, seed: number): RunSettings {
  const host = { gapUs: numberOf(values, 'gap'), turnaroundUs: TURNAROUND_US };
  const server = plainEnd(host, {
    datagramBytes: DATAGRAM_BYTES,
    paces: choiceOf(values, 'paces') === 'on',
    recovery: { maxAckDelayMs: 25, adaptsThreshold: threshold === 'adaptive' },
  });
  const client = plainEnd(host, { datagramBytes: DATAGRAM_BYTES, ackEvery: numberOf(values, 'every') });
  return {
    seed,
    limitMs: row.limitMs,
    ...linksOf(form, row, values),
    flows: [
      download(
        { ...controller, hystart: choiceOf(values, 'hystart') === 'on' },
        server,
        client,
        row.megabytes * 1e6,
      ),
    ],
  };
}

export const NGINX: Scenario = {
  id: 'nginx',
  title: 'NGINX with NewReno and with CUBIC',
  look: [
    'Slow start ends in a burst of losses, and what is left of the window decides how long the download takes.',
    'NewReno adds a packet per round trip: the longer the round trip, the longer its window stays small.',
    'A delay line with a limit counts ACKs too, and drops bursts that a rate would queue.',
  ],
  outcome: 'window',
  isTimed: true,
  seeds: 1,
  samplesFlows: true,
  fields: FIELDS,
  variants: (values): readonly Variant[] => {
    const [one, threshold] = [choiceOf(values, 'download'), choiceOf(values, 'threshold')];
    return DOWNLOADS.filter(({ id }) => one === 'all' || id === one).flatMap((row) =>
      LINK_FORMS.flatMap((form) =>
        THRESHOLDS.filter(({ id }) => threshold === 'both' || id === threshold).flatMap((detection) =>
          VERSIONS.map(({ id, title, controller }) => ({
            id: variantId(row.id, id, form.id, detection.id),
            title: `${row.megabytes} MB at ${row.rttMs} ms, ${title}, ${form.title}, ${detection.title}`,
            settings: (seed) =>
              settingsOf(values, { row, controller, form: form.id, threshold: detection.id }, seed),
          })),
        ),
      ),
    );
  },
};
