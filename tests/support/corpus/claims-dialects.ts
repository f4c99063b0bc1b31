/**
 * The traces of other stacks, as their recordings noted them, and the table of implementations in docs/formats.md. Their figures,
 * checked once against the file and the recording's own notes, stand in the texts of everything judged.
 */
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { TABLE_TRACES, tableOf, tableRow } from '../dialect-table.ts';
import { isAlarm } from '../judge.ts';
import { type Claim, claim } from './claim.ts';
import { OTHERS } from './list.ts';

const rows = new Map<string, string>();

export const DIALECT_CLAIMS: readonly Claim[] = [
  claim('the trace of another stack is read as its recording noted it', OTHERS, 16, (subject) => {
    const { text, state, main, entry } = subject;
    const label = entry.other;
    if (label === null) throw new Error('a trace without its label');
    const { happened } = label;
    expect(state.side, 'side').toBe(label.side);
    expect(state.role, 'role').toBe(label.role);
    expect(text.pipeline.events, 'events').toBe(happened.events);
    expect(state.ledger.sentPackets + state.ledger.outOfOrder, 'packets sent').toBeGreaterThan(0);
    if (happened.packetsLostLogged > 0) {
      expect(state.losses.summary).toEqual({ method: 'logged', packets: happened.packetsLostLogged });
    }
    expect(main.analysis.verdicts.findings.filter(isAlarm), 'no spiral was recorded here').toEqual([]);
  }),

  claim('its row in docs/formats.md is what the trace gives', TABLE_TRACES, 13, ({ entry, text }) => {
    const row = tableRow(entry.file, text.pipeline);
    rows.set(entry.file, row);
    expect(readFileSync(new URL('../../../docs/formats.md', import.meta.url), 'utf8')).toContain(row);
  }),
];

/** docs/formats.md holds the table of all traces that were read, in its order. */
export function holdTable(): void {
  const all = TABLE_TRACES.map(({ file }) => rows.get(file) ?? `no row of ${file}`);
  const readme = readFileSync(new URL('../../../docs/formats.md', import.meta.url), 'utf8');
  expect(readme).toContain(tableOf(all));
}
