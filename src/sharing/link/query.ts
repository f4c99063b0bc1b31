/**
 * Traces that are named in the query, `?file=https://…&file=…`, as links to other viewers name them. They are moved
 * behind `#`, as `src=`, where they are read and asked about like those of any link, and where no server sees them.
 */
import { escapeText } from './text';

const NAMES: readonly string[] = ['file', 'src'];

export interface MovedQuery {
  /** What is left of the query, with its `?`; empty for nothing. */
  readonly search: string;
  /** Without `#`. */
  readonly fragment: string;
}

/**
 * @param hash of the same address; what stands there stays, before what comes from the query.
 * @returns null where the query names no trace.
 */
export function movedQuery(search: string, hash: string): MovedQuery | null {
  const traces: string[] = [];
  const left = search
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
    search: left.length === 0 ? '' : `?${left.join('&')}`,
    fragment: [before === '' ? 'v=1' : before, ...traces].join('&'),
  };
}
