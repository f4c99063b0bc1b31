/** One run: a server, a relay before it, and a client; bounded in time. Whatever happens, what was started is ended. */
import { randomUUID } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { LinkCounts } from '../../../../engine/simulator/runs/link';
import { type Lateness, latenessOf, MOST_LATE } from '../../../relay/lateness';
import type { Direction, PathSettings } from '../../../relay/played-path';
import { type Family, LOOPBACK, type Played, Relay } from '../../../relay/relay';
import { truthText } from '../../../relay/truth';
import { udpPorts } from '../../../relay/udp-ports';
import { collectLogs, type Logs, removeIfEmpty } from './logs';
import { endProcesses, running } from './processes';
import type { RecordSetting } from './record-setting';
import { type Ended, endWords, RecordingFailed, type StartedProgram, startProgram } from './started-program';

export interface RunPlace {
  readonly folder: string;
  /** Of its files. */
  readonly name: string;
}

export type RunPrograms = Pick<RecordSetting, 'server' | 'client' | 'timeoutMs' | 'lateMs' | 'ipv6'>;

export interface RecordedRun {
  readonly durationMs: number;
  /** How the client ended; null where it was ended for its time. */
  readonly client: Ended | null;
  readonly completed: boolean;
  readonly logs: Logs;
  /** Text of what the path did. */
  readonly truth: string;
  /** What the programs wrote. */
  readonly outputs: readonly string[];
  readonly path: { readonly [direction in Direction]: LinkCounts };
  /** Datagrams that the system dropped before the relay read them; null where it does not say. */
  readonly unread: number | null;
  readonly lateness: Lateness | null;
  readonly isLate: boolean;
  /** Ids of processes that could not be ended. */
  readonly left: readonly number[];
  /** Somebody listens on the server's port after all was ended. */
  readonly portHeld: number | null;
}

const START_MS = 10_000;
/** Where the system does not list its ports. */
const BLIND_START_MS = 1000;
const POLL_MS = 20;
/** After the client the server has time to read its last packets, and to write its log. */
const QUIET_MS = 500;
const MOST_QUIET_MS = 3000;

/** @throws RecordingFailed where none is free. */
async function freePort(family: Family): Promise<number> {
  const socket = createSocket(family);
  try {
    const listening = once(socket, 'listening');
    socket.bind({ address: LOOPBACK[family] });
    await listening;
    return socket.address().port;
  } catch (error) {
    throw new RecordingFailed(`no port is free on ${LOOPBACK[family]}: ${(error as Error).message}`);
  } finally {
    socket.close();
  }
}

const isOpen = async (port: number): Promise<boolean | null> => (await udpPorts())?.has(port) ?? null;

/** @throws RecordingFailed where it ends first and leaves no daemon, or nothing listens in time. */
async function untilListening(
  server: StartedProgram,
  { port, marker }: { readonly port: number; readonly marker: string },
  signal: AbortSignal,
): Promise<void> {
  const over = new AbortController();
  const stops = AbortSignal.any([signal, over.signal]);
  const ended = server.ended.then(async (how) => {
    if (how.status === 0 && (await running([server.group], marker)).length > 0) return listening;
    throw new RecordingFailed(
      `the server ended (${endWords(how)}) before it listened on port ${port}${quoted(server.lastWords())}`,
    );
  });
  const listens = async (): Promise<void> => {
    for (const untilMs = performance.now() + START_MS; performance.now() < untilMs && !stops.aborted; ) {
      const open = await isOpen(port);
      if (open === null) return delay(BLIND_START_MS);
      if (open) return;
      await delay(POLL_MS);
    }
    if (!stops.aborted)
      throw new RecordingFailed(
        `nothing listens on port ${port} after ${START_MS / 1000} s${quoted(server.lastWords())}`,
      );
  };
  const listening = listens();
  await Promise.race([ended, listening]).finally(() => over.abort());
}

const quoted = (words: string): string => (words === '' ? '' : `: ${words}`);

/** Null where its time is over, or the recording is. */
async function untilEnded(
  client: StartedProgram,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Ended | null> {
  const over = new AbortController();
  const stops = AbortSignal.any([signal, over.signal]);
  const ended = await Promise.race([
    client.ended,
    delay(timeoutMs, null, { signal: stops }).catch(() => null),
  ]);
  over.abort();
  return ended;
}

async function untilQuiet(relay: Relay): Promise<void> {
  const startMs = performance.now();
  for (let [taken, sinceMs] = [-1, startMs]; ; await delay(POLL_MS)) {
    const nowMs = performance.now();
    if (relay.taken !== taken) [taken, sinceMs] = [relay.taken, nowMs];
    if (nowMs - sinceMs > QUIET_MS || nowMs - startMs > MOST_QUIET_MS) return;
  }
}

/**
 * @param signal ends the run: what comes of it is no whole run then.
 * @throws RecordingFailed where no run can be made. @throws whatever writing throws.
 */
export async function recordRun(
  settings: PathSettings,
  { folder, name }: RunPlace,
  { server: serverWords, client: clientWords, timeoutMs, lateMs, ipv6 }: RunPrograms,
  signal: AbortSignal,
): Promise<RecordedRun> {
  const marker = randomUUID();
  const logs = join(folder, `${name}.logs`);
  const folders = { server: join(logs, 'server'), client: join(logs, 'client') };
  const outputs = {
    server: join(folder, `${name}.output-server.txt`),
    client: join(folder, `${name}.output-client.txt`),
  };
  for (const one of Object.values(folders)) await mkdir(one, { recursive: true });
  const family = ipv6 ? 'udp6' : 'udp4';
  const port = await freePort(family);
  const relay = await Relay.open(settings, port, family);
  const groups: number[] = [];
  const start = async (words: readonly string[], end: 'server' | 'client'): Promise<StartedProgram> => {
    const places = { port, relay: relay.port, qlog: folders[end] };
    const program = await startProgram(words, { places, output: outputs[end], marker });
    groups.push(program.group);
    return program;
  };
  const startMs = performance.now();
  let ended: Ended | null = null;
  let left: readonly number[] = [];
  let played: Played;
  try {
    const server = await start(serverWords, 'server');
    await untilListening(server, { port, marker }, signal);
    const client = await start(clientWords, 'client');
    ended = await untilEnded(client, timeoutMs, signal);
    if (ended === null) await endProcesses([client.group], null);
    if (!signal.aborted) await untilQuiet(relay);
    if (relay.taken === 0 && !signal.aborted)
      throw new RecordingFailed(
        `the client ${ended === null ? `sent nothing to the relay, port ${relay.port}, in ${timeoutMs / 1000} s` : `ended (${endWords(ended)}), and sent nothing to the relay, port ${relay.port}`}${quoted(client.lastWords())}`,
      );
  } finally {
    left = await endProcesses(groups, marker);
    played = await relay.close();
  }
  if (played.failure !== null) throw new RecordingFailed(`the relay could not send on: ${played.failure}`);
  const truth = join(folder, `${name}.path.tsv`);
  await writeFile(truth, truthText(played.datagrams));
  const lateness = latenessOf(played.datagrams, lateMs * 1000);
  const collected = {
    server: await collectLogs(folders.server, { folder, name, end: 'server' }),
    client: await collectLogs(folders.client, { folder, name, end: 'client' }),
  };
  await removeIfEmpty(logs);
  return {
    durationMs: performance.now() - startMs,
    client: ended,
    completed: ended?.status === 0,
    logs: collected,
    truth,
    outputs: Object.values(outputs),
    path: played.counts,
    unread: played.unread,
    lateness,
    isLate: (lateness?.lateShare ?? 0) > MOST_LATE || (played.unread ?? 0) > 0,
    left,
    portHeld: (await isOpen(port)) === true ? port : null,
  };
}
