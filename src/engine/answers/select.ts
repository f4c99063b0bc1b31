/** Answers `select`: the file looks at another connection, and says so in a snapshot. */
import type { Handler } from './handler';

export const handler: Handler<'select'> = (file, { connection }) => {
  file.select(connection);
  return null;
};
