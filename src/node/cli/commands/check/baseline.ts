/**
 * `--baseline`: what an earlier check printed with `--json`, a record per line. Of each trace its name and its findings are taken;
 * the file comes from outside, and one line that does not fit makes all of it unusable, as whatever it held would count as new.
 */
import * as v from 'valibot';
import { plainLines } from '../../../../engine/base/text/plain';
import { SEVERITIES } from '../../../../engine/base/text/severities';
import type { BaselineFinding } from '../../standing';
import { CheckFileUnusable, linesOf } from './check-file';
import type { NamedTrace } from './matched-traces';

export interface BaselineTrace extends NamedTrace {
  readonly findings: readonly BaselineFinding[];
}

export interface Baseline {
  readonly path: string;
  /** Those that were judged, in its order. */
  readonly traces: readonly BaselineTrace[];
}

/** Ids and severities mean the same in all of them (docs/check-in-ci.md). */
const SCHEMAS: readonly number[] = [1, 2];
const MOST = { file: 1024 ** 3, line: 16 * 1024 ** 2 };
const MOST_TRACES = 200_000;
const MOST_FINDINGS = 1000;
const LONGEST_PATH = 10_000;

const text = (longest: number) => v.pipe(v.string(), v.maxLength(longest), v.transform(plainLines));

const Version = v.object({ schema: v.pipe(v.number(), v.integer()) });
const Record = v.object({
  file: v.pipe(v.string(), v.minLength(1), v.maxLength(LONGEST_PATH)),
  trace: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))),
  findings: v.pipe(
    v.array(v.object({ id: text(100), severity: v.picklist(SEVERITIES), verdict: text(10_000) })),
    v.maxLength(MOST_FINDINGS),
  ),
});

/** @throws CheckFileUnusable that names the file, the line and what is wrong. */
export async function readBaseline(path: string): Promise<Baseline> {
  const traces: BaselineTrace[] = [];
  let number = 0;
  let records = 0;
  for await (const line of linesOf(path, MOST)) {
    number++;
    if (line.trim() === '') continue;
    if (++records > MOST_TRACES)
      throw new CheckFileUnusable(`${path}: holds more than ${MOST_TRACES} records`);
    const { trace, ...record } = recordOf(line, `${path}: line ${number}`);
    if (trace !== null) traces.push({ ...record, trace });
  }
  if (records === 0)
    throw new CheckFileUnusable(`${path}: holds no record: a baseline is what check --json prints`);
  return { path, traces };
}

/** @param place names the line. */
function recordOf(line: string, place: string): v.InferOutput<typeof Record> {
  const value = parsed(line);
  const version = v.safeParse(Version, value);
  if (!version.success)
    throw new CheckFileUnusable(`${place} is no record of check --json, or cut: make the baseline anew`);
  const { schema } = version.output;
  if (!SCHEMAS.includes(schema))
    throw new CheckFileUnusable(
      `${place} is of schema ${schema}, and this version reads ${SCHEMAS.join(' and ')}: make the baseline anew`,
    );
  const record = v.safeParse(Record, value);
  if (!record.success) {
    const key = v.getDotPath(record.issues[0]) ?? 'all of it';
    throw new CheckFileUnusable(`${place} is a damaged record (${key}): make the baseline anew`);
  }
  return record.output;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
