/** The writer of dialects writes what it claims: read back with JSON.parse, without the reader it is to test. */
import { describe, expect, it } from 'vitest';
import type { Dialect } from '../support/encoder/dialect.ts';
import { DIALECTS } from '../support/encoder/dialects.ts';
import { encode, GROUPS, type WrittenEvent, writtenEvents } from '../support/encoder/encode.ts';
import { jsonText } from '../support/encoder/json-text.ts';
import type { ModelEvent } from '../support/encoder/model.ts';
import {
  documentsOf,
  type ReadDocument,
  readEvent,
  readTimesUs,
  storedTexts,
} from '../support/encoder/read-back.ts';
import { readModel } from '../support/encoder/read-model.ts';
import { readTrace } from '../support/load.ts';
import { corpusPath } from '../support/raw-trace.ts';

const MODEL = readModel(readTrace(corpusPath('rtt100-l4s-cubic-buggy-s01.server.sqlog.gz')));

function countOf(kind: ModelEvent['kind']): number {
  return MODEL.events.filter((event) => event.kind === kind).length;
}

describe('the model', () => {
  it('holds every event of the trace, and its losses by name', () => {
    expect(countOf('packet_sent')).toBe(368);
    expect(countOf('packet_received')).toBe(167);
    expect(countOf('state')).toBe(302);
    expect(countOf('packet_lost')).toBe(32);
    expect(countOf('other')).toBe(680 + 163 + 8 + 2 + 2);
  });

  it('names each lost packet once, and only packets that were sent before', () => {
    const sent = new Set<number>();
    for (const event of MODEL.events) {
      if (event.kind === 'packet_sent') sent.add(event.packetNumber);
      if (event.kind === 'packet_lost') expect(sent.delete(event.packetNumber)).toBe(true);
    }
  });

  it('is short enough for the resolutions that the dialects state', () => {
    expect(MODEL.events.at(-1)?.timeMs).toBeLessThan(32_768);
  });
});

function matches(document: ReadDocument, written: readonly WrittenEvent[], dialect: Dialect): void {
  const { container } = dialect;
  const empties = container.kind === 'contained' && container.trailingEmpty ? 1 : 0;
  for (const trace of document.traces) {
    expect(trace.length).toBe(written.length + empties);
    const events = trace.slice(0, written.length).map((event) => readEvent(event, dialect));
    const times = readTimesUs(events, dialect);
    let worstUs = 0;
    const wrong = written.filter((event, i) => {
      const read = events[i];
      worstUs = Math.max(worstUs, Math.abs((times[i] ?? Number.NaN) - event.timeMs * 1000));
      const sameName = read?.name === `${event.name.category}:${event.name.type}`;
      // 2⁶⁴−1 is compared as JSON.parse reads it.
      const sameData = JSON.stringify(read?.data) === JSON.stringify(JSON.parse(jsonText(event.data)));
      return !sameName || !sameData || (event.group !== null && event.group !== read?.group);
    });
    expect(wrong).toEqual([]);
    // Float sums and dates carry their own error below a thousandth of a µs and half a µs.
    const slackUs = 0.5;
    if (!dialect.loses.includes('times')) expect(worstUs).toBeLessThanOrEqual(dialect.resolutionUs + slackUs);
  }
}

describe('the writer', () => {
  it('has a name for each dialect, and no two of the same bytes', () => {
    expect(new Set(DIALECTS.map(({ name }) => name)).size).toBe(DIALECTS.length);
  });

  it.each(DIALECTS)('$name: the bytes are valid JSON of the form claimed', (dialect) => {
    const { compression, copies, container } = dialect;
    const texts = storedTexts(encode(MODEL, dialect), dialect);
    expect(texts.length).toBe(compression === 'zip-two' ? 2 : 1);
    const written = writtenEvents(MODEL, dialect);
    for (const text of texts) {
      const documents = documentsOf(text, dialect);
      expect(documents.length).toBe(copies === 'two-documents' ? 2 : 1);
      const traces = documents.flatMap((document) => document.traces);
      expect(traces.length).toBe(copies === 'one' || copies === 'group-ids' ? 1 : 2);
      for (const document of documents) matches(document, written, dialect);
      if (container.kind === 'contained' && container.errorEntry)
        expect(text.indexOf('error_description')).toBeLessThan(text.indexOf('"events"'));
    }
    expect(texts.every((text) => text === texts[0])).toBe(true);
  });

  it('writes different bytes for each dialect', () => {
    const heads = DIALECTS.map((dialect) => Buffer.from(encode(MODEL, dialect)).toString('base64'));
    const twins = DIALECTS.filter((_, i) => heads.indexOf(heads[i] ?? '') !== i).map(({ name }) => name);
    expect(twins).toEqual([]);
  });

  it('names both connections where there are two', () => {
    for (const dialect of DIALECTS.filter(({ copies }) => copies !== 'one')) {
      const [text = ''] = storedTexts(encode(MODEL, dialect), dialect);
      for (const group of GROUPS) expect(text).toContain(group);
    }
  });
});
