/**
 * A verdict that a user calls wrong, as a log that says so: the exported interval, with the finding and what the user
 * expects in its header. It is an ordinary qlog (`common_fields` take any further field), and a case of
 * tests/corpus/disputed as it stands.
 */
import type { Snapshot } from '../../../engine/reading/contract/snapshot';
import type { Redacted } from '../../../engine/service/redaction/redact';
import { type FindingRecord, findingRecords } from './trace-record';

/** What a trace shows, in the words of the labels of tests/corpus/manifest.json. */
export const EXPECTED = ['death-spiral', 'recovered', 'healthy', 'other'] as const;
export type Expected = (typeof EXPECTED)[number];

/** Key among the common fields of the header. */
export const DISPUTED_FIELD = 'qlogscope_disputed';
export const MAX_BECAUSE_LENGTH = 600;

const SCHEMA = 1;

export interface DisputedVerdict {
  readonly schema: typeof SCHEMA;
  readonly finding: FindingRecord;
  readonly expected: Expected;
  /** Why, in the user's words; may be empty. */
  readonly because: string;
}

/** @param key of a finding. @returns null where the snapshot holds no such finding. */
export function disputedVerdict(
  snapshot: Redacted<Snapshot>,
  key: string,
  expected: Expected,
  because: string,
): DisputedVerdict | null {
  const [finding] = findingRecords(snapshot.findings.filter((one) => one.key === key));
  if (finding === undefined) return null;
  return { schema: SCHEMA, finding, expected, because: because.trim().slice(0, MAX_BECAUSE_LENGTH) };
}

/** A header of ours has a few hundred bytes. */
const MAX_HEADER_BYTES = 64 * 1024;
const RECORD_SEPARATOR = '\x1e';

/**
 * @param exported a JSON text sequence as the export of a range writes it.
 * @throws Error if it does not begin with a header.
 */
export async function disputedLog(exported: Blob, disputed: DisputedVerdict): Promise<Blob> {
  const head = await exported.slice(0, MAX_HEADER_BYTES).text();
  const end = head.indexOf('\n') + 1;
  if (!head.startsWith(RECORD_SEPARATOR) || end === 0) throw new Error('the export has no header');
  const record = head.slice(RECORD_SEPARATOR.length, end);
  const { trace, ...header } = JSON.parse(record);
  const common_fields = { ...trace.common_fields, [DISPUTED_FIELD]: disputed };
  const written = JSON.stringify({ ...header, trace: { ...trace, common_fields } });
  const rest = exported.slice(new TextEncoder().encode(head.slice(0, end)).length);
  return new Blob([`${RECORD_SEPARATOR}${written}\n`, rest]);
}
