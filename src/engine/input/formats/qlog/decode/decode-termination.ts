/**
 * What a record says of the end of its connection (RFC 9000 §10): the code of a CONNECTION_CLOSE frame, the owner and the
 * trigger of the event of a connection that was closed. Such records are few, and always read as if parsed.
 */
import {
  asNumber,
  asText,
  codeNamed,
  EventKind,
  FRAME_FIELDS,
  type JsonObject,
  type LoggedTermination,
  READ_EVENTS,
  type Source,
  sourcesOf,
  TERMINATIONS,
} from '../../../../../qlog-schema';
import { firstValue } from './field-reader';
import type { FrameKind } from './frame-kinds';

const FRAME_CODE = sourcesOf(FRAME_FIELDS, 'closeCode');
const FRAME_SPACE = sourcesOf(FRAME_FIELDS, 'closeSpace');

const { fields: EVENT } = READ_EVENTS.get(EventKind.connectionClosed) ?? { fields: [] };
const OWNER = sourcesOf(EVENT, 'closeOwner');
const TRIGGER = sourcesOf(EVENT, 'closeTrigger');
const TRANSPORT = sourcesOf(EVENT, 'transportError');
const APPLICATION = sourcesOf(EVENT, 'applicationError');
const CODE = sourcesOf(EVENT, 'closeCode');

const wordOf = (sources: readonly Source[], data: JsonObject): string =>
  asText(firstValue(sources, data))?.toLowerCase() ?? '';

/** `0x178`, and as quic-go writes a TLS alert: `crypto_error_0x178`. */
const HEX_CODE = /^(?:crypto_error_)?0x([0-9a-f]{1,12})$/i;

/** An error code written as a number or by its name; of several fields the first that is one. NaN for none. */
function codeOf(sources: readonly Source[], data: JsonObject): number {
  for (const { key } of sources) {
    const logged = data[key];
    const number = asNumber(logged);
    if (number !== null && number >= 0) return number;
    if (typeof logged !== 'string') continue;
    const named = codeNamed(logged.toLowerCase());
    if (named >= 0) return named;
    const [, digits] = HEX_CODE.exec(logged) ?? [];
    if (digits !== undefined) return Number.parseInt(digits, 16);
  }
  return Number.NaN;
}

/** A frame that closes the connection. @param by who sent its packet. */
export function terminationOfFrame(
  frame: JsonObject,
  { type }: FrameKind,
  by: LoggedTermination['by'],
): LoggedTermination {
  const word = type === 'application_close' ? 'application' : wordOf(FRAME_SPACE, frame);
  const space = (['transport', 'application'] as const).find((one) => word.startsWith(one)) ?? 'unknown';
  return { how: 'close', by, space, code: codeOf(FRAME_CODE, frame) };
}

export function terminationOfEvent(data: JsonObject): LoggedTermination {
  const trigger = wordOf(TRIGGER, data).replaceAll('_', '-');
  const owner = wordOf(OWNER, data);
  const how = TERMINATIONS.find((one) => one === trigger) ?? 'close';
  const by = owner === 'local' || owner === 'remote' ? owner : 'unknown';
  const [transport, application] = [TRANSPORT, APPLICATION].map(
    (sources) => firstValue(sources, data) !== undefined,
  );
  const space = application === transport ? 'unknown' : application ? 'application' : 'transport';
  return { how, by, space, code: codeOf([...TRANSPORT, ...APPLICATION, ...CODE], data) };
}
