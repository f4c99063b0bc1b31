/**
 * Parses the command line: the command and its options. Every wrong call is a `UsageError` that says what would be
 * right; reads and writes nothing.
 */
import { parseArgs } from 'node:util';
import type { ShareOption, ShareOptions } from '../../engine/reading/contract/share-options';
import type { Alignment } from '../../engine/service/compare/align';
import { type Authored, authoredOf } from '../../sharing/report/authored';
import { REPORT_PLOT_PX } from '../../sharing/report/figures/report-window';
import { SERIES_FORMATS, type SeriesFormat } from '../../sharing/report/figures/series-rows';
import type { SeverityName } from '../../sharing/report/records/trace-record';
import {
  COMMANDS,
  type CommandName,
  formatNamed,
  GLOBAL,
  listOf,
  millisecondsOf,
  numberOf,
  oneOf,
  STRING,
  STRINGS,
  someFiles,
  UsageError,
  usageError,
} from './arg-values';
import { alignmentOf, type CompareCommand, compareCommand } from './commands/compare/compare-args';
import { type ExperimentCommand, experimentCommand } from './commands/experiment/experiment-args';
import {
  type FileLimits,
  type FleetCommand,
  fleetCommand,
  LIMIT_OPTIONS,
  limitsOf,
  type RowsCommand,
  rowsCommand,
} from './commands/fleet/fleet-args';
import {
  type HeadersCommand,
  headersCommand,
  type ServeCommand,
  serveCommand,
} from './commands/serve/serve-args';
import { type SimulateCommand, simulateCommand } from './commands/simulate/simulate-args';
import { folderFor, formatFor } from './output-format';
import { CHECK_FORMATS, type CheckFormat, SEVERITIES } from './report';

export interface CheckCommand {
  readonly name: 'check';
  readonly paths: readonly string[];
  readonly format: CheckFormat;
  /** File for the report; null for standard output. */
  readonly output: string | null;
  readonly failOn: SeverityName;
  /** Null for all rules. */
  readonly only: ReadonlySet<string> | null;
  /** Files of one connection are not read as one trace. */
  readonly separate: boolean;
  /** Threads that read files, at most; null for as many as there are cores. */
  readonly jobs: number | null;
  /** Per file, of the format `parquet`. */
  readonly limits: FileLimits;
}

export interface SummaryCommand {
  readonly name: 'summary';
  readonly paths: readonly string[];
  readonly separate: boolean;
  /** Tables of streams and requests, or the same as JSON; null for the table of traces. */
  readonly streams: { readonly json: boolean; readonly options: ShareOptions } | null;
}

export interface DoctorCommand {
  readonly name: 'doctor';
  readonly paths: readonly string[];
  readonly json: boolean;
  /** File for the answer; null for standard output. */
  readonly output: string | null;
  readonly separate: boolean;
}

export interface ConvertCommand {
  readonly name: 'convert';
  readonly path: string;
  readonly format: SeriesFormat;
  /** Ids of the series; null for all with points. */
  readonly series: readonly string[] | null;
  /** On the trace's clock; null for its beginning and end. */
  readonly fromMs: number | null;
  readonly toMs: number | null;
  /** Number of the connection in the file; null for the one that sent the most bytes. */
  readonly trace: number | null;
  readonly output: string | null;
}

export const REPORT_FORMATS = ['html', 'markdown', 'svg'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

export interface ReportCommand {
  readonly name: 'report';
  readonly paths: readonly string[];
  readonly separate: boolean;
  readonly format: ReportFormat;
  /** File of the HTML; of Markdown a file where it ends in `.md`, else a folder, as of pictures; null for standard output. */
  readonly output: string | null;
  readonly options: ShareOptions;
  /** Number of the connection in each file; null for the worst one. */
  readonly trace: number | null;
  /** Time range of the pictures, on the trace's clock; null for its beginning and end. */
  readonly fromMs: number | null;
  readonly toMs: number | null;
  /** Width of the plots, CSS pixels. */
  readonly width: number;
  /** Ids of the panels in the appendix. */
  readonly figures: readonly string[] | 'all';
  readonly authored: Authored;
  /** One report that compares all traces, with the alignment, null for the proposed one; null for one after the other. */
  readonly compared: { readonly align: Alignment | null } | null;
}

export type Command =
  | CheckCommand
  | SummaryCommand
  | DoctorCommand
  | ConvertCommand
  | ReportCommand
  | CompareCommand
  | ServeCommand
  | HeadersCommand
  | FleetCommand
  | RowsCommand
  | SimulateCommand
  | ExperimentCommand
  | { readonly name: 'help'; readonly of: CommandName | null }
  | { readonly name: 'version' };

const CHECK = {
  ...GLOBAL,
  json: { type: 'boolean' },
  format: STRING,
  output: STRING,
  'fail-on': STRING,
  only: STRINGS,
  separate: { type: 'boolean' },
  jobs: STRING,
  ...LIMIT_OPTIONS,
} as const;
const SUMMARY = {
  ...GLOBAL,
  separate: { type: 'boolean' },
  streams: { type: 'boolean' },
  json: { type: 'boolean' },
  tell: STRINGS,
} as const;
const DOCTOR = {
  ...GLOBAL,
  json: { type: 'boolean' },
  output: STRING,
  separate: { type: 'boolean' },
} as const;
const CONVERT = {
  ...GLOBAL,
  to: STRINGS,
  from: STRING,
  series: STRINGS,
  trace: STRING,
  output: STRING,
} as const;
const REPORT = {
  ...GLOBAL,
  html: { type: 'boolean' },
  markdown: { type: 'boolean' },
  svg: { type: 'boolean' },
  tell: STRINGS,
  from: STRING,
  to: STRING,
  trace: STRING,
  width: STRING,
  figures: STRINGS,
  title: STRING,
  author: STRING,
  severity: STRING,
  action: STRINGS,
  output: STRING,
  separate: { type: 'boolean' },
  compare: { type: 'boolean' },
  align: STRING,
} as const;
const WIDTHS = [320, 4096] as const;
/** Values of `--tell`, by share option. */
export const TELL_VALUES = {
  fileName: 'file-name',
  addresses: 'addresses',
  connectionIds: 'connection-ids',
  wallClock: 'time-of-day',
  requestTexts: 'requests',
  reasonPhrases: 'reasons',
} as const satisfies { readonly [option in ShareOption]: string };

/**
 * @param argv arguments after the program's name.
 * @param rules ids allowed for `--only`.
 * @throws UsageError
 */
export function parseCommand(argv: readonly string[], rules: readonly string[]): Command {
  const [first, ...rest] = argv;
  if (first === undefined) return serveCommand([]);
  if (first === '--help' || first === '-h' || first === 'help')
    return { name: 'help', of: commandNamed(rest[0]) };
  if (first === '--version') return { name: 'version' };
  const name = commandNamed(first);
  if (name === null) throw new UsageError(`there is no command "${first}"; there are ${COMMANDS.join(', ')}`);
  try {
    switch (name) {
      case 'check':
        return checkCommand(rest, rules);
      case 'summary':
        return summaryCommand(rest);
      case 'doctor':
        return doctorCommand(rest);
      case 'convert':
        return convertCommand(rest);
      case 'report':
        return reportCommand(rest);
      case 'compare':
        return compareCommand(rest);
      case 'simulate':
        return simulateCommand(rest);
      case 'experiment':
        return experimentCommand(rest);
      case 'serve':
        return serveCommand(rest);
      case 'headers':
        return headersCommand(rest);
      case 'fleet':
        return fleetCommand(rest);
      case 'rows':
        return rowsCommand(rest);
    }
  } catch (error) {
    throw usageError(error, name);
  }
}

function commandNamed(word: string | undefined): CommandName | null {
  return COMMANDS.find((name) => name === word) ?? null;
}

function checkCommand(args: string[], rules: readonly string[]): Command {
  const { values, positionals } = parseArgs({ args, options: CHECK, allowPositionals: true });
  if (values.help === true) return { name: 'help', of: 'check' };
  if (values.version === true) return { name: 'version' };
  if (values.json === true && values.format !== undefined && values.format !== 'json')
    throw new UsageError(`--json and --format ${values.format} contradict each other`);
  const format = formatFor(CHECK_FORMATS, formatNamed(values, CHECK_FORMATS), 'text', values.output);
  if (format === 'parquet') {
    if (values.output === undefined)
      throw new UsageError('--format parquet needs --output: the file of the traces');
    if (values.only !== undefined)
      throw new UsageError('--format parquet holds the findings of all rules: --only has no place in it');
    if (positionals.includes('-'))
      throw new UsageError('--format parquet takes files and folders, not standard input');
  }
  if (format !== 'parquet' && (values.timeout !== undefined || values.memory !== undefined))
    throw new UsageError('--timeout and --memory are for --format parquet');
  return {
    name: 'check',
    paths: someFiles(positionals),
    format,
    output: values.output ?? null,
    failOn: oneOf('--fail-on', values['fail-on'] ?? 'critical', SEVERITIES),
    only: values.only === undefined ? null : onlyOf(values.only, rules),
    separate: values.separate === true,
    jobs: values.jobs === undefined ? null : jobsOf(values.jobs),
    limits: limitsOf(values),
  };
}

/** More threads than this have no cores, and each takes memory. */
const MOST_JOBS = 256;

function jobsOf(value: string): number {
  const jobs = Number(value);
  if (!/^\d+$/.test(value) || jobs < 1 || jobs > MOST_JOBS)
    throw new UsageError(`--jobs takes a number of threads from 1 to ${MOST_JOBS}, not "${value}"`);
  return jobs;
}

function summaryCommand(args: string[]): Command {
  const { values, positionals } = parseArgs({ args, options: SUMMARY, allowPositionals: true });
  if (values.help === true) return { name: 'help', of: 'summary' };
  if (values.version === true) return { name: 'version' };
  const { json = false, tell } = values;
  if (values.streams !== true && (json || tell !== undefined))
    throw new UsageError(`${json ? '--json' : '--tell'} is about streams: --streams is missing`);
  return {
    name: 'summary',
    paths: someFiles(positionals),
    separate: values.separate === true,
    streams: values.streams === true ? { json, options: shareOptionsOf(tell ?? []) } : null,
  };
}

function doctorCommand(args: string[]): Command {
  const { values, positionals } = parseArgs({ args, options: DOCTOR, allowPositionals: true });
  if (values.help === true) return { name: 'help', of: 'doctor' };
  if (values.version === true) return { name: 'version' };
  return {
    name: 'doctor',
    paths: someFiles(positionals),
    json: formatFor(['text', 'json'], values.json === true ? 'json' : null, 'text', values.output) === 'json',
    output: values.output ?? null,
    separate: values.separate === true,
  };
}

/** `--to` takes both the format and the end of the range, which cannot be confused. */
function convertCommand(args: string[]): Command {
  const { values, positionals } = parseArgs({ args, options: CONVERT, allowPositionals: true });
  if (values.help === true) return { name: 'help', of: 'convert' };
  if (values.version === true) return { name: 'version' };
  const [path, another] = positionals;
  if (path === undefined) throw new UsageError('a file is missing');
  if (another !== undefined) throw new UsageError('convert takes one file');
  const isTime = (value: string): boolean => value.trim() !== '' && Number.isFinite(Number(value));
  const times = (values.to ?? []).filter(isTime);
  const formats = (values.to ?? []).filter((value) => !isTime(value));
  if (times.length > 1 || formats.length > 1)
    throw new UsageError('--to takes one format and one end time at most');
  const format = formats[0] === undefined ? null : oneOf('--to', formats[0], SERIES_FORMATS);
  const fromMs = values.from === undefined ? null : millisecondsOf('--from', values.from);
  const toMs = times[0] === undefined ? null : Number(times[0]);
  if (fromMs !== null && toMs !== null && fromMs > toMs) throw new UsageError('--from is later than --to');
  return {
    name: 'convert',
    path,
    format: formatFor(SERIES_FORMATS, format, 'csv', values.output),
    series: values.series === undefined ? null : listOf(values.series),
    fromMs,
    toMs,
    trace: values.trace === undefined ? null : numberOf('--trace', values.trace),
    output: values.output ?? null,
  };
}

function reportCommand(args: string[]): Command {
  const { values, positionals } = parseArgs({ args, options: REPORT, allowPositionals: true });
  if (values.help === true) return { name: 'help', of: 'report' };
  if (values.version === true) return { name: 'version' };
  const formats = REPORT_FORMATS.filter((format) => values[format] === true);
  if (formats.length > 1) throw new UsageError('--html, --markdown and --svg exclude each other');
  const [named] = formats;
  if (named === 'svg') {
    if (values.output === undefined)
      throw new UsageError('--svg needs --output: the folder that its pictures are written to');
    folderFor('--output', values.output, 'its pictures');
  }
  const format = formatFor(REPORT_FORMATS, named ?? null, 'html', values.output);
  if (format === 'svg' && named === undefined)
    throw new UsageError(
      `--output ${values.output}: a report has several pictures; --svg --output FOLDER writes them`,
    );
  const fromMs = values.from === undefined ? null : millisecondsOf('--from', values.from);
  const toMs = values.to === undefined ? null : millisecondsOf('--to', values.to);
  if (fromMs !== null && toMs !== null && fromMs >= toMs)
    throw new UsageError('--from is not earlier than --to');
  const width = values.width === undefined ? REPORT_PLOT_PX : Number(values.width);
  if (!Number.isInteger(width) || width < WIDTHS[0] || width > WIDTHS[1])
    throw new UsageError(`--width takes whole pixels from ${WIDTHS.join(' to ')}, not "${values.width}"`);
  if (values.compare !== true && values.align !== undefined)
    throw new UsageError('--align is about traces that are compared: --compare is missing');
  const align = values.align === undefined ? null : alignmentOf(values.align);
  return {
    name: 'report',
    paths: someFiles(positionals),
    compared: values.compare === true ? { align } : null,
    separate: values.separate === true,
    format,
    output: values.output ?? null,
    options: shareOptionsOf(values.tell ?? []),
    trace: values.trace === undefined ? null : numberOf('--trace', values.trace),
    fromMs,
    toMs,
    width,
    figures: figuresOf(values.figures ?? []),
    authored: authoredOf({
      title: values.title ?? '',
      author: values.author ?? '',
      severity: values.severity ?? '',
      actions: (values.action ?? []).join('\n'),
    }),
  };
}

function shareOptionsOf(values: readonly string[]): ShareOptions {
  const words = listOf(values);
  const known: readonly string[] = Object.values(TELL_VALUES);
  const unknown = words.find((word) => !known.includes(word));
  if (unknown !== undefined) throw new UsageError(`--tell takes ${known.join(', ')}, not "${unknown}"`);
  const entries = Object.entries(TELL_VALUES).map(([option, word]) => [option, words.includes(word)]);
  return Object.fromEntries(entries) as ShareOptions;
}

function figuresOf(values: readonly string[]): readonly string[] | 'all' {
  const ids = listOf(values);
  return ids.includes('all') ? 'all' : ids;
}

function onlyOf(values: readonly string[], rules: readonly string[]): ReadonlySet<string> {
  const ids = listOf(values);
  const unknown = ids.find((id) => !rules.includes(id));
  if (unknown !== undefined)
    throw new UsageError(`--only: there is no rule "${unknown}"; there are ${rules.join(', ')}`);
  if (ids.length === 0) throw new UsageError('--only names no rule');
  return new Set(ids);
}
