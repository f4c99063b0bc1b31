/** `qlogscope fleet`, which starts the Spark job over a folder: its call and its help. */
import { FLAG, STRING, UsageError } from '../../arg-values';
import { command } from '../../command';
import { FILE_LIMITS, LIMIT_OPTIONS, limitsOf } from '../../file-limits';
import type { FleetSetting } from './start-job';

const HELP = `qlogscope fleet DIR --out DIR [options]

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

export const FLEET = command({
  name: 'fleet',
  operands: 'DIR',
  summary: 'judge a fleet with Apache Spark, into Parquet tables',
  takesOperands: true,
  options: { out: STRING, master: STRING, python: STRING, ...LIMIT_OPTIONS, 'take-over': FLAG },
  help: () => HELP,
  parse: (values, operands): FleetSetting => {
    const [input, another] = operands;
    if (input === undefined || another !== undefined)
      throw new UsageError('fleet takes one folder of traces');
    if (values.out === undefined) throw new UsageError('--out is missing: the folder of the tables');
    return {
      input,
      output: values.out,
      master: values.master ?? 'local[*]',
      python: values.python ?? null,
      limits: limitsOf(values),
      takesOver: values['take-over'] === true,
    };
  },
  run: async (setting, io, program) => (await import('./start-job')).startJob(setting, io, program),
});
