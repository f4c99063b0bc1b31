/** The words for what came of a claim: one list for the page, the command line, its document and its records. */
import type { Verdict } from './experiment';

export interface VerdictWords {
  readonly sign: string;
  /** Of several claims, behind their number; of one it is the verdict itself. */
  readonly several: string;
}

/** In the order in which they are counted. */
export const VERDICTS: { readonly [verdict in Verdict]: VerdictWords } = {
  holds: { sign: '✓', several: 'hold' },
  differs: { sign: '≈', several: 'differ' },
  fails: { sign: '✕', several: 'fail' },
  unknown: { sign: '?', several: 'unknown' },
};

export const VERDICT_NAMES = Object.keys(VERDICTS) as readonly Verdict[];
