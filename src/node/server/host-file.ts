/** The configuration of a host as a file: `config.json`, as the page reads it, and what the server needs of it. */
import { readFile } from 'node:fs/promises';
import { readConfig } from '../../sharing/host/config';

export interface HostFile {
  /** What stands in the file, for the page. */
  readonly written: Readonly<Record<string, unknown>>;
  readonly embedOrigins: readonly string[];
}

export const NO_HOST_FILE: HostFile = { written: {}, embedOrigins: [] };

/** Addresses of the file may belong to the page's own, which is not known here. */
const SOME_PAGE = 'http://localhost/';

/** @throws where the file cannot be read, or does not fit: a host that starts with half of it would be found out late. */
export async function readHostFile(path: string): Promise<HostFile> {
  const text = await readFile(path, 'utf8');
  const { config, problems } = readConfig(text, SOME_PAGE);
  if (problems.length > 0) throw new Error(problems.join(' '));
  return { written: JSON.parse(text), embedOrigins: config.embedOrigins };
}
