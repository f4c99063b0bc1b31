/**
 * What decode-http.ts does with an event of HTTP/3, precomputed for all records of one skeleton: which of their numbers are the
 * stream and the length. Frames with headers are planned where those are the same in all records, others with texts read as if
 * parsed.
 */
import {
  asArray,
  asObject,
  asText,
  EventKind,
  HTTP_KEYS,
  HttpFact,
  HttpFrame,
  httpFrameOf,
  type JsonObject,
  type LoggedHttp,
} from '../../../../../qlog-schema';
import type { EventBatch } from '../../../../base/columns/event-batch';
import type { RowOperation } from '../records/scan/row-program';
import { amount, fieldsIn, firstOf, frameIn, headersOf, lengthsOf } from './decode-http';
import { constant, plannedValue, type Slots, type Term } from './plan-values';

const WITHOUT_TEXT: readonly number[] = [HttpFrame.data, HttpFrame.other, HttpFrame.unknown];

/** Slots of numbers in headers; -1 for one that is the same in all records. */
interface HeaderSlots {
  readonly status: number;
  readonly contentLength: number;
}

const NO_SLOTS: HeaderSlots = { status: -1, contentLength: -1 };

export class HttpPlan {
  readonly operations: readonly RowOperation[];
  /** The rows hold what headers say. */
  readonly isOrdered: boolean;
  readonly #text: LoggedHttp | null;
  readonly #slots: HeaderSlots;

  private constructor(operations: readonly RowOperation[], text: LoggedHttp | null, slots: HeaderSlots) {
    this.operations = operations;
    this.isOrdered = text !== null;
    this.#text = text;
    this.#slots = slots;
  }

  /** @returns null for an event that must be decoded as if parsed. */
  static of(kind: number, data: JsonObject, slots: Slots): HttpPlan | null {
    if (kind === EventKind.httpPriorityUpdated) return null;
    const frame = frameIn(data);
    const logged = firstOf(frame, HTTP_KEYS.type);
    const type = httpFrameOf(logged);
    // A number may be another one in the next record.
    if (typeof logged !== 'string') return null;
    const headerSlots = type === HttpFrame.headers ? slotsOf(fieldsIn(frame, data), slots) : NO_SLOTS;
    if (headerSlots === null || !(type === HttpFrame.headers || WITHOUT_TEXT.includes(type))) return null;
    const stream = firstTerm(
      HTTP_KEYS.stream.map((key) => ({ object: data, key, fact: HttpFact.stream })),
      slots,
    );
    const length = firstTerm(lengthsOf(data, frame), slots);
    const terms = [stream, { fact: HttpFact.frame, term: constant(type) }, length];
    const operations = terms.flatMap((one) =>
      one === null ? [] : [{ op: 'pair', field: one.fact, value: plannedValue(one.term) } as const],
    );
    const text = type === HttpFrame.headers ? headersOf(frame, data) : null;
    return new HttpPlan(operations, text, headerSlots);
  }

  /** Completes a row of the record whose numbers begin at `at`. */
  order(batch: EventBatch, row: number, numbers: Float64Array, at: number): void {
    if (this.#text === null) return;
    const { status, contentLength } = this.#slots;
    batch.http.set(row, {
      ...this.#text,
      ...(status >= 0 && { status: numbers[at + status] }),
      ...(contentLength >= 0 && { contentLength: numbers[at + contentLength] }),
    });
  }
}

/**
 * Slots of the numbers that are read of headers; null where another header has a number, which may be another one in the next
 * record.
 */
function slotsOf(fields: readonly unknown[], slots: Slots): HeaderSlots | null {
  const positions = { status: -1, contentLength: -1 };
  for (const field of fields) {
    const object = asObject(field);
    const holder = object ?? asArray(field);
    if (holder === null || ['name', 'value', 0, 1].every((key) => slots.at(holder, key) < 0)) continue;
    const slot = slots.at(holder, 'value');
    const name = asText(object?.name)?.toLowerCase();
    const what = name === ':status' ? 'status' : name === 'content-length' ? 'contentLength' : null;
    if (slot < 0 || slots.at(holder, 'name') >= 0 || what === null || positions[what] >= 0) return null;
    positions[what] = slot;
  }
  return positions;
}

/** The first of these places that holds a number in each record; null for none. */
function firstTerm(
  places: ReturnType<typeof lengthsOf>,
  slots: Slots,
): { readonly fact: number; readonly term: Term } | null {
  for (const { object, key, fact } of places) {
    const slot = slots.at(object, key);
    if (slot >= 0) return { fact, term: { slot, factor: 1, always: Number.NaN } };
    const always = amount(object[key]);
    if (!Number.isNaN(always)) return { fact, term: constant(always) };
  }
  return null;
}
