/**
 * `--ignore-file`: findings that are muted, until a day or a build, and why. Written by hand, so every entry that does not fit is a
 * wrong call, named by its place: an entry that is passed over would mute nothing, or too much.
 *
 *   [ { "id": "pto-storm", "until": "2026-12-31", "because": "the lab's link drops probes, #123" },
 *     { "id": "death-spiral", "until": { "implementation": "quiche", "version": "0.31.0" }, "because": "fixed there" } ]
 */
import * as v from 'valibot';
import { beginningOf, plainLine } from '../../../../engine/base/text/plain';
import { compareVersions } from '../../../../qlog-schema';
import { UsageError } from '../../arg-values';
import type { Build, Mute } from '../../standing';
import { CheckFileUnusable, linesOf } from './check-file';
import { nearIds } from './near-ids';

export interface IgnoreEntry extends Mute {
  readonly id: string;
  /** Its last day has passed. */
  readonly hasRunOut: boolean;
}

export interface IgnoreFile {
  readonly path: string;
  readonly entries: readonly IgnoreEntry[];
}

const MOST = { file: 1024 ** 2, line: 1024 ** 2 };
const MOST_ENTRIES = 1000;
/** What a sender is broken by while everything else looks well: whoever mutes it says for which builds. */
const NEVER_FOR_ALL = 'death-spiral';

const words = (key: string, longest: number) =>
  v.pipe(
    v.string(`"${key}" is a text`),
    v.trim(),
    v.minLength(1, `"${key}" is empty`),
    v.maxLength(longest, `"${key}" is longer than ${longest} characters`),
    v.transform(plainLine),
  );

const UNTIL = '"until" is a day, as "2026-12-31", or { "implementation": …, "version": … }';
const Day = v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d$/, UNTIL), v.check(isDay, UNTIL));
const BuildSchema = v.strictObject({
  implementation: words('implementation', 100),
  version: v.pipe(words('version', 50), v.regex(/^v?\d+(\.\d+)*/, UNTIL)),
});
const Entry = v.strictObject(
  {
    id: words('id', 100),
    until: v.optional(v.union([Day, BuildSchema], UNTIL)),
    because: words('because', 500),
  },
  (issue) => keyWords(issue),
);

/** Of an object that lacks a key or has one too many. */
function keyWords({ received, path, expected }: v.StrictObjectIssue): string {
  const key = String(path?.[0]?.key ?? '');
  if (path === undefined) return 'is no object';
  if (expected === 'never') return `"${beginningOf(key, 50)}" is none of id, until, because`;
  return received === 'undefined' ? `"${key}" is missing` : `"${key}" does not fit`;
}

function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return Number.isFinite(day.getTime()) && day.toISOString().startsWith(text);
}

/**
 * @param ids of all rules. @param today entries whose day is before it have run out.
 * @throws CheckFileUnusable where it cannot be read or is no JSON. @throws UsageError that names the entries that do not fit.
 */
export async function readIgnoreFile(path: string, ids: readonly string[], today: Date): Promise<IgnoreFile> {
  const lines: string[] = [];
  for await (const line of linesOf(path, MOST)) lines.push(line);
  const list = parsed(lines.join('\n'), path);
  if (!Array.isArray(list))
    throw new UsageError(
      `${path} holds no list of entries: [{ "id": …, "until": …, "because": … }, …]`,
      'check',
    );
  if (list.length > MOST_ENTRIES)
    throw new UsageError(`${path} holds more than ${MOST_ENTRIES} entries`, 'check');
  const entries: IgnoreEntry[] = [];
  const problems: string[] = [];
  for (const [i, one] of list.entries()) {
    const entry = entryOf(one, ids);
    if (typeof entry === 'string') problems.push(`entry ${i + 1}${nameOf(one)}: ${entry}`);
    else entries.push({ ...entry, hasRunOut: typeof entry.until === 'string' && entry.until < dayOf(today) });
  }
  if (problems.length > 0) throw new UsageError(`${path}: ${problemWords(problems)}`, 'check');
  return { path, entries };
}

function parsed(json: string, path: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new CheckFileUnusable(`${path}: is no JSON, or cut`);
  }
}

const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/** What is wrong with it, as text. */
function entryOf(value: unknown, ids: readonly string[]): Omit<IgnoreEntry, 'hasRunOut'> | string {
  const entry = v.safeParse(Entry, value, { abortEarly: true });
  if (!entry.success) return entry.issues[0].message;
  const { id, until = null, because } = entry.output;
  if (!ids.includes(id)) {
    const near = nearIds(id, ids);
    const meant = near.length > 0 ? `is it ${near.join(' or ')}?` : 'qlogscope check --help lists them';
    return `there is no rule of this id; ${meant}`;
  }
  if (id === NEVER_FOR_ALL && (until === null || typeof until === 'string'))
    return 'a death spiral is muted for builds, not for all: "until" names an implementation and a version';
  return { id, until, because };
}

/** ` (pto-strom)` where it has an id. */
function nameOf(entry: unknown): string {
  const id = v.safeParse(v.object({ id: words('id', 100) }), entry);
  return id.success ? ` (${id.output.id})` : '';
}

const MOST_PROBLEMS = 5;

function problemWords(problems: readonly string[]): string {
  const more = problems.length - MOST_PROBLEMS;
  const named = problems.slice(0, MOST_PROBLEMS).join('; ');
  return more > 0 ? `${named}; and ${more} more do not fit` : named;
}

/** The entry that mutes a finding of this id. @param implementation of the trace, as records have it; null where it is not known. */
export function entryFor(
  { entries }: IgnoreFile,
  id: string,
  implementation: string | null,
): IgnoreEntry | null {
  const mutes = ({ until, hasRunOut, ...entry }: IgnoreEntry): boolean =>
    entry.id === id &&
    !hasRunOut &&
    (until === null || typeof until === 'string' || isBefore(implementation, until));
  return entries.find(mutes) ?? null;
}

/** `0.30.0`, `v0.40.1-dev`; no commit. */
const VERSION = /^v?\d+(\.\d+)*(?![\da-z])/i;

/** `quiche 0.30.0` is a build of quiche before 0.31.0. */
function isBefore(implementation: string | null, { implementation: name, version }: Build): boolean {
  if (implementation === null || !implementation.toLowerCase().startsWith(`${name.toLowerCase()} `))
    return false;
  const own = implementation.slice(name.length + 1);
  return VERSION.test(own) && compareVersions(own, version) < 0;
}
