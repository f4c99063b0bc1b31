/** Opens stored bytes as the worker does, keeps the columns of every connection at hand, and makes cuts of them. */

import type { TimeRange } from '../../src/drawing/view/view.ts';
import { CutDesk } from '../../src/engine/answers/cut-desk.ts';
import { openText } from '../../src/engine/bytes/inflate.ts';
import { openSource } from '../../src/engine/bytes/source.ts';
import { MAX_KEPT_BYTES } from '../../src/engine/bytes/text-store.ts';
import type { CutAnswer, CutFigures } from '../../src/engine/contract/export.ts';
import { NOTHING_TICKED, type Ticks } from '../../src/engine/contract/ticks.ts';
import { connectionsOf, type FileConnection } from '../../src/engine/reading/connection-list.ts';
import { FileText } from '../../src/engine/reading/file-text.ts';

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
    const text = new FileText(part, { leftBytes: MAX_KEPT_BYTES });
    texts.push(text);
    for await (const chunk of part.chunks()) text.push(chunk);
    text.end(null);
  }
  return connectionsOf(texts);
}

export interface Cut {
  readonly bytes: Uint8Array;
  readonly text: string;
  readonly figures: CutFigures;
}

/** A cut of one connection, made as the page asks for it. */
export async function cutOf(
  connections: readonly FileConnection[],
  range: TimeRange,
  ticks: Partial<Ticks> = {},
  connection = 0,
  fileName = 'trace.qlog',
): Promise<Cut> {
  const answers: CutAnswer[] = [];
  const request = {
    seq: 1,
    connection,
    ...range,
    ticks: { ...NOTHING_TICKED, ...ticks },
    fileName,
  };
  await new CutDesk((answer) => answers.push(answer)).request(request, connections);
  const last = answers.at(-1);
  if (last?.state !== 'made') throw new Error(`no cut: ${JSON.stringify(last)}`);
  const bytes = new Uint8Array(await last.file.arrayBuffer());
  return { bytes, text: new TextDecoder().decode(bytes), figures: last.figures };
}

/** The whole range of a connection. */
export function wholeRange({ connection: { state } }: FileConnection): TimeRange {
  return { fromUs: Math.min(0, state.firstUs), toUs: state.lastUs };
}
