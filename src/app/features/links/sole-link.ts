/** A link to the trace that it shows and to no other: a report is about one, and names no other that was open beside it. */
import { formatLink } from '../../../sharing/link/format';
import { parseLink } from '../../../sharing/link/parse';
import { withoutName } from '../../../sharing/link/trace-refs';

export interface SoleLink {
  readonly fragment: string;
  /** It names the trace by its URL. */
  readonly isRemote: boolean;
}

/**
 * @param fragment of the page's own address, with or without the data of a digest, which stays out.
 * @param named false leaves out the name of a local file; size and hash stay.
 * @returns null where it is no link, or names no trace.
 */
export function soleLink(fragment: string, named: boolean): SoleLink | null {
  const { state } = parseLink(fragment);
  const ref = state.traces[state.shown];
  if (ref === undefined) return null;
  const told = named ? ref : withoutName(ref);
  const sole = formatLink({ ...state, traces: [told], shown: 0, digest: null });
  return { fragment: sole, isRemote: ref.kind === 'src' };
}
