/** Traces in the query of the page's address, before any link is followed. */
import { movedQuery } from '../../sharing/link/query';

/** Moves traces named in the query, as in links to other viewers, into the fragment. */
export function takeQuery(): void {
  const moved = movedQuery(location.search, location.hash);
  if (moved !== null)
    history.replaceState(history.state, '', `${location.pathname}${moved.search}#${moved.fragment}`);
}
