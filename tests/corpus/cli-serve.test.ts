/** `qlogscope serve` and `headers`: the built page at an address, until it is stopped. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BUILDS, isBuilt } from '../../scripts/build-age.mjs';
import { SERVE } from '../../src/node/cli/commands/serve/command.ts';
import { run } from '../support/cli-here.ts';
import { buildCli, CLI, ROOT } from '../support/cli-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'qlogscope-serve-'));
beforeAll(() => buildCli(), 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('serves the page and its store until it is stopped, and ends with 0', async () => {
  const store = join(folder, 'store');
  const child = spawn(process.execPath, [CLI, 'serve', '--no-open', '--port', '0', '--store', store], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve) => child.on('close', resolve));
  const said = await new Promise<string>((resolve) => {
    let text = '';
    child.stdout.on('data', (data) => {
      text += data;
      if (text.includes('Ctrl+C')) resolve(text);
    });
  });
  const [, address = ''] = /qlogscope is at (\S+)\n/.exec(said) ?? [];
  expect(said).toContain(`kept in ${store}\n`);
  expect(await (await fetch(address)).text()).toContain('<title>qlogscope</title>');
  expect(await (await fetch(`${address}config.json`)).json()).toMatchObject({ store: { base: './store/' } });
  // The folder comes with the first trace.
  expect(existsSync(store)).toBe(false);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});

/** `npm start`, which builds the page first where it is older than its sources. */
function start(...args: string[]) {
  return spawnSync(process.execPath, [join(ROOT, 'scripts/start.mjs'), ...args], { encoding: 'utf8' });
}

test('npm start answers a call for help, a wrong one and a taken port before it builds', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const { port } = taken.address() as AddressInfo;
  const index = join(ROOT, 'dist/index.html');
  const { atime, mtime } = statSync(index);
  // Now the page is older than all that it is made of.
  utimesSync(index, 1, 1);
  try {
    expect(start('--help')).toMatchObject({ status: 0, stdout: await SERVE.help(), stderr: '' });
    for (const wrong of ['99999', 'abc'])
      expect(start('--port', wrong)).toMatchObject({
        ...{ status: 64, stdout: '' },
        stderr: expect.stringContaining(`--port takes a whole number from 0 to 65535, not "${wrong}"`),
      });
    expect(start('--port', `${port}`)).toMatchObject({
      ...{ status: 2, stdout: '' },
      stderr: `qlogscope: the page could not be served: port ${port} is taken by another program; --port 0 takes one that is free\n`,
    });
    expect(statSync(index).mtimeMs, 'no page was built').toBe(1000);
  } finally {
    utimesSync(index, atime, mtime);
  }
  taken.close();
  // The program that was built says the same.
  expect((await run(['serve', '--port', 'abc'])).stderr).toBe(start('--port', 'abc').stderr);
});

test('npm start serves a page that is built as it is, and prints its address only', async () => {
  expect(isBuilt(ROOT, 'page')).toBe(true);
  const built = statSync(join(ROOT, 'dist/index.html')).mtimeMs;
  const child = spawn(process.execPath, [join(ROOT, 'scripts/start.mjs'), '--port', '0', '--no-store']);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (said += data));
  await expect.poll(() => said, { timeout: 60_000 }).toContain('Ctrl+C');
  child.kill('SIGTERM');
  expect(said).toMatch(/^qlogscope is at http:\/\/127\.0\.0\.1:\d+\/\nCtrl\+C stops it\.\n$/);
  expect(statSync(join(ROOT, 'dist/index.html')).mtimeMs).toBe(built);
});

test.each(['page', 'cli'] as const)(
  'what was built of the %s is old once anything that it is made of changes',
  (name) => {
    const { file, madeOf } = BUILDS[name];
    const root = join(folder, name);
    const inFolder = (one: string): string => (one.includes('.') ? one : `${one}/inner/a`);
    for (const one of [file, ...madeOf.map(inFolder)]) {
      mkdirSync(dirname(join(root, one)), { recursive: true });
      writeFileSync(join(root, one), '');
    }
    const builtAt = (seconds: number): void => utimesSync(join(root, file), seconds, seconds);
    const now = Date.now() / 1000;
    builtAt(now + 100);
    expect(isBuilt(root, name)).toBe(true);
    for (const one of madeOf.map(inFolder)) {
      utimesSync(join(root, one), now + 200, now + 200);
      expect(isBuilt(root, name), one).toBe(false);
      utimesSync(join(root, one), now, now);
    }
    const generated = join(root, 'src/engine/input/formats/qlog/records/scan/binaries.js');
    mkdirSync(dirname(generated), { recursive: true });
    writeFileSync(generated, '');
    utimesSync(generated, now + 200, now + 200);
    expect(isBuilt(root, name), 'written by the build itself').toBe(true);
    builtAt(now - 100);
    expect(isBuilt(root, name), 'folders').toBe(false);
    rmSync(join(root, file));
    expect(isBuilt(root, name), 'nothing is built').toBe(false);
  },
);

test('says why it does not start: no free port, a configuration that does not fit', async () => {
  const config = join(folder, 'config.json');
  writeFileSync(config, '{ "version": 1, "store": { "base": "http://store.example/" } }');
  const refused = await run(['serve', '--no-open', '--config', config]);
  expect(refused.status).toBe(2);
  expect(refused.stderr).toContain('Use https');
  expect(await run(['serve', '--no-open', '--config', join(folder, 'none.json')])).toMatchObject({
    status: 2,
  });
});

test('headers writes those of a host from its config.json', async () => {
  const { status, stdout } = await run([
    'headers',
    'nginx',
    '--config',
    join(ROOT, 'docs/deploy/config.json'),
  ]);
  expect(status).toBe(0);
  expect(stdout).toContain('frame-ancestors https://dashboard.example.com');
});
