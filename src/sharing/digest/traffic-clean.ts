/**
 * Cleans streams, requests and the life of a connection in a digest that was read: rows whose times no trace gives are left
 * out, numbers that none gives are not known.
 */
import * as v from 'valibot';
import { fitting } from '../../drawing/view/fitting';
import type { Traffic } from '../../engine/reading/contract/traffic';
import type { Connectivity } from '../../engine/sender/transport/connectivity/connectivity';
import { MAX_TIME_US } from './check';
import { type Digest, type HeldRequests, type HeldStreams, MAX_ROWS } from './digest';

/** More than a list of the form may hold. */
const ALL = 1000;

const time = v.pipe(v.number(), v.minValue(-MAX_TIME_US), v.maxValue(MAX_TIME_US));
const timeOrNone = v.fallback(time, Number.NaN);
const amount = v.pipe(v.number(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER));
const amountOrNone = v.fallback(amount, Number.NaN);
const lasting = v.fallback(v.pipe(v.number(), v.minValue(0), v.maxValue(MAX_TIME_US)), 0);
const lastingOrNone = v.fallback(v.pipe(v.number(), v.minValue(0), v.maxValue(MAX_TIME_US)), Number.NaN);
const whole = v.pipe(amount, v.integer());
const wholeOrNone = v.fallback(whole, Number.NaN);

const isForward = ({ fromUs, toUs }: { readonly fromUs: number; readonly toUs: number }): boolean =>
  fromUs <= toUs;
const Span = v.pipe(v.looseObject({ fromUs: time, toUs: time }), v.check(isForward));
const Gap = v.pipe(
  v.looseObject({
    fromUs: time,
    toUs: time,
    bytes: v.fallback(amount, 0),
    filledBy: wholeOrNone,
    lostPacket: wholeOrNone,
  }),
  v.check((gap) => isForward(gap)),
);

const Held = v.fallback(
  v.nullable(
    v.looseObject({
      parts: fitting(v.looseObject({ us: v.pipe(v.number(), v.minValue(0), v.maxValue(MAX_TIME_US)) }), ALL),
      others: fitting(v.looseObject({ us: v.pipe(v.number(), v.minValue(0), v.maxValue(MAX_TIME_US)) }), ALL),
    }),
  ),
  null,
);

const StreamRow = v.pipe(
  v.looseObject({
    firstUs: time,
    lastUs: time,
    finSentUs: timeOrNone,
    finReceivedUs: timeOrNone,
    blockedByStreamUs: lasting,
    blockedByConnectionUs: lasting,
    openingUs: lasting,
    gapUs: lasting,
    aborts: fitting(v.looseObject({ timeUs: time, code: wholeOrNone }), ALL),
    blocked: fitting(Span, ALL),
    gaps: fitting(Gap, ALL),
    held: Held,
  }),
  v.check(({ firstUs, lastUs }) => firstUs <= lastUs),
);

const RequestRow = v.looseObject({
  status: v.fallback(v.pipe(whole, v.maxValue(999)), Number.NaN),
  requestBytes: amountOrNone,
  responseBytes: amountOrNone,
  announcedBytes: amountOrNone,
  startUs: timeOrNone,
  firstByteUs: timeOrNone,
  endUs: timeOrNone,
  code: wholeOrNone,
  blocked: fitting(Span, ALL),
  gaps: fitting(Gap, ALL),
  held: Held,
});

/** Rows that fit, and at least as many in all. */
function held<T extends HeldStreams | HeldRequests>(row: v.GenericSchema): v.GenericSchema<T | null> {
  const Rows = v.looseObject({ rows: fitting(row, MAX_ROWS), total: whole });
  const counted = v.transform((value: v.InferOutput<typeof Rows>) => ({
    ...value,
    total: Math.max(value.total, value.rows.length),
  }));
  return v.nullable(v.pipe(Rows, counted)) as unknown as v.GenericSchema<T | null>;
}

export const Streams: v.GenericSchema<Digest['streams']> = held<HeldStreams>(StreamRow);
export const Requests: v.GenericSchema<Digest['requests']> = held<HeldRequests>(RequestRow);

export const Life = v.nullable(
  v.looseObject({
    steps: fitting(v.looseObject({ timeUs: time }), ALL),
    phases: fitting(Span, ALL),
    paths: fitting(v.looseObject({ timeUs: time, validatedUs: timeOrNone }), ALL),
    amplificationLimited: fitting(Span, ALL),
    handshakeUs: lastingOrNone,
  }),
) as unknown as v.GenericSchema<Connectivity | null>;

const Wait = v.fallback(v.nullable(v.looseObject({ us: v.pipe(v.number(), v.minValue(0)) })), null);

export const Totals = v.looseObject({
  streams: v.nullable(
    v.looseObject({ blockedUs: lasting, gapUs: lasting, mostBlocked: Wait, mostBehindGaps: Wait }),
  ),
  requests: v.nullable(
    v.looseObject({
      medianUs: lastingOrNone,
      longestUs: lastingOrNone,
      longestStream: wholeOrNone,
      medianFirstByteUs: lastingOrNone,
      longestFirstByteUs: lastingOrNone,
    }),
  ),
  life: v.nullable(v.looseObject({ handshakeUs: lastingOrNone, amplificationLimitedUs: lasting })),
}) as unknown as v.GenericSchema<Traffic>;
