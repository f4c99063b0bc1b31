/**
 * Error codes that a connection is closed with, by their names in logs: transport (RFC 9000 §20.1), HTTP/3 (RFC 9114 §8.1,
 * RFC 9297 §5.2), QPACK (RFC 9204 §6). How they are shown is error-texts.ts.
 */
import { TRANSPORT_ERRORS } from './termination';

const FIRST_H3 = 0x100;
// biome-ignore format: a table
const H3_ERRORS: readonly string[] = [
  'H3_NO_ERROR', 'H3_GENERAL_PROTOCOL_ERROR', 'H3_INTERNAL_ERROR', 'H3_STREAM_CREATION_ERROR',
  'H3_CLOSED_CRITICAL_STREAM', 'H3_FRAME_UNEXPECTED', 'H3_FRAME_ERROR', 'H3_EXCESSIVE_LOAD', 'H3_ID_ERROR',
  'H3_SETTINGS_ERROR', 'H3_MISSING_SETTINGS', 'H3_REQUEST_REJECTED', 'H3_REQUEST_CANCELLED',
  'H3_REQUEST_INCOMPLETE', 'H3_MESSAGE_ERROR', 'H3_CONNECT_ERROR', 'H3_VERSION_FALLBACK',
];

export const APPLICATION_ERRORS: ReadonlyMap<number, string> = new Map([
  ...H3_ERRORS.map((name, i) => [FIRST_H3 + i, name] as const),
  [0x33, 'H3_DATAGRAM_ERROR'],
  [0x200, 'QPACK_DECOMPRESSION_FAILED'],
  [0x201, 'QPACK_ENCODER_STREAM_ERROR'],
  [0x202, 'QPACK_DECODER_STREAM_ERROR'],
]);

const CODES: ReadonlyMap<string, number> = new Map([
  ...[...APPLICATION_ERRORS].map(([code, name]) => [name.toLowerCase(), code] as const),
  ...H3_ERRORS.map((name, i) => [name.toLowerCase().replace('h3_', 'http_'), FIRST_H3 + i] as const),
  ...TRANSPORT_ERRORS.map((name, code) => [name, code] as const),
]);

/** The code of an error that is logged by its name, in lower case; NaN for none. */
export function codeNamed(word: string): number {
  return CODES.get(word) ?? Number.NaN;
}
