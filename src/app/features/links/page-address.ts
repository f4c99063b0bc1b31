/** The page's own address before any link is followed: traces in its query. */
import { movedQuery } from '../../../sharing/link/query';

/** Traces named in the query, as in links to other viewers, stand behind `#` from now on. */
export function takeQuery(): void {
  const moved = movedQuery(location.search, location.hash);
  if (moved !== null)
    history.replaceState(history.state, '', `${location.pathname}${moved.search}#${moved.fragment}`);
}
