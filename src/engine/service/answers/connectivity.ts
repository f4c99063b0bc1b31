/** Answers `connectivity`: the life of a connection. */
import { connectivityOf } from '../../sender/transport/connectivity/connectivity-of';
import type { Handler } from './handler';

export const handler: Handler<'connectivity'> = (file, { connection }) =>
  connectivityOf(file.connection(connection).connection.state);
