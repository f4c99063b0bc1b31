/** Every way out of the command line: each command that writes, with the endings that it takes, and what it writes by them. */
import { COMMANDS, type CommandName } from '../../src/node/cli/arg-values.ts';
import { helpText } from '../../src/node/cli/help.ts';

/** Those whose help says that they read traces: files, one, or two that are compared. */
export const READING_COMMANDS = COMMANDS.filter((command) =>
  new RegExp(`^qlogscope ${command} (?:FILES…|FILE|A B)(?: |$)`, 'm').test(helpText(command, [])),
);

export const BEGINS = {
  html: /^<!doctype html>/,
  markdown: /^# /,
  json: /^\{"/,
  sarif: /^\{\s*"\$schema"/,
  junit: /^<\?xml/,
  csv: /^time_ms,/,
  ndjson: /^\{"timeMs":/,
  parquet: /^PAR1/,
  text: /^[^{<#]/,
};

/** A file, by what is in it; null where the call is wrong. */
export const CLI_FILES: readonly (readonly [
  CommandName,
  options: string,
  name: string,
  holds: keyof typeof BEGINS | null,
])[] = [
  ['check', '', 'c', 'text'],
  ['check', '', 'c.txt', 'text'],
  ['check', '', 'c.json', 'json'],
  ['check', '', 'c.XML', 'junit'],
  ['check', '', 'c.sarif', 'sarif'],
  ['check', '--format sarif', 'c-sarif.json', 'sarif'],
  ['check', '--json', 'c-json.txt', 'json'],
  ['check', '', 'c.parquet', 'parquet'],
  ['check', '', 'c.csv', null],
  ['check', '--json', 'c-json.xml', null],
  ['doctor', '', 'd', 'text'],
  ['doctor', '', 'd.json', 'json'],
  ['doctor', '', 'd.md', null],
  ['convert', '', 'v', 'csv'],
  ['convert', '', 'v.csv', 'csv'],
  ['convert', '', 'v.ndjson', 'ndjson'],
  ['convert', '--to csv', 'v-csv.ndjson', null],
  ['convert', '', 'v.json', null],
  ['compare', '', 'p', 'text'],
  ['compare', '', 'p.md', 'markdown'],
  ['compare', '', 'p.json', 'json'],
  ['compare', '--json', 'p-json.md', null],
  ['compare', '', 'p.html', null],
  ['report', '', 'r', 'html'],
  ['report', '', 'r.html', 'html'],
  ['report', '', 'r.md', 'markdown'],
  ['report', '--markdown', 'r-md.markdown', 'markdown'],
  ['report', '--html', 'r-html.md', null],
  ['report', '--markdown', 'r-md.html', null],
  ['report', '', 'r.svg', null],
  ['report', '--svg', 'r-svg.svg', null],
  ['report', '', 'r.pdf', null],
  ['simulate', '', 's.sqlog', null],
  ['experiment', '', 'e.svg', null],
];
