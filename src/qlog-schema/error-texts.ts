/**
 * How error codes of closed connections are shown: transport (RFC 9000 §20.1, RFC 9368 §5), TLS alerts as CRYPTO_ERROR
 * (RFC 9001 §4.8, RFC 8446 §6, RFC 7301 §3.2), those of applications as error-codes.ts names them.
 */
import { APPLICATION_ERRORS } from './error-codes';
import { TRANSPORT_ERRORS } from './termination';

/** First code of CRYPTO_ERROR; the TLS alert is added to it. */
const CRYPTO_ERROR = 0x100;
const LAST_CRYPTO_ERROR = 0x1ff;
const VERSION_NEGOTIATION_ERROR = 0x11;

const TLS_ALERTS: ReadonlyMap<number, string> = new Map([
  [0, 'close_notify'],
  [10, 'unexpected_message'],
  [20, 'bad_record_mac'],
  [22, 'record_overflow'],
  [40, 'handshake_failure'],
  [42, 'bad_certificate'],
  [43, 'unsupported_certificate'],
  [44, 'certificate_revoked'],
  [45, 'certificate_expired'],
  [46, 'certificate_unknown'],
  [47, 'illegal_parameter'],
  [48, 'unknown_ca'],
  [49, 'access_denied'],
  [50, 'decode_error'],
  [51, 'decrypt_error'],
  [70, 'protocol_version'],
  [71, 'insufficient_security'],
  [80, 'internal_error'],
  [86, 'inappropriate_fallback'],
  [90, 'user_canceled'],
  [109, 'missing_extension'],
  [110, 'unsupported_extension'],
  [112, 'unrecognized_name'],
  [113, 'bad_certificate_status_response'],
  [115, 'unknown_psk_identity'],
  [116, 'certificate_required'],
  [120, 'no_application_protocol'],
  [121, 'ech_required'],
]);

/**
 * The name of an error code; null for one without. Codes of applications are named as those of HTTP/3.
 * @param space whose code it is (RFC 9000 §20).
 */
export function codeName(space: 'transport' | 'application' | 'unknown', code: number): string | null {
  if (space === 'application') return APPLICATION_ERRORS.get(code) ?? null;
  if (space === 'unknown' && code !== 0) return null;
  if (code === VERSION_NEGOTIATION_ERROR) return 'VERSION_NEGOTIATION_ERROR';
  if (code < CRYPTO_ERROR || code > LAST_CRYPTO_ERROR) return TRANSPORT_ERRORS[code]?.toUpperCase() ?? null;
  const alert = TLS_ALERTS.get(code - CRYPTO_ERROR);
  return alert === undefined ? 'CRYPTO_ERROR' : `CRYPTO_ERROR, ${alert}`;
}

/** `H3_NO_ERROR (0x100)`, or the number alone; empty for NaN. */
export function codeText(space: 'transport' | 'application' | 'unknown', code: number): string {
  if (Number.isNaN(code)) return '';
  const name = codeName(space, code);
  const number = `0x${code.toString(16)}`;
  return name === null ? number : `${name} (${number})`;
}
