/**
 * What decode-http.ts does with an event of HTTP/3, precomputed for all records of one skeleton: which of their numbers are the
 * stream and the length. Frames with texts are read as if parsed.
 */
import {
  EventKind,
  HTTP_KEYS,
  HttpFact,
  HttpFrame,
  httpFrameOf,
  type JsonObject,
} from '../../../../qlog-schema';
import type { RowOperation } from '../records/scan/row-program';
import { amount, firstOf, frameIn, lengthsOf } from './decode-http';
import { constant, plannedValue, type Slots, type Term } from './plan-values';

/** Frames of which no text is read. */
const PLANNED: readonly number[] = [HttpFrame.data, HttpFrame.other, HttpFrame.unknown];

export class HttpPlan {
  readonly operations: readonly RowOperation[];
  readonly isOrdered = false;

  private constructor(operations: readonly RowOperation[]) {
    this.operations = operations;
  }

  /** @returns null for an event that must be decoded as if parsed. */
  static of(kind: number, data: JsonObject, slots: Slots): HttpPlan | null {
    if (kind === EventKind.httpPriorityUpdated) return null;
    const frame = frameIn(data);
    const logged = firstOf(frame, HTTP_KEYS.type);
    const type = httpFrameOf(logged);
    // A number may be another one in the next record.
    if (typeof logged !== 'string' || !PLANNED.includes(type)) return null;
    const stream = firstTerm(
      HTTP_KEYS.stream.map((key) => ({ object: data, key, fact: HttpFact.stream })),
      slots,
    );
    const length = firstTerm(lengthsOf(data, frame), slots);
    const terms = [stream, { fact: HttpFact.frame, term: constant(type) }, length];
    return new HttpPlan(
      terms.flatMap((one) =>
        one === null ? [] : [{ op: 'pair', field: one.fact, value: plannedValue(one.term) } as const],
      ),
    );
  }

  order(): void {}
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
