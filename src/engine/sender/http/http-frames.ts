/**
 * The HTTP/3 frames of each stream, by direction: bodies, heads of frames, and what HEADERS say (RFC 9114 §4.1). Costs O(frames).
 */
import { HttpFrame } from '../../../qlog-schema';
import { frameOf, type HttpLog, type HttpText, headBytes, isCreated, isMessage } from '../transport/http-log';

/** Status codes of interim responses (RFC 9110 §15.2). */
const isInterim = (status: number): boolean => status >= 100 && status < 200;

/** Of a stream whose body is not asked for. */
const NOT_ASKED = -1;

/** One direction of a stream, from its frames. */
export class HttpMessage {
  /** First frame that belongs to the message, and the last, µs. */
  firstUs = Number.NaN;
  lastUs = Number.NaN;
  /** Payload of DATA frames as announced; NaN where one is not logged. */
  bodyBytes = 0;
  frames = 0;
  method: string | null = null;
  authority: string | null = null;
  path: string | null = null;
  priority: string | null = null;
  contentLength = Number.NaN;
  /** The final status, else an interim one. */
  status = Number.NaN;

  add(frame: number, payload: number, timeUs: number): void {
    if (this.frames++ === 0) this.firstUs = timeUs;
    this.lastUs = timeUs;
    if (frame === HttpFrame.data) this.bodyBytes += payload < 0 ? Number.NaN : payload;
  }

  /** HEADERS: of several those count that say something first; interim responses are superseded. */
  says({ method, authority, path, priority, status, contentLength }: HttpText): void {
    this.method ??= method;
    this.authority ??= authority;
    this.path ??= path;
    this.priority ??= priority;
    const isFinal = !Number.isNaN(status) && !isInterim(status);
    if (isFinal ? !(this.status >= 200) : Number.isNaN(this.status)) this.status = status;
    if ((isFinal || method !== null) && Number.isNaN(this.contentLength)) this.contentLength = contentLength;
  }
}

/** Both directions of one stream. */
export interface HttpExchange {
  readonly id: number;
  /** Frames that the endpoint that logs made, and those that it read. */
  readonly created: HttpMessage;
  readonly parsed: HttpMessage;
  /** Of a PRIORITY_UPDATE frame: the newest one. */
  priority: string | null;
}

/** Streams that carry a request or a response, by ordinal of the log. */
export function exchangesOf(log: HttpLog): readonly (HttpExchange | undefined)[] {
  const exchanges: (HttpExchange | undefined)[] = [];
  const priorities = new Map<number, string | null>();
  const [streams, times] = [log.stream.reader(), log.timeUs.reader()];
  const [payloads, whats] = [log.payload.reader(), log.what.reader()];
  let text = 0;
  for (let row = 0; row < log.length; row++) {
    const what = whats.at(row);
    const frame = frameOf(what);
    const said = log.texts[text]?.frame === row ? log.texts[text++] : undefined;
    const stream = streams.at(row);
    if (frame === HttpFrame.priorityUpdate) priorities.set(stream, said?.priority ?? null);
    if (!isMessage(frame)) continue;
    exchanges[stream] ??= exchangeOf(log.ids[stream]);
    const message = exchanges[stream][isCreated(what) ? 'created' : 'parsed'];
    message.add(frame, payloads.at(row), times.at(row));
    if (said !== undefined) message.says(said);
  }
  for (const [stream, priority] of priorities) {
    const exchange = exchanges[stream];
    if (exchange !== undefined) exchange.priority = priority;
  }
  return exchanges;
}

function exchangeOf(id: number): HttpExchange {
  return { id, created: new HttpMessage(), parsed: new HttpMessage(), priority: null };
}

/**
 * Bytes of the body among the first `bytes` of each of these directions of streams: those that came, where a frame announced
 * more. NaN where the length of a frame is not logged.
 * @param reached by ordinal of the stream. @param isOwn the direction is that of the frames that were created here.
 * @returns by ordinal; 0 for streams that are not asked for.
 */
export function bodiesWithin(
  log: HttpLog,
  reached: ReadonlyMap<number, number>,
  isOwn: boolean,
): Float64Array {
  const bodies = new Float64Array(log.ids.length);
  if (reached.size === 0) return bodies;
  const left = new Float64Array(log.ids.length).fill(NOT_ASKED);
  for (const [stream, bytes] of reached) left[stream] = bytes;
  const [streams, payloads, whats] = [log.stream.reader(), log.payload.reader(), log.what.reader()];
  for (let row = 0; row < log.length; row++) {
    const stream = streams.at(row);
    const bytes = left[stream];
    if (bytes === NOT_ASKED) continue;
    const frame = frameOf(whats.at(row));
    if (isCreated(whats.at(row)) !== isOwn || frame === HttpFrame.priorityUpdate) continue;
    const payload = payloads.at(row) < 0 ? Number.NaN : payloads.at(row);
    const behindHead = Math.max(0, bytes - headBytes(payload));
    if (frame === HttpFrame.data) bodies[stream] = bodies[stream] + Math.min(payload, behindHead);
    left[stream] = Math.max(0, behindHead - payload);
  }
  return bodies;
}
