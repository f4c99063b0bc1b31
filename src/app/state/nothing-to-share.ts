/** Why there is no link to what is on the screen, and nothing to share of it: a file of which nothing could be read. */
import type { AppState } from './app-state';

const UNREAD = 'The file could not be read: there is nothing of it to link to or to share.';

/** @returns null where there is something, and where nothing is on the screen. */
export function nothingToShare({ files }: AppState): string | null {
  const { shown } = files.list.get();
  if (shown === null) return null;
  const isUnread = shown.members.every(({ trace }) => trace.snapshot.get()?.phase === 'failed');
  return isUnread ? UNREAD : null;
}
