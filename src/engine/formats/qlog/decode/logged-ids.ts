/**
 * What a log says about which connection it is of: ids of its packets' headers and parameters, and its header as a text
 * that is equal for all files of a log that was rotated. `reading/segments` and `compare/relation` compare it.
 */
import { asObject, asText, EventKind, type JsonObject, type TraceHeader } from '../../../../qlog-schema';
import { type LogIdentity, MAX_CONNECTION_IDS, MAX_ORIGINAL_IDS } from '../../log-identity';
import type { ConnectionInfo } from './trace-source';

/** A longer id is none (RFC 9000 §17.2: 20 bytes, as hexadecimal text). */
const MAX_ID_LENGTH = 64;

/** Where the server tells the client which id it was first addressed by; the second name is of the drafts. */
const ORIGINAL_ID_KEYS = ['original_destination_connection_id', 'original_connection_id'];

/** Texts are hexadecimal in every stack; aioquic writes a number. */
const VERSION = /^(?:0x)?([0-9a-f]{1,8})$/i;
const MAX_VERSION = 0xffff_ffff;

/** Connection IDs seen in packet headers, and the version; bounded. */
export class LoggedIds {
  readonly #ids = new Set<string>();
  readonly #originalIds = new Set<string>();
  #quicVersion = Number.NaN;
  /** The ODCID was taken from the first packet: a log that begins later has another first packet. */
  isOdcidLearned = false;

  /** @param data of a packet event. */
  packet(data: JsonObject): void {
    const header = asObject(data.header);
    if (header === null) return;
    if (header.version !== undefined) this.#version(header.version);
    if (this.#ids.size >= MAX_CONNECTION_IDS) return;
    add(this.#ids, header.dcid);
    add(this.#ids, header.scid);
  }

  /** @param data of an event of any other kind. */
  event(kind: number, data: JsonObject): void {
    if (kind === EventKind.versionInformation) this.#version(data.chosen_version);
    if (kind !== EventKind.parametersSet || this.#originalIds.size >= MAX_ORIGINAL_IDS) return;
    for (const key of ORIGINAL_ID_KEYS) add(this.#originalIds, data[key]);
  }

  /** @param info of the same connection. */
  identity({ header, headerAssumed, odcid, groupId }: ConnectionInfo): LogIdentity {
    const originalIds = new Set(this.#originalIds);
    add(originalIds, odcid);
    return {
      header: headerAssumed ? '' : fingerprint(header),
      odcid: this.isOdcidLearned ? null : odcid,
      groupId,
      connectionIds: [...this.#ids],
      originalIds: [...originalIds],
      quicVersion: this.#quicVersion,
    };
  }

  #version(logged: unknown): void {
    const digits = VERSION.exec(asText(logged) ?? '')?.[1];
    const version = digits === undefined ? logged : Number.parseInt(digits, 16);
    // RFC 9000 §17.2.1: that of a Version Negotiation packet is 0.
    if (typeof version === 'number' && version > 0 && version <= MAX_VERSION) this.#quicVersion = version;
  }
}

function add(ids: Set<string>, id: unknown): void {
  if (typeof id === 'string' && id !== '' && id.length <= MAX_ID_LENGTH) ids.add(id.toLowerCase());
}

/** Everything of a header that is the same in all files of one log. */
function fingerprint(header: TraceHeader): string {
  const { version, format, title, implementation, implementationVersion } = header;
  const { vantagePoint, vantageName, eventFields, timeFormat, unitsPerMs } = header;
  return JSON.stringify([
    ...[version, format, title?.replace(/\d+/g, '#') ?? null, implementation, implementationVersion],
    ...[vantagePoint, vantageName, eventFields, timeFormat, unitsPerMs],
  ]);
}
