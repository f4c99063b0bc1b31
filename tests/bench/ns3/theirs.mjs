/** Runs of the dumbbell of ns-3. What it printed is kept in .bench/ns3/runs, by its arguments, for as long as the program is the same. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const PROGRAM = '.bench/ns3/dumbbell';
const KEPT = '.bench/ns3/runs';
const run = promisify(execFile);

/** @param {import('./cases.mjs').Case} one. @param starts when each flow begins, ms. */
export function argsOf(one, starts, seed) {
  const { flows, rateMbit, bufferPackets, loss, lossFromMs, seconds, fromS, delAckCount, initialWindow } =
    one;
  const { flows: others = {}, ...changed } = one.theirs ?? {};
  const values = {
    flows: flows
      .map(({ theirs, rttMs }, i) => `${others[theirs] ?? theirs}:${rttMs}:${starts[i].toFixed(3)}`)
      .join(','),
    rate: rateMbit,
    buffer: `${bufferPackets}p`,
    loss,
    lossFrom: lossFromMs,
    ...{ seconds, from: fromS, run: seed, delAckCount, initialWindow },
    ...changed,
  };
  return Object.entries(values).map(([name, value]) => `--${name}=${value}`);
}

async function print(args) {
  const { stdout } = await run(PROGRAM, args, { maxBuffer: 1 << 26 });
  return stdout;
}

/** By the file that keeps it: a run that two cases share is made once. */
const made = new Map();

export async function runTheirs(one, starts, seed) {
  const args = argsOf(one, starts, seed);
  const program = createHash('sha256').update(readFileSync(PROGRAM));
  const file = join(KEPT, `${program.update(args.join(' ')).digest('hex').slice(0, 24)}.json`);
  if (!made.has(file)) made.set(file, existsSync(file) ? null : keep(file, args));
  await made.get(file);
  return JSON.parse(readFileSync(file, 'utf8'));
}

async function keep(file, args) {
  const text = await print(args);
  mkdirSync(KEPT, { recursive: true });
  writeFileSync(file, text);
}

/** One run that is not kept: CPU time of its events alone. */
export async function timeTheirs(one, starts, seed) {
  const { cpuMs, flows } = JSON.parse(await print(argsOf(one, starts, seed)));
  return { cpuMs, sentPackets: flows.reduce((sum, { sentPackets }) => sum + sentPackets, 0) };
}
