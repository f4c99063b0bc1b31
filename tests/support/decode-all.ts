/** Decodes a trace given as text and keeps rows, headers and problems as plain values. */
import { type DecodeProblem, Decoder } from '../../src/decode/decoder.ts';
import type { TraceHeader } from '../../src/qlog-schema/index.ts';
import { RecordSplitter } from '../../src/records/split.ts';
import type { EventBatch } from '../../src/series/event-batch.ts';
import { type ContainerName, contain } from './containers.ts';
import { utf8 } from './split-all.ts';

export interface Row {
  readonly kind: number;
  readonly timeUs: number;
  readonly space: number;
  readonly flags: number;
  readonly packetNumber: number;
  readonly sizeBytes: number;
  readonly offset: number;
  readonly ceCount: number;
  readonly name: string | null;
  readonly pairs: readonly (readonly [number, number])[];
}

export interface Decoded {
  readonly rows: readonly Row[];
  readonly headers: readonly TraceHeader[];
  readonly problems: readonly DecodeProblem[];
  readonly decoder: Decoder;
}

function rowOf(batch: EventBatch, row: number): Row {
  const first = batch.firstPair[row]!;
  return {
    kind: batch.kind[row]!,
    timeUs: batch.timeUs[row]!,
    space: batch.space[row]!,
    flags: batch.flags[row]!,
    packetNumber: batch.packetNumber[row]!,
    sizeBytes: batch.sizeBytes[row]!,
    offset: batch.offset[row]!,
    ceCount: batch.ceCount[row]!,
    name: batch.names.get(row) ?? null,
    pairs: Array.from({ length: batch.pairCount[row]! }, (_, i) => [
      batch.pairs.at((first + i) * 2),
      batch.pairs.at((first + i) * 2 + 1),
    ]),
  };
}

export function decodeText(text: string): Decoded {
  const rows: Row[] = [];
  const headers: TraceHeader[] = [];
  const problems: DecodeProblem[] = [];
  const decoder = new Decoder({
    onHeader: (header) => headers.push(header),
    onBatch: (batch) => {
      for (let row = 0; row < batch.length; row++) rows.push(rowOf(batch, row));
    },
    onProblem: (problem) => problems.push(problem),
  });
  const splitter = new RecordSplitter(decoder);
  splitter.push(utf8(text));
  splitter.end();
  decoder.flush();
  return { rows, headers, problems, decoder };
}

/** Decodes events behind a plain header of relative times. */
export function decodeEvents(events: readonly object[], container: ContainerName = 'JSON-SEQ'): Decoded {
  return decodeText(
    contain(
      container,
      events.map((event) => JSON.stringify(event)),
    ),
  );
}

/** The only row of one event at time 0. */
export function decodeOne(name: string, data: unknown): Row {
  const { rows, problems } = decodeEvents([{ time: 0, name, data: data as object }]);
  if (rows.length !== 1 || problems.length > 0)
    throw new Error(`not one clean row: ${JSON.stringify(problems)}`);
  return rows[0]!;
}
