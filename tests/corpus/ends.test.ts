/** How connections ended, beside what is a claim of traces.test.ts: handshakes that failed, and logs that lack records. */
import { describe, expect, test } from 'vitest';
import { connectionWords } from '../../src/app/features/connection/connection-words.ts';
import { handshake } from '../../src/drawing/panels/handshake/handshake.ts';
import { runDetectors } from '../../src/engine/findings/verdicts/runner.ts';
import { outlineOf } from '../../src/engine/reading/facts/outline.ts';
import { summarise } from '../../src/engine/reading/facts/summary.ts';
import { trafficOf } from '../../src/engine/reading/facts/traffic.ts';
import { connectivityOf } from '../../src/engine/sender/transport/connectivity/connectivity-of.ts';
import { handshakeFigure } from '../../src/sharing/report/words/traffic-words.ts';
import { END_FILES, END_LABELS, END_RULES, endEntry } from '../support/corpus/claims-ends.ts';
import { ENTRIES } from '../support/corpus/list.ts';
import { openSubject } from '../support/corpus/subject.ts';
import { readTrace } from '../support/load.ts';
import { readLog } from '../support/read-log.ts';
import { someOf } from '../support/tier.ts';

test('the ends of forty connections and more are known, of every severity', () => {
  const files = new Set([...ENTRIES.map(({ file }) => file), ...END_FILES]);
  expect(END_LABELS.filter(({ file }) => !files.has(file))).toEqual([]);
  expect(END_LABELS.length).toBeGreaterThanOrEqual(40);
  for (const severity of ['critical', 'warning', 'info'])
    expect(
      END_LABELS.filter(({ findings }) => findings.some((one) => one.startsWith(severity))).length,
    ).toBeGreaterThan(2);
});

describe('a handshake that never completed has no duration', () => {
  const failed = END_LABELS.filter(
    ({ ended, findings }) =>
      ended.startsWith('version-negotiated') || findings.some((one) => one.includes('handshake-failed')),
  );

  test.each(failed)('$file', ({ file }) => {
    const { main, state } = openSubject(endEntry(file));
    const { findings } = main.analysis.verdicts;
    const life = connectivityOf(state);
    expect([
      life.handshakeUs,
      outlineOf(state, main.connection.ends.identity, null).landmarks.handshakeUs,
    ]).toEqual([Number.NaN, Number.NaN]);
    const { life: totals } = trafficOf(state);
    expect(totals?.handshakeUs).toBeNaN();
    expect(handshakeFigure(totals, true)).toMatch(/^never completed/);
    const summary = summarise(main, 'gzip', true);
    expect(connectionWords(life, { findings, summary })).toMatch(/^handshake never completed, /);
    const facts = { summary, findings, catalogue: [], noBoundary: null };
    const words = handshake.tooShort?.(facts, { fromUs: 0, toUs: 1e9 });
    expect(words).toContain('the handshake never completed');
  });
});

/** Records of a trace in another choice. @param at share of the records after which it stands, 0 to 1. */
type Keep = (record: string, index: number, at: number) => boolean;
const HOSTILE: readonly (readonly [name: string, keep: Keep])[] = [
  ['every tenth record', (_, index) => index % 10 === 0],
  ['two of three records', (_, index) => index % 3 !== 0],
  ['sent packets alone', (record) => !/packet_received/.test(record)],
  ['received packets alone', (record) => !/packet_sent/.test(record)],
  ['the second half', (_, _index, at) => at > 0.5],
  ['the last tenth', (_, _index, at) => at > 0.9],
  ['the first half', (_, _index, at) => at < 0.5],
];

describe('a log that lacks records claims no failure that was none', () => {
  const healthy = END_LABELS.filter(
    ({ file, findings }) =>
      file.includes('sqlog') && !findings.some((one) => /^(?:critical|warning)/.test(one)),
  );

  test.each(someOf(healthy, 12))('$file', ({ file }) => {
    const text = new TextDecoder().decode(readTrace(endEntry(file).path));
    const [header = '', ...records] = text.split('\x1e').filter((record) => record !== '');
    for (const [name, keep] of HOSTILE) {
      const kept = records.filter((record, index) => keep(record, index, index / records.length));
      const log = [header, ...kept].map((record) => `\x1e${record}`).join('');
      const { findings } = runDetectors(readLog(log));
      const failures = findings.filter(({ id, severity }) => END_RULES.includes(id) && severity !== 'info');
      expect(failures.map(({ id, verdict }) => `${name}: ${id}: ${verdict}`)).toEqual([]);
    }
  });
});
