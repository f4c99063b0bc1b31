/** `qlogscope serve` and `headers`: the built page at an address, until it is stopped. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
