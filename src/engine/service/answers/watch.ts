/** Answers `watch`: the file sends the snapshots of another connection too, the first one before the answer. */
import type { Handler } from './handler';

export const handler: Handler<'watch'> = (file, { connection }) => {
  file.watch(connection);
  return null;
};
