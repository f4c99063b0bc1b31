/** Connections that are in the corpus for how they ended alone; those of all others are claims of traces.test.ts. */
import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { connectionWords } from '../../src/app/features/connection/connection-words.ts';
import { handshake } from '../../src/drawing/panels/handshake.ts';
import { carriedOf } from '../../src/engine/reading/carried.ts';
import { outlineOf } from '../../src/engine/reading/outline.ts';
import { summarise } from '../../src/engine/reading/summary.ts';
import { connectivityOf } from '../../src/engine/transport/connectivity/connectivity-of.ts';
import { handshakeFigure } from '../../src/sharing/report/carried-words.ts';
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

describe('a handshake that never completed has no duration', () => {
  const failed = END_LABELS.filter(({ findings }) =>
    findings.some((one) => one.includes('handshake-failed')),
  );

  test.each(failed)('$file', ({ file }) => {
    const own = { ...NO_LABEL, file, path: new URL(file, ENDS).pathname };
    const { main, state } = openSubject(ENTRIES.find((one) => one.file === file) ?? own);
    const { findings } = main.analysis.verdicts;
    const life = connectivityOf(state);
    expect([life.handshakeUs, outlineOf(state, main.connection.ends.identity).landmarks.handshakeUs]).toEqual(
      [Number.NaN, Number.NaN],
    );
    const { life: totals } = carriedOf(state);
    expect(totals?.handshakeUs).toBeNaN();
    expect(handshakeFigure(totals, true)).toMatch(/^never completed/);
    expect(connectionWords(life, findings)).toMatch(/^handshake never completed, /);
    const summary = summarise(main, 'gzip', true);
    const facts = { summary, findings, catalogue: [], noBoundary: null };
    const words = handshake.tooShort?.(facts, { fromUs: 0, toUs: 1e9 });
    expect(words).toContain('the handshake never completed');
  });
});
