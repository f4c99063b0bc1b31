/**
 * UTF-16 to UTF-8 while it streams by, so that everything behind reads one encoding. The mark at the beginning
 * is left out; what is no UTF-16 becomes U+FFFD, which the decoder counts. UTF-8 is passed on as it is, invalid
 * bytes and mark included: its offsets are those of the file.
 */
import type { Chunks } from './chunks';
import type { Encoding } from './sniff';

export async function* transcode(chunks: Chunks, encoding: Encoding): Chunks {
  if (encoding === 'utf-8') {
    yield* chunks;
    return;
  }
  const decoder = new TextDecoder(encoding, { fatal: false });
  const encoder = new TextEncoder();
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk, { stream: true });
    if (text.length > 0) yield encoder.encode(text);
  }
  const rest = decoder.decode();
  if (rest.length > 0) yield encoder.encode(rest);
}
