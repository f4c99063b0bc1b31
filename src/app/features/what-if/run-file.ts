/** A run as a file: what it is called on the page and on disk. Its content names nothing of the trace but figures. */
import type { CandidateId } from '../../../engine/sender/congestion/candidates';

/** After the name of the trace: `.what-if-newreno.sqlog`. */
export const runEnding = (controller: CandidateId): string => `.what-if-${controller}.sqlog`;

/**
 * What the run is called on this page: its tab begins with what it is, and in a comparison with the trace all after the comma
 * is left out (`compare/compared-names.ts`).
 */
export const runName = (traceName: string, controller: CandidateId): string =>
  `what-if ${controller}, ${traceName}`;
