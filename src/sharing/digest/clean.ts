/**
 * Cleans a digest that was read before it is shown: invalid numbers and names are replaced or dropped one by one, the
 * rest stays. Missing or negative numbers become those of a trace without them; unknown words from a newer
 * version, such as another limit, are dropped. Invalid digests are refused in `check.ts`.
 */
import * as v from 'valibot';
import { fitting } from '../../drawing/view/fitting';
import { heldByNames } from '../../engine/base/text/account-names';
import type { Account } from '../../engine/findings/account/account';
import type { AccountPart } from '../../engine/findings/account/parts';
import type { LoggedParameters, NamedTime, Outline } from '../../engine/reading/contract/outline';
import type { TransportParameter } from '../../qlog-schema/transport-parameters';
import { MAX_NOTES, type Note, noteText } from '../notes/note';
import { MAX_SPANS } from './blocks';
import { MAX_TIME_US } from './check';
import { type Block, type Digest, SHARE_KINDS, type ShareKind } from './digest';
import { Life, Requests, Streams, Totals } from './traffic-clean';
import { LIMIT_NAMES, RECOVERY_NAMES, REGION_NAMES } from './words';

/** Fixed sets of names; null for states, whose names come from the log. */
const KNOWN: { readonly [kind in ShareKind]: readonly string[] | null } = {
  states: null,
  limits: LIMIT_NAMES,
  recovery: RECOVERY_NAMES,
  regions: REGION_NAMES,
  account: heldByNames(),
};

/** The latest time of a `Date`, ms since 1970 (ECMA-262 §21.4.1.1). */
const LAST_MS = 8.64e15;

type Share = Block['shares'][number];
type Finding = Digest['findings'][number];
type Closest = Digest['notFound'][number];
type Evidence = Finding['evidence'][number];
type Summary = Digest['summary'];
type Spacing = NonNullable<Digest['spacing']>;
type Models = NonNullable<Digest['models']>;
type Model = NonNullable<Digest['model']>;
type Ptos = NonNullable<Block['ptos']>;

/** A part of a digest of which only some fields are checked; the others stay. */
function part<T extends object>(fields: { readonly [K in keyof T]?: v.GenericSchema<unknown, T[K]> }) {
  return v.looseObject(fields as v.ObjectEntries) as unknown as v.GenericSchema<T>;
}

const real = v.pipe(v.number(), v.minValue(-Number.MAX_VALUE), v.maxValue(Number.MAX_VALUE));
const amount = v.pipe(v.number(), v.minValue(0), v.maxValue(Number.MAX_VALUE));
const realOrNone = v.fallback(real, Number.NaN);
/** NaN means unknown. */
const amountOrNone = v.fallback(amount, Number.NaN);
const total = v.fallback(amount, 0);
const clamp = v.transform((value: number) => Math.min(1, Math.max(0, value)));
const shareOrNone = v.fallback(v.pipe(v.number(), clamp), Number.NaN);
const shareOrNothing = v.fallback(v.pipe(amount, clamp), 0);

/** A span of the trace's time. */
const Lasted = v.pipe(
  v.object({ fromUs: real, toUs: real }),
  v.check(({ fromUs, toUs }) => fromUs <= toUs && toUs - fromUs <= MAX_TIME_US),
);

/** Sums of floating-point numbers may end below 0. */
const time = v.pipe(
  real,
  v.transform((us) => Math.max(0, us)),
);
const HeldPart = part<AccountPart>({ heldUs: time, lostUs: v.nullable(time), longestUs: time });
/** An account with an impossible time is none. */
const AccountOfTime = v.pipe(
  part<Account>({
    startUs: real,
    endUs: real,
    main: v.nullable(HeldPart),
    parts: v.array(HeldPart),
    neededUs: v.nullable(time),
    carriedTwiceUs: v.nullable(time),
    afterTransferUs: time,
    provedShare: v.pipe(amount, v.maxValue(1)),
  }),
  v.check(
    ({ startUs, endUs, main, parts }) =>
      Math.max(Math.abs(startUs), Math.abs(endUs)) <= MAX_TIME_US &&
      startUs <= endUs &&
      (main === null ? parts.length === 0 : startUs < endUs),
  ),
);

const Summary = v.pipe(
  part<Summary>({
    durationUs: amountOrNone,
    sentBytes: total,
    packetsLost: amountOrNone,
    spuriousLosses: total,
    minRttUs: amountOrNone,
    smoothedRttUs: amountOrNone,
    cwndMinBytes: total,
    cwndMaxBytes: amountOrNone,
    datagramBytes: amountOrNone,
    goodputBytes: v.optional(
      v.fallback(v.optional(v.pipe(amount, v.maxValue(Number.MAX_SAFE_INTEGER))), undefined),
    ),
    account: v.optional(v.fallback(v.optional(AccountOfTime), undefined)),
    handshake: v.optional(v.fallback(v.optional(Lasted), undefined)),
    ending: v.optional(part<NonNullable<Summary['ending']>>({ code: amountOrNone, timeUs: realOrNone })),
  }),
  v.transform((summary) => {
    const { packetsLost, lossesKnown, cwndMaxBytes, cwndMinBytes } = summary;
    const isCounted = !Number.isNaN(packetsLost);
    return {
      ...summary,
      packetsLost: isCounted ? packetsLost : 0,
      lossesKnown: lossesKnown && isCounted,
      cwndMinBytes: Number.isNaN(cwndMaxBytes) ? Number.NaN : cwndMinBytes,
    };
  }),
);

/** A number that is as exact as whole ones: rates of larger ones, and larger shares in per cent, would not be finite. */
const exact = v.pipe(v.number(), v.minValue(Number.MIN_SAFE_INTEGER), v.maxValue(Number.MAX_SAFE_INTEGER));
const exactOrNone = v.fallback(v.pipe(exact, v.minValue(0)), Number.NaN);

/** Evidence without a value does not hold. */
const evidence = v.pipe(
  v.array(part<Evidence>({ value: v.fallback(exact, Number.NaN) })),
  v.transform((rows) => rows.map((row) => ({ ...row, holds: row.holds && !Number.isNaN(row.value) }))),
);

const Course = v.pipe(
  part<NonNullable<Finding['course']>>({
    arrivedBytes: exactOrNone,
    beforeUs: total,
    beforeBytes: exactOrNone,
    highestRate: exactOrNone,
    longestWaitUs: amountOrNone,
    lostPackets: exactOrNone,
    lastLossUs: realOrNone,
    reducedUs: realOrNone,
    reducedFromBytes: amountOrNone,
    reducedToBytes: amountOrNone,
  }),
  v.transform((course) => {
    const isKnown = !Number.isNaN(course.reducedFromBytes) && !Number.isNaN(course.reducedToBytes);
    return isKnown ? course : { ...course, reducedUs: Number.NaN };
  }),
);

const Finding = part<Finding>({
  confidence: shareOrNothing,
  cost: v.fallback(
    v.nullable(
      part<NonNullable<Finding['cost']>>({
        heldUs: amount,
        lostUs: v.nullable(amount),
        provedShare: shareOrNothing,
      }),
    ),
    null,
  ),
  closedLoop: v.fallback(
    v.nullable(part<NonNullable<Finding['closedLoop']>>({ bytes: amountOrNone, us: amount })),
    null,
  ),
  evidence,
  course: v.optional(Course),
});

const Models = part<Models>({
  candidates: v.array(
    part<Models['candidates'][number]>({
      reductionScore: shareOrNone,
      growthScore: shareOrNone,
      fit: shareOrNothing,
    }),
  ),
});

const Spacing = v.pipe(
  part<Spacing>({ medianUs: amountOrNone }),
  v.check(({ counts, binUs }) => counts.length > 0 && binUs > 0 && binUs * counts.length <= MAX_TIME_US),
);

const Span = v.pipe(
  v.object({ startUs: v.number(), endUs: v.number() }),
  v.check(({ startUs, endUs }) => startUs <= endUs),
);

const ShownBlock = v.pipe(
  part<Block>({
    series: v.array(
      part<Block['series'][number]>({
        next: v.fallback(v.nullable(v.object({ timeUs: real, value: real })), null),
      }),
    ),
    ptos: v.nullable(part<Ptos>({ persistentCongestion: fitting(Span, MAX_SPANS) })),
  }),
  v.transform((block) => ({ ...block, shares: block.shares.flatMap(knownShares) })),
);

/** Of an outline whose totals fall, or whose times go back, nothing is known. */
const Rising = v.custom<Float64Array<ArrayBuffer>>(
  (values) =>
    values instanceof Float64Array &&
    values.every((value, i) => Math.abs(value) <= MAX_TIME_US && value >= (values[i - 1] ?? -MAX_TIME_US)),
);

const Lasting = part<NamedTime>({ us: amount });
const LastingLimit = part<NamedTime>({ name: v.picklist(LIMIT_NAMES), us: amount });
/** Values of transport parameters (RFC 9000 §18.2: variable-length integers); others are left out. */
const Parameters = v.pipe(
  v.instance(Map<TransportParameter, number>),
  v.transform((all): LoggedParameters => new Map([...all].filter(([, value]) => v.is(amount, value)))),
);

/** Most states, or limits, of an outline. */
const MAX_TIMES = 64;

const Outlined = v.fallback(
  v.nullable(
    part<Outline>({
      landmarks: part<Outline['landmarks']>({
        startUs: realOrNone,
        handshakeUs: realOrNone,
        firstDataUs: realOrNone,
        firstLossUs: realOrNone,
        lastLossUs: realOrNone,
      }),
      arrived: part<Outline['arrived']>({ timesUs: Rising, bytes: Rising }),
      milestones: v.array(part<Outline['milestones'][number]>({ bytes: amount, timeUs: realOrNone })),
      completedUs: realOrNone,
      initialCwndBytes: amountOrNone,
      medianCwndBytes: amountOrNone,
      medianRttUs: amountOrNone,
      parameters: part<Outline['parameters']>({ own: Parameters, peer: Parameters }),
      states: fitting(Lasting, MAX_TIMES),
      limits: fitting(LastingLimit, MAX_TIMES),
      probeTimeouts: total,
      afterLastLoss: v.fallback(
        v.nullable(
          part<NonNullable<Outline['afterLastLoss']>>({
            lastLossUs: real,
            cwndBytes: amount,
            highestCwndBytes: amount,
            doubledUs: realOrNone,
            roundTrips: amount,
          }),
        ),
        null,
      ),
    }),
  ),
  null,
);

const Shown = part<Digest>({
  originMs: v.fallback(v.nullable(v.pipe(v.number(), v.minValue(-LAST_MS), v.maxValue(LAST_MS))), null),
  extent: v.object({
    fromUs: v.pipe(v.number(), v.transform(Math.floor)),
    toUs: v.pipe(v.number(), v.transform(Math.ceil)),
  }),
  summary: Summary,
  connection: part<Digest['connection']>({ receivedBytes: total }),
  findings: v.array(Finding),
  notFound: v.array(part<Closest>({ evidence })),
  models: v.nullable(Models),
  model: v.nullable(part<Model>({ freeFromUs: v.fallback(v.nullable(v.number()), null) })),
  notes: fitting(
    part<Note>({
      text: v.pipe(
        v.string(),
        v.transform((text) => noteText(text).trim()),
        v.minLength(1),
      ),
    }),
    MAX_NOTES,
  ),
  spacing: v.fallback(v.nullable(Spacing), null),
  rttUs: amountOrNone,
  blocks: v.array(ShownBlock),
  closeUps: v.array(part<Digest['closeUps'][number]>({ block: ShownBlock })),
  outline: Outlined,
  streams: Streams,
  requests: Requests,
  connectivity: Life,
  traffic: v.fallback(v.nullable(Totals), null),
});

/** @param digest one that passed `check`. */
export function cleaned(digest: Digest): Digest {
  const shown = v.parse(Shown, digest);
  const { summary, panels, blocks, outline, traffic } = shown;
  const { fromUs, toUs } = digest.extent;
  const lost = SHARE_KINDS.filter((kind) => hasShares(digest.blocks, kind) && !hasShares(blocks, kind));
  const held = panels.held.filter((id) => !lost.some((kind) => kind === id));
  const durationUs = Number.isNaN(summary.durationUs) ? toUs - fromUs : summary.durationUs;
  return {
    ...shown,
    summary: { ...summary, durationUs },
    panels: { ...panels, held },
    outline: outline && { ...outline, traffic },
  };
}

function hasShares(blocks: readonly Block[], kind: ShareKind): boolean {
  return blocks.some(({ shares }) => shares.some((held) => held.kind === kind));
}

/** A slice with the known names, merged where cutting made them equal; none if it has no known name. */
function knownShares({ kind, slice }: Share): readonly Share[] {
  const allowed = KNOWN[kind];
  const { names, shares, changes } = slice;
  const ours = [...new Set(names.filter((name) => allowed === null || allowed.includes(name)))];
  if (ours.length === 0) return [];
  if (ours.length === names.length) return [{ kind, slice }];
  const into = names.map((name) => ours.indexOf(name));
  const left = new Float64Array(changes.length * ours.length);
  for (let column = 0; column < changes.length; column++)
    into.forEach((place, i) => {
      const at = column * ours.length + place;
      if (place >= 0) left[at] = left[at] + shares[column * names.length + i];
    });
  const merged = { names: ours, shares: left, changes };
  const { rounded } = slice;
  if (rounded === undefined) return [{ kind, slice: merged }];
  const exactEnds = ours.map((_, place) =>
    into.every((at, i) => at !== place || rounded.exactEnds[i] === true),
  );
  const byUpTo = rounded.byUpTo.map((error) => error * names.length);
  return [{ kind, slice: { ...merged, rounded: { byUpTo, exactEnds } } }];
}
