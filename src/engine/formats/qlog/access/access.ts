/** Access to the records of a qlog: each is a JSON value of its own. Loaded with the first request for one. */
import type { ExportContext } from '../../exporting';
import type { RecordAccess } from '../../records';
import type { ConnectionInfo } from '../decode/trace-source';
import { QlogExporter } from '../write/exporter';
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

  exporter(context: ExportContext): QlogExporter {
    return new QlogExporter(this.#infos[context.connection] as ConnectionInfo, context);
  }
}
