/** `npm start`: builds the page and lets the command line serve it: `npm start -- --store DIR`; `-- --open` opens the browser. */
import { build } from 'vite';

await build({ logLevel: 'warn' });
const options = process.argv.slice(2);
// A browser is opened where that is asked for.
const args = options.includes('--open')
  ? options.filter((one) => one !== '--open')
  : [...options, '--no-open'];
process.argv.splice(2, options.length, 'serve', ...args);
await import('./cli.mjs');
