/**
 * What may leave of the parts that are columns: allow-lists of fields. Columns hold numbers only and are passed on unchanged;
 * names of states are our own words, or the caller replaces those from the log.
 */
import type { SeriesSlice } from '../../base/columns/series';
import type { StateSlice } from '../../base/columns/state-timeline';
import type { SequenceAnswer } from '../../sender/transport/sequence';
import type { ModelSlice, PtoSlice, RatesSlice } from './parts';

type Space = SequenceAnswer['spaces'][number];
type Packet = NonNullable<Space['packets']>[number];
type Ranges = Space['columns']['sent'];

export function redactSlice({ id, values, entry, next, rounded }: SeriesSlice): SeriesSlice {
  const listed = { id, values, entry, next: next && { timeUs: next.timeUs, value: next.value } };
  return rounded === undefined
    ? listed
    : { ...listed, rounded: { byUpTo: rounded.byUpTo, exact: rounded.exact, fences: rounded.fences } };
}

export function redactShares({ names, shares, changes, rounded }: StateSlice): StateSlice {
  const listed = { names: [...names], shares, changes };
  if (rounded === undefined) return listed;
  const { byUpTo, exactEnds } = rounded;
  return { ...listed, rounded: { byUpTo, exactEnds } };
}

export function redactRates({ fromUs, stepUs, widthUs, totals, transitions }: RatesSlice): RatesSlice {
  return {
    fromUs,
    stepUs,
    widthUs,
    transitions,
    totals: totals.map(({ id, values }) => ({ id, values })),
  };
}

export function redactPtos({
  method,
  counts,
  spurious,
  consecutive,
  persistentCongestion,
}: PtoSlice): PtoSlice {
  const spans = persistentCongestion.map(({ startUs, endUs }) => ({ startUs, endUs }));
  return { method, counts, spurious, consecutive, persistentCongestion: spans };
}

export function redactModel(model: ModelSlice): ModelSlice {
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

export function redactSequence({ spaces }: SequenceAnswer): SequenceAnswer {
  return { spaces: spaces.map(redactSpace) };
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
