/**
 * The file of an export: records of a sequence (RFC 7464) after a header. Pieces of text are moved into Blobs, which are
 * off the heap, before they grow large.
 */
import type { ExportedEvent } from '../../exporting';
import { printRecord } from '../access/print-record';
import { type SequenceHeader, sequenceHeader } from './header';

/** UTF-16 units collected before they become a Blob. */
const PIECE_LENGTH = 512 * 1024;

export class ExportFile {
  readonly #blobs: Blob[] = [];
  #pieces: string[] = [];
  #length = 0;

  constructor(header: SequenceHeader) {
    this.#add(sequenceRecord(sequenceHeader(header)));
  }

  /** @param timeUs integer µs from the trace's start. */
  add(timeUs: number, event: ExportedEvent): void {
    this.#add(eventRecord(timeUs, event));
  }

  file(): Blob {
    this.#flush();
    return new Blob(this.#blobs, { type: 'application/qlog+json-seq' });
  }

  #add(text: string): void {
    this.#pieces.push(text);
    this.#length += text.length;
    if (this.#length >= PIECE_LENGTH) this.#flush();
  }

  #flush(): void {
    if (this.#pieces.length > 0) this.#blobs.push(new Blob([this.#pieces.join('')]));
    this.#pieces = [];
    this.#length = 0;
  }
}

/** One event as a record of the sequence. @param timeUs integer µs from the trace's start. */
export function eventRecord(timeUs: number, event: ExportedEvent): string {
  return sequenceRecord(eventAt(timeUs, event));
}

export function printEvent(timeUs: number, event: ExportedEvent): string {
  return printRecord(JSON.stringify(eventAt(timeUs, event))).text;
}

function eventAt(timeUs: number, { name, data, tuple }: ExportedEvent): object {
  return { time: timeUs / 1000, name, data, ...(tuple === undefined ? {} : { tuple: String(tuple) }) };
}

function sequenceRecord(value: object): string {
  return `\x1e${JSON.stringify(value)}\n`;
}
