/**
 * Serves the built page for a run of the browser tests, on a port that the system gives: runs of two checkouts stand
 * beside each other. Tests find the address in the environment, which their processes inherit.
 */
import { existsSync } from 'node:fs';
import { preview } from 'vite';

export default async function serve(): Promise<() => Promise<void>> {
  // Said once, instead of by every test when it has waited in vain.
  if (!existsSync('dist/index.html')) throw new Error('There is no built page: run `npm run build` first.');
  const server = await preview({ logLevel: 'warn', preview: { port: 0, strictPort: true } });
  const address = server.httpServer.address();
  if (address === null || typeof address === 'string') throw new Error('the page is served on no port');
  process.env.PAGE_ADDRESS = `http://127.0.0.1:${address.port}`;
  return () => server.close();
}
