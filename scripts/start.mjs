/** `npm start`: builds the page and serves it on this machine only; prints the address. */
import { build, preview } from 'vite';

await build({ logLevel: 'warn' });
const server = await preview({ preview: { open: process.argv.includes('--open') } });
const [address] = server.resolvedUrls?.local ?? [];
console.log(`qlogscope is at ${address}`);
console.log('Ctrl+C stops it.');
