/**
 * Facts about a connection's log from reading it, for the detectors: counts of skipped, moved and ignored items, and
 * the clock's resolution. Only collects; src/engine/findings/rules/log-quality.ts evaluates.
 */
import type { LogFacts } from '../../findings/rule/rule-input';
import type { FileText } from '../stages/file-text';
import type { Connection } from '../stages/pipeline';

const WHOLE_MS_US = 1000;
/** Mantissa bits of a 32-bit float, without the leading one. */
const FLOAT32_BITS = 23;

/** How the text was read; a `FileText`, or a substitute without a file. */
export type ReadText = Pick<FileText, 'truncatedRecords' | 'brokenOff'> & {
  readonly pipeline: Pick<FileText['pipeline'], 'skippedRecords' | 'timeUnit'>;
};

/** Facts of one connection; skipped records belong to no connection and are those of its text. */
export function logFactsOf(text: ReadText, { info, quality, state, midwayNumber }: Connection): LogFacts {
  const { sent, received } = quality;
  const { implementation, implementationVersion: version } = info;
  return {
    ...(implementation === null || implementation.guessed
      ? {}
      : { writer: { name: implementation.name, version } }),
    events: quality.events,
    skippedRecords: text.pipeline.skippedRecords,
    truncatedRecords: text.truncatedRecords,
    repairedRecords: quality.repairedRecords,
    replacedCharacters: quality.replacedCharacters,
    brokenOff: text.brokenOff,
    headerMissing: info.headerAssumed,
    ...(midwayNumber === null ? {} : { midwayNumber }),
    timeDescribedLate: quality.timeDescribedLate,
    backwardTimes: quality.backwardTimes,
    absentTimes: quality.absentTimes,
    timeUnit: text.pipeline.timeUnit ?? state.units.times,
    ...clockOf(info.effects, quality.resolution, state.lastUs),
    droppedRanges: quality.droppedRanges,
    droppedFrames: quality.droppedFrames,
    unusableNumbers: sent.unusableNumbers + received.unusableNumbers,
    sentPackets: sent.packets,
    sentUnsized: sent.packets - sent.sized,
    receivedPackets: received.packets,
    receivedUnsized: received.packets - received.sized,
    ackPackets: received.withAckRanges,
  };
}

function clockOf(
  effects: Connection['info']['effects'],
  resolution: Connection['quality']['resolution'],
  lastUs: number,
): Pick<LogFacts, 'clockStepUs' | 'clockReason'> {
  if (effects.truncatedDeltas === true) {
    return { clockStepUs: WHOLE_MS_US, clockReason: 'every step of time is cut to whole milliseconds' };
  }
  if (resolution === '1 ms') return { clockStepUs: WHOLE_MS_US, clockReason: 'times are whole milliseconds' };
  // After 16 s the steps of a float are so coarse that its few digits look like whole µs.
  const isFloat = resolution === 'float32' || (resolution === '1 µs' && effects.float32Times === true);
  if (!isFloat) return { clockStepUs: 0, clockReason: '' };
  return { clockStepUs: float32StepUs(lastUs), clockReason: 'times are 32-bit floats of milliseconds' };
}

/** Distance between two neighbouring 32-bit floats of milliseconds at a time in µs; 0 if the time is unknown. */
function float32StepUs(timeUs: number): number {
  const ms = Math.abs(timeUs) / 1000;
  return ms > 0 ? 2 ** (Math.floor(Math.log2(ms)) - FLOAT32_BITS) * 1000 : 0;
}
