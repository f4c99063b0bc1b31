/** The outline of a connection, as its request answers it. */
import type { Outline } from '../../src/engine/reading/contract/outline.ts';
import { outlineOf } from '../../src/engine/reading/facts/outline.ts';
import type { FileConnection } from '../../src/engine/reading/stages/connection-list.ts';
import { heldTimeOf } from './held-time.ts';

export function outlineOfConnection({ connection }: Pick<FileConnection, 'connection'>): Outline {
  return outlineOf(connection.state, connection.ends.identity, heldTimeOf(connection.state));
}
