/** The words for what came of a claim of an experiment: one list for the page, the command line, its document and its records. */

export interface VerdictWords {
  readonly sign: string;
  /** Of several claims, after their number; of one it is the verdict itself. */
  readonly several: string;
}

/** In the order in which they are counted. */
export const VERDICTS = {
  /** The same, within what is said of it. */
  holds: { sign: '✓', several: 'hold' },
  /** It holds with a difference, which is reported. */
  differs: { sign: '≈', several: 'differ' },
  /** It does not hold. */
  fails: { sign: '✕', several: 'fail' },
  /** These runs cannot tell, as with other fields, or fewer runs. */
  unknown: { sign: '?', several: 'unknown' },
} as const satisfies { readonly [verdict: string]: VerdictWords };

export type Verdict = keyof typeof VERDICTS;

export const VERDICT_NAMES = Object.keys(VERDICTS) as readonly Verdict[];
