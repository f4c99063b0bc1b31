/** The relay with a client that sends bursts in one call (GSO) and reads them in one (GRO), as QUIC stacks on Linux do. */
import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { LOOPBACK, Relay } from '../../src/node/relay/relay.ts';

/** Sends ten bursts of twenty datagrams, and reads as many bytes; UDP_SEGMENT and UDP_GRO of udp(7) where they are on. */
const CLIENT = `
import socket, sys
port, on = int(sys.argv[1]), sys.argv[2] == 'on'
s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
if on:
    s.setsockopt(socket.IPPROTO_UDP, 103, 1200)
    s.setsockopt(socket.IPPROTO_UDP, 104, 1)
s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 22)
s.settimeout(20)
for i in range(10):
    burst = bytes([i]) * 1200 * 20
    for at in range(0, len(burst), len(burst) if on else 1200):
        s.sendto(burst[at:at + (len(burst) if on else 1200)], ('127.0.0.1', port))
read = b''
while len(read) < 240000:
    read += s.recv(65535)
sys.exit(0 if read == b''.join(bytes([i]) * 24000 for i in range(10)) else 1)
`;

test.skipIf(process.platform !== 'linux').each(['off', 'on'])(
  'every datagram of a burst, in order, with GSO and GRO %s',
  async (mode) => {
    // All bursts come in one go.
    const server = createSocket({ type: 'udp4', recvBufferSize: 4 * 1024 ** 2 });
    server.on('message', (message, { port, address }) => server.send(message, port, address));
    const listening = once(server, 'listening');
    server.bind({ address: LOOPBACK.udp4 });
    await listening;
    const path = { seed: 1, down: { delayMs: 3 }, up: { delayMs: 3 } };
    const relay = await Relay.open(path, server.address().port);
    const client = spawn('python3', ['-c', CLIENT, String(relay.port), mode], { stdio: 'inherit' });
    const [status] = await once(client, 'close');
    server.close();
    const { counts, datagrams, unread } = await relay.close();
    expect([status, counts.up.taken, counts.down.delivered, unread]).toEqual([0, 200, 200, 0]);
    expect(new Set(datagrams.map(({ sizeBytes }) => sizeBytes))).toEqual(new Set([1200]));
  },
);
