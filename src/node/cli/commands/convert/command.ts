/** `qlogscope convert`: its call and its help. */
import { SERIES_FORMATS } from '../../../../sharing/report/figures/series-rows';
import { listOf, millisecondsOf, numberOf, oneOf, STRING, STRINGS, UsageError } from '../../arg-values';
import { command } from '../../command';
import { formatFor } from '../../output-format';
import type { ConvertSetting } from './convert';

const HELP = `qlogscope convert FILE [--to csv|ndjson] [--series ID,…] [--from MS] [--to MS] [--trace N] [--output FILE]

Series of one trace, one row per time at which one of them has a value. A cell is empty, and a key left out, where
the series has no value of its own at that time. Times and RTTs are ms, app_limited is 1 or 0, the rest
bytes, packets or bytes per second, as the name says.

  --to csv|ndjson   the format; where it is left out, that of the ending of FILE, else csv
  --series ID,…     which series; all that hold points where it is left out
  --from MS, --to MS   the range, on the trace's clock; a series that holds its value begins with the one in force
  --trace N         which connection of the file, from 0; the one that sent most where it is left out
  --output FILE     write to FILE

Files of one connection, as a log that was rotated, are not joined: FILE is read alone.

Exit status: 0 done, 2 the input could not be read, 64 wrong call.
`;

/** `--to` takes both the format and the end of the range, which cannot be confused. */
export const CONVERT = command({
  name: 'convert',
  operands: 'FILE',
  summary: 'series of one trace as CSV or NDJSON',
  takesOperands: true,
  options: { to: STRINGS, from: STRING, series: STRINGS, trace: STRING, output: STRING },
  help: () => HELP,
  parse: (values, paths): ConvertSetting => {
    const [path, another] = paths;
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
      path,
      format: formatFor(SERIES_FORMATS, format, 'csv', values.output),
      series: values.series === undefined ? null : listOf(values.series),
      fromMs,
      toMs,
      trace: values.trace === undefined ? null : numberOf('--trace', values.trace),
      output: values.output ?? null,
    };
  },
  run: async (setting, io) => (await import('./convert')).convert(setting, io),
});
