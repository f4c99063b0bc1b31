/**
 * A made trace, from a real one: fourteen round trips of a real spiral of 104 ms, in front of which a sample that waited
 * for a PTO leaves the smoothed RTT at 1.2 s. Only the logged smoothed RTTs are changed, as RFC 9002 §5.3 computes them.
 */
import { expect, test } from 'vitest';
import { deathSpiral } from '../../../../../src/engine/findings/death-spiral/rule.ts';
import { smoothedRtt } from '../../../../../src/engine/findings/measures/round-trips.ts';
import { DetectInput } from '../../../../../src/engine/findings/rule/rule-input.ts';
import type { TransportState } from '../../../../../src/engine/sender/transport/transport.ts';
import { tracePath } from '../../../../support/corpus/list.ts';
import { runDetectors } from '../../../../support/held-detectors.ts';
import { loadBytes } from '../../../../support/load.ts';
import { encoded, type QlogRecord, recordsOf } from '../../../../support/reshape.ts';

const FILE = 'rtt100-l4s-cubic-buggy-s12.server.sqlog.gz';
/** ms: the spiral's start, by its label, and the end of its fourteenth round trip. */
const STARTS = 6203.8;
const ENDS = STARTS + 14.5 * 104;

/** @param staleMs the smoothed RTT at the spiral's start; the logged one if left out. */
function made(staleMs?: number): TransportState {
  let smoothed = staleMs ?? Number.NaN;
  let latest = Number.NaN;
  const records = recordsOf(tracePath(FILE)).flatMap((record): readonly QlogRecord[] => {
    const { time = 0, data } = record;
    if (time > ENDS) return [];
    latest = data?.latest_rtt ?? latest;
    if (staleMs === undefined || time < STARTS || data?.smoothed_rtt === undefined) return [record];
    smoothed = (7 * smoothed + latest) / 8;
    return [{ ...record, data: { ...data, smoothed_rtt: smoothed } }];
  });
  return loadBytes(encoded(records)).pipeline.state;
}

function alarmsOn(state: TransportState) {
  const { findings } = runDetectors(new DetectInput(state), [deathSpiral]);
  return findings.filter(({ severity }) => severity !== 'info');
}

test('a spiral of fourteen round trips is found though the smoothed RTT counts three', () => {
  const state = made(1200);
  const [alarm] = alarmsOn(state);
  expect(smoothedRtt(state).medianOf(STARTS * 1000, ENDS * 1000)).toBeGreaterThan(4 * 104_000);
  expect(Math.abs((alarm?.startUs ?? 0) / 1000 - STARTS)).toBeLessThan(104);
  expect(alarm?.evidence.find(({ id }) => id === 'length')?.value).toBe(14);
  expect(alarm?.verdict).toContain('about 14 round trips');
});

test('as it is where the smoothed RTT is that of its packets', () => {
  const [alarm] = alarmsOn(made());
  expect(alarm?.evidence.find(({ id }) => id === 'length')?.value).toBe(14);
});
