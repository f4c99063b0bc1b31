/**
 * One recorded connection in every dialect: the pipeline gives the same series, states and counts for all of them,
 * and times within what the dialect's clock can say. The base itself is held against the model, without the reader.
 */

import { describe, expect, it } from 'vitest';
import type { TracePipeline } from '../../src/engine/reading/stages/pipeline.ts';
import type { TransportState } from '../../src/engine/sender/transport/transport.ts';
import { EventKind } from '../../src/qlog-schema/index.ts';
import { valuesOf } from '../support/column-values.ts';
import { eachOf } from '../support/each-of.ts';
import { BASE } from '../support/encoder/base-dialect.ts';
import type { Dialect } from '../support/encoder/dialect.ts';
import { DIALECTS } from '../support/encoder/dialects.ts';
import { encode, writtenEvents } from '../support/encoder/encode.ts';
import type { Metric } from '../support/encoder/model.ts';
import { readModel } from '../support/encoder/read-model.ts';
import { textOf } from '../support/encoder/text-of.ts';
import { loadBytes, readTrace } from '../support/load.ts';
import { corpusPath } from '../support/raw-trace.ts';
import { DEEP } from '../support/tier.ts';

const WHOLE = readModel(readTrace(corpusPath('rtt100-l4s-cubic-buggy-s01.server.sqlog.gz')));
/** In the gate its beginning, which holds losses, states and every metric. */
const MODEL = DEEP ? WHOLE : { ...WHOLE, events: WHOLE.events.slice(0, 400) };

/** The pipeline with each connection of the file. */
type Connected = TracePipeline & {
  readonly connections: readonly { readonly state: TransportState }[];
};

/** Values with their times, µs from the first event. */
interface Points {
  readonly timesUs: readonly number[];
  readonly values: readonly (number | string | undefined)[];
}

/** What all dialects must agree on. */
interface Outcome {
  readonly congestionWindow: Points;
  readonly bytesInFlight: Points;
  readonly ssthresh: Points;
  readonly smoothedRtt: Points;
  readonly sentTotal: Points;
  readonly ackedTotal: Points;
  /** What the frames of each packet say: ack-eliciting, in flight, data sent again and so on. */
  readonly packetFlags: Points;
  /** Of sent STREAM frames a column each: packets, streams, offsets, bytes. */
  readonly streamFrames: readonly (readonly number[])[];
  readonly states: Points;
  readonly losses: Points;
  readonly packetsSent: number;
  readonly packetsLost: number;
}

const PACKETS: ReadonlySet<number> = new Set([EventKind.packetSent, EventKind.packetReceived]);

function outcomeOf(state: TransportState): Outcome {
  const { series, states, losses, events, firstUs, streams } = state;
  const { holder, stream, offset, bytes } = streams.sent;
  const packets = [...valuesOf(events.kind)].flatMap((kind, row) => (PACKETS.has(kind) ? [row] : []));
  const points = (timesUs: Iterable<number>, values: Iterable<number | string | undefined>): Points => ({
    timesUs: [...timesUs].map((timeUs) => timeUs - firstUs),
    values: [...values],
  });
  return {
    congestionWindow: points(series.congestionWindow.timesUs, series.congestionWindow.values),
    bytesInFlight: points(series.bytesInFlight.timesUs, series.bytesInFlight.values),
    ssthresh: points(series.ssthresh.timesUs, series.ssthresh.values),
    smoothedRtt: points(series.smoothedRtt.timesUs, series.smoothedRtt.values),
    sentTotal: points(series.sentTotal.timesUs, series.sentTotal.values),
    ackedTotal: points(series.ackedTotal.timesUs, series.ackedTotal.values),
    packetFlags: points(
      packets.map((row) => events.timeUs.at(row)),
      packets.map((row) => events.flags.at(row)),
    ),
    streamFrames: [
      [...holder],
      [...stream].map((ordinal) => streams.ids[ordinal] as number),
      [...offset],
      [...bytes],
    ],
    states: points(
      states.timesUs,
      [...states.states].map((id) => states.names[id]),
    ),
    losses: points(losses.timesUs, losses.packets),
    packetsSent: state.ledger.sentPackets,
    packetsLost: losses.summary.packets,
  };
}

const baseline = outcomeOf(loadBytes(encode(MODEL, BASE)).pipeline.state);

/** Without repeats, which a step series ignores. */
const changes = <T>(values: readonly T[]): readonly T[] =>
  values.filter((value, i) => i === 0 || value !== values[i - 1]);

describe('the base dialect', () => {
  const metric = (name: Metric): readonly number[] =>
    MODEL.events.flatMap((event) => {
      const value = event.kind === 'metrics' ? event.values[name] : undefined;
      return value === undefined || !Number.isFinite(value) ? [] : [value];
    });
  const sizes = MODEL.events.flatMap((event) => (event.kind === 'packet_sent' ? [event.sizeBytes] : []));

  it('is read as the model says', () => {
    expect(baseline.congestionWindow.values).toEqual(changes(metric('congestion_window')));
    expect(baseline.bytesInFlight.values).toEqual(changes(metric('bytes_in_flight')));
    expect(baseline.ssthresh.values).toEqual(changes(metric('ssthresh')));
    expect(baseline.streamFrames[3]).toEqual(
      MODEL.events.flatMap((event) =>
        event.kind === 'packet_sent'
          ? event.frames.flatMap((frame) => (frame.type === 'stream' ? [frame.lengthBytes] : []))
          : [],
      ),
    );
    expect(baseline.sentTotal.values.at(-1)).toBe(sizes.reduce((sum, size) => sum + size, 0));
    expect(baseline.states.values).toEqual(
      changes(MODEL.events.flatMap((event) => (event.kind === 'state' ? [event.state] : []))),
    );
    expect(baseline.packetsSent).toBe(sizes.length);
    expect(baseline.packetsLost).toBe(MODEL.events.filter(({ kind }) => kind === 'packet_lost').length);
    // The first value is the initial 333 ms and no measurement.
    expect(baseline.smoothedRtt.values).toEqual(
      changes(metric('smoothed_rtt'))
        .slice(1)
        .map((ms) => ms * 1000),
    );
  });
});

function sameTimes(actual: Points, expected: Points, { loses, resolutionUs }: Dialect): void {
  if (loses.includes('times')) return;
  const apart = actual.timesUs.map((timeUs, i) => Math.abs(timeUs - (expected.timesUs[i] ?? Number.NaN)));
  // Rounded to whole µs on both sides.
  expect(Math.max(0, ...apart)).toBeLessThanOrEqual(resolutionUs);
}

function samePoints(actual: Points, expected: Points, dialect: Dialect): void {
  expect(actual.values).toEqual(expected.values);
  sameTimes(actual, expected, dialect);
}

function sameRtts(actual: Points, expected: Points, dialect: Dialect): void {
  const { rttResolutionUs } = dialect;
  const rtts = expected.values.map(Number);
  if (rttResolutionUs > 0) {
    const coarse = rtts.map((rtt) => Math.floor(rtt / rttResolutionUs) * rttResolutionUs);
    expect(changes(actual.values)).toEqual(changes(coarse));
    return;
  }
  expect(actual.values.length).toBe(rtts.length);
  const apart = actual.values.map((rtt, i) => Math.abs(Number(rtt) - (rtts[i] ?? Number.NaN)));
  expect(Math.max(0, ...apart)).toBeLessThan(0.001);
  sameTimes(actual, expected, dialect);
}

function agrees(state: TransportState, dialect: Dialect): void {
  const { loses, copies } = dialect;
  const outcome = outcomeOf(state);
  const written = writtenEvents(MODEL, dialect).length;
  expect(state.events.length).toBe(copies === 'group-ids' ? written / 2 : written);
  expect(outcome.packetsSent).toBe(baseline.packetsSent);
  expect(outcome.packetsLost).toBe(baseline.packetsLost);
  samePoints(outcome.states, baseline.states, dialect);
  samePoints(outcome.losses, baseline.losses, dialect);
  if (!loses.includes('sizes')) samePoints(outcome.sentTotal, baseline.sentTotal, dialect);
  if (!loses.includes('frames')) {
    samePoints(outcome.packetFlags, baseline.packetFlags, dialect);
    expect(outcome.streamFrames).toEqual(baseline.streamFrames);
    const bytesKnown = !loses.includes('sizes') && !loses.includes('lost-numbers');
    if (bytesKnown) samePoints(outcome.ackedTotal, baseline.ackedTotal, dialect);
  }
  if (loses.includes('metrics')) return;
  samePoints(outcome.congestionWindow, baseline.congestionWindow, dialect);
  samePoints(outcome.bytesInFlight, baseline.bytesInFlight, dialect);
  samePoints(outcome.ssthresh, baseline.ssthresh, dialect);
  sameRtts(outcome.smoothedRtt, baseline.smoothedRtt, dialect);
}

function agreesAsText(text: Uint8Array, dialect: Dialect): void {
  const { pipeline } = loadBytes(text);
  expect(pipeline.skippedRecords).toBe(0);
  agrees(pipeline.state, dialect);
  if (dialect.copies === 'one') return;
  const { connections } = pipeline as Connected;
  expect(connections.length).toBe(2);
  for (const { state } of connections) agrees(state, dialect);
}

const isPlain = ({ compression, encoding }: Dialect): boolean =>
  compression === 'none' && encoding === 'utf-8';

describe('every container, clock, name and field spelling', () => {
  it.each(eachOf(DIALECTS.filter(isPlain), 192))('$name', (dialect) => {
    agreesAsText(encode(MODEL, dialect), dialect);
  });
});

describe('every compression and encoding', () => {
  it.each(
    eachOf(
      DIALECTS.filter((dialect) => !isPlain(dialect)),
      24,
    ),
  )('$name', async (dialect) => {
    const texts = await textOf(encode(MODEL, dialect));
    expect(texts.length).toBe(dialect.compression === 'zip-two' ? 2 : 1);
    for (const text of texts) agreesAsText(text, dialect);
  });
});
