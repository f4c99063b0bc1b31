/**
 * What a path of `--output` says of the format of the file: who writes `--output report.md` gets Markdown in that file,
 * whatever the format is where none is named; and what a folder is that `--out` names. A path that says another thing than
 * the rest of the call is a wrong call, before anything is read.
 */
import { extname } from 'node:path';
import { UsageError } from './arg-values';

/** Endings of files, by what is in them; the first of several formats is the one that an ending alone means. */
const ENDINGS: { readonly [format: string]: readonly string[] } = {
  html: ['html', 'htm'],
  markdown: ['md', 'markdown'],
  svg: ['svg'],
  zip: ['zip'],
  json: ['json', 'jsonl', 'ndjson'],
  csv: ['csv'],
  ndjson: ['ndjson', 'jsonl'],
  junit: ['xml'],
  sarif: ['sarif', 'json'],
  parquet: ['parquet'],
  /** Annotations, lines for a log. */
  github: ['txt', 'log'],
  /** Also of any other format that is named: nobody is surprised by a log in a `.txt`. */
  text: ['txt', 'log'],
  qlog: ['qlog', 'sqlog', 'gz'],
  picture: ['png', 'pdf'],
};

const endingOf = (path: string): string => extname(path).slice(1).toLowerCase();
const holds = (format: string, ending: string): boolean => ENDINGS[format]?.includes(ending) === true;
const isKnown = (ending: string): boolean => Object.keys(ENDINGS).some((format) => holds(format, ending));

/**
 * The format of what is written.
 * @param formats those of the command. @param named the one that the call names, null for none. @param usual without a name or an ending.
 * @param output the path of the file; undefined for standard output.
 * @throws UsageError where the ending of the path is that of another format.
 */
export function formatFor<Format extends string>(
  formats: readonly Format[],
  named: Format | null,
  usual: Format,
  output: string | undefined,
): Format {
  const ending = output === undefined ? '' : endingOf(output);
  if (ending === '' || !isKnown(ending)) return named ?? usual;
  if (named !== null) {
    if (holds(named, ending) || holds('text', ending)) return named;
    throw new UsageError(
      `--output ${output} is no name for ${wordOf(named)}: it would end in ${endingsOf(named)}`,
    );
  }
  const format = formats.find((one) => holds(one, ending));
  if (format !== undefined) return format;
  if (holds('text', ending)) return usual;
  const names = formats.map((one) => `${wordOf(one)} (${endingsOf(one)})`).join(', ');
  throw new UsageError(`--output ${output}: what is written there is one of ${names}`);
}

export const endsAs = (format: string, path: string): boolean => holds(format, endingOf(path));

/** @throws UsageError where a path that is to be a folder ends as a file does. */
export function folderFor(option: string, path: string, what: string): string {
  const ending = endingOf(path);
  if (ending === '' || !isKnown(ending)) return path;
  throw new UsageError(`${option} ${path} is the name of a file: ${what} are written into a folder`);
}

const endingsOf = (format: string): string =>
  (ENDINGS[format] ?? []).map((ending) => `.${ending}`).join(' or ');

const WORDS: { readonly [format: string]: string } = {
  html: 'HTML',
  markdown: 'Markdown',
  svg: 'SVG',
  csv: 'CSV',
};
const wordOf = (format: string): string => WORDS[format] ?? format;
