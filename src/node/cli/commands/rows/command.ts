/** `qlogscope rows`, the engine that the job of a fleet feeds: its call and its help. */
import { command } from '../../command';

const HELP = `qlogscope rows

The engine that the job of a fleet feeds: a request per line of standard input, the rows of that file as one line of standard
output, as JSON. docs/fleet.md describes both. It ends with its input.

Exit status: 0 the input ended, 64 wrong call.
`;

export const ROWS = command({
  name: 'rows',
  operands: '',
  summary: 'the engine of that job: rows of the files that standard input names',
  takesOperands: false,
  options: {},
  help: () => HELP,
  parse: () => null,
  run: async (_, io, program) => (await import('./serve-rows')).serveRows(io, program),
});
