/** Exports records of a qlog: what is known of the connection and its log, as rewriting needs it. */
import { StateNamer } from '../../../../qlog-schema';
import type {
  ExportContext,
  ExportedEvent,
  ExportedRow,
  ExportTarget,
  RecordExporter,
} from '../../exporting';
import type { QlogRecord } from '../access/qlog-record';
import type { ConnectionInfo } from '../decode/trace-source';
import { formOf } from './names';
import type { RecordWriter } from './record-writer';
import { rewrite } from './rewrite';

/** Maximum length of a state's name, as in the decoder. */
const MAX_STATE_LENGTH = 64;

/** A number with a BBR flag set: makes the namer use BBR names for this connection. */
const BBR_FLAG = '256';

export class QlogExporter implements RecordExporter<QlogRecord> {
  readonly target: ExportTarget;
  readonly #columns: readonly string[] | null;
  readonly #writer: RecordWriter;

  constructor(info: ConnectionInfo, context: ExportContext) {
    const { family, version, eventFields } = info.header;
    this.target = { form: formOf(family), schema: /^quic-\d{1,3}$/.test(version) ? version : 'quic' };
    this.#columns = eventFields;
    this.#writer = writerOf(info, context);
  }

  event(record: QlogRecord, { kind }: ExportedRow): ExportedEvent | null {
    const value = record.repaired();
    if (value !== undefined)
      return rewrite(value, { kind, form: this.target.form, columns: this.#columns }, this.#writer);
    this.#writer.leftOut.unreadable();
    return null;
  }
}

function writerOf({ effects, header }: ConnectionInfo, context: ExportContext): RecordWriter {
  const { options, leftOut, rttFactor, lostBefore, states } = context;
  const namer = new StateNamer();
  if (states.some((name) => name.startsWith('bbr_'))) namer.name(BBR_FLAG, effects.stateNames);
  return {
    ...{ options, leftOut, effects, rttFactor, lostBefore },
    unitsPerMs: header.unitsPerMs,
    stateName: (logged) =>
      context.redactState(namer.name(logged, effects.stateNames).slice(0, MAX_STATE_LENGTH)),
  };
}
