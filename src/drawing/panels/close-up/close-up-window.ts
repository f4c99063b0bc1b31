/**
 * What the picture of a close-up is drawn from: the question to the worker, which a digest also answers.
 *
 * Not here: the picture (close-up.ts).
 */
import type { CloseUp } from '../../../engine/findings/finding/finding';
import type { WindowRequest } from '../../../engine/reading/contract/snapshot';
import { windowFor } from '../../surface/viewport';

/** Ids of its series; a trace holds some of them. */
export const CLOSE_UP_SERIES = [
  'cwnd',
  'bytes-in-flight',
  'bytes-in-flight-rebuilt',
  'sent-total',
  'acked-total',
  'received-total',
  'boundary-lead',
] as const;

/** @param width of the picture's plot in CSS pixels. */
export function closeUpRequest({ fromUs, toUs }: CloseUp, connection: number, width: number): WindowRequest {
  const visible = { fromUs, toUs };
  return {
    connection,
    // Of the range alone: nobody pans in it.
    window: windowFor({ ...visible, width }, visible),
    visible,
    series: CLOSE_UP_SERIES,
    parts: [],
    model: null,
  };
}
