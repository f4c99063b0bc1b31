/**
 * `check --format github`: an annotation per trace, as commands on standard output that GitHub Actions reads ("Workflow commands"
 * in its documentation). An error is what decides the exit status, a warning another alarm, a notice what is unchanged or muted.
 */
import { isAbsolute, normalize } from 'node:path';
import { printable } from '../../../../engine/base/text/printable';
import type { TraceReport } from '../../../../sharing/report/records/trace-record';
import { type Reporter, type ReportSettings, titleOf } from '../../report';
import { decides, isFailure, NO_GATE, PLAIN, standingAt, type TraceStanding } from '../../standing';
import { baselineLines, gateCounts, muteLines, standingWords } from './gate-words';

const LEVELS = ['error', 'warning', 'notice'] as const;
type Level = (typeof LEVELS)[number];

/** One line, in which nothing ends the message or begins another command. */
function message(words: string): string {
  return printable(words).replaceAll('%', '%25');
}

function property(words: string): string {
  return message(words).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

function command(level: Level, path: string, title: string, words: string): string {
  // A file beyond the checkout is in no repository.
  const place = isAbsolute(path) || path === '-' ? '' : `file=${property(normalize(path))},`;
  return `::${level} ${place}title=${property(title)}::${message(words)}\n`;
}

interface Alarm {
  readonly level: Level;
  /** `critical death-spiral` */
  readonly name: string;
  /** `new since the baseline`; empty for nothing. */
  readonly standing: string;
  readonly verdict: string;
}

function alarmsOf(
  { record }: TraceReport,
  { failOn }: ReportSettings,
  standing: TraceStanding,
): readonly Alarm[] {
  return record.findings.flatMap(({ id, severity, verdict }, i) => {
    if (!isFailure(severity, 'warning') && !isFailure(severity, failOn)) return [];
    const own = standingAt(standing, i);
    const isAccepted = own.muted !== null || own.state === 'unchanged';
    const level = decides(severity, own, failOn) ? 'error' : isAccepted ? 'notice' : 'warning';
    return [{ level, name: `${severity} ${id}`, standing: standingWords(own).join(', '), verdict }];
  });
}

/** By its worst alarm; the others are named. Empty without one. */
function annotation(report: TraceReport, settings: ReportSettings, standing: TraceStanding): string {
  const { path, failure } = report;
  const title = titleOf(report);
  if (failure !== null) return command('error', path, `${title} could not be read`, failure);
  const alarms = alarmsOf(report, settings, standing);
  const worst = LEVELS.flatMap((level) => alarms.find((alarm) => alarm.level === level) ?? [])[0];
  if (worst === undefined) return '';
  const others = new Set(alarms.filter(({ name }) => name !== worst.name).map(alarmWords));
  const lead = worst.standing === '' ? '' : `${worst.standing}; `;
  const also = others.size === 0 ? '' : ` Also ${[...others].join(', ')}.`;
  return command(worst.level, path, `${worst.name} in ${title}`, lead + worst.verdict + also);
}

const alarmWords = ({ name, standing }: Alarm): string => (standing === '' ? name : `${name} (${standing})`);

export function githubReporter(settings: ReportSettings): Reporter {
  return {
    trace: (report, standing = PLAIN) => annotation(report, settings, standing),
    end: (tally, gate = NO_GATE) => {
      const lines = [...baselineLines(gate), ...muteLines(gate), tally.words + gateCounts(gate)];
      return `${lines.map(printable).join('\n')}\n`;
    },
  };
}
