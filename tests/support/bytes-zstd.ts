/** zstd frames made with the reference tool (zstd 1.5), as Node 20 cannot make any, and what they hold. */
import { readFileSync } from 'node:fs';
import type { Bytes } from './bytes-sources.ts';

export const SHORT = '{"qlog_version":"0.3"}\n';
/** Made by `zstd` at its default level. */
export const PACKED_SHORT: Bytes = new Uint8Array(
  Buffer.from('KLUv/QRYuQAAeyJxbG9nX3ZlcnNpb24iOiIwLjMifQruEqXh', 'base64'),
);

export const LONG = Array.from(
  { length: 10_000 },
  (_, i) => `{"time":${i},"name":"quic:packet_${i % 3 === 0 ? 'lost' : 'sent'}","n":${(i * i) % 9973}}\n`,
).join('');
/** Made by `zstd -19`: four blocks. */
export const PACKED_LONG: Bytes = new Uint8Array(readFileSync(new URL('bytes-long.zst', import.meta.url)));
