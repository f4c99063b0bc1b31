/** How well the shown connection could be read, gathered for the page from decoder, replay and text. */
import type { Compression } from '../bytes/inflate';
import type { TraceQuality } from '../protocol-quality';
import { type FileConnection, roleOf } from './connection-list';

export function qualityOf({ text, connection }: FileConnection, compression: Compression): TraceQuality {
  const { state, quality } = connection;
  return {
    compression,
    encoding: text.encoding,
    decode: quality,
    role: roleOf(connection),
    rttFactor: state.rttRescaled?.factor ?? 1,
    backwardSteps: state.backwardSteps,
    outOfOrder: state.ledger.outOfOrder,
    skipped: text.skipped,
    skippedTotal: text.pipeline.skippedRecords,
  };
}
