/**
 * A client for recordings: asks PORT until it has COUNT answers, then ends. Words after those: `never` goes on, `silent` sends nothing and ends with
 * status 4, `fails` ends with status 5 once it is answered.
 */
import { createSocket } from 'node:dgram';

const [, , port, count, ...words] = process.argv;
const has = (word) => words.includes(word);

if (has('silent')) {
  console.error('no such host');
  process.exit(4);
}
const socket = createSocket(has('v6') ? 'udp6' : 'udp4');
const address = has('v6') ? '::1' : '127.0.0.1';
let answers = 0;
socket.on('message', () => {
  if (++answers < Number(count) || has('never')) return;
  process.exit(has('fails') ? 5 : 0);
});
setInterval(() => socket.send('x'.repeat(1000), Number(port), address), 5);
