/** The text of `qlogscope --help`: a line per command. Options and exit statuses are listed by the commands' own. */
import type { Command } from './command';

/** Beside `--version`, which every program has. */
const OWN_HELP = { call: 'qlogscope COMMAND --help', summary: 'the options of a command' };

export function generalHelp(commands: readonly Command[]): string {
  const lines = [
    ...commands.map(({ name, operands, summary }) => ({
      call: `qlogscope ${name} ${operands}`.trimEnd(),
      summary,
    })),
    OWN_HELP,
  ];
  const width = Math.max(...lines.map(({ call }) => call.length)) + 2;
  return `qlogscope reads QUIC traces (qlog) and names what is wrong with them.

${lines.map(({ call, summary }) => `  ${call.padEnd(width)}${summary}`).join('\n')}
  qlogscope --version

FILES are traces of any version of qlog, plain or compressed (gzip, zstd, zip), folders (searched recursively), or
"-" for standard input. Errors are written to standard error.
`;
}
