/**
 * A filter of the event list, or of a table of rows, and why a text is none. On events it decides by the columns if possible and
 * reports if it needs the record, so that no record is read unnecessarily. `compile.ts` makes it.
 */
import type { RecordFields } from '../../input/formats/records';

/** Properties of an event known without its record. */
export interface RowFacts {
  readonly timeUs: number;
  /** As the file writes it: `quic:packet_sent`. */
  readonly name: string;
  readonly packetNumber: number | null;
  /** 0 where unknown. */
  readonly sizeBytes: number;
  /** `initial`, `handshake`, `1RTT`; null where the event names no packet. */
  readonly space: string | null;
}

export interface Filter<Row = RowFacts> {
  /** Decides by the columns alone; null if the record is needed. */
  quick(row: Row): boolean | null;
  /** Decides with the record; agrees with `quick` wherever that decides. */
  full(row: Row, record: RecordFields): boolean;
}

/** Why a text is not a valid filter, in plain English, and at which character (0 to the text's length). */
export interface FilterError {
  readonly text: string;
  readonly at: number;
}

export function isFilterError(result: object): result is FilterError {
  return 'at' in result;
}
