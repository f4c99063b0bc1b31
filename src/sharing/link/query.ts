/**
 * Traces named in the query, `?file=https://…&file=…`, as in links to other viewers. They are moved
 * to the fragment, as `src=`, where they are handled like those of any link and are not sent to a server.
 */
import { LEAST_VERSION } from './state';
import { escapeText } from './text';

const NAMES: readonly string[] = ['file', 'src'];

export interface MovedQuery {
  /** The remaining query, with its `?`; empty for nothing. */
  readonly search: string;
  /** Without `#`. */
  readonly fragment: string;
}

/**
 * @param hash of the same address; it stays, before the traces from the query.
 * @returns null where the query names no trace.
 */
export function movedQuery(search: string, hash: string): MovedQuery | null {
  const traces: string[] = [];
  const rest = search
    .replace(/^\?/, '')
    .split('&')
    .filter((part) => {
      const [name = '', value = ''] = [...new URLSearchParams(part)][0] ?? [];
      if (!NAMES.includes(name)) return part !== '';
      if (value.trim() !== '') traces.push(`src=${escapeText(value.trim())}`);
      return false;
    });
  if (traces.length === 0) return null;
  const before = hash.replace(/^#/, '');
  return {
    search: rest.length === 0 ? '' : `?${rest.join('&')}`,
    fragment: [before === '' ? `v=${LEAST_VERSION}` : before, ...traces].join('&'),
  };
}
