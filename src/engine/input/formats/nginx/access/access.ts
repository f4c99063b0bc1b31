/** Access to the records of a debug log: each is some of its lines. Loaded with the first request for one. */
import type { ConnectionFacts } from '../../connection-facts';
import type { ExportContext, RecordExporter } from '../../exporting';
import type { RecordAccess, RecordCutter, RowPlace } from '../../record-access';
import type { LoggedFrame } from '../../records';
import { EventWriter, PLAIN_FORM } from '../../write';
import { NginxRecord } from './nginx-record';
import { dataOf } from './record-data';
import { recordLines } from './record-lines';

class NginxCutter implements RecordCutter<NginxRecord> {
  readonly #place: RowPlace;

  constructor(place: RowPlace) {
    this.#place = place;
  }

  find(bytes: Uint8Array): NginxRecord | null {
    const record = recordLines(bytes, false);
    return record === null ? null : new NginxRecord(record, this.#place.part());
  }

  cutOff(bytes: Uint8Array): NginxRecord {
    return new NginxRecord(recordLines(bytes, true) ?? NOTHING, this.#place.part());
  }
}

const NOTHING = { lines: [], sizeBytes: 0, isWhole: false };

export class NginxAccess implements RecordAccess<NginxRecord> {
  readonly #connections: readonly ConnectionFacts[];

  /** @param connections by their indices. */
  constructor(connections: readonly ConnectionFacts[]) {
    this.#connections = connections;
  }

  cutter(place: RowPlace): NginxCutter {
    return new NginxCutter(place);
  }

  frames(record: NginxRecord): readonly LoggedFrame[] | null {
    return record.frames();
  }

  exporter(context: ExportContext): RecordExporter<NginxRecord> {
    const { effects } = this.#connections[context.connection];
    const writer = new EventWriter({ ...PLAIN_FORM, effects }, context);
    return {
      target: writer.target,
      family: 'unknown',
      event(record, row) {
        const name = record.lines[0]?.text.slice(0, 32);
        if (name === undefined) return writer.write(undefined, row.kind);
        return writer.write({ name, data: dataOf(record.lines, row, record.part) }, row.kind);
      },
    };
  }
}
