/** Values of records that tell of the life of a connection: addresses, names of protocols, transport parameters. */
import {
  ADDRESS_KEYS,
  ADDRESS_OBJECTS,
  ALPN_KEYS,
  asArray,
  asFlag,
  asNumber,
  asObject,
  asText,
  EventKind,
  type FieldDefinition,
  type JsonObject,
  type LoggedLife,
  MAX_SHOWN_TEXT,
  OTHER_PARAMETERS,
  type ParameterValue,
  READ_EVENTS,
  SERVER_NAME_KEYS,
} from '../../../../../qlog-schema';
import { beginningOf, plainLine } from '../../../../base/text/plain';
import { quicVersionOf } from './logged-ids';

const MAX_ADDRESS = 64;
const MAX_NAME = 64;
const MAX_OFFERED = 16;
const MAX_VERSIONS = 16;

/** A text as rows hold it; null for none. */
export function cleanText(value: unknown, longest = MAX_SHOWN_TEXT): string | null {
  const text = asText(value);
  return text === null ? null : plainLine(beginningOf(text, longest));
}

const firstOf = (object: JsonObject, keys: readonly string[]): unknown =>
  keys.map((key) => object[key]).find((value) => value !== undefined && value !== null);

/** `127.0.0.1:443`, `[::1]:443`, or without a port; null for none. */
function joined(ip: unknown, port: unknown): string | null {
  const host = cleanText(ip, MAX_ADDRESS);
  if (host === null) return null;
  const number = asNumber(port);
  if (number === null) return host;
  return host.includes(':') ? `[${host}]:${number}` : `${host}:${number}`;
}

function inObject(value: unknown): string | null {
  const object = asObject(value);
  if (object === null) return null;
  const holder = asObject(firstOf(object, ADDRESS_KEYS.holders)) ?? object;
  return joined(firstOf(holder, ADDRESS_KEYS.ip), firstOf(holder, ADDRESS_KEYS.port));
}

/** The addresses that an event names: of this endpoint and of its peer. */
export function addressesOf(data: JsonObject): {
  readonly local: string | null;
  readonly remote: string | null;
} {
  return {
    local: inObject(firstOf(data, ADDRESS_OBJECTS.local)) ?? joined(data.src_ip, data.src_port),
    remote: inObject(firstOf(data, ADDRESS_OBJECTS.remote)) ?? joined(data.dst_ip, data.dst_port),
  };
}

/** A text, or the object around one (quic-events: `ALPNIdentifier`). */
function nameOf(value: unknown): string | null {
  const text = asText(value) ?? asText(asObject(value)?.string_value);
  return cleanText(text, MAX_NAME);
}

/** What is said of the protocol; null where the event says nothing. */
export function alpnOf(data: JsonObject): Omit<Extract<LoggedLife, { fact: 'alpn' }>, 'fact'> | null {
  const namesOf = (keys: readonly string[]): readonly string[] =>
    (asArray(firstOf(data, keys)) ?? []).slice(0, MAX_OFFERED).flatMap((name) => nameOf(name) ?? []);
  const chosen = nameOf(firstOf(data, ALPN_KEYS.chosen));
  const [offered, supported] = [namesOf(ALPN_KEYS.offered), namesOf(ALPN_KEYS.supported)];
  return chosen === null && offered.length + supported.length === 0 ? null : { chosen, offered, supported };
}

export function serverNameOf(data: JsonObject): string | null {
  return cleanText(firstOf(data, SERVER_NAME_KEYS));
}

/** Rows of the table that stand for parameters without a name: reserved ones (RFC 9000 §18.1), and all others. */
export const RESERVED = 'reserved';
export const UNNAMED = 'unnamed';

const PARAMETERS: readonly FieldDefinition[] = [
  ...(READ_EVENTS.get(EventKind.parametersSet)?.fields ?? []),
  ...OTHER_PARAMETERS.filter(({ fact }) => fact === 'otherParameter'),
];
const BY_KEY: ReadonlyMap<string, { readonly name: string; readonly field: FieldDefinition }> = new Map(
  PARAMETERS.flatMap((field) => field.keys.map((key) => [key, { name: field.keys[0], field }])),
);
const HEX_ID = /^[0-9a-f]{1,16}$/i;

/** The parameters that an event says, by their names in the RFCs. */
export function parametersOf(data: JsonObject): ReadonlyMap<string, ParameterValue> {
  const values = new Map<string, ParameterValue>();
  const count = (id: number): void => {
    const name = id % 31 === 27 ? RESERVED : UNNAMED;
    values.set(name, ((values.get(name) as number | undefined) ?? 0) + 1);
  };
  for (const key in data) {
    const entry = BY_KEY.get(key);
    const value = entry === undefined ? null : parameterValue(entry.field, data[key]);
    if (entry !== undefined && value !== null) values.set(entry.name, value);
    else if (entry === undefined && HEX_ID.test(key)) count(Number.parseInt(key, 16));
  }
  for (const one of asArray(data.unknown_parameters) ?? []) count(asNumber(asObject(one)?.id) ?? 0);
  return values;
}

function parameterValue({ type, keys: [name] }: FieldDefinition, logged: unknown): ParameterValue | null {
  if (logged === undefined || logged === null) return null;
  if (name === 'version_information') return versionsOf(logged);
  if (type === 'flag') {
    const flag = asFlag(logged);
    return flag === null ? null : Number(flag);
  }
  if (type === 'hex') return idBytes(logged);
  const number = asNumber(logged);
  return number === null || number < 0 ? null : number;
}

/** Length of an id in bytes; a value that is no text is there, and that is all. */
function idBytes(logged: unknown): number {
  if (typeof logged !== 'string') return 1;
  return HEX_TEXT.test(logged) ? logged.length / 2 : 0;
}
const HEX_TEXT = /^([0-9a-f]{2})+$/i;

/** RFC 9368 §3, as text: `1, 6b3343cf`. */
function versionsOf(logged: unknown): string {
  const object = asObject(logged);
  const list = asArray(object?.available_versions ?? object?.other_versions) ?? [];
  const versions = [object?.chosen_version, ...list].slice(0, MAX_VERSIONS);
  const numbers = versions.map(quicVersionOf).filter((version) => !Number.isNaN(version));
  return [...new Set(numbers)].map((version) => version.toString(16)).join(', ');
}
