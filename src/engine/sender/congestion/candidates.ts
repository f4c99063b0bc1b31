/**
 * The controllers that a trace is compared with: NewReno, CUBIC of RFC 9438 under each idle rule, and CUBIC of the 2008
 * paper. Used by the fit, the panels and the tests.
 */
import type { Controller } from './controller';
import { Cubic } from './cubic';
import { BETA_RFC_9438 } from './cubic-curve';
import { CubicLinux } from './cubic-linux';
import { FITTED_IDLE_RULES, type FittedIdleRule } from './idle-rule';
import { NewReno } from './newreno';

export type CandidateId =
  | 'newreno'
  | 'newreno-beta-0.7'
  | 'cubic-alpha-1'
  | `cubic-${FittedIdleRule}`
  // CUBIC of 2008 as in Linux: links, digests and fleets that were saved name it so.
  | 'cubic-2008';

/** What a controller is called, whatever its options: members reduce alike. */
export type Family = 'newreno' | 'newreno-beta-0.7' | 'cubic' | 'cubic-2008';

/** What stacks do differently under the same rules: for a model that is run closed loop. */
export interface StackHabits {
  /** The slow start threshold that it begins with, datagrams; none by default. */
  readonly thresholdDatagrams?: number;
}

export interface Candidate {
  readonly id: CandidateId;
  readonly family: Family;
  /** Name for display: "CUBIC, idle rule shift-from-last-send". */
  readonly name: string;
  /** Reference document. */
  readonly source: string;
  /** @param datagramBytes max_datagram_size. @param cwndBytes the initial window. */
  readonly create: (datagramBytes: number, cwndBytes: number, habits?: StackHabits) => Controller;
}

export const CANDIDATES: readonly Candidate[] = [
  {
    id: 'newreno',
    family: 'newreno',
    name: 'NewReno',
    source: 'RFC 9002 §7',
    create: (datagramBytes, cwndBytes, habits) => new NewReno(datagramBytes, cwndBytes, habits),
  },
  {
    id: 'newreno-beta-0.7',
    family: 'newreno-beta-0.7',
    name: 'NewReno with β 0.7',
    source: 'RFC 9002 §7',
    create: (datagramBytes, cwndBytes, habits) =>
      new NewReno(datagramBytes, cwndBytes, { lossReductionFactor: BETA_RFC_9438, ...habits }),
  },
  {
    id: 'cubic-alpha-1',
    family: 'cubic',
    name: 'CUBIC with α 1',
    source: 'RFC 9438',
    create: (datagramBytes, cwndBytes, habits) =>
      new Cubic(datagramBytes, cwndBytes, { idleRule: 'none', alpha: 1, ...habits }),
  },
  ...FITTED_IDLE_RULES.map(
    (idleRule): Candidate => ({
      id: `cubic-${idleRule}`,
      family: 'cubic',
      name: idleRule === 'none' ? 'CUBIC, no idle rule' : `CUBIC, idle rule ${idleRule}`,
      source: 'RFC 9438',
      create: (datagramBytes, cwndBytes, habits) =>
        new Cubic(datagramBytes, cwndBytes, { idleRule, alphaOneAtWMax: true, ...habits }),
    }),
  ),
  {
    id: 'cubic-2008',
    family: 'cubic-2008',
    name: 'CUBIC of 2008 as in Linux',
    source: 'Ha, Rhee, Xu 2008',
    create: (datagramBytes, cwndBytes) => new CubicLinux(datagramBytes, cwndBytes),
  },
];

export function findCandidate(id: CandidateId): Candidate {
  const match = CANDIDATES.find((candidate) => candidate.id === id);
  if (match === undefined) throw new RangeError(`no controller has the id ${id}`);
  return match;
}
