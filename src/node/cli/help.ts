/** Texts of `--help`, per command. Options and exit statuses are listed only here; the docs explain them. */
import { ALIGNMENT_FORMS } from '../../engine/service/compare/alignment-text';
import { REPORT_PLOT_PX } from '../../sharing/report/figures/report-window';
import type { CommandName } from './arg-values';
import { TELL_VALUES } from './args';
import { COMPARE_HELP } from './commands/compare/compare-args';
import { EXPERIMENT_HELP } from './commands/experiment/experiment-args';
import { FILE_LIMITS, FLEET_HELP, ROWS_HELP } from './commands/fleet/fleet-args';
import { HEADERS_HELP, SERVE_HELP } from './commands/serve/serve-args';
import { SIMULATE_HELP } from './commands/simulate/simulate-args';
import type { Rule } from './report';

const GENERAL = `qlogscope reads QUIC traces (qlog) and names what is wrong with them.

  qlogscope check FILES…     judge traces; exit status 1 where something is found
  qlogscope summary FILES…   a table with one line of figures per trace
  qlogscope doctor FILES…    what logs lack, what that hides, and how it is logged
  qlogscope convert FILE     series of one trace as CSV or NDJSON
  qlogscope report FILES…    a post-mortem with figures, as HTML, Markdown or SVG
  qlogscope compare A B      differences and verdict of two traces, or of groups of runs
  qlogscope simulate         runs of the incident and of other scenarios, and traces of them
  qlogscope experiment NAME  a published figure made again, and whether its claims hold
  qlogscope serve            the page, and a store of traces, on this machine; also without a command
  qlogscope headers FORMAT   the page's headers for a static host
  qlogscope fleet DIR        judge a fleet with Apache Spark, into Parquet tables
  qlogscope rows             the engine of that job: rows of the files that standard input names
  qlogscope COMMAND --help   the options of a command
  qlogscope --version

FILES are traces of any version of qlog, plain or compressed (gzip, zstd, zip), folders (searched recursively), or
"-" for standard input. Errors are written to standard error.
`;

const SUMMARY = `qlogscope summary FILES… [options]

A table with one line per trace: role, side, duration, events, packets, congestion window, RTT, handshake, streams,
requests, how it ended, findings. Files that are of one connection, as a log that was rotated, are one trace.

  --streams         of each trace a table of its streams (bytes sent, acknowledged, lost, resent and received, time
                    without credit and behind gaps in the data) and one of its HTTP/3 requests
  --json            with --streams, one JSON object per trace and line
  --tell ${TELL_VALUES.requestTexts}   with --streams, let in hosts and paths of requests, and their priorities
  --separate        each file alone, also those that are of one connection

Exit status: 0 all was read, 2 an input could not be read, 64 wrong call.
`;

const DOCTOR = `qlogscope doctor FILES… [options]

Says of each trace which fields its log lacks, which panels and rules that hides, and how the stack that wrote it logs
them: the setting, the version, or that it never does. docs/recording.md lists all stacks.

  --json            one JSON object per trace and line
  --output FILE     write the answer to FILE, as JSON where it ends in .json; standard output gets the counts
  --separate        each file alone, also those that are of one connection

Exit status: 0 nothing is hidden, 1 a log lacks what a panel or a rule needs, 2 an input could not be read or the answer
could not be written (the other inputs are looked at all the same), 64 wrong call.
`;

const CONVERT = `qlogscope convert FILE [--to csv|ndjson] [--series ID,…] [--from MS] [--to MS] [--trace N] [--output FILE]

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

const REPORT = `qlogscope report FILES… [--html|--markdown|--svg] [options]

A post-mortem of one or several traces: what users saw, why, what to do, when and how sure on page one, then timeline,
cost, cause and how to reproduce it, and in the appendix the evidence. Of each file the connection with the worst finding
is told of. It is what the page saves under Report.

  --html            one HTML file with everything in it, the format where none is named
  --markdown        Markdown; with --output FOLDER its pictures beside it; without it, and in a file, no pictures
  --svg             the pictures only; needs --output FOLDER
  --output PATH     x.html and x.md are such files, whatever the format where none is named; else the file of the HTML, and
                    the folder of --markdown and --svg; standard output where it is left out
  --tell WHAT,…     let in: ${Object.values(TELL_VALUES).join(', ')}; nothing of them where it is left out
  --trace N         which connection of each file, from 0
  --from MS, --to MS   what the pictures show, on the trace's clock
  --width PX        width of the plots; ${REPORT_PLOT_PX} where it is left out, which fits A4
  --figures ID,…    panels in the appendix, or all; none where it is left out: page one has figures of its own
  --title TEXT, --author TEXT, --severity TEXT   yours, in place of the report's own
  --action TEXT     what is to be done, before what the trace suggests; may be given several times
  --separate        each file alone, also those that are of one connection
  --compare         one report that compares the first trace with each other one: verdict, the traces over one another
                    and the table of differences on page one
  --align WHERE     what is laid over one another by --compare: ${ALIGNMENT_FORMS.join(', ')};
                    where it is left out, as compare does

Files that are of one connection, as a log that was rotated, are one trace.

Exit status: 0 written, 2 an input could not be read (the others are told of) or the report could not be written, 64
wrong call.
`;

function check(rules: readonly Rule[]): string {
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

export function helpText(command: CommandName | null, rules: readonly Rule[]): string {
  switch (command) {
    case null:
      return GENERAL;
    case 'check':
      return check(rules);
    case 'summary':
      return SUMMARY;
    case 'doctor':
      return DOCTOR;
    case 'convert':
      return CONVERT;
    case 'report':
      return REPORT;
    case 'compare':
      return COMPARE_HELP;
    case 'simulate':
      return SIMULATE_HELP;
    case 'experiment':
      return EXPERIMENT_HELP;
    case 'serve':
      return SERVE_HELP;
    case 'headers':
      return HEADERS_HELP;
    case 'fleet':
      return FLEET_HELP;
    case 'rows':
      return ROWS_HELP;
  }
}
