/** Connections that are in the corpus for how they ended alone; those of all others are claims of traces.test.ts. */
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { END_LABELS, holdEnd } from '../support/corpus/claims-ends.ts';
import { CORPUS, ENTRIES } from '../support/corpus/list.ts';
import { openSubject } from '../support/corpus/subject.ts';

const ENDS = new URL('ends/', CORPUS);
const FILES = readdirSync(ENDS).filter((file) => file.endsWith('.gz'));
const NO_LABEL = { quiche: null, other: null, onPath: null, onWire: null };

test.each(FILES)('%s', (file) => {
  const { main } = openSubject({ ...NO_LABEL, file, path: new URL(file, ENDS).pathname });
  holdEnd(file, main.connection.state, main.analysis.verdicts.findings);
});

test('the ends of forty connections and more are known, of every severity', () => {
  const files = new Set([...ENTRIES.map(({ file }) => file), ...FILES]);
  expect(END_LABELS.filter(({ file }) => !files.has(file))).toEqual([]);
  expect(END_LABELS.length).toBeGreaterThanOrEqual(40);
  for (const severity of ['critical', 'warning', 'info'])
    expect(
      END_LABELS.filter(({ findings }) => findings.some((one) => one.startsWith(severity))).length,
    ).toBeGreaterThan(2);
});
