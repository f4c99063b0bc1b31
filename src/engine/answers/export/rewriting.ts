/**
 * Context for rewriting the records of a connection: its quirks and names of states, the place of a record,
 * and repair of almost valid JSON.
 */

import { StateNamer } from '../../../qlog-schema';
import { lowerBound } from '../../columns/growable';
import type { ShareOptions } from '../../contract/share-options';
import type { LeftOut } from '../../formats/exporting';
import { repairJson } from '../../formats/qlog/decode/tolerant-json';
import type { ConnectionInfo } from '../../formats/qlog/decode/trace-source';
import { formOf } from '../../formats/qlog/write/names';
import type { RecordWriter } from '../../formats/qlog/write/record-writer';
import type { EventPlace } from '../../formats/qlog/write/rewrite';
import { stateMask } from '../../redaction/redact';
import type { TransportState } from '../../transport/transport';

export interface LoggedConnection {
  readonly info: ConnectionInfo;
  readonly state: TransportState;
}

/** Maximum length of a state's name, as in the decoder. */
const MAX_STATE_LENGTH = 64;

/** A number with a BBR flag set: makes the namer use BBR names for this connection. */
const BBR_FLAG = '256';

/** @param first first row of the range: counters of losses start at 0 there. */
export function writerOf(
  { info, state }: LoggedConnection,
  options: ShareOptions,
  first: number,
  leftOut: LeftOut,
): RecordWriter {
  const { effects } = info;
  const { names } = state.states;
  const namer = new StateNamer();
  if (names.some((name) => name.startsWith('bbr_'))) namer.name(BBR_FLAG, effects.stateNames);
  const mask = stateMask(names, options);
  const fromUs = state.events.timeUs.view()[first] ?? Number.POSITIVE_INFINITY;
  const counted = state.losses.of('counted');
  const lostBefore = counted.packets
    .subarray(0, lowerBound(counted.timesUs, fromUs))
    .reduce((sum, packets) => sum + packets, 0);
  return {
    options,
    leftOut,
    effects,
    unitsPerMs: info.header.unitsPerMs,
    rttFactor: state.rttRescaled?.factor ?? 1,
    lostBefore,
    stateName: (logged) => mask.redact(namer.name(logged, effects.stateNames).slice(0, MAX_STATE_LENGTH)),
  };
}

export function placeOf({ info, state }: LoggedConnection, row: number): EventPlace {
  const { family, eventFields } = info.header;
  return { kind: state.events.kind.at(row), form: formOf(family), columns: eventFields };
}

/** Parses a record with NaN or a stray comma, as the decoder does; undefined for any other invalid JSON. */
export function repairedRecord(text: string | null): unknown {
  const repaired = text === null ? null : repairJson(text);
  if (repaired === null) return undefined;
  try {
    return JSON.parse(repaired) as unknown;
  } catch {
    return undefined;
  }
}
