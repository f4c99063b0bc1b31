/** What the screen of a fleet says. */
import { modelNames } from '../../../engine/base/text/controller-words';
import { count, duration, fixed, percent } from '../../../engine/base/text/figures';
import { idleRuleTitle } from '../../../engine/base/text/idle-words';
import { shortTitle, titleOfRule } from '../../../engine/base/text/rule-titles';
import { UNKNOWN } from '../../../sharing/figures/words';
import type { CountedShare, FleetGrouping, ShownRow } from '../../../sharing/fleet-rows/contract';

export const findingTitle = (id: string | null): string =>
  id === null ? 'any alarm' : shortTitle(titleOfRule(id));

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
  if (by === 'rule') return idleRuleTitle(id);
  return by === 'controller' ? modelNames(id.split('|')) : id;
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

export function verdictOf({ worst, severity, startMs, endMs }: ShownRow): string {
  if (worst === null)
    return { none: 'No alarm', failed: 'Could not be read' }[severity] ?? 'Cannot be judged';
  const title = findingTitle(worst);
  return startMs === null || endMs === null ? title : `${title}, ${duration((endMs - startMs) * 1000)}`;
}
