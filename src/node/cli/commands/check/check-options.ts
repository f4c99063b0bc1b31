/** `--format` and `--output` of `check`, which may be given several times: each format goes into the file at its place. */
import { oneOf, UsageError } from '../../arg-values';
import { formatFor } from '../../output-format';
import { CHECK_FORMATS, type CheckFormat } from '../../report';
import type { CheckOutput } from './check-setting';

const STANDARD_OUTPUT = '-';

export interface OutputValues {
  readonly json?: boolean | undefined;
  readonly format?: readonly string[] | undefined;
  readonly output?: readonly string[] | undefined;
}

/** @throws UsageError */
export function outputsOf({
  json,
  format = [],
  output = [],
}: OutputValues): readonly CheckOutput<CheckFormat>[] {
  const other = json === true ? format.find((one) => one !== 'json') : undefined;
  if (other !== undefined) throw new UsageError(`--json and --format ${other} contradict each other`);
  const given = json === true ? ['json'] : format;
  const formats = given.map((one) => oneOf('--format', one, CHECK_FORMATS));
  const paths = output.length === 0 ? [STANDARD_OUTPUT] : output;
  if (formats.length > 0 && formats.length !== paths.length)
    throw new UsageError(
      `of several reports each has its --format and its --output, in the same order, "-" for standard output; here are ${formats.length} and ${output.length}`,
    );
  const twice = paths.find((path, i) => paths.indexOf(path) < i);
  if (twice !== undefined)
    throw new UsageError(
      twice === STANDARD_OUTPUT
        ? 'standard output takes one report'
        : `--output ${twice} is given twice: a file takes one report`,
    );
  const outputs = paths.map((path, i) => outputOf(path, formats[i] ?? null));
  if (outputs.length > 1 && outputs.some((one) => one.format === 'parquet'))
    throw new UsageError('--format parquet is written by itself');
  return outputs;
}

function outputOf(path: string, named: CheckFormat | null): CheckOutput<CheckFormat> {
  if (path === STANDARD_OUTPUT) return { format: named ?? 'text', path: null };
  return { format: formatFor(CHECK_FORMATS, named, 'text', path), path };
}
