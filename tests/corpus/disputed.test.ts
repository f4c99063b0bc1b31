/** Every verdict that a user called wrong, and that stands in tests/corpus/disputed, is judged as the user expects. */
import { existsSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { contradicting, DISPUTED_FOLDER, disputedEntries } from '../support/corpus/disputed.ts';
import { openSubject } from '../support/corpus/subject.ts';

const entries = disputedEntries();

for (const entry of entries) {
  test(`${entry.file}: ${entry.disputed.because}`, () => {
    const { connections } = openSubject(entry);
    const findings = connections.flatMap(({ analysis }) => analysis.verdicts.findings);
    expect(contradicting(entry.disputed, findings)).toEqual([]);
  });
}

test('every file of the folder is a case', () => {
  const files = existsSync(DISPUTED_FOLDER) ? readdirSync(DISPUTED_FOLDER) : [];
  expect(files.sort()).toEqual(entries.map(({ file }) => file));
});
