/** Groups of runs that a call names, read as the page reads them: identical runs of a group once, the worst first. */
import { distinctRuns } from '../../../engine/service/compare/counting';
import { inTwoGroupsWords, LEAST_RUNS, type RunGroup } from '../../../engine/service/compare/groups';
import { patternNames } from '../../../sharing/table/pattern-names';
import { byOrder, WORST_FIRST } from '../../../sharing/table/row-order';
import { runIdOf } from '../../../sharing/table/row-words';
import { type GroupOfRows, runGroups } from '../../../sharing/table/run-groups';
import type { AskedGroup } from '../group-values';
import type { Io } from '../io';
import { readRuns } from './read-runs';

export interface ReadGroups {
  readonly groups: readonly GroupOfRows[];
  /** Files of each group that could not be read. */
  readonly failures: readonly number[];
  /** False where anything was not read to its end, of which a line warns. */
  readonly isComplete: boolean;
}

/** @returns null, with a warning, where a run is in two groups. */
export async function readGroups(asked: readonly AskedGroup[], io: Io): Promise<ReadGroups | null> {
  const names = patternNames(asked.map(({ pattern }) => pattern));
  const compare = byOrder(WORST_FIRST);
  const groups: GroupOfRows[] = [];
  const failures: number[] = [];
  let isComplete = true;
  for (const [i, { name, pattern }] of asked.entries()) {
    const read = await readRuns(pattern, io);
    const { runs, copies } = distinctRuns(
      read.runs.toSorted((a, b) => compare(a.row, b.row)),
      ({ row }) => runIdOf(row),
    );
    groups.push({
      name: name ?? (names[i] as string),
      nameFrom: name === null ? 'files' : 'user',
      rows: runs.map(({ row }) => row),
      runs: runs.map(({ samples }) => samples),
      copies,
    });
    failures.push(read.failures);
    isComplete &&= read.isComplete;
  }
  const mixed = inTwoGroupsWords(runGroups(groups));
  for (const words of mixed) io.warn(words);
  return mixed.length > 0 ? null : { groups, failures, isComplete };
}

/** With what could not be read, which is in no row. */
export function countedGroups(
  groups: readonly GroupOfRows[],
  failures: readonly number[],
): readonly RunGroup[] {
  return runGroups(groups).map((group, i) => ({ ...group, failures: failures[i] as number }));
}

/** Warns of groups that are too small to be compared. */
export function warnOfFew(counted: readonly RunGroup[], io: Io): void {
  const few = counted.filter(({ runs }) => runs.length < LEAST_RUNS);
  if (few.length > 0)
    io.warn(
      `nothing is compared: of fewer than ${LEAST_RUNS} runs no share is reported (${few.map(({ name, runs }) => `${name}: ${runs.length}`).join(', ')})`,
    );
}
