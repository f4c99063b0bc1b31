/**
 * A server for recordings: echoes datagrams on PORT, and leaves LOG in FOLDER, `RUN` in its name being the number of the run. Words after those: `daemon` leaves the process group and its parent,
 * `deaf` ignores SIGTERM, `forks` starts another process that only waits, `no-log`, `ends` (at once), `mute` (listens nowhere).
 */
import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [, self, port, folder, named, ...words] = process.argv;
const log = named.replace('RUN', /(\d+)\.logs/.exec(folder)?.[1]);
const has = (word) => words.includes(word);

if (has('ends')) {
  console.log('no certificate');
  process.exit(3);
}
if (has('daemon')) {
  const rest = words.filter((word) => word !== 'daemon');
  spawn(process.execPath, [self, port, folder, log, ...rest], { detached: true, stdio: 'ignore' }).unref();
  process.exit(0);
}
if (has('deaf')) process.on('SIGTERM', () => undefined);
if (has('forks'))
  spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => 0); setInterval(() => 0, 1000)'], {
    detached: true,
    stdio: 'ignore',
  });
if (has('no-log')) writeFileSync(join(folder, 'notes.txt'), 'no log');
else copyFileSync(log, join(folder, `f00d_server${/\.s?qlog.*/.exec(log)[0]}`));
if (has('mute')) setInterval(() => undefined, 1000);
else {
  const socket = createSocket(has('v6') ? 'udp6' : 'udp4');
  socket.on('message', (message, from) => {
    for (let i = 0; i < 3; i++) socket.send(message, from.port, from.address);
  });
  socket.bind(Number(port), has('v6') ? '::1' : '127.0.0.1');
}
