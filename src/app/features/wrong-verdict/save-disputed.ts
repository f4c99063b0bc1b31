/** Makes the file of a verdict that is called wrong: nothing is included that the share options could add. */
import { type TimeRange, withMargin } from '../../../drawing/view/view';
import type { Finding } from '../../../engine/findings/finding/finding';
import { gzipped } from '../../../engine/input/bytes/gzipped';
import type { Exported, ExportRequest } from '../../../engine/reading/contract/export';
import { SHARE_NOTHING } from '../../../engine/reading/contract/share-options';
import type { Snapshot } from '../../../engine/reading/contract/snapshot';
import { redact } from '../../../engine/service/redaction/redact';
import {
  disputedLog,
  disputedVerdict,
  type Expected,
} from '../../../sharing/report/records/disputed-verdict';

/** What the user says against a verdict. */
export interface Answer {
  readonly expected: Expected;
  readonly because: string;
}

/** The interval of the finding and a margin, in whole µs: what stands around it is part of the case. */
export function disputedRange({ startUs, endUs }: Finding, { extent }: Snapshot): TimeRange {
  const { fromUs, toUs } = withMargin({ fromUs: startUs, toUs: endUs }, extent) ?? extent;
  return { fromUs: Math.floor(fromUs), toUs: Math.ceil(toUs) };
}

/** Ending of the file's name, after the (redacted) name of the trace. */
export function disputedEnding({ id, startUs }: Finding): string {
  return `-${id}-${Math.max(0, Math.round(startUs / 1000))}ms.sqlog.gz`;
}

/**
 * The file, gzip. Rejects where the events cannot be exported.
 * @param ask requests an export of the shown connection.
 */
export async function disputedFile(
  ask: (request: Omit<ExportRequest, 'connection'>) => Promise<Exported>,
  { name, snapshot }: { readonly name: string; readonly snapshot: Snapshot },
  finding: Finding,
  { expected, because }: Answer,
): Promise<Blob> {
  const shared = redact({ name, snapshot }, SHARE_NOTHING).snapshot;
  const disputed = disputedVerdict(shared, finding.key, expected, because);
  if (disputed === null) throw new Error('the trace no longer has this finding');
  const range = disputedRange(finding, snapshot);
  const { file } = await ask({ ...range, options: SHARE_NOTHING, fileName: name });
  return gzipped(await disputedLog(file, disputed));
}
