/** SHA-256 of files, by which identical ones are found. */
import { createHash } from 'node:crypto';
import { reusedPieces } from './reading/sources';

/** Hash of the bytes as they are stored, 64 hexadecimal digits. @throws whatever reading throws. */
export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of reusedPieces(path)) hash.update(piece);
  return hash.digest('hex');
}

/** Of several files of one log that of their hashes, one after the other; null where one cannot be read. */
export async function hashOfLog(paths: readonly string[]): Promise<string | null> {
  try {
    const hashes = [];
    for (const path of paths) hashes.push(await hashOf(path));
    const [first = null] = hashes;
    return hashes.length < 2 ? first : createHash('sha256').update(hashes.join('')).digest('hex');
  } catch {
    return null;
  }
}
