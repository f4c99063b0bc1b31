/**
 * What the files of grouped runs gave, in a link: how each run ended, and the bands as they are shown, so that whoever opens it sees the same
 * verdict, figures and pictures without the files. A version, and deflated after it the landmark that was chosen, a run per row of the
 * link, the bands in 254 levels of their highest value, and where the link holds not all of the runs what is said of all of them. Of more
 * than fit the bands are left out, then the runs, never what is said.
 */
import { deflateSync } from 'fflate';
import { GROUP_PLOTS, type GroupPlot, RUNS_PLOT } from '../../drawing/panels/groups/group-plots';
import type { RunSamples } from '../../engine/reading/contract/samples';
import { OUTLINE_LANDMARKS, type OutlineLandmark } from '../../engine/service/compare/align';
import type { Band } from '../../engine/service/compare/bands';
import { ByteReader, ByteWriter, Unreadable } from '../digest/bytes';
import { type Codec, list, nullable, number, oneOf, record, whole } from '../digest/codec';
import { inflatedPart } from '../digest/inflated-part';
import { fromBase64url, toBase64url } from '../digest/pack';
import type { GroupBandsModel } from './group-bands';
import type { GroupsSaid } from './groups-text';
import { answerForm } from './packed-answer';

const VERSION = 1;
/** More inflated bytes than any link has. */
const MAX_INFLATED_BYTES = 1024 * 1024;
const MOST_RUNS = 10_000;
const MOST_GROUPS = 6;
const MOST_STEPS = 400;
/** Of the highest value; one more stands for none. */
const LEVELS = 254;
const NO_VALUE = LEVELS + 1;

export interface SharedRuns {
  /** Null for the proposed one. */
  readonly landmark: OutlineLandmark | null;
  /** Of each row of the link; null where its file was not read. */
  readonly runs: readonly (RunSamples | null)[];
  /** Null where there are none, or they were left out. */
  readonly bands: GroupBandsModel | null;
  /** What is said of all of the runs; null where the link holds the runs themselves. */
  readonly said: GroupsSaid | null;
}

export interface PackedRuns {
  /** Base64url. */
  readonly text: string;
  readonly lacksRuns: boolean;
  readonly lacksBands: boolean;
  readonly hasSaid: boolean;
}

/** @param maxLength in characters. @returns null where nothing fits, or there is nothing to say. */
export function packRuns(shared: SharedRuns, maxLength: number): PackedRuns | null {
  const withoutBands = { ...shared, bands: null };
  const isRead = shared.runs.some((run) => run !== null);
  for (const one of [shared, withoutBands, { ...withoutBands, runs: [] }]) {
    const isNothing = one.landmark === null && one.said === null && one.runs.every((run) => run === null);
    if (isNothing) return null;
    const text = packed(one);
    const lacksRuns = isRead && one.runs.length === 0;
    if (text.length <= maxLength)
      return {
        text,
        lacksRuns,
        hasSaid: one.said !== null,
        lacksBands: shared.bands !== null && one.bands === null,
      };
  }
  return null;
}

function packed(shared: SharedRuns): string {
  const writer = new ByteWriter();
  form.write(writer, shared);
  const deflated = deflateSync(writer.done(), { level: 9 });
  const bytes = new Uint8Array(1 + deflated.length);
  bytes[0] = VERSION;
  bytes.set(deflated, 1);
  return toBase64url(bytes);
}

/** Never throws. @returns why it cannot be read, as a clause. */
export function unpackRuns(text: string): SharedRuns | string {
  const bytes = fromBase64url(text);
  const version = bytes?.[0] ?? 0;
  if (version > VERSION) return 'it was made by a newer qlogscope';
  const { bytes: inflated, problem } = inflatedPart(
    (bytes ?? new Uint8Array()).subarray(1),
    MAX_INFLATED_BYTES,
  );
  if (bytes === null || version < 1 || problem !== null) return 'it is damaged: the link was cut or changed';
  try {
    return form.read(new ByteReader(inflated));
  } catch (error) {
    if (error instanceof Unreadable) return 'it is damaged: the link was cut or changed';
    throw error;
  }
}

const OUTCOMES = ['unknown', 'finished', 'open', 'failed'] as const;

const rounded: Codec<number> = {
  write: (writer, value) => number.write(writer, Math.round(value)),
  read: (reader) => number.read(reader),
};

const end = record<{
  readonly outcome: (typeof OUTCOMES)[number];
  readonly completedUs: number;
  readonly endUs: number;
}>({ outcome: oneOf(OUTCOMES), completedUs: rounded, endUs: rounded });

/** From the first event on, and without samples. */
const runForm: Codec<RunSamples> = {
  write(writer, { outcome, completedUs, endUs, landmarks: { startUs } }) {
    end.write(writer, { outcome, completedUs: completedUs - startUs, endUs: endUs - startUs });
  },
  read(reader) {
    const none = Number.NaN;
    return {
      ...end.read(reader),
      connection: 0,
      samples: { fromUs: 0, stepUs: 1, series: [] },
      landmarks: { startUs: 0, handshakeUs: none, firstDataUs: none, firstLossUs: none, lastLossUs: none },
    };
  },
};

const PLOTS: readonly GroupPlot[] = [...GROUP_PLOTS, RUNS_PLOT];
const quantity = oneOf(PLOTS.map((plot) => plot.quantity));
const steps = whole(MOST_STEPS);
const landmark = oneOf(OUTLINE_LANDMARKS);

function writeLevels(writer: ByteWriter, values: Float64Array, highest: number): void {
  for (const value of values)
    writer.byte(Number.isNaN(value) ? NO_VALUE : highest > 0 ? Math.round((value / highest) * LEVELS) : 0);
}

function readLevels(reader: ByteReader, length: number, highest: number): Float64Array {
  return Float64Array.from(reader.bytes(length), (level) =>
    level === NO_VALUE ? Number.NaN : (level / LEVELS) * highest,
  );
}

/** On one grid. */
type Drawn = Pick<Band, 'low' | 'median' | 'high' | 'runs'>;

const drawn: Codec<Drawn> = {
  write(writer, { low, median, high, runs }) {
    const highest = high.reduce((most, value) => (value > most ? value : most), 0);
    number.write(writer, highest);
    steps.write(writer, runs.length);
    for (const values of [low, median, high]) writeLevels(writer, values, highest);
    for (const one of runs) writer.uint(one);
  },
  read(reader) {
    const highest = number.read(reader);
    const length = steps.read(reader);
    const [low, median, high] = [0, 1, 2].map(() => readLevels(reader, length, highest)) as [
      Float64Array,
      Float64Array,
      Float64Array,
    ];
    return { low, median, high, runs: Uint32Array.from({ length }, () => reader.uint()) };
  },
};

const plotForm = record<{ readonly quantity: GroupPlot['quantity']; readonly bands: readonly Drawn[] }>({
  quantity,
  bands: list(drawn, MOST_GROUPS),
});

const bandsForm: Codec<GroupBandsModel> = {
  write(writer, { at, landmarkUs, runs, without, fromUs, toUs, plots }) {
    landmark.write(writer, at);
    for (const value of [landmarkUs, fromUs, toUs]) number.write(writer, value);
    counts.write(writer, runs);
    writer.uint(without);
    list(plotForm, PLOTS.length).write(
      writer,
      plots.map(({ plot, bands }) => ({ quantity: plot.quantity, bands })),
    );
  },
  read(reader) {
    const at = landmark.read(reader);
    const [landmarkUs, fromUs, toUs] = [0, 1, 2].map(() => number.read(reader)) as [number, number, number];
    const runs = counts.read(reader);
    const without = reader.uint();
    const plots = list(plotForm, PLOTS.length)
      .read(reader)
      .flatMap(({ quantity: of, bands }) => {
        const plot = PLOTS.find((one) => one.quantity === of);
        const grid = (length: number) => ({ fromUs, stepUs: (toUs - fromUs) / Math.max(1, length) });
        return plot === undefined || bands.length !== runs.length
          ? []
          : [{ plot, bands: bands.map((band) => ({ ...band, ...grid(band.runs.length) })) }];
      });
    if (!(toUs > fromUs)) throw new Unreadable('its bands have no length');
    return { at, landmarkUs, runs, without, fromUs, toUs, plots };
  },
};

const counts = list(whole(MOST_RUNS), MOST_GROUPS);

const form = record<SharedRuns>({
  landmark: nullable(landmark),
  runs: list(nullable(runForm), MOST_RUNS),
  bands: nullable(bandsForm),
  said: nullable(answerForm),
});
