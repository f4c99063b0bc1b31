/** `qlogscope doctor`: what it says of whole and of bare logs, its exit statuses, and what damage does to it. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeZip } from '../support/bytes-zip.ts';
import { run } from '../support/cli-here.ts';
import { ROOT } from '../support/cli-process.ts';
import { readTrace } from '../support/load.ts';
import { corpusPath } from '../support/raw-trace.ts';

const HEALTHY = corpusPath('rate-cubic-fixed-s17.server.sqlog.gz');
const RECEIVER = corpusPath('rate-cubic-buggy-s03.client.sqlog.gz');
/** Recorded at quiche's level Core: without congestion states. */
const CORE = corpusPath('spiral-corelevel-s12.server.sqlog.gz');
/** Without the frames of packets, and so without ACKs. */
const QUINN = join(ROOT, 'tests/corpus/other/quinn-0.11.12_cubic-loss5MB_server.sqlog.gz');

let folder = '';
const put = (name: string, content: Uint8Array | string): string => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};
const lines = (stdout: string) =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'qlogscope-doctor-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('what it says', () => {
  test('of a whole log: that nothing is hidden', async () => {
    const { status, stdout, stderr } = await run(['doctor', HEALTHY]);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('1 trace: none lacks what a panel or a rule needs');
    expect(stdout).not.toContain('to record with');
  });

  test('of a log at a low level: the field, the panel, the rules, and the setting', async () => {
    const { status, stdout } = await run(['doctor', CORE]);
    expect(status).toBe(1);
    expect(stdout).toContain('lacks congestion states (congestion_state_updated)');
    expect(stdout).toMatch(/quiche: Level Core leaves them out: record at QlogLevel::Base/);
    expect(stdout).toContain('panel Oscillation not drawn');
    expect(stdout).toContain(
      'rules not judged, no congestion state is logged: recovery-without-loss, state-dwell',
    );
    expect(stdout).toContain('to record with quiche:');
    expect(stdout).toContain('QLOGDIR=qlogs quiche-server');
  });

  test('of a stack that never logs it: that no setting helps', async () => {
    const { status, stdout } = await run(['doctor', QUINN]);
    expect(status).toBe(1);
    expect(stdout).toMatch(/quinn: It does not log the frames of packets/);
    expect(stdout).not.toContain('to record with');
  });

  test('of the log of a receiver: that the sender is to be recorded', async () => {
    const { status, stdout } = await run(['doctor', RECEIVER]);
    expect(status).toBe(1);
    expect(stdout).toContain('This is the log of the receiver: record at the sender');
    expect(stdout).toContain('to record with quiche:');
  });

  test('of a log that names no stack: where all are listed', async () => {
    const nameless = Buffer.from(readTrace(HEALTHY)).toString('utf8').replaceAll('quiche', 'nobody');
    const { status, stdout } = await run(['doctor', put('nameless.sqlog', nameless)]);
    expect(status).toBe(0);
    expect(stdout).toContain('docs/recording.md says how each one records');
  });
});

test('--json has a line per trace, with every key that docs/recording.md describes', async () => {
  const page = readFileSync(join(ROOT, 'docs/recording.md'), 'utf8');
  const found = lines((await run(['doctor', '--json', CORE, HEALTHY])).stdout);
  const keys =
    'schema file trace role side dialect implementation fields panels notJudged faults recording errors';
  expect(found.map((line) => Object.keys(line).join(' '))).toEqual([keys, keys]);
  const [core] = found;
  expect(core.fields.map(({ field }: { field: string }) => field)).toEqual([
    'congestion states',
    'pacing rate',
  ]);
  expect(core.fields[0].remedy.kind).toBe('setting');
  expect(core.panels).toMatchObject([{ id: 'oscillation', lacks: ['congestion states'] }]);
  expect(core.recording).toMatchObject({ name: 'quiche', helps: true });
  const inner = [core.fields[0], core.panels[0], core.notJudged[0], core.recording].flatMap(Object.keys);
  const described = [...Object.keys(core), ...inner];
  expect(described.filter((key) => !page.includes(`\`${key}\``) && !page.includes(`\`${key}[]\``))).toEqual(
    [],
  );
});

describe('damage is handled as check handles it', () => {
  test('an input that cannot be read gives 2, and the others are looked at', async () => {
    const broken = put('broken.qlog', 'this is no trace');
    const { status, stdout, stderr } = await run([
      'doctor',
      '--json',
      broken,
      join(folder, 'gone.qlog'),
      HEALTHY,
    ]);
    expect(status).toBe(2);
    expect(stderr).toMatch(/broken\.qlog: Not a qlog trace: .*\n.*gone\.qlog: no such file or folder\n$/);
    const found = lines(stdout);
    expect(found.map(({ trace }) => trace)).toEqual([null, null, 0]);
    expect(found[0].errors).toHaveLength(1);
  });

  test('a compression that was cut gives 2, a damaged record costs itself', async () => {
    const whole = readFileSync(HEALTHY);
    const cut = await run(['doctor', put('cut.sqlog.gz', whole.subarray(0, whole.length >> 1))]);
    expect(cut.status).toBe(2);
    expect(cut.stderr).toContain('gzip stream is truncated');
    const text = Buffer.from(readTrace(HEALTHY)).toString('utf8').split('\n');
    text[500] = '\u001e{"time":1,"name":';
    const damaged = await run(['doctor', put('damaged.sqlog', text.join('\n'))]);
    expect(damaged.status).toBe(1);
    expect(damaged.stdout).toContain('rules not judged, 1 record could not be read: accounting-mismatch');
    expect(damaged.stdout).toMatch(/error: record 500 at byte [\d,]+: broken/);
  });

  test('control characters of a log are not written to the terminal', async () => {
    const hostile = Buffer.from(readTrace(CORE)).toString('utf8').replaceAll('quiche', '\\u001b[31mnobody');
    const { stdout } = await run(['doctor', put('hostile\u0007.sqlog', hostile)]);
    expect(stdout).toContain('hostile');
    expect(['\u0007', '\u001b'].filter((character) => stdout.includes(character))).toEqual([]);
  });

  test('of a zip each entry is a trace of its own, from standard input too', async () => {
    const zip = makeZip([
      { name: 'a.sqlog', content: readTrace(CORE), method: 8 },
      { name: 'b.sqlog', content: readTrace(HEALTHY), method: 8 },
    ]).bytes;
    const { status, stdout } = await run(['doctor', '--json', '-'], zip);
    expect(status).toBe(1);
    expect(lines(stdout).map(({ file, trace }) => `${file} ${trace}`)).toEqual([
      '-!/a.sqlog 0',
      '-!/b.sqlog 1',
    ]);
  });
});

test('the answer goes to a file, and the counts to standard output', async () => {
  const path = join(folder, 'doctor.ndjson');
  const { status, stdout } = await run(['doctor', '--json', '--output', path, CORE]);
  expect(status).toBe(1);
  expect(stdout).toMatch(/^1 trace: 1 lacks what .*; written to .*doctor\.ndjson\n$/);
  expect(lines(readFileSync(path, 'utf8'))).toHaveLength(1);
  expect((await run(['doctor', '--output', join(folder, 'no/such/x'), CORE])).status).toBe(2);
});

test('a wrong call gives 64, its help 0', async () => {
  expect((await run(['doctor'])).status).toBe(64);
  expect((await run(['doctor', '--only', 'death-spiral', CORE])).status).toBe(64);
  expect(await run(['doctor', '--help'])).toMatchObject({ status: 0, stderr: '' });
});
