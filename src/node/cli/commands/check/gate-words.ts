/** What lists over all traces say in words: counts, what came of a baseline, and what is muted. */
import { plural } from '../../../../engine/base/text/figures';
import { SEVERITIES } from '../../../../engine/base/text/severities';
import type { EntryReport, GateReport, ListedFinding, Mute, Standing } from '../../standing';

/** `until 2026-12-31: the lab's link`, `until quiche 0.31.0: …`, `for good: …` */
export function muteWords({ until, because }: Mute): string {
  if (until === null) return `for good: ${because}`;
  const end = typeof until === 'string' ? until : `${until.implementation} ${until.version}`;
  return `until ${end}: ${because}`;
}

/** None without a baseline. */
export function stateWords({ state }: Standing): readonly string[] {
  return state === null ? [] : [`${state} since the baseline`];
}

/** What a finding is said to be beside its severity. */
export function standingWords(standing: Standing): readonly string[] {
  const { muted } = standing;
  return [...stateWords(standing), ...(muted === null ? [] : [`muted ${muteWords(muted)}`])];
}

/** Alarms that are not muted, by their state. */
const inState = ({ alarms }: GateReport, state: Standing['state']) =>
  alarms.filter((alarm) => alarm.state === state && alarm.muted === null);

const newAlarms = (gate: GateReport) => inState(gate, 'new');

/** `; since the baseline 1 new, 3 unchanged, 2 gone; 4 muted`; empty without either file. */
export function gateCounts(gate: GateReport): string {
  const { baseline, ignored } = gate;
  const parts = [
    baseline === null
      ? []
      : `since the baseline ${newAlarms(gate).length} new, ${inState(gate, 'unchanged').length} unchanged, ${baseline.gone.length} gone`,
    ignored === null ? [] : `${ignored.entries.reduce((sum, { muted }) => sum + muted, 0)} muted`,
  ].flat();
  return parts.map((part) => `; ${part}`).join('');
}

/** Most traces that a line names. */
const MOST_NAMED = 10;

export function listed(names: readonly string[]): string {
  const more = names.length - MOST_NAMED;
  const named = names.slice(0, MOST_NAMED);
  return [...named, ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
}

/** `new critical death-spiral in 2 traces: a.sqlog, b.sqlog`: a line per finding, the severe ones first. */
function findingLines(what: string, findings: readonly ListedFinding[]): readonly string[] {
  const titles = new Map<string, string[]>();
  for (const severity of SEVERITIES)
    for (const { title, ...finding } of findings) {
      if (finding.severity !== severity) continue;
      const name = `${what} ${severity} ${finding.id}`;
      const all = titles.get(name) ?? [];
      all.push(title);
      titles.set(name, all);
    }
  return [...titles].map(([name, all]) => `${name} in ${plural(all.length, 'trace')}: ${listed(all)}`);
}

/** What came of the baseline, a line each; empty without one. */
export function baselineLines(gate: GateReport): readonly string[] {
  const { baseline } = gate;
  if (baseline === null) return [];
  const { path, gone, notJudged, onlyHere, onlyThere } = baseline;
  const traceLine = (words: string, titles: readonly string[]): readonly string[] =>
    titles.length === 0 ? [] : [`${plural(titles.length, 'trace')} ${words}: ${listed(titles)}`];
  const lines = [
    ...findingLines('new', newAlarms(gate)),
    ...findingLines('gone', gone),
    ...findingLines('not judged any more', notJudged),
    ...traceLine('not in the baseline', onlyHere),
    ...traceLine('of the baseline not in this check', onlyThere),
  ];
  return [`since the baseline ${path}${lines.length === 0 ? ': nothing new, nothing gone' : ''}`, ...lines];
}

/** What came of each entry of the ignore file, a line each; empty without one. */
export function muteLines({ ignored }: GateReport): readonly string[] {
  if (ignored === null) return [];
  return [
    `muted by ${ignored.path}`,
    ...ignored.entries.map((entry) => `${entry.id} ${muteWords(entry)} (${outcomeWords(entry)})`),
  ];
}

export function outcomeWords({ hasRunOut, muted, wouldDecide }: EntryReport): string {
  if (hasRunOut) return 'has run out: it mutes nothing';
  if (muted === 0) return 'mutes nothing here';
  const those = wouldDecide === 0 ? 'none' : wouldDecide === muted ? 'each' : `${wouldDecide}`;
  return `muted in ${plural(muted, 'trace')}; without it ${those} would decide the exit status`;
}
