/** Names of error codes in texts: those that RFCs assign; an application's own code has none. */
import { TRANSPORT_ERRORS } from '../../../qlog-schema/termination';

/** The code of an application that is HTTP/3, as most are, where nothing is wrong (RFC 9114 §8.1). */
const H3_NO_ERROR = 0x100;

/** `NO_ERROR`, `no error`; empty for a code without a name. */
export function errorName(space: 'transport' | 'application' | 'unknown', code: number): string {
  const name = space === 'transport' ? TRANSPORT_ERRORS[code] : undefined;
  if (name !== undefined) return name.toUpperCase();
  return code === 0 || (space === 'application' && code === H3_NO_ERROR) ? 'no error' : '';
}
