/**
 * One trace of the corpus, read once, and each of its connections judged once, as a session of the program does: what
 * all claims about the trace look at.
 */

import { DetectInput } from '../../../src/engine/findings/rule/rule-input.ts';
import type { TextPart } from '../../../src/engine/input/bytes/inflate.ts';
import { logFactsOf } from '../../../src/engine/reading/facts/log-facts.ts';
import { type Analysis, analyseInput } from '../../../src/engine/reading/stages/analysis.ts';
import { connectionsOf, type FileConnection } from '../../../src/engine/reading/stages/connection-list.ts';
import { FileText } from '../../../src/engine/reading/stages/file-text.ts';
import type { TransportState } from '../../../src/engine/sender/transport/transport.ts';
import { readTrace } from '../load.ts';
import type { CorpusEntry } from './list.ts';

export interface JudgedConnection extends FileConnection {
  /** What the rules derived from the connection is kept in it: steps, models, leads. */
  readonly input: DetectInput;
  readonly analysis: Analysis;
}

export interface Subject {
  readonly entry: CorpusEntry;
  /** The text, inflated. */
  readonly bytes: Uint8Array;
  readonly text: FileText;
  readonly connections: readonly JudgedConnection[];
  /** The connection that sent most. */
  readonly main: JudgedConnection;
  readonly state: TransportState;
}

const CHUNK_BYTES = 64 * 1024;

/** A text that is in memory anyway: nothing of it is kept, as with a file that can be read again. */
function partOf(bytes: Uint8Array): TextPart {
  return {
    name: null,
    form: 'stored',
    original: null,
    ranges: { read: async (from: number, to: number) => bytes.slice(from, to) },
    async *chunks() {
      yield new Uint8Array(bytes);
    },
  };
}

export function openSubject(entry: CorpusEntry): Subject {
  const stored = readTrace(entry.path);
  // A plain array: slices of a Buffer are no copies.
  const bytes = new Uint8Array(stored.buffer, stored.byteOffset, stored.length);
  const text = new FileText(partOf(bytes), { leftBytes: 0 });
  pushAll(text, bytes);
  text.end(null);
  return judged(entry, bytes, text);
}

/** The same trace in several files: one text, of whose records none is read again. */
export function openSegments(entry: CorpusEntry, parts: readonly Uint8Array[]): Subject {
  let text: FileText | null = null;
  for (const [i, bytes] of parts.entries()) {
    const name = `${i}.qlog`;
    if (text === null) text = new FileText(partOf(bytes), { leftBytes: 0 }, { file: name });
    else text.nextSegment(partOf(bytes), name);
    pushAll(text, bytes);
    text.endSegment(null);
  }
  if (text === null) throw new Error('no part');
  text.finish();
  return judged(entry, new Uint8Array(0), text);
}

function pushAll(text: FileText, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) text.push(bytes.subarray(at, at + CHUNK_BYTES));
}

function judged(entry: CorpusEntry, bytes: Uint8Array, text: FileText): Subject {
  const connections = connectionsOf([text]).map((one): JudgedConnection => {
    const input = new DetectInput(one.connection.state, logFactsOf(text, one.connection));
    return { ...one, input, analysis: analyseInput(input) };
  });
  const main = connections.find(({ connection }) => connection === text.pipeline.main);
  if (main === undefined) throw new Error(`${entry.file} holds no connection`);
  return { entry, bytes, text, connections, main, state: main.connection.state };
}
