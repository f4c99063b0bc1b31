/** Answers `select`: the file selects another connection and sends its snapshot. */
import type { Handler } from './handler';

export const handler: Handler<'select'> = (file, { connection }) => {
  file.select(connection);
  return null;
};
