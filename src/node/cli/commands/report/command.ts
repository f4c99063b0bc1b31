/** `qlogscope report`: its call and its help. */
import { authoredOf } from '../../../../sharing/report/authored';
import {
  FLAG,
  listOf,
  millisecondsOf,
  numberOf,
  STRING,
  STRINGS,
  someFiles,
  UsageError,
} from '../../arg-values';
import { command } from '../../command';
import { askedGroups } from '../../group-values';
import { folderFor, formatFor } from '../../output-format';
import { shareOptionsOf, TELL_VALUES } from '../../share-values';
import { REPORT_FORMATS, type ReportSetting } from './report-setting';

/** What a report of groups has none of. */
const OF_TRACES = [
  'from',
  'to',
  'trace',
  'width',
  'figures',
  'compare',
  'align',
  'separate',
  'title',
  'author',
  'severity',
  'action',
] as const;

/** Of the plots, CSS pixels. */
const WIDTHS = [320, 4096] as const;

export const REPORT = command({
  name: 'report',
  operands: 'FILES…',
  summary: 'a post-mortem with figures, as HTML, Markdown or SVG',
  takesOperands: true,
  options: {
    html: FLAG,
    markdown: FLAG,
    svg: FLAG,
    json: FLAG,
    group: STRINGS,
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
    separate: FLAG,
    compare: FLAG,
    align: STRING,
  },
  help,
  parse: async (values, paths): Promise<ReportSetting> => {
    const groups = askedGroups(values.group ?? [], paths);
    const ofTrace = OF_TRACES.find((name) => values[name] !== undefined);
    if (groups.length > 0 && ofTrace !== undefined)
      throw new UsageError(`--${ofTrace} is about a report of traces, not of groups`);
    const formats = REPORT_FORMATS.filter((format) => values[format] === true);
    if (formats.length > 1) throw new UsageError('--html, --markdown, --svg and --json exclude each other');
    const [named] = formats;
    if (named === 'svg') {
      if (values.output === undefined)
        throw new UsageError('--svg needs --output: the folder that its pictures are written to');
      folderFor('--output', values.output, 'its pictures');
    }
    const format = formatFor(REPORT_FORMATS, named ?? null, 'html', values.output);
    if (format === 'json' && groups.length === 0)
      throw new UsageError('JSON is of groups, with --group; of traces check --json prints it');
    if (format === 'svg' && named === undefined)
      throw new UsageError(
        `--output ${values.output}: a report has several pictures; --svg --output FOLDER writes them`,
      );
    const fromMs = values.from === undefined ? null : millisecondsOf('--from', values.from);
    const toMs = values.to === undefined ? null : millisecondsOf('--to', values.to);
    if (fromMs !== null && toMs !== null && fromMs >= toMs)
      throw new UsageError('--from is not earlier than --to');
    const width = values.width === undefined ? await usualWidthPx() : Number(values.width);
    if (!Number.isInteger(width) || width < WIDTHS[0] || width > WIDTHS[1])
      throw new UsageError(`--width takes whole pixels from ${WIDTHS.join(' to ')}, not "${values.width}"`);
    if (values.compare !== true && values.align !== undefined)
      throw new UsageError('--align is about traces that are compared: --compare is missing');
    const { alignmentOf } = await import('../../alignment-value');
    const align = values.align === undefined ? null : alignmentOf(values.align);
    return {
      paths: groups.length > 0 ? [] : someFiles(paths),
      groups,
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
  },
  run: async (setting, io) => (await import('./write-report')).writeReport(setting, io),
});

function figuresOf(values: readonly string[]): readonly string[] | 'all' {
  const ids = listOf(values);
  return ids.includes('all') ? 'all' : ids;
}

/** Of the plots where none is given. */
async function usualWidthPx(): Promise<number> {
  return (await import('../../../../sharing/report/figures/report-window')).REPORT_PLOT_PX;
}

async function help(): Promise<string> {
  const { ALIGNMENT_FORMS } = await import('../../alignment-value');
  const usualWidth = await usualWidthPx();
  return `qlogscope report FILES… [--html|--markdown|--svg] [options]
qlogscope report --group PATTERN --group PATTERN [--html|--markdown|--svg|--json] [options]

A post-mortem of one or several traces: on page one what happened, when, for how long, what it cost, why, what to do and how
sure; on page two the evidence; then timeline, causes, how to reproduce it and other findings. Of each file the connection
with the worst finding is reported. It is what the page saves under Report.

Of groups of runs: on page one the verdict, the shares with their intervals and two pictures, shares and bands; then every run.
A PATTERN is that of compare, and so is what is counted; only --tell and --output are for groups too.

  --html            one HTML file with everything in it, the format where none is named
  --markdown        Markdown; with --output FOLDER its pictures beside it; without it, and in a file, no pictures
  --svg             the pictures only; needs --output FOLDER
  --json            of groups: what compare --json prints, redacted by --tell
  --output PATH     x.html and x.md are such files, whatever the format where none is named; else the file of the HTML, and
                    the folder of --markdown and --svg; standard output where it is left out
  --tell WHAT,…     include: ${Object.values(TELL_VALUES).join(', ')}; nothing of them where it is left out
  --trace N         which connection of each file, from 0
  --from MS, --to MS   what the pictures show, on the trace's clock
  --width PX        width of the plots; ${usualWidth} where it is left out, which fits A4
  --figures ID,…    panels of the evidence, or all; none where it is left out: page one has a figure of its own
  --title TEXT, --author TEXT, --severity TEXT   yours, in place of the report's own
  --action TEXT     what is to be done, before what the trace suggests; may be given several times
  --separate        each file alone, also those that are of one connection
  --compare         one report that compares the first trace with each other one: verdict, the traces over one another
                    and the table of differences on page one
  --align WHERE     what is laid over one another by --compare: ${ALIGNMENT_FORMS.join(', ')};
                    where it is left out, as compare does

Files that are of one connection, as a log that was rotated, are one trace.

Exit status: 0 written, 2 an input could not be read (the others are reported) or the report could not be written, 64
wrong call, as where a run is in two groups.
`;
}
