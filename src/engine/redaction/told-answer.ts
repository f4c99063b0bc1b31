/**
 * A window of columns as it may leave the device: every field by its name, names of states as `toldSnapshot` tells them.
 * Columns hold numbers only and are handed on as they are.
 */
import type { Answer, Snapshot } from '../contract/messages';
import type { Ticks } from '../contract/ticks';
import type { StateMask } from './state-names';
import { maskOf } from './told-snapshot';

type Parts = Answer['parts'];
type Slice = Answer['series'][number];
type States = Answer['states'];
type Space = NonNullable<Parts['sequence']>['spaces'][number];
type Packet = NonNullable<Space['packets']>[number];
type Ranges = Space['columns']['sent'];

export function toldAnswer(answer: Answer, snapshot: Snapshot, ticks: Ticks): Answer {
  const mask = maskOf(snapshot, ticks);
  const { revision, window, states, spacing, parts } = answer;
  return {
    revision,
    window: { fromUs: window.fromUs, columnUs: window.columnUs, columns: window.columns },
    series: answer.series.map(toldSlice),
    states: { ...toldShares(states), names: states.names.map((name) => mask.told(name)) },
    losses: answer.losses,
    spacing: toldSpacing(spacing, mask),
    rttUs: answer.rttUs,
    parts: toldParts(parts),
  };
}

function toldSlice({ id, values, entry, next }: Slice): Slice {
  return { id, values, entry, next: next && { timeUs: next.timeUs, value: next.value } };
}

/** Of our own words; those of a log are put in other words by whoever knows that they are. */
function toldShares({ names, shares, changes }: States): States {
  return { names: [...names], shares, changes };
}

function toldSpacing(spacing: Answer['spacing'], mask: StateMask): Answer['spacing'] {
  if (spacing === null) return null;
  const { state, counts, binUs, total, medianUs } = spacing;
  return { state: mask.told(state), counts, binUs, total, medianUs };
}

function toldParts({ sequence, limits, ptos, recovery, model }: Parts): Parts {
  return {
    sequence: sequence && { spaces: sequence.spaces.map(toldSpace) },
    limits: limits && toldShares(limits),
    ptos: toldPtos(ptos),
    recovery: recovery && toldShares(recovery),
    model: toldModel(model),
  };
}

function toldPtos(ptos: Parts['ptos']): Parts['ptos'] {
  if (ptos === null) return null;
  const { method, counts, spurious, consecutive, persistentCongestion } = ptos;
  const spans = persistentCongestion.map(({ startUs, endUs }) => ({ startUs, endUs }));
  return { method, counts, spurious, consecutive, persistentCongestion: spans };
}

function toldModel(model: Parts['model']): Parts['model'] {
  if (model === null) return null;
  const { id, freeFromUs, name, window, ssthresh, wMax, regions, counterfactual } = model;
  return {
    ...{ id, freeFromUs, name },
    window: toldSlice(window),
    ssthresh: toldSlice(ssthresh),
    wMax: toldSlice(wMax),
    regions: toldShares(regions),
    counterfactual: counterfactual && {
      setUs: counterfactual.setUs,
      firstDivergenceUs: counterfactual.firstDivergenceUs,
    },
  };
}

function toldSpace({ name, before, columns, totals, packets }: Space): Space {
  return {
    name,
    before: { sent: before.sent, acked: before.acked },
    columns: {
      sent: toldRanges(columns.sent),
      acked: toldRanges(columns.acked),
      lost: toldRanges(columns.lost),
      spurious: toldRanges(columns.spurious),
      resent: toldRanges(columns.resent),
      discarded: toldRanges(columns.discarded),
      aside: toldRanges(columns.aside),
    },
    totals: {
      sent: totals.sent,
      acked: totals.acked,
      lost: totals.lost,
      spurious: totals.spurious,
      resent: totals.resent,
      discarded: totals.discarded,
      aside: totals.aside,
    },
    packets: packets?.map(toldPacket) ?? null,
  };
}

function toldPacket({ sentUs, packetNumber, space, sizeBytes, fate, settledUs, resent }: Packet): Packet {
  return { sentUs, packetNumber, space, sizeBytes, fate, settledUs, resent };
}

function toldRanges({ columns, lows, highs, counts }: Ranges): Ranges {
  return { columns, lows, highs, counts };
}
