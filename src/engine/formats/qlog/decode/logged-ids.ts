/**
 * What a log says about which connection it is of: ids of its packets' headers, and its header as a text that is equal
 * for all files of a log that was rotated. `reading/segments` compares it.
 */
import { asObject, type JsonObject, type TraceHeader } from '../../../../qlog-schema';
import { type LogIdentity, MAX_CONNECTION_IDS } from '../../log-identity';
import type { ConnectionInfo } from './trace-source';

/** A longer id is none (RFC 9000 §17.2: 20 bytes, as hexadecimal text). */
const MAX_ID_LENGTH = 64;

/** Connection IDs seen in packet headers; bounded. */
export class LoggedIds {
  readonly #ids = new Set<string>();
  /** The ODCID was taken from the first packet: a log that begins later has another first packet. */
  isOdcidLearned = false;

  /** @param data of a packet event. */
  packet(data: JsonObject): void {
    const header = asObject(data.header);
    if (header === null || this.#ids.size >= MAX_CONNECTION_IDS) return;
    this.#add(header.dcid);
    this.#add(header.scid);
  }

  /** @param info of the same connection. */
  identity({ header, headerAssumed, odcid, groupId }: ConnectionInfo): LogIdentity {
    return {
      header: headerAssumed ? '' : fingerprint(header),
      odcid: this.isOdcidLearned ? null : odcid,
      groupId,
      connectionIds: [...this.#ids],
    };
  }

  #add(id: unknown): void {
    if (typeof id === 'string' && id !== '' && id.length <= MAX_ID_LENGTH) this.#ids.add(id.toLowerCase());
  }
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
