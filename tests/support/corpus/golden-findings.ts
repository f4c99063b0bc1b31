/**
 * tests/corpus/findings.json: which findings stand on each trace with their figures, and why that is right. The reasons
 * are written by hand; `-u` rewrites the figures and keeps the reasons.
 */
import { writeFileSync } from 'node:fs';
import type { Finding } from '../../../src/engine/findings/finding/finding';
import { CORPUS, readCorpus } from './list.ts';

const FILE = 'findings.json';
/** Figures are kept to so many digits; sums of floating-point numbers may differ after them. */
const DIGITS = 6;

interface Figures {
  readonly id: string;
  readonly severity: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly confidence: number;
  /** Values of the rows of evidence, in their units; null where they could not be measured. */
  readonly evidence: { readonly [id: string]: number | null };
}

interface Golden extends Figures {
  readonly because: string;
}

export const golden = readCorpus<{ [file: string]: readonly Golden[] }>(FILE);

const rounded = (value: number): number => Number(value.toPrecision(DIGITS));

function figuresOf({ id, severity, startUs, endUs, confidence, evidence }: Finding): Figures {
  return {
    id,
    severity,
    startMs: rounded(startUs / 1000),
    endMs: rounded(endUs / 1000),
    confidence: rounded(confidence),
    evidence: Object.fromEntries(
      evidence.map((row) => [row.id, Number.isNaN(row.value) ? null : rounded(row.value)]),
    ),
  };
}

const nameOf = ({ id, severity, startMs }: Figures): string => `${id} ${severity} ${startMs}`;
const byName = (a: Figures, b: Figures): number => nameOf(a).localeCompare(nameOf(b), 'en');

/** The figures of findings, in the order of the file. */
export function figuresOfAll(findings: readonly Finding[]): readonly Figures[] {
  return findings.map(figuresOf).sort(byName);
}

/** The figures kept for a trace, without the reasons. */
export function keptFigures(file: string): readonly Figures[] {
  return (golden[file] ?? []).map(({ because: _, ...figures }) => figures);
}

export const updatesFindings = process.env.UPDATE_FINDINGS === '1';

/** Takes over the figures of a trace, each with the reason that stands at the same rule; a new one has none yet. */
export function keepFigures(file: string, figures: readonly Figures[]): void {
  const before = golden[file] ?? [];
  golden[file] = figures.map((row) => {
    const same = before.filter(({ id }) => id === row.id);
    const reason = same.find(({ severity }) => severity === row.severity) ?? same[0];
    return { ...row, because: reason?.because ?? '' };
  });
}

export function writeFigures(): void {
  const files = Object.fromEntries(Object.entries(golden).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(new URL(FILE, CORPUS), `${JSON.stringify(files, null, 2)}\n`);
}
