/** `qlogscope convert`: its call and its help. */
import { listOf, millisecondsOf, numberOf, oneOf, STRING, STRINGS, UsageError } from '../../arg-values';
import { command } from '../../command';
import { formatFor } from '../../output-format';
import { shareOptionsOf, TELL_VALUES } from '../../share-values';
import { CONVERT_FORMATS, type ConvertSetting } from './convert-setting';

const HELP = `qlogscope convert FILE [--to csv|ndjson|qlog] [--series ID,…] [--from MS] [--to MS] [--trace N] [--tell WHAT,…] [--output FILE]

Series of one trace, one row per time at which one of them has a value. A cell is empty, and a key left out, where
the series has no value of its own at that time. Times and RTTs are ms, app_limited is 1 or 0, the rest
bytes, packets or bytes per second, as the name says. A qlog is the trace itself, whatever format it was logged in: a JSON text
sequence of its events, of fields that are listed, as the page exports a range.

  --to csv|ndjson|qlog   the format; where it is left out, that of the ending of FILE, else csv
  --series ID,…     which series; all that hold points where it is left out
  --from MS, --to MS   the range, on the trace's clock; a series that holds its value begins with the one in force
  --trace N         which connection of the file, from 0; the one that sent most where it is left out
  --tell WHAT,…     what a qlog holds besides: ${Object.values(TELL_VALUES).join(', ')}
  --output FILE     write to FILE

Files of one connection, as a log that was rotated, are not joined: FILE is read alone.

Exit status: 0 done, 2 the input could not be read, 64 wrong call.
`;

/** `--to` takes both the format and the end of the range, which cannot be confused. */
export const CONVERT = command({
  name: 'convert',
  operands: 'FILE',
  summary: 'series of one trace as CSV or NDJSON, or the trace as a qlog',
  takesOperands: true,
  options: { to: STRINGS, from: STRING, series: STRINGS, trace: STRING, tell: STRINGS, output: STRING },
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
    const format = formats[0] === undefined ? null : oneOf('--to', formats[0], CONVERT_FORMATS);
    const fromMs = values.from === undefined ? null : millisecondsOf('--from', values.from);
    const toMs = times[0] === undefined ? null : Number(times[0]);
    if (fromMs !== null && toMs !== null && fromMs > toMs) throw new UsageError('--from is later than --to');
    const chosen = formatFor(CONVERT_FORMATS, format, 'csv', values.output);
    if (chosen === 'qlog' && values.series !== undefined) throw new UsageError('a qlog has no --series');
    if (chosen !== 'qlog' && values.tell !== undefined) throw new UsageError('--tell is of a qlog');
    return {
      path,
      format: chosen,
      options: shareOptionsOf(values.tell ?? []),
      series: values.series === undefined ? null : listOf(values.series),
      fromMs,
      toMs,
      trace: values.trace === undefined ? null : numberOf('--trace', values.trace),
      output: values.output ?? null,
    };
  },
  run: async (setting, io) => (await import('./convert')).convert(setting, io),
});
