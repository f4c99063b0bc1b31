/** The relay between sockets of this machine. */
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, describe, expect, test } from 'vitest';
import type { LinkSettings } from '../../../../src/engine/simulator/runs/link-settings.ts';
import { type Family, LOOPBACK, Relay } from '../../../../src/node/relay/relay.ts';
import { udpPorts } from '../../../../src/node/relay/udp-ports.ts';

const AT_ONCE: LinkSettings = { delayMs: 0 };
const sockets: Socket[] = [];

async function socketOf(family: Family): Promise<Socket> {
  const socket = createSocket(family);
  sockets.push(socket);
  const listening = once(socket, 'listening');
  socket.bind({ address: LOOPBACK[family] });
  await listening;
  return socket;
}

/** Answers what comes with what came; notes from which port. */
async function echo(family: Family): Promise<{ readonly port: number; readonly from: Set<number> }> {
  const socket = await socketOf(family);
  const from = new Set<number>();
  socket.on('message', (message, { port, address }) => {
    from.add(port);
    socket.send(message, port, address);
  });
  return { port: socket.address().port, from };
}

/** The next messages that come to a socket, as text. */
function messages(socket: Socket, count: number): Promise<readonly string[]> {
  const texts: string[] = [];
  return new Promise((resolve) => {
    socket.on('message', (message) => {
      texts.push(message.toString());
      if (texts.length === count) resolve(texts);
    });
  });
}

async function asked(family: Family, relay: Relay, words: readonly string[]): Promise<readonly string[]> {
  const client = await socketOf(family);
  const answers = messages(client, words.length);
  for (const word of words) client.send(word, relay.port, LOOPBACK[family]);
  return answers;
}

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});

describe('a relay', () => {
  test.each(['udp4', 'udp6'] as const)('takes a burst there and back, in order (%s)', async (family) => {
    const server = await echo(family);
    const relay = await Relay.open({ seed: 1, down: AT_ONCE, up: AT_ONCE }, server.port, family);
    const words = Array.from({ length: 64 }, (_, i) => `${i} ${'x'.repeat(1200)}`);
    expect(await asked(family, relay, words)).toEqual(words);
    const { counts, datagrams, failure, unread } = await relay.close();
    expect([counts.up.taken, counts.up.delivered, counts.down.delivered]).toEqual([64, 64, 64]);
    expect(datagrams).toHaveLength(128);
    expect(datagrams.every(({ lateUs }) => lateUs >= 0)).toBe(true);
    expect([failure, unread ?? 0]).toEqual([null, 0]);
  });

  test('a client whose port changes is answered there, and comes to the server from another port', async () => {
    const server = await echo('udp4');
    const relay = await Relay.open({ seed: 1, down: AT_ONCE, up: AT_ONCE }, server.port);
    expect(await asked('udp4', relay, ['before'])).toEqual(['before']);
    expect(await asked('udp4', relay, ['after'])).toEqual(['after']);
    const { datagrams } = await relay.close();
    expect(server.from.size).toBe(2);
    expect(datagrams.map(({ direction, client }) => `${direction} ${client}`)).toEqual([
      'up 0',
      'down 0',
      'up 1',
      'down 1',
    ]);
  });

  test('what it sends on later than due, or could not read in time, is late by its clock', async () => {
    const server = await echo('udp4');
    let nowUs = 7e6;
    const relay = await Relay.open(
      { seed: 1, down: AT_ONCE, up: { delayMs: 50 } },
      server.port,
      'udp4',
      () => nowUs,
    );
    const client = await socketOf('udp4');
    const answer = messages(client, 1);
    client.send('x', relay.port, LOOPBACK.udp4);
    // Time stands until the relay has read it: then 63 ms pass at once.
    while (relay.taken === 0) await new Promise(setImmediate);
    nowUs += 63_000;
    await answer;
    const { datagrams } = await relay.close();
    const [up] = datagrams;
    expect([up?.takenUs, up?.dueUs, up?.deliveredUs, up?.lateUs]).toEqual([0, 50_000, 63_000, 13_000]);
  });
});

test('Linux lists the ports that are open', async () => {
  const socket = await socketOf('udp6');
  const { port } = socket.address();
  const ports = await udpPorts();
  if (process.platform === 'linux') expect(ports?.get(port)).toEqual({ drops: 0 });
  else expect(ports).toBeNull();
});
