/** Access to the records of a qlog: each is a JSON value of its own. Loaded with the first request for one. */
import { loggedFamily } from '../../../../../qlog-schema';
import type { ExportContext, RecordExporter } from '../../exporting';
import type { RecordAccess } from '../../record-access';
import type { LoggedFrame } from '../../records';
import type { ConnectionInfo } from '../decode/connection-info';
import { EventWriter } from '../write/event-writer';
import { formOf } from '../write/names';
import { loggedFrames } from './logged-frames';
import type { QlogRecord } from './qlog-record';
import { QlogCutter } from './record-cutter';

export class QlogAccess implements RecordAccess<QlogRecord> {
  readonly #infos: readonly ConnectionInfo[];

  /** @param infos by index of the connection. */
  constructor(infos: readonly ConnectionInfo[]) {
    this.#infos = infos;
  }

  cutter(): QlogCutter {
    return new QlogCutter();
  }

  frames(record: QlogRecord, connection: number): readonly LoggedFrame[] | null {
    const { effects } = this.#infos[connection];
    return loggedFrames(record.repaired(), effects);
  }

  exporter(context: ExportContext): RecordExporter<QlogRecord> {
    const { header, effects } = this.#infos[context.connection];
    const { family, version, unitsPerMs, eventFields } = header;
    const target = { form: context.version === '0.3' ? '0.3' : formOf(family), schema: version } as const;
    const writer = new EventWriter({ target, unitsPerMs, columns: eventFields, effects }, context);
    return {
      target,
      family: loggedFamily(header),
      event: (record, { kind }) => writer.write(record.repaired(), kind),
    };
  }
}
