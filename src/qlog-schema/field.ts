/**
 * What a table of fields says of each: where it is logged, what its values are, what a row of a batch holds of it, and
 * whether it may leave the device. The decoder, the plans of recognised records, the export and the filter use the
 * same tables (packet-fields.ts, frame-fields.ts, metric-fields.ts, read-events.ts, event-fields.ts): a field that none of
 * them lists is neither read nor exported.
 *
 * Data only; src/engine/input/formats/qlog/decode reads values by their type, src/engine/input/formats/qlog/write writes them.
 */

/** What a value is: how it is read, and by which rule it is exported. Numbers may be written as text everywhere. */
export type ValueType =
  /** A number that is not negative: bytes, counts, ids. */
  | 'amount'
  | 'number'
  | 'flag'
  /** One of `words`, in any case. */
  | 'word'
  /** A time in the file's unit. */
  | 'time'
  /** As `time`, where stacks have units of their own. */
  | 'rtt'
  /** bits/s, where stacks have units of their own. */
  | 'rate'
  /** ms in every file, whatever its unit of time (RFC 9000 §18.2). */
  | 'milliseconds'
  /** A time in the file's unit, or the value on the wire. */
  | 'ackDelay'
  | 'packetNumber'
  /** A packet's type, or its number space by any name. */
  | 'packetType'
  | 'space'
  /** Name of a secret, never a secret. */
  | 'keyType'
  /** Packet numbers, from and to. */
  | 'range'
  | 'frame'
  | 'frameType'
  | 'frameTypeOrNumber'
  /** Object with the sizes of a datagram. */
  | 'sizes'
  /** Congestion state: a text, or a number with a meaning of its stack. */
  | 'state'
  /** One of `words`, else free text. */
  | 'trigger'
  /** A number, or one of `words`. */
  | 'errorCode'
  /** A count since the connection's start, relative to the start of an export. */
  | 'lossCounter'
  | 'version'
  | 'hex'
  | 'text'
  /** A frame of HTTP/3, and the headers of one. */
  | 'httpFrame'
  | 'httpHeaders';

/** What a reader of its own makes of a field; all other facts go to a column, a flag or a pair. */
export type Fact =
  /** Size of a packet, and of its payload where nothing else is logged: of several fields the first one is used. */
  | 'packetSize'
  | 'payloadSize'
  | 'packetNumber'
  | 'packetType'
  | 'packetNumbers'
  | 'destinationId'
  | 'path'
  | 'largestLost'
  | 'packetsLost'
  | 'bytesLost'
  | 'trigger'
  | 'frames'
  | 'frameType'
  | 'ackRanges'
  | 'dataLength'
  | 'dataOffset'
  | 'limit'
  | 'granted'
  | 'streamId'
  | 'streamType'
  | 'fin'
  | 'finalSize'
  | 'newState'
  | 'oldState'
  | 'discardedKeys'
  | 'closeOwner'
  | 'closeTrigger'
  | 'transportError'
  | 'applicationError'
  | 'closeCode'
  | 'closeSpace'
  | 'httpFrame'
  | 'httpPriority'
  | 'closeReason'
  /** What a record says of the life of its connection (life.ts). */
  | 'keyPhase'
  | 'keyTrigger'
  | 'connectionState'
  | 'migrationState'
  | 'migrationIntended'
  | 'pathValidated'
  | 'address'
  | 'port'
  | 'chosenVersion'
  | 'otherParameter'
  | 'packetVersion';

/** Options of the user that a field may need to be exported (src/engine/reading/contract/share-options.ts). */
export type ExportOption = 'addresses' | 'connectionIds' | 'requestTexts' | 'reasonPhrases';

/** @typeParam Column names of the columns that the table fills. */
export interface FieldDefinition<Column extends string = string> {
  /**
   * Its keys in the order in which they are tried, the first one with a valid value is used: in the event's data, or in
   * an object of it (`header.packet_number`), or in the frame. The first is canonical, and the one that is exported.
   */
  readonly keys: readonly string[];
  readonly type: ValueType;
  /** For lists of such values: how many are read and exported. */
  readonly list?: number;
  /** For a value inside an object: its key there (quiche's `cf_lost_packets {total, delta}`). */
  readonly inner?: string;
  readonly words?: readonly string[];
  /** A larger number is invalid. */
  readonly most?: number;

  /** Number read for a word; words without one are absent. */
  readonly codes?: { readonly [word: string]: number };
  /** Column of `EventBatch` for its number: 64-bit floats, NaN where absent. */
  readonly column?: Column;
  /** Bit of `PacketFlag` that is set where its number is 1. */
  readonly flag?: number;
  /** First number of the pair that is added to the row, `MetricField` or `EventFact`; its number is the second. */
  readonly pair?: number;
  readonly fact?: Fact;
  /** Types of the frames that it is read from, for a column: in received packets, of several frames the last counts. */
  readonly frames?: readonly string[];

  /** Whether it may leave the device: a field without it, and without `exportedAs`, never does. */
  readonly exported?: true | ExportOption;
  /** Another field that it is exported as, which is read before it. */
  readonly exportedAs?: string;
  /** The page's word for it, which the filter knows in every event. */
  readonly shortName?: string;
}

/** The columns that a table names. */
export type ColumnOf<Table extends readonly FieldDefinition[]> = Extract<
  Table[number],
  { readonly column: string }
>['column'];

/** The object of the event's data that holds a field. */
export type Holder = 'data' | 'header' | 'raw';

export interface Source {
  readonly holder: Holder;
  readonly key: string;
}

export function sourceOf(key: string): Source {
  const dot = key.indexOf('.');
  return dot < 0 ? { holder: 'data', key } : { holder: key.slice(0, dot) as Holder, key: key.slice(dot + 1) };
}

/** The fields of a fact, in the order in which they are tried. */
export function fieldsOf(fields: readonly FieldDefinition[], fact: Fact): readonly FieldDefinition[] {
  return fields.filter((field) => field.fact === fact);
}

/** The keys of a fact, in the order in which they are tried. */
export function sourcesOf(fields: readonly FieldDefinition[], fact: Fact): readonly Source[] {
  return fieldsOf(fields, fact).flatMap(({ keys }) => keys.map(sourceOf));
}
