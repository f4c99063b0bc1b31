/** `qlogscope check`: its call and its help. The rules are loaded where they are named. */
import { SEVERITIES } from '../../../../engine/base/text/severities';
import { FLAG, listOf, oneOf, STRING, STRINGS, someFiles, UsageError } from '../../arg-values';
import { command } from '../../command';
import { FILE_LIMITS, LIMIT_OPTIONS, limitsOf } from '../../file-limits';
import type { Rule } from '../../report';
import { outputsOf } from './check-options';
import type { CheckSetting } from './check-setting';

export const CHECK = command({
  name: 'check',
  operands: 'FILES…',
  summary: 'judge traces; exit status 1 where something is found',
  takesOperands: true,
  options: {
    json: FLAG,
    format: STRINGS,
    output: STRINGS,
    'fail-on': STRING,
    baseline: STRING,
    'ignore-file': STRING,
    only: STRINGS,
    costs: FLAG,
    separate: FLAG,
    jobs: STRING,
    ...LIMIT_OPTIONS,
  },
  help: async () => helpOf(await allRules()),
  parse: async (values, paths): Promise<CheckSetting> => {
    const given = outputsOf(values);
    const outputs = given.flatMap(({ format, path }) => (format === 'parquet' ? [] : [{ format, path }]));
    const tables = given.find(({ format }) => format === 'parquet');
    if (tables !== undefined) {
      if (tables.path === null)
        throw new UsageError('--format parquet needs --output: the file of the traces');
      if (values.only !== undefined)
        throw new UsageError('--format parquet holds the findings of all rules: --only has no place in it');
      if (values.baseline !== undefined || values['ignore-file'] !== undefined)
        throw new UsageError('--baseline and --ignore-file are for reports, not for --format parquet');
      if (paths.includes('-'))
        throw new UsageError('--format parquet takes files and folders, not standard input');
    }
    if (values.costs === true && !outputs.some(({ format }) => format === 'json'))
      throw new UsageError('--costs is for --json, which alone says what a run closed loop gave');
    if (tables === undefined && (values.timeout !== undefined || values.memory !== undefined))
      throw new UsageError('--timeout and --memory are for --format parquet');
    return {
      paths: someFiles(paths),
      outputs,
      tables: tables?.path ?? null,
      baseline: values.baseline ?? null,
      ignoreFile: values['ignore-file'] ?? null,
      failOn: oneOf('--fail-on', values['fail-on'] ?? 'critical', SEVERITIES),
      only: values.only === undefined ? null : onlyOf(values.only, await allRules()),
      costs: values.costs === true,
      separate: values.separate === true,
      jobs: values.jobs === undefined ? null : jobsOf(values.jobs),
      limits: limitsOf(values),
    };
  },
  run: async ({ tables, ...setting }, io, program) => {
    if (tables !== null) {
      const { checkParquet } = await import('./check-parquet');
      return checkParquet({ ...setting, output: tables }, io, program);
    }
    const { check } = await import('./check');
    return check(setting, io, program);
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
  --format markdown                one comment about all traces, for a pull request or the summary of a job
  --format github                  an annotation per trace, as commands that GitHub Actions reads
  --format parquet                 the tables of a fleet (docs/fleet.md): traces to --output, findings beside it
  --json                           the same as --format json
  --output FILE                    write the report to FILE; standard output gets the counts; .json, .xml (JUnit), .sarif, .md and
                                   .parquet say the format where none is named. Several reports of one reading: --format and
                                   --output for each, in the same order, "-" for standard output
  --fail-on critical|warning|info  findings of this severity and above give exit status 1; critical where left out
  --baseline FILE                  what an earlier check printed with --json: only findings that a trace had not, or less severe
                                   ones, give exit status 1; the report says what is new, unchanged and gone
  --ignore-file FILE               JSON, [{ "id": RULE, "until": "2026-12-31" or { "implementation": …, "version": … }, "because": … }]:
                                   these findings are muted up to that day, or in builds before that version
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

Exit status: 0 nothing at or above --fail-on, 1 something found, 2 an input could not be read or a report could not be
written (the other inputs are judged all the same), or a baseline cannot be used, 64 wrong call, or an ignore file with an
entry that does not fit.
`;
}
