/**
 * Answers `events`: connects the columns and the text of a connection with its `EventList`. Loaded with the first
 * request.
 */
import { PacketSpace } from '../../../qlog-schema';
import type { RecordAccess } from '../../input/formats/record-access';
import type { Missing } from '../../input/formats/records';
import { yieldToEventLoop } from '../../reading/budgets/yield-to-event-loop';
import type { FileConnection } from '../../reading/stages/connection-list';
import { EventList, type EventSource } from './events/event-list';
import type { Handler } from './handler';
import { recordsOf } from './records/access';
import { textReader } from './records/text-reader';

const SPACE_NAMES: { readonly [space: number]: string } = {
  [PacketSpace.initial]: 'initial',
  [PacketSpace.handshake]: 'handshake',
  [PacketSpace.application]: '1RTT',
};

export const handler: Handler<'events'> = async (file, request, tools) => {
  const asked = file.connection(request.connection);
  const records = await recordsOf(asked);
  tools.signal.throwIfAborted();
  return file.stateOf(NewestList).of(asked, records).request(request, tools);
};

/** The list of the last requested connection: its matches are reused for the next part. */
class NewestList {
  #connection: FileConnection['connection'] | null = null;
  #list: EventList | null = null;

  of(asked: FileConnection, records: RecordAccess | Missing): EventList {
    if (this.#list === null || this.#connection !== asked.connection) {
      this.#connection = asked.connection;
      this.#list = new EventList({
        columns: eventSource(asked),
        reader: textReader(asked),
        records,
        yieldToEventLoop,
        now: () => performance.now(),
      });
    }
    return this.#list;
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
