/** Decodes a trace given as text and keeps rows, headers and problems as plain values. */

import type { EventBatch } from '../../src/engine/base/columns/event-batch.ts';
import type { DecodeProblem } from '../../src/engine/input/formats/decode-problem.ts';
import type { ConnectionInfo } from '../../src/engine/input/formats/qlog/decode/connection-info';
import { Decoder } from '../../src/engine/input/formats/qlog/decode/decoder.ts';
import { planOf } from '../../src/engine/input/formats/qlog/decode/event-plan.ts';
import { RecordScanner } from '../../src/engine/input/formats/qlog/records/scan/record-scanner.ts';
import type { RecordSink } from '../../src/engine/input/formats/qlog/records/sink.ts';
import { RecordSplitter } from '../../src/engine/input/formats/qlog/records/split.ts';
import type { TraceHeader } from '../../src/qlog-schema/index.ts';
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
  /** The event's name as logged. */
  readonly event: string | null;
  /** Index of the connection that the row belongs to. */
  readonly connection: number;
  readonly name: string | null;
  readonly pairs: readonly (readonly [number, number])[];
}

export interface Decoded {
  readonly rows: readonly Row[];
  /** What was told about connections, in order. */
  readonly infos: readonly ConnectionInfo[];
  /** Headers beside `infos`. */
  readonly headers: readonly TraceHeader[];
  readonly problems: readonly DecodeProblem[];
  readonly decoder: Decoder;
}

function rowOf(batch: EventBatch, row: number, connection: number, decoder: Decoder): Row {
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
    event: decoder.names.nameOf(batch.nameId[row]!),
    connection,
    name: batch.names.get(row) ?? null,
    pairs: Array.from({ length: batch.pairCount[row]! }, (_, i) => [
      batch.pairs.at((first + i) * 2),
      batch.pairs.at((first + i) * 2 + 1),
    ]),
  };
}

/** Runs what is given to the sink through a decoder. */
export function decodeWith(feed: (sink: RecordSink) => void): Decoded {
  const rows: Row[] = [];
  const infos: ConnectionInfo[] = [];
  const problems: DecodeProblem[] = [];
  const decoder: Decoder = new Decoder({
    onConnection: (info) => infos.push(info),
    onBatch: (batch, connection) => {
      for (let row = 0; row < batch.length; row++) rows.push(rowOf(batch, row, connection, decoder));
    },
    onProblem: (problem) => problems.push(problem),
  });
  decoder.recogniseWith(new RecordScanner(), planOf);
  feed(decoder);
  decoder.flush();
  return { rows, infos, headers: infos.map(({ header }) => header), problems, decoder };
}

export function decodeText(text: string): Decoded {
  return decodeWith((sink) => {
    const splitter = new RecordSplitter(sink);
    splitter.push(utf8(text));
    splitter.end();
  });
}

/** A contained document as the splitter hands it on: its header early and late, its events one by one. */
export function decodeDocument(document: {
  readonly traces?: readonly object[];
  readonly [key: string]: unknown;
}): Decoded {
  return decodeWith((sink) => feedDocument(sink, document, 0));
}

/** @returns the number of the next document's first trace. */
export function feedDocument(
  sink: RecordSink,
  document: { readonly traces?: readonly object[]; readonly [key: string]: unknown },
  firstTrace: number,
): number {
  const key = document.connections === undefined ? 'traces' : 'connections';
  const traces = (document[key] ?? []) as readonly { readonly events?: readonly unknown[] }[];
  const outer = traces.map((trace) => (trace.events === undefined ? trace : { ...trace, events: [] }));
  // After all other keys: the traces so far grow at the end of the text.
  const { [key]: _, ...others } = document;
  const [head = ''] = JSON.stringify({ ...others, [key]: [] }).split(/\]\}$/);
  const written = outer.map((trace) => JSON.stringify(trace));
  const ofFirst = (count: number): Uint8Array => utf8(`${head}${written.slice(0, count).join(',')}]}`);
  let number = firstTrace;
  let offset = 10;
  traces.forEach((trace, i) => {
    if (trace.events === undefined) return;
    sink.header(ofFirst(i + 1), false, firstTrace);
    for (const event of trace.events) sink.event(utf8(JSON.stringify(event)), offset++, number);
    number++;
  });
  sink.header(ofFirst(outer.length), true, firstTrace);
  return number;
}

/** Decodes events after a plain header of relative times. */
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
