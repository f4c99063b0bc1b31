/**
 * How each connection ended, held against what its recording said: the end itself, what is found of it and how severe that is. A
 * close without an error is no alarm from either side.
 */
import { readdirSync } from 'node:fs';
import { expect } from 'vitest';
import type { Evidence, Finding } from '../../../src/engine/findings/finding/finding';
import { endOf } from '../../../src/engine/sender/transport/ending.ts';
import type { TransportState } from '../../../src/engine/sender/transport/transport.ts';
import { brokenRules } from '../invariants.ts';
import { type Claim, claim } from './claim.ts';
import { CORPUS, type CorpusEntry, ENTRIES, readCorpus } from './list.ts';
import { openSubject, type Subject } from './subject.ts';

export interface EndLabel {
  readonly file: string;
  /** What the manifest of the recording says of the end. */
  readonly says: string;
  /** How, by whom, with which code: `close remote 0x100`; `open unknown` where the log ends first. */
  readonly ended: string;
  /** Severity, id and variant of what is found of the end, in the order of the findings. */
  readonly findings: readonly string[];
}

const ENDS = new URL('ends/', CORPUS);
/** Connections that are in the corpus for how they ended alone. */
export const END_FILES = readdirSync(ENDS).filter((file) => file.endsWith('.gz'));

/** A connection whose end has a label: of the corpus, or one that is in it for its end alone. */
export function endEntry(file: string): CorpusEntry {
  const own = { file, path: new URL(file, ENDS).pathname };
  return (
    ENTRIES.find((one) => one.file === file) ?? {
      ...own,
      quiche: null,
      other: null,
      onPath: null,
      onWire: null,
    }
  );
}

export const END_LABELS = readCorpus<readonly EndLabel[]>('ends/manifest.json');

export const END_RULES: readonly string[] = [
  ...['closed-with-error', 'handshake-failed', 'peer-gone', 'idle-timeout', 'log-ends'],
];

/** @throws AssertionError where the end, or what is found of it, is not that of the label. */
function holdEnd(file: string, state: TransportState, findings: readonly Finding[]): void {
  const label = END_LABELS.find((one) => one.file === file);
  const { how, by, code } = endOf(state) ?? { how: 'open', by: 'unknown', code: Number.NaN };
  const ended = [how, by, ...(Number.isNaN(code) ? [] : [`0x${code.toString(16)}`])].join(' ');
  const told = findings.filter(({ id }) => END_RULES.includes(id));
  expect({
    ended,
    findings: told.map(({ severity, id, variant }) => `${severity} ${id} ${variant}`),
  }).toEqual({
    ended: label?.ended,
    findings: label?.findings,
  });
  // A connection that failed is what is told first of it.
  if (told.some(({ severity }) => severity === 'critical')) expect(told[0]).toBe(findings[0]);
}

/** A row of the evidence of a rule about the end. */
type EndRow = Evidence & { readonly rule: string };

const told: EndRow[] = [];

/** Keeps the rows of a connection whose end has a label. */
function noteEnd(findings: readonly Finding[]): void {
  for (const { id, evidence } of findings)
    if (END_RULES.includes(id)) told.push(...evidence.map((row) => ({ rule: id, ...row })));
}

/** A row of one name says the same in all rules about the end: of all ends that were noted. */
export function holdEndRows(): void {
  // What an alarm of the idle timeout needs beyond what a peer that is gone does.
  const asWritten = ({ threshold }: { readonly threshold: string }): string =>
    threshold.replace(/[\d.,]+ (?:s|ms|µs)/, '…').replace(/≥ 2 for an alarm/, '≥ 1');
  const names = new Set(told.map(({ name }) => name));
  const shared = [...names]
    .map((name) => ({ name, same: told.filter((row) => row.name === name) }))
    .filter(({ same }) => new Set(same.map(({ rule }) => rule)).size > 1);
  expect(shared.length).toBeGreaterThanOrEqual(3);
  for (const { name, same } of shared) {
    const said = same.map((row) =>
      [row.id, row.unit, row.normal, row.panel, row.deciding, asWritten(row)].join(' | '),
    );
    expect([...new Set(said)], name).toHaveLength(1);
  }
}

function holdSubject({ entry, main }: Subject): void {
  const { findings } = main.analysis.verdicts;
  noteEnd(findings);
  holdEnd(entry.file, main.connection.state, findings);
}

/** Of a connection that is in the corpus for its end alone. */
export function holdEndAlone(file: string): void {
  const subject = openSubject(endEntry(file));
  holdSubject(subject);
  expect(brokenRules(subject.main.analysis.verdicts, subject.state)).toEqual([]);
}

const labelled = new Set(END_LABELS.map(({ file }) => file));

export const END_CLAIMS: readonly Claim[] = [
  claim(
    'the end is what the recording says, and so is what is found of it',
    ENTRIES.filter(({ file }) => labelled.has(file)),
    86,
    holdSubject,
  ),
];
