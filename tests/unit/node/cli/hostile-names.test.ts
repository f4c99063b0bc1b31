/**
 * A trace whose every text is hostile, in a file whose name is, through every format of every command: no line holds a
 * character that is not seen, and none is a command of a CI host.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMMANDS } from '../../../../src/node/cli/commands/index.ts';
import type { ReportFormat } from '../../../../src/node/cli/commands/report/report-setting.ts';
import { CHECK_FORMATS } from '../../../../src/node/cli/report.ts';
import { TELL_VALUES } from '../../../../src/node/cli/share-values.ts';
import { SERIES_FORMATS } from '../../../../src/sharing/report/figures/series-rows.ts';
import { run } from '../../../support/cli-here.ts';
import { CLI_FILES, READING_COMMANDS } from '../../../support/cli-ways-out.ts';
import { hostileText, hostileTrace, unseenIn } from '../../../support/hostile-trace.ts';
import { someOf } from '../../../support/tier.ts';

let folder = '';
/** A file system takes no NUL, and no half of a surrogate pair. */
const nameOf = (text: string): string => hostileText(text).replace(/[\0/]|\p{Cs}/gu, '');

let trace = '';
let other = '';
let zip = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'qlogscope-names-'));
  trace = join(folder, `${nameOf('log')}.sqlog`);
  zip = join(folder, `${nameOf('logs')}.zip`);
  other = join(folder, `${nameOf('other')}.sqlog`);
  const bytes = hostileTrace();
  for (const path of [trace, other]) writeFileSync(path, bytes);
  writeFileSync(
    zip,
    zipSync({
      [`a/${nameOf('entry')}.sqlog`]: bytes,
      [`${nameOf('broken')}.qlog`]: strToU8(hostileText('{')),
    }),
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const TOLD = Object.values(TELL_VALUES).join(',');
const COMMAND = /^\s*::|##\w*\[/;

function expectHarmless(written: string): void {
  expect(unseenIn(written)).toEqual([]);
  expect(written.split('\n').filter((line) => COMMAND.test(line))).toEqual([]);
}

/** Options with which a command that reads traces prints more than one thing; what it writes to files is in `CLI_FILES`. */
const OPTIONS: { readonly [command: string]: readonly (readonly string[])[] } = {
  // The one that is no text is written to a file alone, and the one that is commands is held by `printable.test.ts`.
  check: [
    [],
    ...CHECK_FORMATS.filter((format) => format !== 'parquet' && format !== 'github').map((format) => [
      '--format',
      format,
    ]),
  ],
  summary: [[], ['--streams', '--tell', 'requests'], ['--streams', '--json', '--tell', 'requests']],
  doctor: [[], ['--json']],
  convert: SERIES_FORMATS.map((format) => ['--to', format]),
  report: (['html', 'markdown'] satisfies readonly ReportFormat[]).flatMap((format) => [
    [`--${format}`],
    [`--${format}`, '--tell', TOLD],
  ]),
  compare: [[], ['--json']],
};

const PRINTS = Object.fromEntries(READING_COMMANDS.map((command) => [command, OPTIONS[command] ?? [[]]]));

/** The zip holds the trace too. */
const both = (command: string): readonly string[] => {
  const asked = COMMANDS.find(({ name }) => name === command)?.operands;
  return asked === 'A B' ? [trace, other] : asked === 'FILE' ? [trace] : [zip];
};

describe.each(Object.entries(PRINTS))('%s', (command, ways) => {
  test.each(ways)('%s prints what is harmless', async (...options) => {
    const { stdout, stderr, status } = await run([command, ...both(command), ...options.flat()]);
    expect(status, stderr).not.toBe(64);
    expect(stdout).not.toBe('');
    expectHarmless(stdout);
    expectHarmless(stderr);
  });
});

const texts = CLI_FILES.filter(
  ([command, , , holds]) => holds !== null && holds !== 'parquet' && PRINTS[command] !== undefined,
);

// Most of them hold what is printed above.
test.each(someOf(texts, 2))(
  '%s %s --output %s writes nothing that is not seen',
  async (command, options, name) => {
    const out = join(folder, 'out', name);
    mkdirSync(join(folder, 'out'), { recursive: true });
    const { status } = await run([
      command,
      ...both(command),
      ...options.split(' ').filter(Boolean),
      '--output',
      out,
    ]);
    expect(status).not.toBe(64);
    const files = statSync(out).isDirectory() ? readdirSync(out).map((one) => join(out, one)) : [out];
    // A record of a JSON text sequence begins with RS (RFC 7464).
    for (const file of files)
      expect(unseenIn(readFileSync(file, 'utf8').replaceAll('\u001e{', '{'))).toEqual([]);
  },
);

test('options are those of commands that there are', () => {
  expect(READING_COMMANDS.length).toBeGreaterThan(5);
  expect(Object.keys(OPTIONS).filter((command) => PRINTS[command] === undefined)).toEqual([]);
});
