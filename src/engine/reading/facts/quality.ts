/** How well the selected connection could be read, collected for the page from decoder, replay and text. */
import type { Compression } from '../../input/bytes/inflate';
import { sentOutOfOrder } from '../../sender/transport/repeated-numbers';
import type { TraceQuality } from '../contract/quality';
import type { Analysis } from '../stages/analysis';
import { type FileConnection, roleOf } from '../stages/connection-list';

export function qualityOf(
  { text, connection }: FileConnection,
  compression: Compression,
  analysis: Analysis | undefined,
): TraceQuality {
  const { state, quality } = connection;
  return {
    compression,
    encoding: text.encoding,
    decode: quality,
    role: roleOf(connection),
    rttFactor: state.units.rtt?.factor ?? 1,
    backwardSteps: state.backwardSteps,
    outOfOrder: sentOutOfOrder(state),
    drift: state.drift.summary,
    provenance: analysis?.provenance ?? [],
    skipped: text.skipped,
    skippedTotal: text.pipeline.skippedRecords,
  };
}
