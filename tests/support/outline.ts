/** The outline of a connection, as its request answers it. */
import type { Outline } from '../../src/engine/contract/outline.ts';
import type { FileConnection } from '../../src/engine/reading/connection-list.ts';
import { outlineOf } from '../../src/engine/reading/outline.ts';

export function outlineOfConnection({ connection }: Pick<FileConnection, 'connection'>): Outline {
  return outlineOf(connection.state, connection.ends.identity);
}
