/** Trace quality in words: what is missing and what that hides, what was guessed and what was corrected. */
import { describe, expect, test } from 'vitest';
import type { TraceQuality } from '../../../../../src/engine/reading/contract/quality.ts';
import {
  clockRows,
  dialectRows,
  fieldRows,
  readingRows,
} from '../../../../../src/sharing/report/words/quality-words.ts';
import { openTrace } from '../../../../support/panel-context.ts';
import { corpusPath } from '../../../../support/raw-trace.ts';

const { snapshot } = await openTrace(corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz'));
const bare = await openTrace(corpusPath('spiral-corelevel-s12.server.sqlog.gz'));
const quality = snapshot.quality as TraceQuality;
const decode = quality.decode;

const stateOf = (rows: ReturnType<typeof fieldRows>, name: string) =>
  rows.find((row) => row.name === name)?.state;

describe('congestion fields', () => {
  test('on the incident are logged, and hide nothing', () => {
    const rows = fieldRows(snapshot);
    for (const name of ['congestion window', 'bytes in flight', 'smoothed RTT', 'congestion states']) {
      expect(rows.find((row) => row.name === name)).toEqual({ name, state: 'logged', words: '' });
    }
    expect(rows.find(({ name }) => name === 'losses')?.words).toBe('counted by the stack');
  });

  test('that are missing say what that hides', () => {
    const states = fieldRows(bare.snapshot).find(({ name }) => name === 'congestion states');
    expect(states?.state).toBe('missing');
    expect(states?.words).toContain('hides states');
  });

  test('that are rebuilt or inferred are not called logged', () => {
    const catalogue = snapshot.catalogue.filter(({ id }) => id !== 'bytes-in-flight');
    const rebuilt = snapshot.catalogue
      .filter(({ id }) => id === 'bytes-in-flight')
      .map((info) => ({ ...info, id: 'bytes-in-flight-rebuilt' }));
    expect(stateOf(fieldRows({ ...snapshot, catalogue }), 'bytes in flight')).toBe('missing');
    expect(
      stateOf(fieldRows({ ...snapshot, catalogue: [...catalogue, ...rebuilt] }), 'bytes in flight'),
    ).toBe('rebuilt');
    const summary = { ...snapshot.summary, lossMethod: 'ack-gap' as const };
    expect(stateOf(fieldRows({ ...snapshot, summary }), 'losses')).toBe('inferred');
  });
});

describe('the file', () => {
  test('names its dialect', () => {
    const rows = new Map(dialectRows(snapshot));
    expect(rows.get('Container')).toBe('JSON-SEQ');
    expect(rows.get('Compression')).toBe('none');
    expect(rows.get('Implementation')).toBe('quiche 0.30.0');
    expect(rows.get('Vantage point')).toBe('server');
    expect(rows.has('Text')).toBe(false);
  });

  test('says what was guessed, and where packets and file disagree', () => {
    const guessed = {
      ...quality,
      encoding: 'utf-16le' as const,
      role: 'client' as const,
      decode: { ...decode, implementationGuessed: true, implementationReason: 'an empty epoch' },
    };
    const rows = new Map(dialectRows({ ...snapshot, quality: guessed }));
    expect(rows.get('Implementation')).toBe('quiche 0.30.0, guessed from an empty epoch');
    expect(rows.get('Vantage point')).toBe('server in the file, client as the packets show');
    expect(rows.get('Text')).toMatch(/^UTF-16LE/);
  });
});

describe('the clock', () => {
  test('distinguishes stated and inferred time formats and names a coarse resolution', () => {
    const guessed = {
      ...quality,
      rttFactor: 0.001,
      backwardSteps: 3,
      decode: {
        ...decode,
        timeFormat: 'absolute' as const,
        timeFormatStated: false,
        timeDescribedLate: true,
        resolution: '1 ms' as const,
        absentTimes: 2,
      },
    };
    const rows = new Map(clockRows(guessed));
    expect(rows.get('Times')).toBe(
      'absolute, not stated, inferred from the reference time or the first times; what the file says about it came after the first events',
    );
    expect(rows.get('Clock')).toMatch(/^whole milliseconds/);
    expect(rows.get('Backward steps')).toMatch(/^3 events/);
    expect(rows.get('Without a time')).toMatch(/^2 events/);
    expect(rows.get('RTT unit')).toMatch(/^microseconds instead of milliseconds/);
    expect(new Map(clockRows({ ...quality, rttFactor: 1000 })).get('RTT unit')).toMatch(/^seconds/);
    expect(new Map(clockRows(quality)).has('RTT unit')).toBe(false);
  });
});

test('only what was corrected is listed, with its count', () => {
  expect(readingRows(quality)).toEqual([]);
  const rows = readingRows({ ...quality, outOfOrder: 4, decode: { ...decode, replacedCharacters: 1234 } });
  expect(rows).toEqual([
    ['Characters that are not UTF-8', '1,234'],
    ['Sent packets with a repeated or lower number', '4'],
  ]);
});
