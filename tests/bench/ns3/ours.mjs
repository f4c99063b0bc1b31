/** The same dumbbell in our simulator: its TypeScript is bundled into .bench/ns3/engine. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';

/** Data of a packet, and bytes of it on the line: its headers as endpoint.ts counts them. */
export const SEGMENT_BYTES = 1448;
export const PACKET_BYTES = SEGMENT_BYTES + 40;
const OUT_DIR = '.bench/ns3/engine';
const SAMPLE_MS = 5;
const MAX_ACK_DELAY_MS = 25;
/** More than any run sends. */
const ENDLESS_BYTES = 1e12;

async function loadEngine() {
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'node20',
      outDir: OUT_DIR,
      emptyOutDir: false,
      rolldownOptions: {
        input: {
          run: 'src/engine/simulator/runs/run.ts',
          settings: 'src/engine/simulator/runs/plain-settings.ts',
          aimd: 'src/engine/sender/congestion/aimd.ts',
          bic: 'src/engine/sender/congestion/bic.ts',
          controllers: 'src/engine/sender/congestion/controller-settings.ts',
        },
        output: { entryFileNames: '[name].mjs' },
      },
    },
  });
  const load = (name) => import(pathToFileURL(resolve(OUT_DIR, `${name}.mjs`)).href);
  const modules = await Promise.all(['run', 'settings', 'aimd', 'bic', 'controllers'].map(load));
  return Object.assign({}, ...modules);
}

export const engine = await loadEngine();

/** @param {import('./cases.mjs').Case} one. @param starts when each flow begins, ms. */
export function settingsOf(one, starts, seed) {
  const { flows, rateMbit, bufferPackets, loss, lossFromMs, seconds, ours = {} } = one;
  const leastRttMs = Math.min(...flows.map(({ rttMs }) => rttMs));
  const host = { gapUs: 1.2, turnaroundUs: 0 };
  const server = engine.plainEnd(host, { datagramBytes: PACKET_BYTES, ...ours.server });
  const client = engine.plainEnd(host, {
    datagramBytes: PACKET_BYTES,
    ackEvery: one.delAckCount,
    maxAckDelayMs: MAX_ACK_DELAY_MS,
  });
  const losses = loss > 0 ? [{ fromMs: lossFromMs, toMs: Number.POSITIVE_INFINITY, share: loss }] : [];
  return {
    seed,
    limitMs: seconds * 1000,
    down: {
      delayMs: leastRttMs / 2,
      rateMbit: rateMbit || null,
      bufferBytes: rateMbit ? bufferPackets * PACKET_BYTES : null,
      losses,
    },
    up: { delayMs: leastRttMs / 2 },
    flows: flows.map(({ ours: controller, rttMs }, i) =>
      engine.download({ ...controller, ...ours.controller }, server, client, ENDLESS_BYTES, {
        initialDatagrams: one.initialWindow,
        startMs: starts[i],
        accessDelayMs: (rttMs - leastRttMs) / 2,
      }),
    ),
  };
}

/** @returns what the dumbbell of ns-3 prints, as far as it is compared. */
export function runOurs(one, starts, seed) {
  const settings = settingsOf(one, starts, seed);
  const { fromS, seconds, ours = {} } = one;
  const controller = ours.makeController?.(engine, PACKET_BYTES, one.initialWindow * PACKET_BYTES);
  const whole = engine.simulate(settings, { samples: (seconds * 1000) / SAMPLE_MS + 1, controller });
  return {
    droppedByQueue: whole.down.lost.queue,
    lostAtRandom: whole.down.lost.random,
    flows: whole.flows.map(({ samples, ...flow }) => {
      const from = (fromS * 1000) / SAMPLE_MS;
      const windows = samples.windowBytes.slice(from);
      const bytes = flow.readBytes - samples.readBytes[from];
      return {
        goodputMbit: (bytes * 8) / (seconds - fromS) / 1e6,
        windowSegments: windows.reduce((sum, each) => sum + each, 0) / windows.length / PACKET_BYTES,
        sentPackets: flow.sentPackets,
        reductions: flow.reductions,
        timeouts: flow.timeouts,
      };
    }),
  };
}

/** CPU time of one run, of all threads of this process. */
export function timeOurs(one, starts, seed) {
  const settings = settingsOf(one, starts, seed);
  const from = process.cpuUsage();
  const { flows } = engine.simulate(settings);
  const { user, system } = process.cpuUsage(from);
  return {
    cpuMs: (user + system) / 1000,
    sentPackets: flows.reduce((sum, each) => sum + each.sentPackets, 0),
  };
}
