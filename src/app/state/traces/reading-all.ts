/** How far files are read that were opened together, for the line that tells it. */
import { storedBytes } from '../../../engine/input/bytes/source';
import type { OpenFile } from './open-file';

/** Progress of files opened while others were being read; at least two. */
export interface ReadingAll {
  readonly ended: number;
  readonly total: number;
  /** Share of all their bytes, 0 to 1. */
  readonly share: number;
}

/** @returns `before` where nothing has changed; null where nothing is read, or one file alone. */
export function readingNow(files: readonly OpenFile[], before: ReadingAll | null): ReadingAll | null {
  const ended = files.filter(({ state }) => state !== 'loading').length;
  const total = files.length;
  if (total < 2 || ended === total) return null;
  const bytes = files.map((file) => {
    const all = storedBytes(file.source) ?? 1;
    const progress = file.current.snapshot.get()?.progress;
    const read = file.state !== 'loading' ? all : (progress?.readBytes ?? 0);
    return [Math.min(read, all), all] as const;
  });
  const sum = (of: 0 | 1): number => bytes.reduce((all, pair) => all + pair[of], 0);
  const share = Math.floor((sum(0) / Math.max(1, sum(1))) * 100) / 100;
  const isSame = before?.ended === ended && before.total === total && before.share === share;
  return isSame ? before : { ended, total, share };
}
