/** What the screen of a fleet says. */
import { bitRate } from '../../../engine/base/text/bit-rate';
import { confidencePercent, count, duration, fixed, percent, rtt } from '../../../engine/base/text/figures';
import { markedName } from '../../../engine/base/text/origin-marks';
import { utcInstant } from '../../../engine/base/text/utc';
import { titleOfRule } from '../../../sharing/figures/row';
import { UNKNOWN } from '../../../sharing/figures/words';
import type {
  CountedShare,
  FleetGrouping,
  FleetOrderKey,
  ShownRow,
} from '../../../sharing/fleet-rows/contract';
import { RULES } from '../../../sharing/table/row-words';

export const findingTitle = (id: string | null): string => (id === null ? 'any alarm' : titleOfRule(id));

export const GROUPING_TITLES: { readonly [by in FleetGrouping]: string } = {
  version: 'Version',
  controller: 'Controller',
  rule: 'Idle rule',
  day: 'Day',
  host: 'Host',
  role: 'Logged by',
  quality: 'Quality of the log',
};

/** What a group is called. */
export function groupName(by: FleetGrouping, id: string): string {
  if (id === '') return 'not known';
  if (by === 'rule') return RULES[id] ?? id.replaceAll('-', ' ');
  return by === 'controller' ? id.replaceAll('|', ' or ') : id;
}

/** `12.3 % (11.9 to 12.7 %)` */
export function shareWords({ judged, share, low, high }: CountedShare): string {
  if (judged === 0) return UNKNOWN;
  return `${percent(share)} (${percent(low).replace(' %', '')} to ${percent(high)})`;
}

export const day = (ms: number): string =>
  Number.isNaN(ms) ? UNKNOWN : new Date(ms).toISOString().slice(0, 10);

/** Costs of many traces together: days and hours, too. */
export function longTime(ms: number): string {
  if (!(ms > 0)) return UNKNOWN;
  if (ms < 60e3) return duration(ms * 1000);
  if (ms < 3600e3) return `${fixed(ms / 60e3, 1)} min`;
  return ms < 48 * 3600e3 ? `${fixed(ms / 3600e3, 1)} h` : `${count(Math.round(ms / 864e5))} d`;
}

const orUnknown = (value: number | null, words: (value: number) => string): string =>
  value === null ? UNKNOWN : words(value);
const timeMs = (value: number | null): string => orUnknown(value, (ms) => duration(ms * 1000));

export function verdictOf({ worst, severity, startMs, endMs }: ShownRow): string {
  if (worst === null)
    return { none: 'No alarm', failed: 'Could not be read' }[severity] ?? 'Cannot be judged';
  const title = titleOfRule(worst);
  return startMs === null || endMs === null ? title : `${title}, ${duration((endMs - startMs) * 1000)}`;
}

export interface FleetTableColumn {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly sort: FleetOrderKey;
  readonly isNumber: boolean;
  readonly text: (row: ShownRow) => string;
}

const words = (
  id: FleetOrderKey,
  title: string,
  about: string,
  text: FleetTableColumn['text'],
): FleetTableColumn => ({ id, title, about, sort: id, isNumber: false, text });
const figure = (
  id: FleetOrderKey,
  title: string,
  about: string,
  text: FleetTableColumn['text'],
): FleetTableColumn => ({ id, title, about, sort: id, isNumber: true, text });

/** After the verdict and the file. */
export const FLEET_TABLE_COLUMNS: readonly FleetTableColumn[] = [
  figure('since', 'Since', 'When the worst alarm begins, on the clock of the trace', ({ startMs }) =>
    timeMs(startMs),
  ),
  figure('cost', 'Cost', 'Time that the worst alarm cost', ({ costMs }) => timeMs(costMs)),
  figure('ill', 'Ill', 'Share of the time that critical findings and warnings cover', ({ illShare }) =>
    orUnknown(illShare, percent),
  ),
  words(
    'version',
    'Version',
    'Implementation and version, as the log names them',
    ({ implementation, version }) => [implementation ?? UNKNOWN, version ?? ''].join(' ').trim(),
  ),
  words(
    'rule',
    'Idle rule',
    'How idle time is counted, and how well a model with this rule fits',
    ({ rule, fit }) =>
      rule === null
        ? UNKNOWN
        : `${groupName('rule', rule)}${fit === null ? '' : `, ${confidencePercent(fit)}`}`,
  ),
  words('controller', 'Controller', 'The models that the window follows', ({ controller }) =>
    controller === null ? UNKNOWN : groupName('controller', controller),
  ),
  words('recorded', 'Recorded', 'First event, or when the file was written; UTC', ({ recordedMs, marks }) =>
    orUnknown(recordedMs, (ms) =>
      markedName(
        utcInstant(ms, 0).replace(/\.\d+ UTC$/, ''),
        marks.filter((mark) => mark === 'file-time'),
      ),
    ),
  ),
  figure('goodput', 'Goodput', 'Payload that arrived for the first time, over the whole log', ({ goodput }) =>
    orUnknown(goodput, bitRate),
  ),
  figure('duration', 'Duration', 'Length of the log', ({ durationMs }) => timeMs(durationMs)),
  figure('loss', 'Lost', 'Share of the packets sent that were lost', ({ lossShare }) =>
    orUnknown(lossShare, percent),
  ),
  figure('rtt', 'RTT min / srtt', 'The smallest RTT, and the median smoothed one', ({ minRttMs, rttMs }) =>
    minRttMs === null && rttMs === null
      ? UNKNOWN
      : [minRttMs, rttMs].flatMap((ms) => (ms === null ? [] : [rtt(ms * 1000)])).join(' / '),
  ),
];
