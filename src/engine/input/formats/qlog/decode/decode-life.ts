/**
 * What records say of the life of their connection (qlog-schema/life.ts), one reader per connection: it remembers what
 * was said, so that a version, an id or a token is reported once. Records that say any of it are read as if parsed.
 */
import {
  asFlag,
  asObject,
  asText,
  EventKind,
  FRAME_FIELDS,
  type JsonObject,
  type KeyLevel,
  LIFE_KINDS,
  type LoggedLife,
  PACKET_FIELDS,
  PATH_DATA_KEYS,
  PATH_ID_KEYS,
  PacketFlag,
  PacketSpace,
  RARE_PACKETS,
  READ_EVENTS,
  type Source,
  sourcesOf,
  TOKEN_KEYS,
} from '../../../../../qlog-schema';
import type { EventBatch } from '../../../../base/columns/event-batch';
import { plainLine } from '../../../../base/text/plain';
import { framesOf } from './decode-frames';
import { packetTypeOf } from './decode-packet';
import { firstValue } from './field-reader';
import { frameKindOf } from './frame-kinds';
import { addressesOf, alpnOf, cleanText, parametersOf, serverNameOf } from './life-values';
import { quicVersionOf } from './logged-ids';

const MAX_IDS = 256;
/** A connection has two, where it was negotiated. */
const MAX_VERSIONS = 16;
const MAX_TEXT = 64;

const DESTINATION_ID = sourcesOf(PACKET_FIELDS, 'destinationId');
const VERSION = sourcesOf(PACKET_FIELDS, 'packetVersion');
const FRAME_REASON = sourcesOf(FRAME_FIELDS, 'closeReason');
const keysOf = (kind: EventKind, fact: Parameters<typeof sourcesOf>[1]): readonly Source[] =>
  sourcesOf(READ_EVENTS.get(kind)?.fields ?? [], fact);
const K = EventKind;
const STATE = keysOf(K.connectionStateUpdated, 'connectionState');
const MIGRATION = keysOf(K.migrationStateUpdated, 'migrationState');
const INTENDED = keysOf(K.migrationStateUpdated, 'migrationIntended');
const VALIDATED = keysOf(K.migrationStateUpdated, 'pathValidated');
const KEY_TYPE = keysOf(K.keyDiscarded, 'discardedKeys');
const KEY_PHASE = keysOf(K.keyDiscarded, 'keyPhase');
const KEY_TRIGGER = keysOf(K.keyDiscarded, 'keyTrigger');
const CHOSEN_VERSION = keysOf(K.versionInformation, 'chosenVersion');
const REASON = keysOf(K.connectionClosed, 'closeReason');
const OWNER = keysOf(K.connectionClosed, 'closeOwner');

/** Whether events of this kind may say any of it; packets are asked for on their own. */
export function isOfLife(kind: number): boolean {
  return LIFE_KINDS.has(kind as EventKind);
}

/** The type of a packet that only the handshake has; null for all others. */
export function rarePacketOf(
  data: JsonObject,
  header: JsonObject | null,
): 'zero-rtt' | 'retry' | 'version-negotiation' | null {
  const type = packetTypeOf(data, header);
  if (type === null || type === '1RTT') return null;
  const bare = type.toLowerCase().replace(/[ _-]/g, '');
  return Object.hasOwn(RARE_PACKETS, bare) ? (RARE_PACKETS[bare] ?? null) : null;
}

export class LifeReader {
  readonly #ids = { sent: new Set<string>(), received: new Set<string>() };
  readonly #versions = new Set<number>();
  #hasToken = false;

  /** A packet that was sent or received, after its frames. */
  packet(batch: EventBatch, row: number, data: JsonObject, way: 'sent' | 'received'): void {
    const header = asObject(data.header);
    const facts: LoggedLife[] = [];
    const type = rarePacketOf(data, header);
    if (type !== null) facts.push({ fact: 'packet', type });
    if (type !== 'version-negotiation') this.#noteVersion(facts, firstValue(VERSION, data, header));
    if (batch.space[row] === PacketSpace.initial) this.#noteToken(facts, header);
    else if (batch.space[row] === PacketSpace.application) this.#noteId(facts, data, header, way);
    const { pathValidation } = PacketFlag;
    const isPath = (batch.flags[row] & pathValidation) !== 0;
    if (isPath || batch.terminations.has(row)) readFrames(facts, data);
    if (facts.length > 0) batch.life.set(row, facts);
  }

  /** An event of a kind that `isOfLife`. */
  event(batch: EventBatch, row: number, kind: number, data: JsonObject): void {
    const facts: LoggedLife[] = [];
    switch (kind) {
      case K.keyUpdated:
        readKeys(facts, data, 'available');
        break;
      case K.keyDiscarded:
        readKeys(facts, data, 'discarded');
        break;
      case K.connectionStateUpdated: {
        const state = wordOf(STATE, data);
        if (state !== '') facts.push({ fact: 'state', state });
        break;
      }
      case K.connectionStarted:
        readAddresses(facts, data, null);
        this.#noteVersion(facts, data.quic_version);
        break;
      case K.tupleAssigned:
        readAddresses(facts, data, pathIdOf(data));
        break;
      case K.migrationStateUpdated:
        readMigration(facts, data);
        break;
      case K.versionInformation:
        this.#noteVersion(facts, firstValue(CHOSEN_VERSION, data) ?? data.new);
        break;
      case K.alpnInformation:
        readAlpn(facts, data);
        break;
      case K.parametersSet:
        readAlpn(facts, data);
        this.#noteVersion(facts, data.version);
        readParameters(facts, data);
        break;
      case K.connectionClosed:
        readReason(facts, firstValue(REASON, data));
        break;
      default:
        break;
    }
    if (facts.length > 0) batch.life.set(row, facts);
  }

  #noteVersion(facts: LoggedLife[], logged: unknown): void {
    const version = quicVersionOf(logged);
    if (Number.isNaN(version) || this.#versions.has(version) || this.#versions.size >= MAX_VERSIONS) return;
    this.#versions.add(version);
    facts.push({ fact: 'version', version });
  }

  #noteToken(facts: LoggedLife[], header: JsonObject | null): void {
    if (this.#hasToken || header === null || !TOKEN_KEYS.some((key) => isToken(header[key]))) return;
    this.#hasToken = true;
    facts.push({ fact: 'token' });
  }

  /** The first id of a direction is no new one. */
  #noteId(facts: LoggedLife[], data: JsonObject, header: JsonObject | null, way: 'sent' | 'received'): void {
    const id = firstValue(DESTINATION_ID, data, header);
    const ids = this.#ids[way];
    if (typeof id !== 'string' || ids.has(id) || ids.size >= MAX_IDS) return;
    if (ids.size > 0) facts.push({ fact: 'new-id' });
    ids.add(id.slice(0, MAX_TEXT));
  }
}

/** A token of no bytes is none (RFC 9000 §17.2.2). */
function isToken(logged: unknown): boolean {
  const object = asObject(logged);
  const text = logged === object && object !== null ? (asObject(object.raw)?.data ?? object.data) : logged;
  return typeof text === 'string' && text !== '';
}

const wordOf = (sources: readonly Source[], data: JsonObject): string =>
  (cleanText(firstValue(sources, data), MAX_TEXT) ?? '').toLowerCase();

function readFrames(facts: LoggedLife[], data: JsonObject): void {
  for (const item of framesOf(data) ?? []) {
    const frame = asObject(item);
    const kind = frame === null ? null : frameKindOf(frame);
    if (frame === null || kind === null) continue;
    if (kind.isClose) readReason(facts, firstValue(FRAME_REASON, frame));
    if ((kind.flags & PacketFlag.pathValidation) === 0) continue;
    const logged = PATH_DATA_KEYS.map((key) => frame[key]).find((value) => typeof value === 'string');
    // noq writes PATH_CHALLENGE(d6a1…).
    const bytes = (asText(logged) ?? '').match(/[0-9a-f]{16}/i)?.[0].toLowerCase() ?? '';
    facts.push({ fact: kind.type === 'path_challenge' ? 'challenge' : 'response', data: bytes });
  }
}

function readReason(facts: LoggedLife[], logged: unknown): void {
  const text = cleanText(logged);
  if (text !== null) facts.push({ fact: 'reason', text });
}

const LEVELS: readonly KeyLevel[] = ['initial', 'handshake', '0rtt', '1rtt'];

function readKeys(facts: LoggedLife[], data: JsonObject, change: 'available' | 'discarded'): void {
  const type = wordOf(KEY_TYPE, data);
  const level = LEVELS.find((one) => type.includes(one));
  if (level === undefined) return;
  const of = type.startsWith('client') ? 'client' : type.startsWith('server') ? 'server' : 'unknown';
  const trigger = wordOf(KEY_TRIGGER, data);
  const causes = { tls: 'tls', local_update: 'local', remote_update: 'remote' } as const;
  const cause = Object.hasOwn(causes, trigger) ? causes[trigger as keyof typeof causes] : 'unknown';
  const logged = Number(firstValue(KEY_PHASE, data) ?? Number.NaN);
  facts.push({ fact: 'keys', change, level, of, cause, phase: logged >= 0 ? logged : Number.NaN });
}

function pathIdOf(data: JsonObject): string {
  const id = PATH_ID_KEYS.map((key) => data[key]).find((value) => value !== undefined) ?? '';
  return plainLine(String(id).slice(0, MAX_TEXT));
}

function readAddresses(facts: LoggedLife[], data: JsonObject, path: string | null): void {
  const { local, remote } = addressesOf(data);
  if (local !== null || remote !== null) facts.push({ fact: 'addresses', path, local, remote });
}

/** mvfst says that a connection migrated, or that a path was validated, instead of a state. */
function readMigration(facts: LoggedLife[], data: JsonObject): void {
  const intended = asFlag(firstValue(INTENDED, data));
  const validated = asFlag(firstValue(VALIDATED, data));
  const state = wordOf(MIGRATION, data);
  if (intended !== null) facts.push({ fact: 'migration', state: 'migration_started', intended });
  else if (validated !== null)
    facts.push({
      fact: 'migration',
      state: validated ? 'probing_successful' : 'probing_abandoned',
      intended,
    });
  else if (state !== '') facts.push({ fact: 'migration', state, intended });
}

function readAlpn(facts: LoggedLife[], data: JsonObject): void {
  const alpn = alpnOf(data);
  if (alpn !== null) facts.push({ fact: 'alpn', ...alpn });
  const name = serverNameOf(data);
  if (name !== null) facts.push({ fact: 'server-name', name });
}

function readParameters(facts: LoggedLife[], data: JsonObject): void {
  const values = parametersOf(data);
  // A set without an owner is assumed to be the peer's, as in read-events.ts.
  const owner = wordOf(OWNER, data) === 'local' ? 'own' : 'peer';
  if (values.size > 0) facts.push({ fact: 'parameters', owner, values });
}
