/** Every way out of the command line: each command that writes, with the endings that it takes, and what it writes by them. */
import { COMMANDS } from '../../src/node/cli/commands/index.ts';

/** Those that read traces, with what a call of each names of them, each as often as it is read. */
const OF_TRACES: { readonly [operands: string]: number } = { 'FILES…': 1, FILE: 1, 'A B': 2 };

export const READING_COMMANDS: readonly string[] = COMMANDS.filter(
  ({ operands }) => operands in OF_TRACES,
).map(({ name }) => name);

/** The words after the name where the command reads these traces; of two that are compared the last may be the first again. */
export function tracesOf(name: string, traces: readonly string[]): readonly string[] {
  const operands = COMMANDS.find((command) => command.name === name)?.operands ?? '';
  return Array.from({ length: OF_TRACES[operands] ?? 0 }, (_, i) => traces[i] ?? (traces[0] as string));
}

export const BEGINS = {
  html: /^<!doctype html>/,
  markdown: /^# /,
  json: /^\{"/,
  sarif: /^\{\s*"\$schema"/,
  junit: /^<\?xml/,
  csv: /^time_ms,/,
  ndjson: /^\{"timeMs":/,
  parquet: /^PAR1/,
  qlog: /^.\{"qlog_version":/,
  text: /^[^{<#]/,
  annotations: /^(?:::(?:error|warning|notice) |\d+ traces?: )/,
};

/** A file, by what is in it; null where the call is wrong. */
export const CLI_FILES: readonly (readonly [
  command: string,
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
  ['check', '', 'c.md', 'markdown'],
  ['check', '--format github', 'c-github.txt', 'annotations'],
  ['check', '--format github', 'c-github.md', null],
  ['check', '', 'c.csv', null],
  ['check', '--json', 'c-json.xml', null],
  ['doctor', '', 'd', 'text'],
  ['doctor', '', 'd.json', 'json'],
  ['doctor', '', 'd.md', null],
  ['convert', '', 'v', 'csv'],
  ['convert', '', 'v.csv', 'csv'],
  ['convert', '', 'v.ndjson', 'ndjson'],
  ['convert', '--to csv', 'v-csv.ndjson', null],
  ['convert', '', 'v.sqlog', 'qlog'],
  ['convert', '', 'v.json', null],
  ['compare', '', 'p', 'text'],
  ['compare', '', 'p.md', 'markdown'],
  ['compare', '', 'p.json', 'json'],
  ['compare', '--json', 'p-json.md', null],
  ['compare', '', 'p.html', 'html'],
  ['compare', '', 'p.svg', null],
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
