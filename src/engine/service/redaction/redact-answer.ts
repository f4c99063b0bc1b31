/**
 * Redacts a window of columns: an allow-list of fields, names of states replaced as in the snapshot.
 * Columns hold numbers only and are passed on unchanged.
 */

import type { ShareOptions } from '../../reading/contract/share-options';
import type { WindowAnswer } from '../../reading/contract/snapshot';
import {
  redactConnectivity,
  redactHttp,
  redactStreamLanes,
  redactStreamShares,
  redactTotals,
} from './redact-carried';
import type { Redactor } from './redactor';
import type { StateMask } from './state-names';

type Parts = WindowAnswer['parts'];
type Slice = WindowAnswer['series'][number];
type States = WindowAnswer['states'];
type Space = NonNullable<Parts['sequence']>['spaces'][number];
type Packet = NonNullable<Space['packets']>[number];
type Ranges = Space['columns']['sent'];

export function redactAnswer(answer: WindowAnswer, { states: mask, options }: Redactor): WindowAnswer {
  const { revision, window, states, spacing, parts } = answer;
  return {
    revision,
    window: { fromUs: window.fromUs, columnUs: window.columnUs, columns: window.columns },
    series: answer.series.map(redactSlice),
    states: { ...redactShares(states), names: states.names.map((name) => mask.redact(name)) },
    losses: answer.losses,
    spacing: redactSpacing(spacing, mask),
    ...(answer.coarseUs === undefined ? {} : { coarseUs: answer.coarseUs }),
    rttUs: answer.rttUs,
    parts: redactParts(parts, options),
  };
}

function redactSlice({ id, values, entry, next, rounded }: Slice): Slice {
  const known = { id, values, entry, next: next && { timeUs: next.timeUs, value: next.value } };
  return rounded === undefined
    ? known
    : { ...known, rounded: { byUpTo: rounded.byUpTo, exact: rounded.exact, fences: rounded.fences } };
}

/** Names are kept: they are our own words, or the caller replaces those from the log. */
function redactShares({ names, shares, changes, rounded }: States): States {
  const known = { names: [...names], shares, changes };
  if (rounded === undefined) return known;
  const { byUpTo, exactEnds } = rounded;
  return { ...known, rounded: { byUpTo, exactEnds } };
}

function redactSpacing(spacing: WindowAnswer['spacing'], mask: StateMask): WindowAnswer['spacing'] {
  if (spacing === null) return null;
  const { state, counts, binUs, total, medianUs } = spacing;
  return { state: mask.redact(state), counts, binUs, total, medianUs };
}

function redactParts(parts: Parts, options: ShareOptions): Parts {
  const { sequence, limits, appLimited, ptos, recovery, rates, model } = parts;
  const { streamShares, streamLanes, http, connectivity, carried } = parts;
  return {
    sequence: sequence && { spaces: sequence.spaces.map(redactSpace) },
    limits: limits && redactShares(limits),
    appLimited: appLimited && redactShares(appLimited),
    ptos: redactPtos(ptos),
    recovery: recovery && redactShares(recovery),
    rates: redactRates(rates),
    streamShares: streamShares && redactStreamShares(streamShares),
    streamLanes: streamLanes && redactStreamLanes(streamLanes),
    http: http && redactHttp(http, options),
    connectivity: connectivity && redactConnectivity(connectivity, options),
    carried: carried && redactTotals(carried),
    model: redactModel(model),
  };
}

function redactRates(rates: Parts['rates']): Parts['rates'] {
  if (rates === null) return null;
  const { fromUs, stepUs, widthUs, totals, transitions } = rates;
  return {
    fromUs,
    stepUs,
    widthUs,
    transitions,
    totals: totals.map(({ id, values }) => ({ id, values })),
  };
}

function redactPtos(ptos: Parts['ptos']): Parts['ptos'] {
  if (ptos === null) return null;
  const { method, counts, spurious, consecutive, persistentCongestion } = ptos;
  const spans = persistentCongestion.map(({ startUs, endUs }) => ({ startUs, endUs }));
  return { method, counts, spurious, consecutive, persistentCongestion: spans };
}

function redactModel(model: Parts['model']): Parts['model'] {
  if (model === null) return null;
  const { id, freeFromUs, name, window, ssthresh, wMax, regions, counterfactual } = model;
  return {
    id,
    freeFromUs,
    name,
    window: redactSlice(window),
    ssthresh: redactSlice(ssthresh),
    wMax: redactSlice(wMax),
    regions: redactShares(regions),
    counterfactual: counterfactual && {
      setUs: counterfactual.setUs,
      firstDivergenceUs: counterfactual.firstDivergenceUs,
    },
  };
}

function redactSpace({ name, before, columns, totals, packets }: Space): Space {
  return {
    name,
    before: { sent: before.sent, acked: before.acked },
    columns: {
      sent: redactRanges(columns.sent),
      acked: redactRanges(columns.acked),
      lost: redactRanges(columns.lost),
      spurious: redactRanges(columns.spurious),
      resent: redactRanges(columns.resent),
      discarded: redactRanges(columns.discarded),
      aside: redactRanges(columns.aside),
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
    packets: packets?.map(redactPacket) ?? null,
  };
}

function redactPacket({ sentUs, packetNumber, space, sizeBytes, fate, settledUs, resent }: Packet): Packet {
  return { sentUs, packetNumber, space, sizeBytes, fate, settledUs, resent };
}

function redactRanges({ columns, lows, highs, counts }: Ranges): Ranges {
  return { columns, lows, highs, counts };
}
