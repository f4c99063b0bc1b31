/**
 * The event list and the raw records of the connection that is looked at: connects its columns and its text with
 * `EventList`, and starts anew when another connection is turned to.
 */

import { PacketSpace } from '../../qlog-schema';
import type { EventsAnswer, EventsRequest, RecordAnswer, RecordRequest } from '../contract/events';
import type { FileConnection } from '../reading/connection-list';
import { EventList, type EventSource } from './events/event-list';
import { readRecord, recordText } from './events/record-text';
import { textReader } from './text-reader';

const SPACE_NAMES: { readonly [space: number]: string } = {
  [PacketSpace.initial]: 'initial',
  [PacketSpace.handshake]: 'handshake',
  [PacketSpace.application]: '1RTT',
};
/** Progress of a slow read is told in steps of this share. */
const PROGRESS_STEP = 0.02;

export interface EventDeskTools {
  readonly breathe: () => Promise<void>;
  readonly postEvents: (events: EventsAnswer) => void;
  readonly postRecord: (record: RecordAnswer) => void;
}

export class EventDesk {
  readonly #tools: EventDeskTools;
  #of: FileConnection | null = null;
  #list: EventList | null = null;
  #reading = new AbortController();

  constructor(tools: EventDeskTools) {
    this.#tools = tools;
  }

  /** All further requests are about this connection; what is under way for another one ends. */
  turnTo(connection: FileConnection): void {
    if (this.#of?.connection === connection.connection) return;
    this.#list?.close();
    this.#reading.abort();
    this.#of = connection;
    this.#list = new EventList({
      columns: eventSource(connection),
      reader: textReader(connection),
      breathe: this.#tools.breathe,
      now: () => performance.now(),
      post: this.#tools.postEvents,
    });
  }

  request(request: EventsRequest): void {
    void this.#list?.request(request);
  }

  /** Reads one record again; a new request ends the one before. Never rejects. */
  async record({ seq, row }: RecordRequest): Promise<void> {
    this.#reading.abort();
    const reading = new AbortController();
    this.#reading = reading;
    const connection = this.#of;
    if (connection === null || !(row >= 0 && row < connection.connection.state.events.length)) return;
    const offset = connection.connection.state.events.offset.at(row);
    const base = { seq, row, offset, sizeBytes: 0, text: null, cut: false, error: null };
    let told = 0;
    const onProgress = (progress: number): void => {
      if (reading.signal.aborted || progress - told < PROGRESS_STEP) return;
      told = progress;
      this.#tools.postRecord({ ...base, progress });
    };
    try {
      const { bytes, state } = await readRecord(textReader(connection), offset, {
        signal: reading.signal,
        onProgress,
      });
      if (reading.signal.aborted) return;
      const { text, cut } = recordText(bytes);
      const sizeBytes = bytes.length;
      this.#tools.postRecord({
        ...base,
        sizeBytes,
        text,
        cut: cut || state === 'too-large' || state === 'broken-on',
        progress: 1,
      });
    } catch (error) {
      if (reading.signal.aborted) return;
      const reason = error instanceof Error ? error.message : String(error);
      this.#tools.postRecord({
        ...base,
        error: `The record could not be read again: ${reason}.`,
        progress: 1,
      });
    }
  }
}

function eventSource({ text, connection }: FileConnection): EventSource {
  const { events } = connection.state;
  const { names } = text.pipeline;
  return {
    get length() {
      return events.length;
    },
    timeAt: (row) => events.timeUs.at(row),
    nameAt: (row) => names.nameOf(events.nameId.at(row)) ?? '',
    spaceAt: (row) => (Number.isNaN(events.packetNumber.at(row)) ? null : spaceName(events.space.at(row))),
    packetNumberAt(row) {
      const number = events.packetNumber.at(row);
      return Number.isNaN(number) ? null : number;
    },
    sizeAt: (row) => events.sizeBytes.at(row),
    offsetAt: (row) => events.offset.at(row),
  };
}

function spaceName(space: number): string | null {
  return SPACE_NAMES[space] ?? null;
}
