/** Opens stored bytes as the worker does, keeps the columns of every connection at hand, and makes exports of them. */

import type { TimeRange } from '../../src/drawing/view/view.ts';
import { openText } from '../../src/engine/input/bytes/inflate.ts';
import { openSource } from '../../src/engine/input/bytes/source.ts';
import { MAX_STORED_BYTES } from '../../src/engine/input/bytes/text-store.ts';
import type { ExportVersion } from '../../src/engine/input/formats/exporting.ts';
import type { Exported, ExportFigures, ExportRequest } from '../../src/engine/reading/contract/export.ts';
import { RequestFailed } from '../../src/engine/reading/contract/request-failed.ts';
import { SHARE_NOTHING, type ShareOptions } from '../../src/engine/reading/contract/share-options.ts';
import { connectionsOf, type FileConnection } from '../../src/engine/reading/stages/connection-list.ts';
import { FileText } from '../../src/engine/reading/stages/file-text.ts';
import { TransportState } from '../../src/engine/sender/transport/transport.ts';
import { rangeState } from '../../src/engine/service/answers/export/range-state.ts';
import { handler } from '../../src/engine/service/answers/export.ts';
import type { OpenFile } from '../../src/engine/service/answers/handler.ts';

/** All connections of a file. */
export async function openStored(bytes: Uint8Array, name = 'trace.qlog'): Promise<readonly FileConnection[]> {
  const source = openSource({ kind: 'file', file: new File([new Uint8Array(bytes)], name) });
  const parts = openText(source, {
    onRead: () => undefined,
    onCompression: () => undefined,
    onEncoding: () => undefined,
  });
  const texts: FileText[] = [];
  for await (const part of parts) {
    const text = new FileText(part, { leftBytes: MAX_STORED_BYTES });
    texts.push(text);
    for await (const chunk of part.chunks()) text.push(chunk);
    text.end(null);
  }
  return connectionsOf(texts);
}

export interface ExportResult {
  readonly bytes: Uint8Array;
  readonly text: string;
  readonly figures: ExportFigures;
}

/** Connections as handlers see them. */
export function openFile(connections: readonly FileConnection[]): OpenFile {
  return {
    revision: 1,
    models: null,
    connection(index) {
      const found = connections[index];
      if (found === undefined) throw new RequestFailed('The file does not hold this connection.');
      return found;
    },
    analysis: () => undefined,
    watch: () => undefined,
    stateOf: (State) => new State(),
  };
}

/** An export of one connection, made as the page asks for it. */
export async function exportOf(
  connections: readonly FileConnection[],
  request: ExportRequest,
  signal = new AbortController().signal,
): Promise<Exported> {
  return (await handler(openFile(connections), request, { signal, progress: () => undefined })) as Exported;
}

/** An export of one connection, and its text. */
export async function exportText(
  connections: readonly FileConnection[],
  range: TimeRange,
  options: Partial<ShareOptions> = {},
  connection = 0,
  fileName = 'trace.qlog',
  version: ExportVersion = 'as-logged',
): Promise<ExportResult> {
  const request = { connection, ...range, options: { ...SHARE_NOTHING, ...options }, fileName, version };
  const { file, figures } = await exportOf(connections, request);
  const bytes = new Uint8Array(await file.arrayBuffer());
  return { bytes, text: new TextDecoder().decode(bytes), figures };
}

/** The whole range of a connection. */
export function wholeRange({ connection: { state } }: FileConnection): TimeRange {
  return { fromUs: Math.min(0, state.firstUs), toUs: state.lastUs };
}

/** State of a log at the beginning of which nothing is known. */
export const NOTHING_BEFORE = rangeState(
  new TransportState(),
  { fromUs: 0, toUs: 0 },
  {
    family: '0.3',
    resolution: 'unknown',
    ptoCount: 0,
  },
);
