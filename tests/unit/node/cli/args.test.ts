/** The command line as a value, and every way to call it wrongly. */
import { describe, expect, test } from 'vitest';
import { SHARE_NOTHING } from '../../../../src/engine/reading/contract/share-options.ts';
import { COMMANDS, UsageError } from '../../../../src/node/cli/arg-values.ts';
import {
  type CheckCommand,
  parseCommand,
  type ReportCommand,
  TELL_VALUES,
} from '../../../../src/node/cli/args.ts';
import type { ServeCommand } from '../../../../src/node/cli/commands/serve/serve-args.ts';
import { SHARE_ALL } from '../../../support/redacted.ts';

const RULES = ['death-spiral', 'stuck-window'];
const parse = (line: string) => parseCommand(line === '' ? [] : line.split(' '), RULES);

describe('a right call', () => {
  test('check takes files, fails on critical findings and writes text by default', () => {
    expect(parse('check a.qlog b -')).toEqual({
      name: 'check',
      paths: ['a.qlog', 'b', '-'],
      format: 'text',
      output: null,
      failOn: 'critical',
      only: null,
      separate: false,
      jobs: null,
      limits: { seconds: 300, memoryMb: 4096 },
    });
  });

  test('options may be before and after the files', () => {
    const command = parse('check --json a --fail-on info --only death-spiral,stuck-window --output x.json');
    expect(command).toMatchObject({ paths: ['a'], format: 'json', failOn: 'info', output: 'x.json' });
    expect([...((command as CheckCommand).only ?? [])]).toEqual(RULES);
  });

  test('without a command the page is served, with a store, and the browser opened', () => {
    const command = parse('');
    expect(command).toMatchObject({ name: 'serve', port: null, open: true, config: null });
    expect(parse('serve')).toEqual(command);
    expect((command as ServeCommand).store).toMatch(/qlogscope.store$/);
    expect(parse('serve --no-open --no-store --port 0')).toMatchObject({ open: false, store: null, port: 0 });
    const limits = { objectBytes: 2 * 1024 ** 2, storeBytes: 5 * 1024 ** 2, objects: 7, idleMs: 30_000 };
    expect(parse('serve --store s --object-mb 2 --store-mb 5 --objects 7')).toMatchObject({
      store: 's',
      limits,
    });
    expect(parse('headers caddy --base /q/')).toEqual({
      ...{ name: 'headers', format: 'caddy', config: null, base: '/q/' },
    });
  });

  test('--json and --format json are the same, also if both are given', () => {
    for (const line of ['check --json a', 'check --format json a', 'check --json --format=json a'])
      expect(parse(line)).toMatchObject({ format: 'json' });
  });

  test('lists may have blanks around their commas, and be given in several options', () => {
    const onlyOf = (...args: string[]): readonly string[] => [
      ...((parseCommand(['check', 'a', ...args], RULES) as CheckCommand).only ?? []),
    ];
    expect(onlyOf('--only', 'death-spiral, stuck-window')).toEqual(RULES);
    expect(onlyOf('--only', ' death-spiral ,,stuck-window ')).toEqual(RULES);
    expect(onlyOf('--only', 'stuck-window', '--only', 'death-spiral')).toEqual([...RULES].reverse());
    expect(parseCommand(['convert', 'a', '--series', 'cwnd, ssthresh'], RULES)).toMatchObject({
      series: ['cwnd', 'ssthresh'],
    });
  });

  test('--jobs of check is a number of threads, at least this one', () => {
    expect(parse('check a --jobs 4')).toMatchObject({ jobs: 4 });
    expect(parse('check a --jobs=1')).toMatchObject({ jobs: 1 });
    for (const value of ['0', '-1', '1.5', 'all', '1000'])
      expect(() => parse(`check a --jobs=${value}`)).toThrow(/--jobs takes a number of threads from 1 to/);
  });

  test('--to of convert takes the format and the end of the range, in either order', () => {
    const range = { format: 'ndjson', fromMs: 10, toMs: 20.5 };
    expect(parse('convert a --to ndjson --from 10 --to 20.5')).toMatchObject(range);
    expect(parse('convert a --to 20.5 --to ndjson --from 10')).toMatchObject(range);
    expect(parse('convert a --from 10 --to 10')).toMatchObject({ fromMs: 10, toMs: 10 });
    expect(parse('convert a')).toMatchObject({ format: 'csv', fromMs: null, toMs: null, series: null });
  });

  test('help and version are accepted alone and with every command', () => {
    expect(parse('--help')).toEqual({ name: 'help', of: null });
    expect(parse('-h')).toEqual({ name: 'help', of: null });
    expect(parse('--version')).toEqual({ name: 'version' });
    for (const name of COMMANDS) {
      expect(parse(`${name} --help`)).toEqual({ name: 'help', of: name });
      expect(parse(`${name} --version`)).toEqual({ name: 'version' });
    }
  });
});

test('report takes a format, a range, a width, and share options, by default none', () => {
  expect(parse('report a b')).toEqual({
    name: 'report',
    separate: false,
    paths: ['a', 'b'],
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
    parse(
      'report a --svg --output d --tell file-name,reasons --from 1.5 --to 2 --trace 3 --width 320 --figures rtt,loss --figures pto --title T --author A --severity S --action one --action two',
    ),
  ).toEqual({
    name: 'report',
    separate: false,
    paths: ['a'],
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
  expect(parse('report a b --compare')).toMatchObject({ compared: { align: null } });
  expect(parse('report a b --compare --align handshake')).toMatchObject({
    compared: { align: { at: 'handshake' } },
  });
  expect(parse('report a --figures rtt,all')).toMatchObject({ figures: 'all' });
  const all = parse(`report a --tell ${Object.values(TELL_VALUES).join(',')}`);
  expect((all as ReportCommand).options).toEqual(SHARE_ALL);
});

describe('a wrong call says what would be right', () => {
  test.each([
    ['look a', /no command "look"; there are check, summary, doctor, convert, report/],
    ['check', /a file or folder is missing/],
    ['check - -', /standard input \("-"\) can be read once only/],
    ['check a --colour', /Unknown option '--colour'/],
    ['check a --fail-on bad', /--fail-on takes critical, warning, info, not "bad"/],
    ['check a --format xml', /--format takes text, json, junit, sarif, parquet, not "xml"/],
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
    ['check a --only spiral', /no rule "spiral"; there are death-spiral, stuck-window/],
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
    ['convert a --to xml', /--to takes csv, ndjson, not "xml"/],
    ['convert a --to csv --to ndjson', /one format and one end time at most/],
    ['convert a --from soon', /--from takes a time in ms/],
    ['convert a --from 20 --to 10', /--from is later than --to/],
    ['convert a --trace x', /--trace takes the number of a connection/],
    ['report', /a file or folder is missing/],
    ['report a --html --svg', /--html, --markdown and --svg exclude each other/],
    ['report a --svg', /--svg needs --output/],
    ['report a --tell everything', /--tell takes file-name, .*, reasons, not "everything"/],
    ['report a --from 10 --to 10', /--from is not earlier than --to/],
    ['report a --width 319', /--width takes whole pixels from 320 to 4096, not "319"/],
    ['report a --width 4096.5', /--width takes whole pixels/],
  ])('%s', (line, message) => {
    expect(() => parse(line)).toThrow(UsageError);
    expect(() => parse(line)).toThrow(message);
  });

  test('the error names the command whose help to show', () => {
    const commandOf = (line: string): unknown => {
      try {
        return parse(line);
      } catch (error) {
        return (error as UsageError).command;
      }
    };
    expect(commandOf('check a --nope')).toBe('check');
    expect(commandOf('look')).toBeNull();
  });
});
