/** Arguments and help of `fleet`, which starts the Spark job over a folder, and of `rows`, the engine that it feeds. */
import { parseArgs } from 'node:util';
import { GLOBAL, STRING, UsageError, wholeOf } from '../../arg-values';

/** Per file. */
export interface FileLimits {
  readonly seconds: number;
  readonly memoryMb: number;
}

export interface FleetCommand {
  readonly name: 'fleet';
  /** Folder or URI of the traces, and of the tables. */
  readonly input: string;
  readonly output: string;
  /** URL of the Spark master. */
  readonly master: string;
  /** The Python that has pyspark; null for `python3`, or what PYSPARK_PYTHON names. */
  readonly python: string | null;
  readonly limits: FileLimits;
  /** Takes the output over from a job that was ended. */
  readonly takesOver: boolean;
}

export interface RowsCommand {
  readonly name: 'rows';
}

type OtherCommand = { readonly name: 'help'; readonly of: 'fleet' | 'rows' } | { readonly name: 'version' };

/** Limits per file where none are given. */
export const FILE_LIMITS: FileLimits = { seconds: 300, memoryMb: 4096 };
export const LIMIT_OPTIONS = { timeout: STRING, memory: STRING } as const;

const FLEET = {
  ...GLOBAL,
  out: STRING,
  master: STRING,
  python: STRING,
  ...LIMIT_OPTIONS,
  'take-over': { type: 'boolean' },
} as const;

export const FLEET_HELP = `qlogscope fleet DIR --out DIR [options]

Judges every trace below DIR with Apache Spark, and appends the rows to the Parquet tables below --out: a row per trace in
traces/, one per finding in findings/, by day. Files that are in the tables are not read again. DIR and --out are folders, or
URIs that pyarrow opens (s3://, gs://, hdfs://). docs/fleet.md tells the columns, and what to ask of them.

  --out DIR         where the tables are; made where it does not exist
  --master URL      the Spark master; local[*] where it is left out
  --python PROGRAM  the Python that has pyspark, pyarrow and pandas; PYSPARK_PYTHON, else python3, where it is left out
  --timeout N       seconds that one file may take, ${FILE_LIMITS.seconds} where it is left out
  --memory N        MB of memory that one file may take, ${FILE_LIMITS.memoryMb} where it is left out
  --take-over       take --out over from a job on another machine that was ended

It needs Java 17 or 21, and "pip install pyspark==4.3.0 pyarrow pandas".

Exit status: 0 done, 2 the job could not run or did not finish, 64 wrong call.
`;

export const ROWS_HELP = `qlogscope rows

The engine that the job of a fleet feeds: a request per line of standard input, the rows of that file as one line of standard
output, as JSON. docs/fleet.md describes both. It ends with its input.

Exit status: 0 the input ended, 64 wrong call.
`;

export function fleetCommand(args: string[]): FleetCommand | OtherCommand {
  const { values, positionals } = parseArgs({ args, options: FLEET, allowPositionals: true });
  if (values.help === true) return { name: 'help', of: 'fleet' };
  if (values.version === true) return { name: 'version' };
  const [input, another] = positionals;
  if (input === undefined || another !== undefined) throw new UsageError('fleet takes one folder of traces');
  if (values.out === undefined) throw new UsageError('--out is missing: the folder of the tables');
  return {
    ...{ name: 'fleet', input, output: values.out },
    master: values.master ?? 'local[*]',
    python: values.python ?? null,
    limits: limitsOf(values),
    takesOver: values['take-over'] === true,
  };
}

export function rowsCommand(args: string[]): RowsCommand | OtherCommand {
  const { values } = parseArgs({ args, options: GLOBAL });
  if (values.help === true) return { name: 'help', of: 'rows' };
  if (values.version === true) return { name: 'version' };
  return { name: 'rows' };
}

export function limitsOf({
  timeout,
  memory,
}: {
  readonly timeout?: string;
  readonly memory?: string;
}): FileLimits {
  return {
    seconds: timeout === undefined ? FILE_LIMITS.seconds : wholeOf('--timeout', timeout, 1, 1e6),
    memoryMb: memory === undefined ? FILE_LIMITS.memoryMb : wholeOf('--memory', memory, 64, 1e6),
  };
}
