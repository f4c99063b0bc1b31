/** `qlogscope convert`: the series of one connection, written as rows. The table itself is in `src/sharing/report`. */
import { columnOf } from '../../../../engine/base/columns/column';
import type { Series } from '../../../../engine/base/columns/series';
import { DetectInput } from '../../../../engine/findings/rule/rule-input';
import { allSeriesOf } from '../../../../engine/reading/stages/analysis';
import {
  connectionsOf,
  type FileConnection,
  mainConnection,
} from '../../../../engine/reading/stages/connection-list';
import type { FileText } from '../../../../engine/reading/stages/file-text';
import { seriesLines } from '../../../../sharing/report/figures/series-rows';
import { UsageError } from '../../arg-values';
import { Exit } from '../../exit';
import { type Io, sinkOf } from '../../io';
import { ReaderGone, type Sink } from '../../output';
import { type Input, namedInput } from '../../reading/inputs';
import { OtherEntries } from '../../reading/other-entries';
import { readTexts } from '../../reading/read-text';
import { openInput } from '../../reading/traces';
import { systemReason } from '../../system-reason';
import type { ConvertSetting } from './convert-setting';

/** Characters buffered before they are written to the output. */
const BLOCK_CHARACTERS = 64 * 1024;

/**
 * @returns the exit status.
 * @throws UsageError for a folder, and for a series or a connection that the trace does not have.
 */
export async function convert(setting: ConvertSetting, io: Io): Promise<number> {
  const input = await namedInput(setting.path);
  if (input.kind === 'folder') throw new UsageError('convert takes one file, not a folder', 'convert');
  if (input.kind === 'failed') {
    io.warn(`${input.path}: ${input.reason}`);
    return Exit.unreadable;
  }
  let isComplete = false;
  await readAll(input, setting, io, async (connections, complete) => {
    if (connections.length === 0) return;
    isComplete = complete;
    const lines = await linesOf(chosen(connections, setting, io), setting);
    const sink = sinkOf(setting.output, io);
    try {
      await writeAll(lines, sink);
    } catch (error) {
      if (!(error instanceof ReaderGone)) throw error;
    }
  });
  return isComplete ? Exit.clean : Exit.unreadable;
}

async function linesOf(
  asked: FileConnection,
  setting: ConvertSetting,
): Promise<Iterable<string> | AsyncIterable<string>> {
  const { format } = setting;
  const fromUs = setting.fromMs === null ? Number.NEGATIVE_INFINITY : Math.round(setting.fromMs * 1000);
  const toUs = setting.toMs === null ? Number.POSITIVE_INFINITY : Math.round(setting.toMs * 1000);
  if (format === 'qlog') return (await import('./qlog-text')).qlogText(asked, setting, fromUs, toUs);
  const all = allSeriesOf(new DetectInput(asked.connection.state));
  return seriesLines(
    wanted(all, setting).map((series) => columnOf(series, fromUs, toUs)),
    fromUs,
    format,
  );
}

/** @param write takes all connections of the file, and whether it was read to its end, while its records can be read again. */
async function readAll(
  input: Extract<Input, { kind: 'stdin' | 'file' }>,
  setting: ConvertSetting,
  io: Io,
  write: (connections: readonly FileConnection[], complete: boolean) => Promise<void>,
): Promise<void> {
  const { path } = setting;
  const texts: FileText[] = [];
  const others = new OtherEntries();
  let complete = true;
  const opened = await openInput(input, io.openStdin).catch((error: unknown) => {
    io.warn(`${path}: ${systemReason(error)}`);
    return null;
  });
  if (opened === null) return;
  const { source, dispose } = opened;
  try {
    try {
      for await (const { text, failures, foreign } of readTexts(source, null, setting.format === 'qlog')) {
        if (text !== null && text.pipeline.events > 0) texts.push(text);
        // Other files in a zip are no failure as long as it has a trace.
        const [failure] = failures;
        if (failure === undefined) continue;
        if (foreign && text?.name != null) {
          others.add(text);
          continue;
        }
        io.warn(`${path}: ${failure.reason}`);
        complete = false;
      }
    } catch (error) {
      io.warn(`${path}: ${systemReason(error)}`);
      complete = false;
    }
    const connections = connectionsOf(texts);
    if (connections.length > 0) for (const words of others.ofKnownFiles) io.warn(`${path}: ${words}`);
    else if (others.any) io.warn(`${path}: ${others.failure}`);
    else if (complete) io.warn(`${path}: it holds no trace`);
    await write(connections, complete);
  } finally {
    await dispose();
  }
}

function chosen(connections: readonly FileConnection[], { trace }: ConvertSetting, io: Io): FileConnection {
  const index = trace ?? mainConnection(connections, []);
  const connection = connections[index];
  if (connection === undefined) {
    const last = connections.length - 1;
    throw new UsageError(`--trace: the file holds the connections 0 to ${last}`, 'convert');
  }
  if (trace === null && connections.length > 1)
    io.warn(
      `connection ${index} of 0 to ${connections.length - 1}, the one that sent most; --trace chooses another`,
    );
  return connection;
}

function wanted(all: readonly Series[], { series }: ConvertSetting): readonly Series[] {
  if (series === null) return all;
  const ids = all.map(({ info }) => info.id);
  return series.map((id) => {
    const match = all.find(({ info }) => info.id === id);
    if (match === undefined)
      throw new UsageError(`--series: this trace holds no "${id}"; it holds ${ids.join(', ')}`, 'convert');
    return match;
  });
}

async function writeAll(lines: Iterable<string> | AsyncIterable<string>, sink: Sink): Promise<void> {
  let block = '';
  for await (const line of lines) {
    block += line;
    if (block.length < BLOCK_CHARACTERS) continue;
    await sink.write(block);
    block = '';
  }
  await sink.write(block);
  await sink.close();
}
