/** A run as a file: what it is called on the page and on disk. Its content names nothing of the trace but figures. */
import type { CandidateId } from '../../../engine/congestion/candidates';
import { SHARE_NOTHING } from '../../../engine/contract/share-options';
import { fileStem } from '../../../engine/redaction/redact';

/** Behind the name of the trace: `.what-if-newreno.sqlog`. */
export const runEnding = (controller: CandidateId): string => `.what-if-${controller}.sqlog`;

/** What the run is called on this page: beside `a.server.sqlog.gz` stands `a.server.what-if-newreno.sqlog`. */
export function runName(traceName: string, controller: CandidateId): string {
  return `${fileStem(traceName, { ...SHARE_NOTHING, fileName: true })}${runEnding(controller)}`;
}
