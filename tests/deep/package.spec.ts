/** The package as somebody else has it: packed, installed in an empty folder, called, imported, compiled, served. */
import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { SPIRAL, settled, tracePath } from '../e2e/support';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
let folder = '';

function run(command: string, args: readonly string[], cwd = folder) {
  const env = {
    ...process.env,
    // Programs print as into a file, whatever runs this.
    FORCE_COLOR: '0',
    npm_config_offline: 'true',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
  };
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, env, encoding: 'utf8', maxBuffer: 1e9 });
  return { status, stdout, stderr };
}

test.describe.configure({ mode: 'default' });
test.beforeAll(() => {
  test.setTimeout(900_000);
  folder = mkdtempSync(join(tmpdir(), 'qlogscope-package-'));
  // A copy without the build that other tests use at the same time.
  const checkout = join(folder, 'checkout');
  mkdirSync(checkout);
  const files = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
  });
  spawnSync('tar', ['--null', '-T', '-', '-cf', join(folder, 'checkout.tar')], {
    cwd: ROOT,
    input: files.stdout,
  });
  spawnSync('tar', ['-xf', join(folder, 'checkout.tar'), '-C', checkout]);
  spawnSync('ln', ['-s', join(ROOT, 'node_modules'), join(checkout, 'node_modules')]);
  const packed = run('npm', ['pack', '--pack-destination', folder], checkout);
  expect(packed.status, packed.stderr).toBe(0);
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const installed = run('npm', ['install', join(folder, `qlogscope-${version}.tgz`)]);
  expect(installed.status, installed.stderr).toBe(0);
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('installs alone, with a licence, a changelog, and pages about what it exports', () => {
  const held = join(folder, 'node_modules');
  expect(run('ls', [held]).stdout.trim()).toBe('qlogscope');
  for (const path of ['LICENSE', 'CHANGELOG.md', 'README.md', 'docs/embedding.md', 'dist/index.html'])
    expect(readFileSync(join(held, 'qlogscope', path), 'utf8').length, path).toBeGreaterThan(100);
  const page = readFileSync(join(held, 'qlogscope/dist-lib/docs/engine/qlogscope.readtrace.md'), 'utf8');
  expect(page).toContain('Reads a whole trace and judges it.');
});

test('npx qlogscope check names the spiral', () => {
  const { status, stdout } = run('npx', ['--no', 'qlogscope', 'check', tracePath(SPIRAL)]);
  expect(stdout).toContain('death-spiral');
  expect(status).toBe(1);
});

/** How long it took is another in each run. */
const timeless = (report: string): string => report.replaceAll(/ time="[\d.]+"/g, '');

test('the reports of docs/github-action are those of the program', () => {
  copyFileSync(tracePath(SPIRAL), join(folder, 'spiral.sqlog.gz'));
  for (const [format, name] of [
    ['junit', 'spiral.junit.xml'],
    ['sarif', 'spiral.sarif'],
    ['markdown', 'spiral.md'],
  ] as const) {
    const { stdout } = run('npx', ['--no', 'qlogscope', 'check', 'spiral.sqlog.gz', '--format', format]);
    const written = readFileSync(join(ROOT, 'docs/github-action', name), 'utf8');
    expect(timeless(stdout), name).toBe(timeless(written));
  }
});

test('a script prints the findings of a trace and draws a panel', () => {
  writeFileSync(
    join(folder, 'findings.mjs'),
    `import { readFile } from 'node:fs/promises';
import { readTrace, TraceUnreadable } from 'qlogscope/engine';
import { drawPanel } from 'qlogscope/drawing';
import { lookUpName } from 'qlogscope/qlog-schema';
const file = await readTrace(await readFile(process.argv[2]));
for (const { severity, id } of await file.findings()) console.log(severity, id);
const drawn = await drawPanel(file, 'congestion', { range: { fromUs: 2e6, toUs: 4e6 } });
console.log(drawn.svg.slice(0, 4), lookUpName('recovery:metrics_updated').status);
await readTrace('no trace').catch((error) => console.log(error instanceof TraceUnreadable, error.messages.length));
`,
  );
  const { stdout, stderr } = run('node', ['findings.mjs', tracePath(SPIRAL)]);
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^critical death-spiral\n/);
  expect(stdout.split('\n').slice(-3)).toEqual(['<svg transport', 'true 1', '']);
});

/** The program in docs/package.md. */
const shown = (): string => {
  const page = readFileSync(join(ROOT, 'docs/package.md'), 'utf8');
  const blocks = [...page.matchAll(/^```(?:js|ts)\n([\s\S]*?)^```/gm)].map(([, code]) => code as string);
  expect(blocks).toHaveLength(1);
  return blocks[0] as string;
};

test('the program in docs/package.md runs', () => {
  copyFileSync(tracePath(SPIRAL), join(folder, 'server.sqlog.gz'));
  writeFileSync(join(folder, 'shown.mjs'), shown());
  const { status, stdout, stderr } = run('node', ['shown.mjs']);
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^critical death-spiral The window \(cwnd\) stayed at 2,700 bytes/);
  expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/window \(cwnd\)/i);
});

for (const resolution of ['nodenext', 'bundler']) {
  test(`types compile in a program that resolves as ${resolution}, its libraries checked`, () => {
    writeFileSync(
      join(folder, 'consumer.ts'),
      `import { type Finding, type JudgedFile, readTrace } from 'qlogscope/engine';
import { drawPanel, PANELS } from 'qlogscope/drawing';
import { EVENT_DEFINITIONS } from 'qlogscope/qlog-schema';
export async function worst(bytes: Uint8Array): Promise<Finding | undefined> {
  const file: JudgedFile = await readTrace(bytes, { name: 'a.sqlog' });
  const drawn = await drawPanel(file, PANELS[0]?.id ?? '');
  const rows = await file.request('rows', { connection: file.main, series: ['cwnd'], fromUs: 0, toUs: 1e6 });
  // @ts-expect-error there is no such request
  await file.request('nothing', {});
  console.log(drawn?.svg.length, rows, EVENT_DEFINITIONS.length);
  return (await file.findings())[0];
}
`,
    );
    const compilerOptions = {
      ...{
        strict: true,
        noEmit: true,
        target: 'ES2022',
        lib: ['ES2023', 'DOM'],
        ...{ types: ['node'], typeRoots: [join(ROOT, 'node_modules/@types')] },
        skipLibCheck: false,
      },
      ...{ module: resolution === 'bundler' ? 'esnext' : 'nodenext', moduleResolution: resolution },
    };
    writeFileSync(join(folder, 'shown.ts'), shown());
    const files = ['consumer.ts', 'shown.ts'];
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    const { status, stdout } = run(join(ROOT, 'node_modules/.bin/tsc'), ['-p', '.']);
    expect(stdout).toBe('');
    expect(status).toBe(0);
  });
}

test('npx qlogscope serves the page, which opens a trace', async ({ page }) => {
  const child = spawn(
    'npx',
    ['--no', 'qlogscope', 'serve', '--no-open', '--port', '0', '--store', join(folder, 's')],
    {
      cwd: folder,
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  try {
    const address = await new Promise<string>((resolve) => {
      child.stdout.on('data', (data) => {
        const found = /http:\/\/\S+/.exec(String(data))?.[0];
        if (found !== undefined) resolve(found);
      });
    });
    await page.goto(`${address}?testing=1`);
    await page.setInputFiles('[data-testid=open]', tracePath(SPIRAL));
    await settled(page);
    await expect(page.getByTestId('finding').first()).toHaveAttribute('data-id', 'death-spiral');
  } finally {
    process.kill(-(child.pid ?? 0));
  }
});
