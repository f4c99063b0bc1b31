/**
 * The outline of a trace in a digest (`contract/outline.ts`): how much had arrived over time at fewer points. Everything
 * else of it is a few numbers.
 */
import type {
  Arrived,
  LoggedParameters,
  NamedTime,
  Outcome,
  Outline,
} from '../../engine/reading/contract/outline';
import { COMPARED_PARAMETERS } from '../../engine/service/compare/settings';
import { Unreadable } from './bytes';
import { type Codec, list, nullable, number, oneOf, record, text, whole } from './codec';

/** Points of what had arrived. */
export const MAX_OUTLINE_POINTS = 256;

const QUANTITIES: readonly Arrived['quantity'][] = ['goodput', 'acknowledged', 'received'];
const OUTCOMES: readonly Outcome[] = ['finished', 'failed', 'open', 'unknown'];

/** Times and totals as whole steps from one point to the next. */
const arrived: Codec<Arrived> = {
  write(writer, { quantity, timesUs, bytes }) {
    oneOf(QUANTITIES).write(writer, quantity);
    const points = Math.min(timesUs.length, MAX_OUTLINE_POINTS);
    writer.uint(points);
    let [timeUs, total] = [0, 0];
    for (let i = 0; i < points; i++) {
      const [nextUs, next] = [Math.round(timesUs[i]), Math.round(bytes[i])];
      writer.int(nextUs - timeUs);
      writer.int(next - total);
      [timeUs, total] = [nextUs, next];
    }
  },
  read(reader) {
    const quantity = oneOf(QUANTITIES).read(reader);
    const points = reader.uint();
    if (points > MAX_OUTLINE_POINTS || points * 2 > reader.left)
      throw new Unreadable('a list in it is too long');
    const timesUs = new Float64Array(points);
    const bytes = new Float64Array(points);
    let [timeUs, total] = [0, 0];
    for (let i = 0; i < points; i++) {
      timeUs += reader.int();
      total += reader.int();
      timesUs[i] = timeUs;
      bytes[i] = total;
    }
    return { quantity, timesUs, bytes };
  },
};

/** The version alone: ids of the connection are in no outline that leaves the device. */
const identity: Codec<Outline['identity']> = {
  write: (writer, { quicVersion }) => number.write(writer, quicVersion),
  read: (reader) => ({ originalIds: [], groupId: null, connectionIds: [], quicVersion: number.read(reader) }),
};

/** Each by the index of its name, and its value. */
const numbered = list(
  record<{ readonly index: number; readonly value: number }>({ index: whole(255), value: number }),
  64,
);
const parameters: Codec<LoggedParameters> = {
  write: (writer, all) =>
    numbered.write(
      writer,
      [...all].map(([name, value]) => ({ index: COMPARED_PARAMETERS.indexOf(name), value })),
    ),
  read: (reader) =>
    new Map(
      numbered.read(reader).flatMap(({ index, value }) => {
        const name = COMPARED_PARAMETERS[index];
        return name === undefined ? [] : [[name, value] as const];
      }),
    ),
};

const times = list(record<NamedTime>({ name: text(100), us: number }), 64);

/** Totals stand beside the outline, in `Digest.traffic`: cleaning puts them into it. */
const elsewhere: Codec<Outline['traffic']> = { write: () => undefined, read: () => null };

export const outlineForm: Codec<Outline> = record<Outline>({
  landmarks: record<Outline['landmarks']>({
    startUs: number,
    handshakeUs: number,
    firstDataUs: number,
    firstLossUs: number,
    lastLossUs: number,
  }),
  arrived,
  milestones: list(record<Outline['milestones'][number]>({ bytes: number, timeUs: number }), 8),
  outcome: oneOf(OUTCOMES),
  completedUs: number,
  initialCwndBytes: number,
  medianCwndBytes: number,
  medianRttUs: number,
  identity,
  parameters: record<Outline['parameters']>({ own: parameters, peer: parameters }),
  states: times,
  limits: times,
  probeTimeouts: number,
  afterLastLoss: nullable(
    record<NonNullable<Outline['afterLastLoss']>>({
      lastLossUs: number,
      cwndBytes: number,
      highestCwndBytes: number,
      doubledUs: number,
      roundTrips: number,
    }),
  ),
  traffic: elsewhere,
});

/**
 * The outline with so many points of what had arrived, the first and the last among them: each is as far from the one
 * before as any other, in share of the time and of the bytes together, so that neither a jump nor a pause is lost.
 * @param points at least 2.
 */
export function reducedOutline(outline: Outline, points: number): Outline {
  const { timesUs, bytes } = outline.arrived;
  const { length } = timesUs;
  if (length <= points) return outline;
  const of = (values: Float64Array, i: number): number => values[i];
  const spanUs = Math.max(1, of(timesUs, length - 1) - of(timesUs, 0));
  const total = Math.max(1, of(bytes, length - 1) - of(bytes, 0));
  const pathTo = (i: number): number =>
    (of(timesUs, i) - of(timesUs, 0)) / spanUs + (of(bytes, i) - of(bytes, 0)) / total;
  const step = pathTo(length - 1) / (points - 1);
  const places: number[] = [0];
  for (let i = 1; i < length - 1 && places.length < points - 1; i++)
    if (pathTo(i) >= places.length * step) places.push(i);
  places.push(length - 1);
  const pick = (values: Float64Array): Float64Array<ArrayBuffer> =>
    Float64Array.from(places, (i) => of(values, i));
  return { ...outline, arrived: { ...outline.arrived, timesUs: pick(timesUs), bytes: pick(bytes) } };
}
