/** `qlogscope check`: its call and its help. The rules are loaded where they are named. */
import { SEVERITIES } from '../../../../engine/base/text/severities';
import { FLAG, formatNamed, listOf, oneOf, STRING, STRINGS, someFiles, UsageError } from '../../arg-values';
import { command } from '../../command';
import { FILE_LIMITS, LIMIT_OPTIONS, limitsOf } from '../../file-limits';
import { formatFor } from '../../output-format';
import { CHECK_FORMATS, type Rule } from '../../report';
import type { CheckSetting } from './check-setting';

export const CHECK = command({
  name: 'check',
  operands: 'FILES…',
  summary: 'judge traces; exit status 1 where something is found',
  takesOperands: true,
  options: {
    json: FLAG,
    format: STRING,
    output: STRING,
    'fail-on': STRING,
    only: STRINGS,
    costs: FLAG,
    separate: FLAG,
    jobs: STRING,
    ...LIMIT_OPTIONS,
  },
  help: async () => helpOf(await allRules()),
  parse: async (values, paths): Promise<CheckSetting> => {
    if (values.json === true && values.format !== undefined && values.format !== 'json')
      throw new UsageError(`--json and --format ${values.format} contradict each other`);
    const format = formatFor(CHECK_FORMATS, formatNamed(values, CHECK_FORMATS), 'text', values.output);
    if (format === 'parquet') {
      if (values.output === undefined)
        throw new UsageError('--format parquet needs --output: the file of the traces');
      if (values.only !== undefined)
        throw new UsageError('--format parquet holds the findings of all rules: --only has no place in it');
      if (paths.includes('-'))
        throw new UsageError('--format parquet takes files and folders, not standard input');
    }
    if (values.costs === true && format !== 'json')
      throw new UsageError('--costs is for --json, which alone says what a run closed loop gave');
    if (format !== 'parquet' && (values.timeout !== undefined || values.memory !== undefined))
      throw new UsageError('--timeout and --memory are for --format parquet');
    return {
      paths: someFiles(paths),
      format,
      output: values.output ?? null,
      failOn: oneOf('--fail-on', values['fail-on'] ?? 'critical', SEVERITIES),
      only: values.only === undefined ? null : onlyOf(values.only, await allRules()),
      costs: values.costs === true,
      separate: values.separate === true,
      jobs: values.jobs === undefined ? null : jobsOf(values.jobs),
      limits: limitsOf(values),
    };
  },
  run: async ({ format, ...setting }, io, program) => {
    if (format === 'parquet') {
      const { checkParquet } = await import('./check-parquet');
      return checkParquet(setting, io, program);
    }
    const { check } = await import('./check');
    return check({ ...setting, format }, io, program);
  },
});

async function allRules(): Promise<readonly Rule[]> {
  const { DETECTORS } = await import('../../../../engine/findings/rules/index');
  return DETECTORS;
}

/** More threads than this have no cores, and each takes memory. */
const MOST_JOBS = 256;

function jobsOf(value: string): number {
  const jobs = Number(value);
  if (!/^\d+$/.test(value) || jobs < 1 || jobs > MOST_JOBS)
    throw new UsageError(`--jobs takes a number of threads from 1 to ${MOST_JOBS}, not "${value}"`);
  return jobs;
}

function onlyOf(values: readonly string[], rules: readonly Rule[]): ReadonlySet<string> {
  const ids = listOf(values);
  const ruleIds = rules.map(({ id }) => id);
  const unknown = ids.find((id) => !ruleIds.includes(id));
  if (unknown !== undefined)
    throw new UsageError(`--only: there is no rule "${unknown}"; there are ${ruleIds.join(', ')}`);
  if (ids.length === 0) throw new UsageError('--only names no rule');
  return new Set(ids);
}

function helpOf(rules: readonly Rule[]): string {
  const width = Math.max(...rules.map(({ id }) => id.length)) + 2;
  const list = rules.map(({ id, title }) => `  ${id.padEnd(width)}${title}`).join('\n');
  return `qlogscope check FILES… [options]

  --format text|json|junit|sarif   text for people, one JSON object per trace and line, JUnit XML, SARIF 2.1.0
  --format parquet                 the tables of a fleet (docs/fleet.md): traces to --output, findings beside it
  --json                           the same as --format json
  --output FILE                    write the report to FILE; standard output gets the counts; .json, .xml (JUnit), .sarif and
                                   .parquet say the format where none is named
  --fail-on critical|warning|info  findings of this severity and above give exit status 1; critical where left out
  --only RULE,…                    report these rules only
  --costs                          with --json: runs each death spiral closed loop, without the defect, for how much sooner the
                                   same data would have arrived (docs/what-if.md); takes some seconds
  --separate                       judge each file alone, also those that are of one connection
  --jobs N                         files read at a time, where there are many; as many as there are cores where left out

Files that are of one connection, as a log that was rotated, are judged as one trace: the report says which, what shows
it, and where packets are missing between two of them.

With --format parquet every file is judged alone, in processes that are ended after --timeout N seconds (${FILE_LIMITS.seconds}) or
--memory N MB (${FILE_LIMITS.memoryMb}) for one file, which is then a row that says so; a file with the bytes of another one is marked as its copy.

Rules:
${list}

Exit status: 0 nothing at or above --fail-on, 1 something found, 2 an input could not be read or the report could not
be written (the other inputs are judged all the same), 64 wrong call.
`;
}
