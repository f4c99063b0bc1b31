/**
 * A made-up format, registered in tests only: a binary log of datagrams, each a record with a row per packet. It is
 * everything that a qlog is not: no JSON, no text, several rows to a record, names of its own.
 *
 *   magic  01 51 44 FF                     four bytes
 *   record size (1) timeUs (4, LE) packets size counts what is after it; 255 is followed by an error
 *   packet direction (1) number (4, LE) length (2, LE)
 */
import { EventBatch } from '../../src/engine/base/columns/event-batch.ts';
import type { ConnectionFacts } from '../../src/engine/input/formats/connection-facts.ts';
import type { ExportContext, ExportedRow } from '../../src/engine/input/formats/exporting.ts';
import type {
  Claim,
  FormatReader,
  ReaderOutput,
  TraceFormat,
} from '../../src/engine/input/formats/format.ts';
import type { LogIdentity } from '../../src/engine/input/formats/log-identity.ts';
import { NameTable } from '../../src/engine/input/formats/name-table.ts';
import { NotATrace } from '../../src/engine/input/formats/not-a-trace.ts';
import { type DecodeQuality, Tally } from '../../src/engine/input/formats/quality.ts';
import type { RecordAccess, RecordCutter, RowPlace } from '../../src/engine/input/formats/record-access';
import type { LoggedRecord, Missing, PrintedRecord } from '../../src/engine/input/formats/records.ts';
import { EventWriter, PLAIN_FORM } from '../../src/engine/input/formats/write.ts';
import { EventKind, PacketFlag, PacketSpace } from '../../src/qlog-schema/index.ts';

const MAGIC = [0x01, 0x51, 0x44, 0xff];
const TIME_BYTES = 4;
const PACKET_BYTES = 7;

export interface Packet {
  readonly direction: 'sent' | 'received';
  readonly number: number;
  readonly length: number;
}

export interface Datagram {
  readonly timeUs: number;
  readonly packets: readonly Packet[];
}

/** A log. @param cutBytes bytes that are missing at its end. */
export function datagramLog(datagrams: readonly Datagram[], cutBytes = 0): Uint8Array {
  const bytes = [...MAGIC];
  for (const { timeUs, packets } of datagrams) {
    const record = new DataView(new ArrayBuffer(1 + TIME_BYTES + packets.length * PACKET_BYTES));
    record.setUint8(0, record.byteLength - 1);
    record.setUint32(1, timeUs, true);
    for (const [i, { direction, number, length }] of packets.entries()) {
      const at = 1 + TIME_BYTES + i * PACKET_BYTES;
      record.setUint8(at, direction === 'sent' ? 1 : 2);
      record.setUint32(at + 1, number, true);
      record.setUint16(at + 5, length, true);
    }
    bytes.push(...new Uint8Array(record.buffer));
  }
  return new Uint8Array(bytes.slice(0, bytes.length - cutBytes));
}

const FACTS: ConnectionFacts = {
  ...{ index: 0, headerAssumed: false, title: null, vantagePoint: 'client', version: 'datagrams' },
  ...{
    groupId: null,
    odcid: null,
    implementation: null,
    implementationVersion: null,
    quirks: [],
    effects: {},
  },
};

const IDENTITY: LogIdentity = {
  ...{ header: 'datagrams', odcid: null, groupId: null, connectionIds: [] },
  ...{ originalIds: [], quicVersion: Number.NaN },
};

const KINDS = { sent: EventKind.packetSent, received: EventKind.packetReceived } as const;

/** @param records what can be done with its records, instead of everything. */
export function datagramFormat(records: RecordAccess<DatagramRecord> | Missing = ACCESS): TraceFormat {
  return {
    name: 'datagram',
    endings: [],
    claims(head): Claim {
      if (MAGIC.some((byte, i) => i < head.length && head[i] !== byte)) return 'no';
      return head.length < MAGIC.length ? 'more' : 'yes';
    },
    reader: (output) => new DatagramReader(output),
    records: async () => records,
    withoutEvents: () => ({ kind: 'no-events', text: 'The log holds no datagram.' }),
  };
}

class DatagramReader implements FormatReader {
  readonly names = new NameTable((logged) => ({
    kind: KINDS[logged as Packet['direction']],
    status: 'transport',
  }));
  readonly container = null;
  readonly hasHeader = true;
  readonly startedAnew = false;
  readonly #output: ReaderOutput;
  readonly #batch = new EventBatch();
  readonly #tally = new Tally();
  #rest: Uint8Array = new Uint8Array(0);
  #offset = 0;
  #textOffset = 0;
  #count = 0;
  events = 0;
  skippedRecords = 0;

  constructor(output: ReaderOutput) {
    this.#output = output;
    output.onConnection(FACTS);
  }

  get fruitlessRecords(): number {
    return this.skippedRecords;
  }

  push(chunk: Uint8Array): void {
    const bytes = new Uint8Array([...this.#rest, ...chunk]);
    let at = this.#offset === this.#textOffset ? Math.min(MAGIC.length, bytes.length) : 0;
    while (at < bytes.length && at + 1 + (bytes[at] as number) <= bytes.length) {
      const size = 1 + (bytes[at] as number);
      this.#record(bytes.subarray(at, at + size), this.#offset + at);
      at += size;
    }
    this.#offset += at;
    this.#rest = bytes.slice(at);
    this.#flush();
  }

  nextText(baseOffset: number): void {
    this.#rest = new Uint8Array(0);
    this.#offset = baseOffset;
    this.#textOffset = baseOffset;
    this.#count = 0;
  }

  identity(connection: number): LogIdentity | null {
    return connection === 0 ? IDENTITY : null;
  }

  end(): void {
    if (this.#rest.length === 0) return;
    if (this.events === 0) throw new NotATrace('datagram', 'it has no whole record', 4, this.#rest);
    this.#skip('cut', this.#offset, this.#rest.length, 'the record ends too early');
  }

  quality(connection: number): DecodeQuality | null {
    if (connection !== 0) return null;
    const clock = { timeFormat: 'relative', timeFormatStated: true, timeDescribedLate: false } as const;
    return this.#tally.quality(this.names, FACTS, { ...clock, resolution: '1 µs', originMs: null });
  }

  #record(bytes: Uint8Array, offset: number): void {
    const { timeUs, packets } = datagramIn(bytes);
    if (packets === null) {
      this.#skip('unknown-direction', offset, bytes.length, 'a packet goes in neither direction');
      return;
    }
    this.#count++;
    for (const { direction, number, length } of packets) {
      const name = this.names.entry(direction);
      const row = this.#batch.begin(name.kind, timeUs, offset, name.id);
      this.#batch.space[row] = PacketSpace.application;
      this.#batch.flags[row] = PacketFlag.ackEliciting | PacketFlag.inFlight;
      this.#batch.packetNumber[row] = number;
      this.#batch.sizeBytes[row] = length;
      this.#tally.event(name.id, timeUs, false);
      this.#tally[direction].packets++;
      this.events++;
      if (this.#batch.full) this.#flush();
    }
  }

  #flush(): void {
    if (this.#batch.length > 0) this.#output.onBatch(this.#batch, 0);
    this.#batch.clear();
  }

  #skip(reason: 'cut' | 'unknown-direction', offset: number, sizeBytes: number, detail: string): void {
    this.skippedRecords++;
    const place = { offset, sizeBytes, detail, record: this.#count++ };
    if (reason === 'cut') this.#output.onProblem({ ...place, reason });
    else {
      const text = (total: number): string => `${total} datagram(s) with a packet of no direction.`;
      this.#output.onProblem({ ...place, reason, message: { level: 'warning', text } });
    }
  }
}

/** @returns null instead of packets where one has no direction. */
function datagramIn(bytes: Uint8Array): { readonly timeUs: number; readonly packets: Packet[] | null } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const packets: Packet[] = [];
  for (let at = 1 + TIME_BYTES; at < bytes.length; at += PACKET_BYTES) {
    const byte = view.getUint8(at);
    if (byte !== 1 && byte !== 2) return { timeUs: view.getUint32(1, true), packets: null };
    packets.push({
      direction: byte === 1 ? 'sent' : 'received',
      number: view.getUint32(at + 1, true),
      length: view.getUint16(at + 5, true),
    });
  }
  return { timeUs: view.getUint32(1, true), packets };
}

const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' ');

export class DatagramRecord implements LoggedRecord {
  readonly sizeBytes: number;
  readonly fields: LoggedRecord['fields'];
  readonly #words: string | null;
  readonly #hex: string;
  readonly #isWhole: boolean;

  constructor(bytes: Uint8Array, part: number, isWhole: boolean) {
    const packets = isWhole ? (datagramIn(bytes).packets ?? []) : [];
    const packet = packets[part];
    this.sizeBytes = bytes.length;
    this.#hex = hex(bytes);
    this.#isWhole = isWhole;
    this.#words = packet === undefined ? null : `packet ${part + 1} of ${packets.length}`;
    this.fields =
      packet === undefined
        ? { missing: 'the datagram ends too early' }
        : {
            text: this.#hex,
            // A field is asked for of the event that it belongs to.
            valuesAt: ([key = ''], event) =>
              event === packet.direction && Object.hasOwn(packet, key) ? [packet[key as keyof Packet]] : [],
          };
  }

  print(): PrintedRecord {
    const text = this.#words === null ? this.#hex : `${this.#hex}\n${this.#words}`;
    return { text, shortened: !this.#isWhole };
  }

  field(): null {
    return null;
  }

  detail(): string | null {
    return this.#words;
  }
}

class DatagramCutter implements RecordCutter<DatagramRecord> {
  readonly #place: RowPlace;

  constructor(place: RowPlace) {
    this.#place = place;
  }

  find(bytes: Uint8Array): DatagramRecord | null {
    const size = 1 + (bytes[0] ?? 0);
    if (bytes.length < Math.max(2, size)) return null;
    return new DatagramRecord(bytes.subarray(0, size), this.#place.part(), true);
  }

  cutOff(bytes: Uint8Array): DatagramRecord {
    return new DatagramRecord(bytes, this.#place.part(), false);
  }
}

const ACCESS: RecordAccess<DatagramRecord> = {
  cutter: (place) => new DatagramCutter(place),
  frames: () => null,
  exporter(context: ExportContext) {
    const writer = new EventWriter(PLAIN_FORM, context);
    return {
      target: writer.target,
      family: 'unknown',
      event(record: DatagramRecord, { kind, packetNumber, sizeBytes }: ExportedRow) {
        const header = { packet_type: '1RTT', packet_number: packetNumber };
        const data = { header, raw: { length: sizeBytes }, bytes: record.print().text };
        return writer.write({ name: 'packet', data }, kind);
      },
    };
  },
};

/** Its records are read, and cannot be exported. */
export const NO_EXPORT: RecordAccess<DatagramRecord> = {
  ...ACCESS,
  exporter: () => ({ missing: 'the packets are of a test' }),
};
