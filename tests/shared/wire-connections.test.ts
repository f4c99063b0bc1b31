/** `npm run test:shared`: the life of every connection of `wire/` against what its programs asked for and got. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { connectivityOf } from '../../src/engine/sender/transport/connectivity/connectivity-of.ts';
import { loadTrace } from '../support/load.ts';

const WIRE = new URL('../../../shared/traces/wire/', import.meta.url).pathname;

interface Run {
  readonly kind: string;
  readonly script: unknown;
  readonly relay?: {
    readonly flows?: readonly {
      readonly rebinds_ms?: readonly number[] | null;
      readonly up: { readonly dropped: readonly unknown[]; readonly dropped_queue: number };
    }[];
  };
  readonly client_saw?: {
    readonly connections?: readonly { readonly start_ms: number; readonly handshake_ms?: number }[] | null;
  } | null;
}
const { runs } = JSON.parse(readFileSync(`${WIRE}manifest.json`, 'utf8')) as {
  readonly runs: { readonly [name: string]: Run };
};
const files = readdirSync(WIRE).filter((name) => /\.s?qlog\.gz$/.test(name));

const lifeOf = (file: string) => connectivityOf(loadTrace(WIRE + file).pipeline.state);
const filesOf = (run: string, side: string): readonly string[] =>
  files.filter((file) => file.startsWith(`${run}.${side}.`));

/** The program starts its clock before the first packet, and ends it when the application is told. */
const NEAR_MS = 12;

test('a client loses nothing to a Retry or Version Negotiation packet, where its path dropped nothing', () => {
  let compared = 0;
  for (const [name, { relay }] of Object.entries(runs)) {
    const dropped = (relay?.flows ?? []).some(({ up }) => up.dropped.length + up.dropped_queue > 0);
    if (!/-(?:retry|vn)$/.test(name) || dropped) continue;
    for (const file of filesOf(name, 'client')) {
      const { losses, rebuilt } = loadTrace(WIRE + file).pipeline.state;
      expect(losses.summary.packets, file).toBe(0);
      expect(rebuilt.latestRtt.max, file).not.toBeGreaterThan(60_000);
      compared++;
    }
  }
  expect(compared).toBe(9);
});

test('the handshake of each client takes as long as its program waited for it', () => {
  let compared = 0;
  for (const [name, { client_saw }] of Object.entries(runs)) {
    const connections = client_saw?.connections ?? [];
    const own = filesOf(name, 'client');
    if (connections.length !== 1 || own.length !== 1) continue;
    const [{ start_ms = 0, handshake_ms = Number.NaN } = {}] = connections;
    const { handshakeUs } = lifeOf(own[0] as string);
    if (Number.isNaN(handshake_ms)) {
      expect(handshakeUs, name).toBeNaN();
      continue;
    }
    expect(Math.abs(handshakeUs / 1000 - (handshake_ms - start_ms)), name).toBeLessThan(NEAR_MS);
    compared++;
  }
  expect(compared).toBeGreaterThan(30);
});

test('a server sees its client move where the program moved, or the relay changed its port, and nowhere else', () => {
  const moved: string[] = [];
  for (const [name, { kind, relay, script }] of Object.entries(runs)) {
    const [server] = filesOf(name, 'server');
    if (server === undefined || kind === 'multipath') continue;
    const isRebound = (relay?.flows ?? []).some(({ rebinds_ms }) => (rebinds_ms ?? []).length > 0);
    const isMoved = isRebound || String(script).includes('migrate') || name === 'ngtcp2-migrate';
    const { paths } = lifeOf(server);
    expect(paths.length, name).toBe(isMoved ? 1 : 0);
    if (isMoved) moved.push(`${name} ${paths[0]?.why}`);
  }
  expect(moved.sort()).toEqual([
    'aio-migrate migration',
    'aio-migrate-samecid rebinding',
    'aio-nat-rebind rebinding',
    'go-migrate migration',
    'go-nat-rebind rebinding',
    'ngtcp2-migrate migration',
  ]);
});

test('only servers with the long chain are held by the amplification limit', () => {
  const held = files.filter((file) => lifeOf(file).amplificationLimited.length > 0);
  expect(held.map((file) => file.split('.')[0])).toEqual(['aio-bigchain', 'go-bigchain', 'ngtcp2-bigchain']);
});

test('parameters are those that the peer says of itself', () => {
  let compared = 0;
  for (const file of files.filter((name) => name.includes('.client.s') || name.includes('.client.q'))) {
    const other = files.find((name) => name === file.replace('.client.', '.server.'));
    if (other === undefined) continue;
    const [client, server] = [lifeOf(file), lifeOf(other)];
    for (const { name, own } of client.parameters) {
      const said = server.parameters.find((row) => row.name === name)?.peer ?? null;
      if (own === null || said === null || name === 'unnamed' || name === 'reserved') continue;
      // quic-go logs the least that it accepts of its peer, 5 s.
      if (file.startsWith('go-idle') && name === 'max_idle_timeout') continue;
      expect(said, `${file} ${name}`).toBe(own);
      compared++;
    }
  }
  expect(compared).toBeGreaterThan(300);
});
