/** A trace as a qlog: the export of the page, over all of it or a range. */
import { yieldToEventLoop } from '../../../../engine/reading/budgets/yield-to-event-loop';
import type { FileConnection } from '../../../../engine/reading/stages/connection-list';
import { exportRange } from '../../../../engine/service/answers/export/export-range';
import { exportSourceOf } from '../../../../engine/service/answers/export/export-source';
import type { ConvertSetting } from './convert-setting';

/** Its text in parts. Rejects with `RequestFailed` where its records cannot be exported. */
export async function qlogText(
  asked: FileConnection,
  { options, path }: ConvertSetting,
  fromUs: number,
  toUs: number,
): Promise<AsyncIterable<string>> {
  const { firstUs, lastUs } = asked.connection.state;
  const exported = await exportRange(
    await exportSourceOf(asked),
    {
      connection: 0,
      fromUs: Math.max(fromUs, firstUs),
      toUs: Math.min(toUs, lastUs),
      options,
      fileName: path,
    },
    { yieldToEventLoop, onProgress: () => undefined, signal: new AbortController().signal },
  );
  return textOf(exported?.file ?? new Blob([]));
}

async function* textOf(file: Blob): AsyncIterable<string> {
  const decoder = new TextDecoder();
  for await (const bytes of file.stream()) yield decoder.decode(bytes as Uint8Array, { stream: true });
}
