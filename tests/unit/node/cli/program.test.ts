/** The command line as a value, and every way to call it wrongly. */
import { describe, expect, test } from 'vitest';
import { SHARE_NOTHING } from '../../../../src/engine/reading/contract/share-options.ts';
import { UsageError } from '../../../../src/node/cli/arg-values.ts';
import type { CheckSetting } from '../../../../src/node/cli/commands/check/check-setting.ts';
import { COMMANDS } from '../../../../src/node/cli/commands/index.ts';
import type { ReportSetting } from '../../../../src/node/cli/commands/report/report-setting.ts';
import type { ServeSetting } from '../../../../src/node/cli/commands/serve/serve-setting.ts';
import { generalHelp } from '../../../../src/node/cli/help.ts';
import { TELL_VALUES } from '../../../../src/node/cli/share-values.ts';
import { callOf } from '../../../support/cli-call.ts';
import { SHARE_ALL } from '../../../support/redacted.ts';

const RULES = ['death-spiral', 'stuck-window'];
const parse = (line: string) => callOf(line === '' ? [] : line.split(' '));

describe('a right call', () => {
  test('check takes files, fails on critical findings and writes text by default', async () => {
    expect(await parse('check a.qlog b -')).toEqual({
      name: 'check',
      paths: ['a.qlog', 'b', '-'],
      costs: false,
      outputs: [{ format: 'text', path: null }],
      tables: null,
      failOn: 'critical',
      baseline: null,
      ignoreFile: null,
      only: null,
      separate: false,
      jobs: null,
      limits: { seconds: 300, memoryMb: 4096 },
    });
  });

  test('options may be before and after the files', async () => {
    const command = await parse(
      'check --json a --fail-on info --only death-spiral,stuck-window --output x.json',
    );
    expect(command).toMatchObject({
      paths: ['a'],
      failOn: 'info',
      outputs: [{ format: 'json', path: 'x.json' }],
    });
    expect([...((command as CheckSetting).only ?? [])]).toEqual(RULES);
  });

  test.each(COMMANDS.filter(({ options }) => 'separate' in options).map(({ name }) => name))(
    '%s reads files of one connection as one, but where it is told to keep them separate',
    async (name) => {
      expect(await parse(`${name} a b`)).toMatchObject({ separate: false });
      expect(await parse(`${name} --separate a b`)).toMatchObject({ separate: true });
    },
  );

  test('without a command the page is served, with a store, and the browser opened', async () => {
    const command = await parse('');
    expect(command).toMatchObject({ name: 'serve', port: null, open: true, config: null });
    expect(await parse('serve')).toEqual(command);
    expect((command as ServeSetting).store).toMatch(/qlogscope.store$/);
    expect(await parse('serve --no-open --no-store --port 0')).toMatchObject({
      open: false,
      store: null,
      port: 0,
    });
    const limits = { objectBytes: 2 * 1024 ** 2, storeBytes: 5 * 1024 ** 2, objects: 7, idleMs: 30_000 };
    expect(await parse('serve --store s --object-mb 2 --store-mb 5 --objects 7')).toMatchObject({
      store: 's',
      limits,
    });
    expect(await parse('headers caddy --base /q/')).toEqual({
      ...{ name: 'headers', format: 'caddy', config: null, base: '/q/' },
    });
  });

  test('--json and --format json are the same, also if both are given', async () => {
    for (const line of ['check --json a', 'check --format json a', 'check --json --format=json a'])
      expect(await parse(line)).toMatchObject({ outputs: [{ format: 'json', path: null }] });
  });

  test('check writes several reports of one reading: formats and files in their order, or endings alone', async () => {
    const outputs = [
      { format: 'github', path: null },
      { format: 'markdown', path: 'summary' },
      { format: 'junit', path: 'j.xml' },
    ];
    const formats = '--format github --format markdown --format junit';
    expect(await parse(`check a ${formats} --output - --output summary --output j.xml`)).toMatchObject({
      outputs,
    });
    expect(
      await parse(
        'check a --format github --output - --format markdown --output summary --format junit --output j.xml',
      ),
    ).toMatchObject({ outputs });
    expect(await parse('check a --output j.xml --output - --output c.md')).toMatchObject({
      outputs: [
        { format: 'junit', path: 'j.xml' },
        { format: 'text', path: null },
        { format: 'markdown', path: 'c.md' },
      ],
    });
  });

  test('check is judged by a baseline and an ignore file', async () => {
    expect(await parse('check a --baseline b.ndjson --ignore-file i.json')).toMatchObject({
      baseline: 'b.ndjson',
      ignoreFile: 'i.json',
    });
  });

  test('the tables of a fleet are no report', async () => {
    expect(await parse('check a --format parquet --output x')).toMatchObject({ outputs: [], tables: 'x' });
  });

  test('lists may have blanks around their commas, and be given in several options', async () => {
    const onlyOf = async (...args: string[]): Promise<readonly string[]> => [
      ...(((await callOf(['check', 'a', ...args])) as CheckSetting).only ?? []),
    ];
    expect(await onlyOf('--only', 'death-spiral, stuck-window')).toEqual(RULES);
    expect(await onlyOf('--only', ' death-spiral ,,stuck-window ')).toEqual(RULES);
    expect(await onlyOf('--only', 'stuck-window', '--only', 'death-spiral')).toEqual([...RULES].reverse());
    expect(await callOf(['convert', 'a', '--series', 'cwnd, ssthresh'])).toMatchObject({
      series: ['cwnd', 'ssthresh'],
    });
  });

  test('--jobs of check is a number of threads, at least this one', async () => {
    expect(await parse('check a --jobs 4')).toMatchObject({ jobs: 4 });
    expect(await parse('check a --jobs=1')).toMatchObject({ jobs: 1 });
    for (const value of ['0', '-1', '1.5', 'all', '1000'])
      await expect(parse(`check a --jobs=${value}`)).rejects.toThrow(
        /--jobs takes a number of threads from 1 to/,
      );
  });

  test('--to of convert takes the format and the end of the range, in either order', async () => {
    const range = { format: 'ndjson', fromMs: 10, toMs: 20.5 };
    expect(await parse('convert a --to ndjson --from 10 --to 20.5')).toMatchObject(range);
    expect(await parse('convert a --to 20.5 --to ndjson --from 10')).toMatchObject(range);
    expect(await parse('convert a --from 10 --to 10')).toMatchObject({ fromMs: 10, toMs: 10 });
    expect(await parse('convert a')).toMatchObject({ format: 'csv', fromMs: null, toMs: null, series: null });
  });

  test('help and version are accepted alone and with every command', async () => {
    expect(await parse('--help')).toEqual({ help: null });
    expect(await parse('-h')).toEqual({ help: null });
    expect(await parse('--version')).toEqual({ version: true });
    for (const { name } of COMMANDS) {
      expect(await parse(`${name} --help`)).toEqual({ help: name });
      expect(await parse(`${name} --version`)).toEqual({ version: true });
    }
  });
});

test('report takes a format, a range, a width, and share options, by default none', async () => {
  expect(await parse('report a b')).toEqual({
    name: 'report',
    separate: false,
    paths: ['a', 'b'],
    groups: [],
    format: 'html',
    output: null,
    options: SHARE_NOTHING,
    trace: null,
    fromMs: null,
    toMs: null,
    width: 720,
    figures: [],
    authored: { title: '', author: '', severity: '', actions: '' },
    compared: null,
  });
  expect(
    await parse(
      'report a --svg --output d --tell file-name,reasons --from 1.5 --to 2 --trace 3 --width 320 --figures rtt,loss --figures pto --title T --author A --severity S --action one --action two',
    ),
  ).toEqual({
    name: 'report',
    separate: false,
    paths: ['a'],
    groups: [],
    format: 'svg',
    output: 'd',
    options: { ...SHARE_NOTHING, fileName: true, reasonPhrases: true },
    trace: 3,
    fromMs: 1.5,
    toMs: 2,
    width: 320,
    figures: ['rtt', 'loss', 'pto'],
    authored: { title: 'T', author: 'A', severity: 'S', actions: 'one\ntwo' },
    compared: null,
  });
  expect(await parse('report a b --compare')).toMatchObject({ compared: { align: null } });
  expect(await parse('report a b --compare --align handshake')).toMatchObject({
    compared: { align: { at: 'handshake' } },
  });
  expect(await parse('report a --figures rtt,all')).toMatchObject({ figures: 'all' });
  const all = await parse(`report a --tell ${Object.values(TELL_VALUES).join(',')}`);
  expect((all as ReportSetting).options).toEqual(SHARE_ALL);
});

test('the general help has a line for every command, and each its own text', async () => {
  const lines = generalHelp(COMMANDS).split('\n');
  for (const { name, operands, summary, help } of COMMANDS) {
    const call = `  qlogscope ${name} ${operands}`.trimEnd();
    expect(
      lines.filter((line) => line.startsWith(`${call}  `) && line.endsWith(`  ${summary}`)),
    ).toHaveLength(1);
    expect((await help()).startsWith(`qlogscope ${name}`)).toBe(true);
  }
});

test('the help of a command names every option of it', async () => {
  for (const { name, options, help } of COMMANDS) {
    const text = await help();
    const named = new Set([...text.matchAll(/--([a-z][a-z0-9-]*)/g)].map(([, option]) => option));
    for (const option of Object.keys(options)) expect([...named], `${name} --${option}`).toContain(option);
  }
});

describe('a wrong call says what would be right', () => {
  test.each([
    ['look a', /no command "look"; there are check, summary, .*doctor, .*convert/],
    ['check', /a file or folder is missing/],
    ['check - -', /standard input \("-"\) can be read once only/],
    ['check a --colour', /Unknown option '--colour'/],
    ['check a --fail-on bad', /--fail-on takes critical, warning, info, not "bad"/],
    ['check a --format xml', /--format takes text, json, junit, sarif, markdown, github, parquet, not "xml"/],
    ['check a --format text --format junit', /of several reports each has its --format and its --output/],
    [
      'check a --format text --output x --output y',
      /each has its --format and its --output.*; here are 1 and 2/,
    ],
    ['check a --output x.xml --output x.xml', /--output x\.xml is given twice/],
    ['check a --output - --output -', /standard output takes one report/],
    ['check a --format json --output x.ndjson --format parquet --output y', /parquet is written by itself/],
    ['check a --format parquet --output x --baseline y', /--baseline and --ignore-file are for reports/],
    ['check a --format parquet --output x --ignore-file y', /--baseline and --ignore-file are for reports/],
    ['check a --format parquet', /--format parquet needs --output/],
    ['check a --format parquet --output x --only death-spiral', /--only has no place in it/],
    ['check - --format parquet --output x', /not standard input/],
    ['check a --timeout 5', /--timeout and --memory are for --format parquet/],
    ['fleet', /fleet takes one folder of traces/],
    ['fleet a b --out c', /fleet takes one folder of traces/],
    ['fleet a', /--out is missing/],
    ['fleet a --out b --timeout soon', /--timeout takes a whole number from 1/],
    ['fleet a --out b --memory 1', /--memory takes a whole number from 64/],
    ['rows a', /Unexpected argument 'a'/],
    ['check a --json --format sarif', /--json and --format sarif contradict each other/],
    ['check a --only spiral', /no rule "spiral"; there are .*death-spiral, .*stuck-window/],
    ['check a --only ,', /--only names no rule/],
    ['check a --output', /output/],
    ['summary', /a file or folder is missing/],
    ['summary a --json', /--json is about streams: --streams is missing/],
    ['doctor', /a file or folder is missing/],
    ['doctor a --only x', /Unknown option '--only'/],
    ['report a b --align start', /--align is about traces that are compared: --compare is missing/],
    ['report a b --compare --align end', /--align takes start, handshake, .*, not end/],
    ['serve --port x', /--port takes a whole number from 0 to 65535, not "x"/],
    ['serve --port 65536', /--port takes a whole number/],
    ['serve --objects 0', /--objects takes a whole number from 1/],
    ['serve --store a --no-store', /--store and --no-store contradict each other/],
    ['serve page', /Unexpected argument/],
    ['headers', /headers takes one of nginx, caddy, netlify/],
    ['headers apache', /headers takes nginx, caddy, netlify, not "apache"/],
    ['headers nginx --base tools', /--base takes a path with \/ at both ends/],
    ['convert', /a file is missing/],
    ['convert a b', /takes one file/],
    ['convert a --to xml', /--to takes csv, ndjson, qlog, not "xml"/],
    ['convert a --to csv --to ndjson', /one format and one end time at most/],
    ['convert a --from soon', /--from takes a time in ms/],
    ['convert a --from 20 --to 10', /--from is later than --to/],
    ['convert a --trace x', /--trace takes the number of a connection/],
    ['report', /a file or folder is missing/],
    ['report a --html --svg', /--html, --markdown, --svg and --json exclude each other/],
    ['report a --svg', /--svg needs --output/],
    ['report a --json', /JSON is of groups, with --group/],
    ['report a --group b --group c', /traces, or groups with --group twice; not both/],
    ['report --group a', /--group is missing a second time/],
    ['report --group a --group b --title T', /--title is about a report of traces, not of groups/],
    ['report a --tell everything', /--tell takes file-name, .*, reasons, not "everything"/],
    ['report a --from 10 --to 10', /--from is not earlier than --to/],
    ['report a --width 319', /--width takes whole pixels from 320 to 4096, not "319"/],
    ['report a --width 4096.5', /--width takes whole pixels/],
  ])('%s', async (line, message) => {
    await expect(parse(line)).rejects.toThrow(UsageError);
    await expect(parse(line)).rejects.toThrow(message);
  });

  test('the error names the command whose help to show', async () => {
    const commandOf = (line: string): Promise<unknown> =>
      parse(line).catch((error: UsageError) => error.command);
    expect(await commandOf('check a --nope')).toBe('check');
    expect(await commandOf('look')).toBeNull();
  });
});
