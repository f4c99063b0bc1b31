/**
 * How each connection ended, held against what its recording said: the end itself, what is found of it and how severe that is. A
 * close without an error is no alarm from either side.
 */
import { expect } from 'vitest';
import type { Finding } from '../../../src/engine/findings/detector.ts';
import { endOf } from '../../../src/engine/transport/ending.ts';
import type { TransportState } from '../../../src/engine/transport/transport.ts';
import { type Claim, claim } from './claim.ts';
import { ENTRIES, readCorpus } from './list.ts';

export interface EndLabel {
  readonly file: string;
  /** What the manifest of the recording says of the end. */
  readonly says: string;
  /** How, by whom, with which code: `close remote 0x100`; `open unknown` where the log ends first. */
  readonly ended: string;
  /** Severity, id and variant of what is found of the end, in the order of the findings. */
  readonly findings: readonly string[];
}

export const END_LABELS = readCorpus<readonly EndLabel[]>('ends/manifest.json');

export const END_RULES: readonly string[] = [
  ...['closed-with-error', 'handshake-failed', 'peer-gone', 'idle-timeout', 'log-ends'],
];

/** @throws AssertionError where the end, or what is found of it, is not that of the label. */
export function holdEnd(file: string, state: TransportState, findings: readonly Finding[]): void {
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

const labelled = new Set(END_LABELS.map(({ file }) => file));

export const END_CLAIMS: readonly Claim[] = [
  claim(
    'the end is what the recording says, and so is what is found of it',
    ENTRIES.filter(({ file }) => labelled.has(file)),
    86,
    ({ entry, main }) => holdEnd(entry.file, main.connection.state, main.analysis.verdicts.findings),
  ),
];
