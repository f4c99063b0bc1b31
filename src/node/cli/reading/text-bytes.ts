/** How much text a file holds, before it is read. */
import { stat } from 'node:fs/promises';

/** How much larger the text of a compressed log is, about. */
const INFLATION = 10;
const COMPRESSED = /\.(gz|zst|zip)$/i;

/** About; 0 for what cannot be asked. */
export async function textBytes(path: string): Promise<number> {
  const bytes = await stat(path).then(
    ({ size }) => size,
    () => 0,
  );
  return COMPRESSED.test(path) ? bytes * INFLATION : bytes;
}
