/**
 * docs/recording.md, written from the table of stacks in src/engine/input/recording. `npm run recording:page` writes it there.
 */
import { LOGGED_FIELDS } from '../../src/engine/input/recording/fields.ts';
import type { Stack } from '../../src/engine/input/recording/stack.ts';
import { STACKS } from '../../src/engine/input/recording/stacks.ts';

const KINDS = {
  setting: 'setting',
  version: 'version',
  'no-value': 'no value yet',
  never: 'never',
} as const;

const cell = (text: string): string => text.replaceAll('|', '\\|');
const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');

const named = ({ name, also }: Stack): string => (also === undefined ? name : `${name} (${also})`);

function stackSection(stack: Stack): string {
  const { recorders, level, lacks = {}, sentAt = 'not known', note } = stack;
  const parts = [`### ${named(stack)}`];
  if (recorders.length > 0)
    parts.push(recorders.map(({ where, code }) => `- ${where}: \`${code}\``).join('\n'));
  if (level !== undefined) parts.push(`Level: ${level}`);
  if (recorders.length > 0) parts.push(`Time of \`packet_sent\`: ${sentAt}.`);
  if (note !== undefined) parts.push(note);
  const rows = Object.entries(lacks).map(([field, { kind, words }]) => [field, KINDS[kind], words]);
  if (rows.length > 0) parts.push(table(['its logs may lack', 'why', ''], rows));
  return parts.join('\n\n');
}

const INTRODUCTION = `<!-- written by \`npm run recording:page\` from src/engine/input/recording -->
# How to record a log

Let the *sender* log: a receiver cannot see the congestion window of the other side, and its log is hardly judged. Switch logging
on before the connection begins; a log that begins later lacks what came before. \`qlogs\` stands for a folder that exists.
What is written of a stack was seen in its documentation, its source or its logs; a stack that is not listed is not known to
write a qlog.

\`qlogscope doctor TRACE…\` says of a log what it lacks, which panels and rules that hides, and how its stack logs it.`;

const DOCTOR = `## qlogscope doctor

\`\`\`sh
node qlogscope.mjs doctor qlogs            # text: what is lacking, what that hides, what helps
node qlogscope.mjs doctor --json qlogs     # one JSON object per trace and line
\`\`\`

Exit status: 0 nothing is hidden, 1 a log lacks what a panel or a rule needs, 2 an input could not be read or the answer could
not be written, 64 wrong call. Every key of a line is always there:

| key | holds |
| --- | --- |
| \`schema\` | 1; a removed key or a changed meaning raises it |
| \`file\`, \`trace\`, \`role\`, \`side\`, \`dialect\`, \`implementation\`, \`errors\` | as in a line of [\`check --json\`](check-in-ci.md#one-line-of---json) |
| \`fields[]\` | what is not logged: \`field\`, \`event\` (where it would stand), \`state\` (\`missing\`, \`rebuilt\` from packets, \`inferred\`), \`hides\`, \`remedy\`: \`kind\` (\`setting\`, \`version\`, \`no-value\`, \`never\`, \`switch-on\`) and \`words\`, \`null\` where the stack is not known |
| \`panels[]\` | panels without a picture: \`id\`, \`title\`, \`reason\`, \`lacks\` (fields for want of which; empty where nothing happened) |
| \`notJudged[]\` | \`reason\`, \`rules\` (ids) |
| \`faults\` | what the log shows of its own faults, a sentence, or \`null\` |
| \`recording\` | \`name\` of the stack, \`recorders[]\` (\`where\`, \`code\`), \`level\`, \`note\`, \`helps\`: whether another recording would say more; \`null\` where the stack is not known |`;

/** The whole page. */
export function recordingPage(): string {
  const fields = Object.entries(LOGGED_FIELDS).map(([field, event]) => [field, event]);
  const writing = STACKS.filter(({ recorders }) => recorders.length > 0);
  const others = STACKS.filter(({ recorders }) => recorders.length === 0);
  return `${[
    INTRODUCTION,
    '## What is needed',
    table(['field', 'in the log'], fields),
    '## Stacks',
    ...writing.map(stackSection),
    '## Without a qlog',
    table(
      ['stack', ''],
      others.map((stack) => [named(stack), stack.note ?? '']),
    ),
    DOCTOR,
  ].join('\n\n')}\n`;
}
