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

\`qlogscope record\` makes logs of a client and a server, N times over the path of a scenario, and judges them: [below](#qlogscope-record).
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

const PRESETS: readonly (readonly [stack: string, install: string, call: string, note: string])[] = [
  [
    'quiche',
    `apt-get install cmake libclang-dev
cargo init --quiet fetched && cargo add --manifest-path fetched/Cargo.toml tokio-quiche@0.20.1 && cargo fetch --manifest-path fetched/Cargo.toml
cp -r ~/.cargo/registry/src/*/tokio-quiche-0.20.1 tq && cargo build --release --manifest-path tq/Cargo.toml --example async_http3_server`,
    `npx qlogscope record --out quiche -- tq/target/release/examples/async_http3_server --address 127.0.0.1:{port} \\
  --tls-cert-path cert.pem --tls-private-key-path key.pem -- ./client -insecure -q https://127.0.0.1:{relay}/stream-bytes/10000000`,
    'The example of tokio-quiche logs into QLOGDIR; `--cc-algorithm` is its controller. The client is that of quic-go, below. BoringSSL is built with it.',
  ],
  [
    'ngtcp2',
    'apt-get install ngtcp2-server ngtcp2-client',
    `npx qlogscope record --out ngtcp2 -- gtlsserver -q --qlog-dir={qlog} -d www 127.0.0.1 {port} key.pem cert.pem \\
  -- gtlsclient -q --no-http-dump --exit-on-all-streams-close --qlog-dir={qlog} --download={qlog} 127.0.0.1 {relay} https://127.0.0.1/10MB`,
    'Its log has whole milliseconds. The client stores what it downloads in the folder of its logs, where it stays.',
  ],
  [
    'quic-go',
    `GOBIN=$PWD go install github.com/quic-go/quic-go/example@latest
GOBIN=$PWD go install github.com/quic-go/quic-go/example/client@latest`,
    `npx qlogscope record --out quic-go -- ./example -bind 127.0.0.1:{port} -www www -key key.pem -cert cert.pem \\
  -- ./client -insecure -q https://127.0.0.1:{relay}/10MB`,
    'Both ends log into QLOGDIR.',
  ],
  [
    'aioquic',
    'pip install aioquic',
    `npx qlogscope record --timeout 30 --out aioquic -- python3 aioquic_get.py serve {port} {qlog} \\
  -- python3 aioquic_get.py get {relay} {qlog} 3000000`,
    'The programs are [aioquic_get.py](recording/aioquic_get.py). A log is written when its connection ends: a client that is ended for its time leaves none.',
  ],
];

const RECORD = `## qlogscope record

Records your own stack N times over the path of a [scenario](simulate.md#the-scenarios), on this machine and without root, and judges the runs:

\`\`\`sh
npx qlogscope record --runs 20 --out runs -- ./server --port {port} --qlog {qlog} -- ./client https://127.0.0.1:{relay}/10MB
\`\`\`

Between the two commands, which begin with \`--\` each, stands a relay that plays the path: what the scenario's fields say of delay, losses, rate, queue,
policer and reordering (\`--set\`, as of [simulate](simulate.md#the-command)), each direction for itself, with the losses that the simulator
draws of the same seed. \`--scenario any-path\` has all of them, also steps, an outage and a shaper. Time begins with the first datagram of the client. A client whose port changes comes to the server from another port,
too. For each run

1. a free port is filled in for \`{port}\`, the relay's for \`{relay}\`, a folder of each program for \`{qlog}\`, which is QLOGDIR of its environment, too;
2. the server is started, and once it listens the client, both in process groups of their own; a client that takes longer than \`--timeout\` is ended, and its run
   did not complete, as one whose exit status is not 0;
3. once nothing has come for half a second, all that was started is ended: SIGTERM, two seconds later SIGKILL, to the process groups and, on Linux, to
   whatever inherited the environment of either (QLOGSCOPE_RECORD marks it), and to nothing else. What cannot be ended, or still listens on the
   port, is said. A program that overwrites its environment and leaves its group, as NGINX does as a daemon, is not found: let it stay in the foreground;
4. the logs are named, \`07.server.sqlog\`, and \`07.path.tsv\` says of each datagram when it came, what dropped it, how long it was queued, when it was due and
   sent on; \`07.output-server.txt\` is what the server wrote.

A datagram is late that was sent on more than 2 ms (\`--late\`) after it was due, with the time in which it may have waited to be read, as on a machine that is busy. A run with more
than 1 % of such datagrams (that is, with more than 2 ms at the 99th percentile), or of which the system dropped one before the relay read it, is set aside in
\`not-counted\` and recorded again, \`--again\` times in all; what is missing then is said. It shows the machine, not the stack.

At the end stand how many runs completed, the share of runs with each finding with its 95 % interval, what held the sender, and the figures, of the logs of the side that
sent more. With \`--baseline DIR\`, the folder of an earlier recording, the two are [compared](compare.md): the exit status is 1 where a
critical finding is surely more frequent. Without one it is that of [check](check-in-ci.md#exit-status) over all logs, whose records are in \`findings.ndjson\`; \`--json\`, \`--format\` and \`--output\` give a report of every log.

An interrupt ends the run that is made; what was finished is judged, as where a program is not there, ends at once, sends nothing or writes no log, or the disk is full: one line says
so, and the exit status is 2. Two recordings do not share a folder.

What no relay can play is refused: ECN marks (a program can neither set nor read them here), several connections, traffic of others. A field of simulated hosts
(\`gap\`, \`stalls\`) is refused, too: sender and receiver are your programs.

| key of a line of \`manifest.ndjson\` | holds |
| --- | --- |
| \`kind\` | \`recording\`: what was asked for, with \`schema\` 1, \`path\` (scenario, variant, values), \`seed\` of the first run, \`host\`; then \`run\` for each that was finished; at the end \`verdict\` |
| \`run\`, \`seed\`, \`attempt\` | which one, and how often it was made |
| \`counted\`, \`why\` | whether it counts; why not: \`late\`, \`interrupted\`, no log |
| \`completed\`, \`client\`, \`durationMs\` | the client ended with status 0; its \`status\` and \`signal\`, null where it was ended for its time |
| \`logs\`, \`truth\` | names of the files |
| \`path\` | of \`down\` (to the client) and \`up\`: datagrams \`taken\`, \`delivered\`, \`lost\` by what, \`inside\` at the end |
| \`unread\` | datagrams that the system dropped before the relay; null where it does not say |
| \`lateness\` | \`p50Ms\`, \`p99Ms\`, \`maxMs\`, \`lateShare\` |
| \`answer\` of the verdict | as of [compare](compare.md) over groups |

### Calls that were tried

With a file of 10 MB in \`www\` and a certificate:

\`\`\`sh
mkdir -p www && head -c 10000000 /dev/zero > www/10MB
openssl req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN=localhost -keyout key.pem -out cert.pem
\`\`\`

${PRESETS.map(([stack, install, call, note]) => `**${stack}.** ${note}\n\n\`\`\`sh\n${install}\n${call}\n\`\`\``).join('\n\n')}

Not tried, for no registry here has a release with HTTP/3: NGINX with \`daemon off;\` and \`error_log LOGS/nginx.log debug;\`, whose port and folder a shell fills in for each run: \`-- sh -c 'sed "s,PORT,{port},; s,LOGS,{qlog}," nginx.conf > {qlog}/run.conf; exec nginx -c {qlog}/run.conf'\`.`;

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
    RECORD,
    DOCTOR,
  ].join('\n\n')}\n`;
}
