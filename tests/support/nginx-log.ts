/** Debug logs of NGINX, made line by line, and read in chunks. */
import type { DecodeProblem } from '../../src/engine/input/formats/decode-problem.ts';
import { type Connection, TracePipeline } from '../../src/engine/reading/stages/pipeline.ts';

const SECOND = '2026/11/28 17:03:57';

/** A line of a worker. @param text after its head; `*1 ` before it for one of a connection. */
export const line = (text: string, pid = 100, time = SECOND, level = 'debug'): string =>
  `${time} [${level}] ${pid}#0: ${text}`;

export const logOf = (...lines: readonly string[]): string => `${lines.join('\n')}\n`;

/** A block of a worker in which a connection sends one packet of application data. @param says how the clock is said. */
export const sendingBlock = (
  number: number,
  says: readonly string[],
  { pid = 100, id = '*1', time = SECOND } = {},
): readonly string[] =>
  [
    ...says.filter((text) => !text.startsWith('timer delta')),
    `${id} quic output app packet max:1200 min:0`,
    `${id} quic frame tx app:${number} STREAM id:0x0 off:${1000 * number} len:1000`,
    `${id} quic packet tx app bytes:1008 need_ack:1 number:${number} encoded nl:1 trunc:0x${number.toString(16)}`,
    `${id} sendmsg: 1050 of 1050`,
    ...says.filter((text) => text.startsWith('timer delta')),
    'worker cycle',
    'epoll timer: 98',
  ].map((text) => line(text, pid, time));

export interface ReadLog {
  readonly pipeline: TracePipeline;
  readonly problems: readonly DecodeProblem[];
  readonly connection: Connection;
}

/** @param chunkBytes of each push. */
export function readLog(texts: string | readonly (string | Uint8Array)[], chunkBytes = 64 * 1024): ReadLog {
  const problems: DecodeProblem[] = [];
  const pipeline = new TracePipeline((problem) => problems.push(problem));
  for (const [i, text] of [texts].flat().entries()) {
    if (i > 0) pipeline.nextText();
    const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
    for (let at = 0; at < bytes.length; at += chunkBytes) pipeline.push(bytes.slice(at, at + chunkBytes));
    pipeline.endText();
  }
  pipeline.finish();
  return { pipeline, problems, connection: pipeline.connections[0] as Connection };
}

/** Times of the rows of a connection of one kind, ms. */
export function timesMs({ state: { events } }: Connection, kind: number): readonly number[] {
  const times: number[] = [];
  for (let row = 0; row < events.length; row++)
    if (events.kind.at(row) === kind) times.push(events.timeUs.at(row) / 1000);
  return times;
}
