/**
 * Makes a fleet: many small traces, each another, made of those in tests/corpus, in a folder per host, over 14 days, or as many as `--days` says. A known
 * share of them has a death spiral, is damaged, is a copy, or has a name that is hard on programs. The same arguments give
 * the same bytes. By hand, and for the deep tests of the job:
 *
 *   node tests/bench/make-fleet.mjs OUT N [--seed S] [--damaged SHARE] [--relabel YYYY-MM-DD] [--days N]
 *     [--spirals SHARE] [--hang]
 *
 * `OUT.json` says what was planted. `--relabel`: the fleet moves to another version of quiche (0.31.0) on that day, and
 * spirals are planted from then on, all of them in traces of that version. `--hang`: one file more that takes minutes, and a
 * pipe.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';

const CORPUS = new URL('../corpus/', import.meta.url);
const FIRST_DAY_MS = Date.UTC(2026, 9, 26);
const DAY_MS = 86_400_000;
const DAYS = 14;
const HOSTS = 12;
export const OLD_VERSION = '0.30.0';
export const NEW_VERSION = '0.31.0';

/** quiche 0.30.0 with the defect. The manifest of the corpus labels them `death-spiral`, with an alarm. */
const SPIRALS = ['traces/rtt100-l4s-cubic-buggy-s01.server', 'traces/rtt100-l4s-cubic-buggy-s12.server'];
/** quiche 0.30.0 without an alarm. */
const SOUND = [
  'traces/applimited-small-cubic.client',
  'traces/applimited-small-cubic.client',
  'traces/applimited-chunks-cubic.server',
];
/** Their logs tell no time of day; that of most is set. */
const OTHER_STACKS = [
  'paths/random1-200mbit-rtt20_ngtcp2-cubic_server',
  'paths/stall-receiver-50ms-rand-rtt10_ngtcp2-cubic_server',
  'paths/dead-acks-rtt20_ngtcp2-cubic_server',
];
const SHARES = { spiral: 0.08, copy: 0.03, other: 0.12, zip: 0.004 };
const UNDATED_SHARE = 0.25;
/** Each trace ends elsewhere, so that few have the same size. */
const LEAST_KEPT = 0.8;
/** Kinds of which no copies are planted. */
const UNCOPIED = new Set(['empty', 'copy']);
const DAMAGES = ['cut', 'broken', 'empty', 'no-qlog'];

/** Names that shells, SQL, CSV, URIs and sorts get wrong. Some are in order by their bytes and not by UTF-16. */
const ODD_SHARE = 0.08;
const ODD_NAMES = [
  (id) => `with spaces ${id}`,
  (id) => `it's "${id}"`,
  (id) => `line\nbreak ${id}`,
  (id) => `größe 漢字 ${id}`,
  (id) => `cafe\u0301 ${id}`,
  (id) => `\u{1f680} ${id}`,
  (id) => `\uff21 ${id}`,
  (id) => `100%25#${id}?a=b&c`,
  (id) => `back\\slash ${id}`,
  (id) => `--output=${id}`,
  (id) => `day=unknown,${id}`,
  (id) => `$(${id})\`;*`,
];

const RS = '\x1e';
/** Records that cannot be read, between one that can: each costs the engine some µs, and nothing ends it. */
const SLOW_RECORDS =
  `${RS}{"time":900,"name":"quic:spin_bit_updated","data":{"state":true}}\n` +
  `${RS}{"time":900,}\n`.repeat(3);
const SLOW_MEMBERS = 32;
const SLOW_MEMBER_BYTES = 64 * 1024 ** 2;

/** Numbers from 0 to 1 (mulberry32). */
function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A trace of the corpus as its header and the rest, and the ids that are replaced in both. */
function sourceOf(name) {
  const text = gunzipSync(readFileSync(new URL(`${name}.sqlog.gz`, CORPUS))).toString('utf8');
  const end = text.indexOf(RS, 1);
  const body = text.slice(end);
  const first = /"dcid":"([0-9a-f]{16,})"/.exec(body)?.[1];
  const group = /"group_id":"([0-9a-f]+)"/.exec(text)?.[1];
  const id = group ?? first;
  return { name, header: text.slice(0, end), id, records: body.slice(1).split(RS) };
}

/** @param {ReturnType<typeof sourceOf>} source @returns the trace with another id, time, version and end */
function traceText(source, { id, recordedMs, version, share }) {
  const time = new Date(recordedMs).toISOString();
  const header = source.header
    .replaceAll(source.id, id)
    .replace(/"wall_clock_time":"[^"]*"/, `"wall_clock_time":"${time}"`)
    .replaceAll(`quiche ${OLD_VERSION}`, `quiche ${version}`)
    .replaceAll(/(quiche [^"]*) id=(\w+)"/g, `$1 id=$2 ${id.slice(0, 8)}"`);
  const records = source.records.slice(0, Math.ceil(source.records.length * share));
  return `${header}${RS}${records.join(RS)}`.replaceAll(source.id, id);
}

const DAMAGE = {
  /** The rest of the stream is not there. */
  cut: (text) => {
    const whole = gzipSync(text, { level: 1 });
    return whole.subarray(0, Math.floor(whole.length * 0.6));
  },
  /** Some records in the middle are cut. */
  broken: (text) => {
    const records = text.split(RS);
    for (let i = 100; i < records.length; i += 97)
      records[i] = `${records[i].slice(0, records[i].length / 2)}\n`;
    return gzipSync(records.join(RS), { level: 1 });
  },
  empty: () => Buffer.alloc(0),
  'no-qlog': (_text, id) => gzipSync(`Nothing of QUIC is told here. ${id}\n`),
};

/**
 * @typedef {object} Planted
 * @property {string} file path below the folder
 * @property {'spiral' | 'sound' | 'other-stack' | 'copy' | 'zip' | 'hang' | 'cut' | 'broken' | 'empty' | 'no-qlog'} kind
 * @property {string | null} source of the corpus
 * @property {string} day of the log, or when the file was written where that tells none
 * @property {string | null} version of quiche
 * @property {string} [sameAs] the file whose bytes a copy has
 */

/**
 * @param {string} folder is made anew
 * @param {{files: number, seed?: number, damaged?: number, relabel?: string | null, days?: number, spirals?: number, hang?: boolean}} options
 * @returns {{files: Planted[], leftOut: string[]}} also written beside the folder
 */
export function makeFleet(
  folder,
  { files, seed = 1, damaged = 0.02, relabel = null, days = DAYS, spirals = SHARES.spiral, hang = false },
) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const next = random(seed);
  const pick = (list) => list[Math.floor(next() * list.length)];
  const hex = (digits) => Array.from({ length: digits }, () => Math.floor(next() * 16).toString(16)).join('');
  const sources = new Map([...SPIRALS, ...SOUND, ...OTHER_STACKS].map((name) => [name, sourceOf(name)]));
  /** @type {Planted[]} */
  const planted = [];
  const folders = new Set();

  const put = (entry, bytes, writtenMs) => {
    const path = join(folder, entry.file);
    if (!folders.has(dirname(path))) mkdirSync(dirname(path), { recursive: true });
    folders.add(dirname(path));
    writeFileSync(path, bytes);
    utimesSync(path, writtenMs / 1000, writtenMs / 1000);
    planted.push(entry);
  };

  /** Kinds by share, each at least once, in a drawn order. */
  const kinds = () => {
    const of = (kind, share) => Array(share === 0 ? 0 : Math.max(1, Math.round(files * share))).fill(kind);
    const odd = DAMAGES.flatMap((kind) => of(kind, damaged / DAMAGES.length));
    const known = [...odd, ...of('spiral', spirals), ...of('copy', SHARES.copy), ...of('zip', SHARES.zip)];
    const all = [...known, ...of('other-stack', SHARES.other)];
    if (all.length > files) throw new Error(`a fleet has at least ${all.length} files`);
    while (all.length < files) all.push('sound');
    for (let i = all.length - 1; i > 0; i--) {
      const j = Math.floor(next() * (i + 1));
      [all[i], all[j]] = [all[j], all[i]];
    }
    return all;
  };

  const drawn = kinds();
  // Copies of what is there already.
  const order = [...drawn.filter((kind) => kind !== 'copy'), ...drawn.filter((kind) => kind === 'copy')];
  const relabelDay = relabel === null ? null : Math.round((Date.parse(relabel) - FIRST_DAY_MS) / DAY_MS);
  if (relabelDay !== null && !(relabelDay >= 0 && relabelDay < days))
    throw new Error(
      `--relabel takes a day from ${dayOf(FIRST_DAY_MS)} to ${dayOf(FIRST_DAY_MS + (days - 1) * DAY_MS)}`,
    );

  const dayIn = (from) => FIRST_DAY_MS + (from + Math.floor(next() * (days - from))) * DAY_MS;
  const moment = (dayMs) => dayMs + Math.floor(next() * (DAY_MS - 3_600_000));
  const nameOf = (number, day, ending) => {
    const id = String(number).padStart(5, '0');
    const name = next() < ODD_SHARE ? pick(ODD_NAMES)(id) : `${hex(8)}-${id}`;
    // The last one is before the first by bytes, and after it as the name of a folder.
    const host = pick(
      [...Array(HOSTS).keys()].map((number) => `host-${number}`).concat('host-1-b', 'host 1'),
    );
    return `${host}/${next() < 0.5 ? `${day}/` : ''}${name}${ending}`;
  };

  /** The first copies. Which of equal files is the first by path depends on how paths are compared. */
  const twins = [];
  const addTwins = () => {
    const [first] = planted.filter(({ kind, file }) => kind === 'sound' && file.startsWith('host-1/'));
    const last = planted.find(({ kind, file }) => kind === 'sound' && file.startsWith('host-9/'));
    if (first) twins.push({ original: first, file: first.file.replace('host-1/', 'host-1-b/') });
    if (last)
      for (const name of ['\u{1f680}', '\uff21'])
        twins.push({ original: last, file: `host-0/${name} twin.sqlog.gz` });
  };
  const firstCopy = order.indexOf('copy');

  order.forEach((kind, number) => {
    if (number === firstCopy) addTwins();
    if (kind === 'copy') {
      const twin = twins.shift();
      const original = twin?.original ?? pick(planted.filter(({ kind }) => !UNCOPIED.has(kind)));
      const ending = /\.[a-z.]+$/.exec(original.file)?.[0] ?? '';
      const file = twin?.file ?? nameOf(number, original.day, ending);
      put(
        { ...original, file, kind, sameAs: original.file },
        readFileSync(join(folder, original.file)),
        moment(dayIn(0)),
      );
      return;
    }
    const isSpiral = kind === 'spiral';
    const isOther = kind === 'other-stack';
    const source = sources.get(pick(isSpiral ? SPIRALS : isOther ? OTHER_STACKS : SOUND));
    const dayMs = dayIn(isSpiral && relabelDay !== null ? relabelDay : 0);
    const isMoved = relabelDay !== null && dayMs >= FIRST_DAY_MS + relabelDay * DAY_MS;
    const recordedMs = moment(dayMs);
    // A log is written when it ends.
    const writtenMs = recordedMs + 60_000;
    const version = isOther ? null : isMoved ? NEW_VERSION : OLD_VERSION;
    const draw = () => ({
      id: hex(source.id.length),
      recordedMs,
      version: version ?? '',
      share: LEAST_KEPT + next() * (1 - LEAST_KEPT),
    });
    const made = draw();
    let text = traceText(source, made);
    if (isOther && next() >= UNDATED_SHARE)
      text = text.replace('"reference_time":0', `"reference_time":${recordedMs}`);
    const day = dayOf(recordedMs);
    const entry = { kind, source: source.name, day, version };
    if (kind === 'zip') {
      const inner = ['a', 'b'].map((name) => [
        `${name}.sqlog`,
        [Buffer.from(traceText(source, draw())), { level: 1, mtime: FIRST_DAY_MS }],
      ]);
      put({ file: nameOf(number, day, '.zip'), ...entry }, zipSync(Object.fromEntries(inner), {}), writtenMs);
      return;
    }
    const bytes = DAMAGE[kind]?.(text, made.id) ?? gzipSync(text, { level: 1 });
    put({ file: nameOf(number, day, kind === 'empty' ? '.sqlog' : '.sqlog.gz'), ...entry }, bytes, writtenMs);
  });

  const leftOut = [];
  const putOther = (file, text) => {
    put({ file }, text, FIRST_DAY_MS);
    planted.pop();
    leftOut.push(file);
  };
  for (const file of ['host-0/notes.txt', '.hidden/a.sqlog', 'node_modules/a.sqlog'])
    putOther(file, 'No trace.\n');
  // By its name it may be a trace.
  putOther('host-0/state.json', '{"no":"trace"}\n');
  if (hang) {
    const day = dayOf(FIRST_DAY_MS);
    const file = 'host-2/endless.sqlog.gz';
    put(
      { file, kind: 'hang', source: SPIRALS[0], day, version: OLD_VERSION },
      slowGzip(sources.get(SPIRALS[0])),
      FIRST_DAY_MS,
    );
    execFileSync('mkfifo', [join(folder, 'host-2/pipe.sqlog')]);
    leftOut.push('host-2/pipe.sqlog');
    // A loop, if it were followed.
    symlinkSync('..', join(folder, 'host-2/up'));
  }
  planted.sort((a, b) => (a.file < b.file ? -1 : 1));
  const manifest = { seed, days, relabel, files: planted, leftOut };
  writeFileSync(`${folder}.json`, `${JSON.stringify(manifest, null, 1)}\n`);
  return manifest;
}

const dayOf = (timeMs) => new Date(timeMs).toISOString().slice(0, 10);

/** 2 GB of records in 7 MB, below what the engine inflates (8 GB, a thousandfold). */
function slowGzip(source) {
  const times = Math.ceil(SLOW_MEMBER_BYTES / SLOW_RECORDS.length);
  const member = gzipSync(SLOW_RECORDS.repeat(times), { level: 9 });
  return Buffer.concat([gzipSync(source.header), ...Array(SLOW_MEMBERS).fill(member)]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      ...{ seed: { type: 'string', default: '1' }, damaged: { type: 'string', default: '0.02' } },
      ...{
        days: { type: 'string', default: String(DAYS) },
        spirals: { type: 'string', default: String(SHARES.spiral) },
      },
      ...{ relabel: { type: 'string' }, hang: { type: 'boolean', default: false } },
    },
  });
  const [out, files] = positionals;
  if (files === undefined) throw new Error('node tests/bench/make-fleet.mjs OUT N');
  const startedAt = performance.now();
  const { files: planted } = makeFleet(resolve(out), {
    ...{ files: Number(files), seed: Number(values.seed), damaged: Number(values.damaged) },
    ...{ relabel: values.relabel ?? null, hang: values.hang },
    ...{ days: Number(values.days), spirals: Number(values.spirals) },
  });
  const counts = new Map();
  for (const { kind } of planted) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const words = [...counts].map(([kind, count]) => `${count} ${kind}`).join(', ');
  console.log(
    `${planted.length} files in ${((performance.now() - startedAt) / 1000).toFixed(1)} s: ${words}; ${out}.json names them`,
  );
}
