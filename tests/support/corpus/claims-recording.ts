/**
 * What the table of stacks (src/engine/input/recording) says of logs, held against the logs of each stack: a field that a log lacks is one
 * that the table knows its stack to lack, and one that it says is never logged is in none of them.
 */
import { expect } from 'vitest';
import type { LoggedField } from '../../../src/engine/input/recording/fields.ts';
import { stackNamed } from '../../../src/engine/input/recording/remedies.ts';
import { qualityOf } from '../../../src/engine/reading/facts/quality.ts';
import { summarise } from '../../../src/engine/reading/facts/summary.ts';
import { fieldRows } from '../../../src/sharing/report/words/quality-words.ts';
import { type Claim, claim } from './claim.ts';
import { ENTRIES, TRANSFERS } from './list.ts';
import type { JudgedConnection, Subject } from './subject.ts';

function rowsOf(main: JudgedConnection) {
  const summary = summarise(main, 'none', true, main.analysis);
  const catalogue = main.connection.state.allSeries().map(({ info }) => info);
  return fieldRows({ summary, catalogue, quality: qualityOf(main, 'none', main.analysis) });
}

function holdLacks({ main }: Subject): void {
  const stack = stackNamed(main.connection.info.implementation?.name ?? null);
  if (stack === null) throw new Error('the stack is not in the table');
  const inTable = (field: LoggedField) => stack.lacks?.[field]?.kind;
  // A receiver sends too little to lose packets.
  const isSender = main.connection.state.side === 'sender';
  for (const { name, state } of rowsOf(main)) {
    if (state === 'logged') expect(inTable(name), `${name} is logged`).not.toBe('never');
    else if (isSender) expect(inTable(name), `${name} is ${state}`).toBeDefined();
  }
}

export const RECORDING_CLAIMS: readonly Claim[] = [
  claim('nothing marks it as simulated or exported', ENTRIES, 102, ({ connections }) => {
    for (const { connection } of connections) {
      const { simulation = [], range = null } = connection.info;
      expect([simulation, range]).toEqual([[], null]);
    }
  }),

  claim('the table of stacks knows what its log lacks', TRANSFERS, 73, holdLacks),
];
