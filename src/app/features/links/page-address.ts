/** The page's own address before any link is followed: traces in its query, and what of it may be shared. */
import { movedQuery } from '../../../sharing/link/query';

export { publicPage } from '../../../sharing/link/public-page';

/** Traces named in the query, as in links to other viewers, stand behind `#` from now on. */
export function takeQuery(): void {
  const moved = movedQuery(location.search, location.hash);
  if (moved !== null)
    history.replaceState(history.state, '', `${location.pathname}${moved.search}#${moved.fragment}`);
}
