/**
 * Stored bytes to the UTF-8 texts in them, through the project's own `src/engine/input/bytes`: the one place where the tests of
 * dialects touch it. Containers need none of it and are fed to the pipeline as they are.
 */
import { openText } from '../../../src/engine/input/bytes/inflate.ts';
import { openSource } from '../../../src/engine/input/bytes/source.ts';

/**
 * @param bytes of a stored file: compressed, in UTF-16, or both.
 * @returns one text per document in it: the entries of a zip, else one.
 */
export async function textOf(bytes: Uint8Array): Promise<readonly Uint8Array[]> {
  const file = new File([new Uint8Array(bytes)], 'trace.qlog');
  const ignore = (): void => undefined;
  const callbacks = { onRead: ignore, onCompression: ignore, onEncoding: ignore };
  const texts: Uint8Array[] = [];
  for await (const part of openText(openSource({ kind: 'file', file }), callbacks)) {
    const chunks: Uint8Array[] = [];
    // A chunk's buffer belongs to its producer again after the turn.
    for await (const chunk of part.chunks()) chunks.push(chunk.slice());
    texts.push(new Uint8Array(Buffer.concat(chunks)));
  }
  return texts;
}
