/**
 * What a log says about which connection it is of: ids of its packets' headers and parameters, and its header as a text
 * that is equal for all files of a log that was rotated. `reading/segments` and `compare/relation` compare it.
 */
import { asObject, type JsonObject, type TraceHeader } from '../../../../../qlog-schema';
import { plainLine } from '../../../../base/text/plain';
import { type LogIdentity, MAX_CONNECTION_IDS } from '../../log-identity';
import type { ConnectionInfo } from './connection-info';

/** A longer id is none (RFC 9000 §17.2: 20 bytes, as hexadecimal text). */
const MAX_ID_LENGTH = 64;

/** Connection IDs seen in packet headers, and the version; bounded. */
export class LoggedIds {
  /** Made with the first packet. */
  #ids: Set<string> | null = null;
  /** That of the server's transport parameters, as logged last. */
  #originalId: unknown;
  #quicVersion = Number.NaN;
  /** The ODCID was taken from the first packet: a log that begins later has another first packet. */
  isOdcidLearned = false;

  /** @param data of a packet event. */
  packet(data: JsonObject): void {
    const header = asObject(data.header);
    if (header === null) return;
    this.#version(header.version);
    this.#ids ??= new Set();
    if (this.#ids.size >= MAX_CONNECTION_IDS) return;
    add(this.#ids, header.dcid);
    add(this.#ids, header.scid);
  }

  /** @param data of an event of any other kind. */
  event({ chosen_version, original_destination_connection_id: originalId }: JsonObject): void {
    this.#version(chosen_version);
    if (originalId !== undefined) this.#originalId = originalId;
  }

  /** @param info of the same connection. */
  identity({ header, headerAssumed, odcid, groupId }: ConnectionInfo): LogIdentity {
    const originalIds = new Set<string>();
    add(originalIds, this.#originalId);
    add(originalIds, odcid);
    return {
      header: headerAssumed ? '' : fingerprint(header),
      odcid: this.isOdcidLearned ? null : odcid,
      groupId,
      connectionIds: [...(this.#ids ?? [])].map(plainLine),
      originalIds: [...originalIds].map(plainLine),
      quicVersion: this.#quicVersion,
    };
  }

  #version(logged: unknown): void {
    const version = quicVersionOf(logged);
    if (!Number.isNaN(version)) this.#quicVersion = version;
  }
}

/** A version of QUIC as logged; NaN for none, and for that of a Version Negotiation packet, 0 (RFC 9000 §17.2.1). */
export function quicVersionOf(logged: unknown): number {
  // Texts are hexadecimal in every stack, with 0x or without; aioquic writes a number.
  const version = typeof logged === 'string' ? Number(`0x${logged.replace('0x', '')}`) : logged;
  if (typeof version !== 'number' || !Number.isInteger(version)) return Number.NaN;
  return version > 0 && version < 2 ** 32 ? version : Number.NaN;
}

function add(ids: Set<string>, id: unknown): void {
  if (typeof id === 'string' && id !== '' && id.length <= MAX_ID_LENGTH) ids.add(id.toLowerCase());
}

/** Everything of a header that is the same in all files of one log. */
function fingerprint(header: TraceHeader): string {
  const { version, format, title, implementation, implementationVersion } = header;
  const { vantagePoint, vantageName, eventFields, timeFormat, unitsPerMs } = header;
  return JSON.stringify([
    version,
    format,
    title?.replace(/\d+/g, '#') ?? null,
    implementation,
    implementationVersion,
    vantagePoint,
    vantageName,
    eventFields,
    timeFormat,
    unitsPerMs,
  ]);
}
