/** `npm start`: builds the page and the command line, and lets that serve the page: `npm start -- --store DIR`, `-- --open`. */
import { spawnSync } from 'node:child_process';
import { build } from 'vite';

await build({ logLevel: 'warn' });
const options = process.argv.slice(2);
// A browser is opened where that is asked for.
const args = options.includes('--open')
  ? options.filter((one) => one !== '--open')
  : [...options, '--no-open'];
const { status } = spawnSync(process.execPath, ['scripts/cli.mjs', 'serve', ...args], { stdio: 'inherit' });
process.exitCode = status ?? 1;
