/** Files that say how a check is judged, `--baseline` and `--ignore-file`: read before any trace, whole or not at all. */
import { createReadStream } from 'node:fs';
import { systemReason } from '../../system-reason';

/** It cannot be read, or is not what it is to be: exit status 2. */
export class CheckFileUnusable extends Error {}

/**
 * The lines of a file, one at a time, without their ends and a byte order mark.
 * @param most of the file and of a line, in UTF-16 units.
 * @throws CheckFileUnusable that names it and says why it cannot be read, or that it is too large.
 */
export async function* linesOf(
  path: string,
  most: { readonly file: number; readonly line: number },
): AsyncGenerator<string, void, undefined> {
  let length = 0;
  let rest = '';
  try {
    for await (const chunk of createReadStream(path, { encoding: 'utf8' })) {
      const text: string = length === 0 ? chunk.replace(/^\uFEFF/, '') : chunk;
      length += chunk.length;
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      if (length > most.file || rest.length > most.line) throw new CheckFileUnusable(`${path}: is too large`);
      yield* lines;
    }
  } catch (error) {
    if (error instanceof CheckFileUnusable) throw error;
    throw new CheckFileUnusable(`${path}: ${systemReason(error)}`);
  }
  if (rest !== '') yield rest;
}
