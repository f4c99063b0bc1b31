/**
 * STREAM frames as the records of a log say them, in any container, read with nothing but JSON.parse: what the columns of
 * streams are held against. It knows nothing of `src`, so that both cannot be wrong in the same way.
 */

// biome-ignore lint/suspicious/noExplicitAny: the records are what the stack wrote
type Json = any;

/** Per stream, in the order of the log. */
export interface RawStream {
  frames: number;
  bytes: number;
  /** Of packets that some received ACK acknowledges; of what is received none. */
  ackedBytes: number;
  /** Largest end of a frame. */
  end: number;
  fins: number;
}

export interface RawStreams {
  readonly sent: ReadonlyMap<number, RawStream>;
  readonly received: ReadonlyMap<number, RawStream>;
  /** Frames of other kinds that tell of streams or of credit. */
  readonly told: number;
}

/** What of a text is no event: the header of a sequence. */
function recordsOf(text: string): readonly Json[] {
  const whole = parsed(text);
  if (whole !== undefined && whole.traces !== undefined)
    return whole.traces.flatMap((trace: Json) => trace.events.map((event: Json) => asEvent(event, trace)));
  return text.split(text.startsWith('\x1e') ? '\x1e' : '\n').flatMap((record) => {
    const event = parsed(record);
    return event === undefined ? [] : [event];
  });
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Events of early drafts are arrays, whose columns the trace names. */
function asEvent(event: Json, trace: Json): Json {
  if (!Array.isArray(event)) return event;
  const columns = (trace.event_fields as string[]).map((name) => name.toLowerCase());
  const column = (...names: string[]): Json => event[columns.findIndex((name) => names.includes(name))];
  return { name: `${column('category')}:${column('event', 'event_type')}`, data: column('data') };
}

const nameOf = (event: Json): string => String(event.name ?? event.type ?? event.event ?? '').toLowerCase();

interface RawFrame {
  readonly number: number;
  readonly frame: Json;
}

const is = ({ frame }: RawFrame, ...types: string[]): boolean =>
  types.includes(String(frame.frame_type).toLowerCase());

const TOLD =
  'reset_stream reset_stream_at stop_sending max_stream_data stream_data_blocked max_data data_blocked max_streams streams_blocked';

/** Whether a log is of noq, by its name: recordings over paths are named by the path first. */
export const isOfNoq = (file: string): boolean => /(?:^|_)noq-/.test(file);

/** @param endIsOpen the stack logs ACK ranges with the number after their end, as noq does. */
export function rawStreams(text: string, endIsOpen = false): RawStreams {
  const packets = recordsOf(text).filter(({ data }) => Array.isArray(data?.frames));
  const framesOf = (event: RegExp): readonly RawFrame[] =>
    packets
      .filter((one) => event.test(nameOf(one)))
      .flatMap(({ data }) => {
        const number = Number(data.header?.packet_number ?? data.packet_number ?? Number.NaN);
        const type = String(data.header?.packet_type ?? data.packet_type ?? '1rtt').toLowerCase();
        const isApplication = !/initial|handshake/.test(type);
        return isApplication ? data.frames.map((frame: Json) => ({ number, frame })) : [];
      });
  const [sent, received] = [framesOf(/packet_sent$/), framesOf(/packet_received$/)];
  const acked = new Set<number>();
  for (const { frame } of received.filter((one) => is(one, 'ack', 'ack_ecn')))
    for (const range of frame.acked_ranges ?? frame.ack_ranges ?? []) {
      const [from, to] = [Number(range[0]), Number(range.at(-1)) - (endIsOpen && range.length > 1 ? 1 : 0)];
      for (let number = from; number <= to; number++) acked.add(number);
    }
  const told = [...sent, ...received].filter((one) => is(one, ...TOLD.split(' '))).length;
  return { sent: sums(sent, acked), received: sums(received, new Set()), told };
}

function sums(frames: readonly RawFrame[], acked: ReadonlySet<number>): ReadonlyMap<number, RawStream> {
  const streams = new Map<number, RawStream>();
  for (const one of frames.filter((frame) => is(frame, 'stream'))) {
    const { number, frame } = one;
    const id = Number(frame.stream_id ?? frame.id);
    const bytes = Number(frame.length ?? frame.raw?.length ?? frame.raw?.payload_length ?? 0);
    const stream = streams.get(id) ?? { frames: 0, bytes: 0, ackedBytes: 0, end: 0, fins: 0 };
    streams.set(id, stream);
    stream.frames++;
    stream.bytes += bytes;
    if (acked.has(number)) stream.ackedBytes += bytes;
    stream.end = Math.max(stream.end, Number(frame.offset ?? 0) + bytes);
    if (frame.fin === true || frame.fin === 'true') stream.fins++;
  }
  return streams;
}
