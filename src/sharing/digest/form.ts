/**
 * The encoding of a digest, version 11, field by field: an allow-list. Other fields of a snapshot, a
 * finding or a summary are not written. Blocks are in `blocks.ts`; version and compression in
 * `pack.ts`.
 */
import type { SeriesInfo } from '../../engine/base/columns/series';
import type { EntrySpacing } from '../../engine/base/columns/state-timeline';
import type { OriginMark } from '../../engine/base/text/origin-marks';
import type {
  ClosedLoopCost,
  CloseUp,
  CloseUpStep,
  Cost,
  Course,
  Evidence,
  Explanation,
  Finding,
  KnownDefect,
  NotFound,
  NotJudged,
} from '../../engine/findings/finding/finding';
import type { ModelSummary } from '../../engine/reading/contract/parts';
import type { Ending, LossKindFigures, Message, TraceSummary } from '../../engine/reading/contract/snapshot';
import type { TimeSpan } from '../../engine/sender/transport/connectivity/connectivity';
import { type Anchor, MAX_KEY_LENGTH, MAX_NOTE_LENGTH, MAX_NOTES, type Note } from '../notes/note';
import { accountForm } from './account-form';
import { type BlockForm, block } from './blocks';
import {
  type Codec,
  flag,
  lines,
  list,
  nullable,
  number,
  oneOf,
  optional,
  record,
  share,
  text,
  whole,
} from './codec';
import {
  type CloseUpColumns,
  type Digest,
  type DigestConnection,
  type GivenUp,
  MAX_CLOSE_UPS,
  MAX_OTHERS,
  MAX_REF,
  type OtherDigest,
} from './digest';
import { outlineForm } from './outline';
import { connectivityForm, requestsForm, streamsForm, trafficForm } from './traffic-form';
import * as words from './words';

const short = text(100);
const line = text(600);
const paragraph = text(2000);
const keys = list(text(MAX_KEY_LENGTH), 64);
const big = whole(Number.MAX_SAFE_INTEGER);

/** What the version says: what a digest of an older one does not hold. */
const lacking = <T>(value: T): Codec<T> => ({ write: () => undefined, read: () => value });

const evidenceFields = {
  id: short,
  name: line,
  value: number,
  unit: oneOf(words.EVIDENCE_UNITS),
  threshold: line,
  holds: flag,
  needed: flag,
  panel: nullable(short),
};

type WrittenEvidence = Omit<Evidence, 'statesInName'>;
const evidenceV2 = record<WrittenEvidence>({
  ...evidenceFields,
  normal: lacking(''),
  deciding: lacking(false),
});
const evidence = record<WrittenEvidence>({ ...evidenceFields, normal: line, deciding: flag });

const closeUp = record<CloseUp>({
  fromUs: number,
  toUs: number,
  steps: list(record<CloseUpStep>({ timeUs: number, kind: oneOf(words.CLOSE_UP_KINDS), text: line }), 8),
});

const knownDefect = record<KnownDefect>({
  implementation: short,
  version: nullable(short),
  standing: oneOf(words.STANDINGS),
  versions: nullable(short),
  fixedIn: nullable(short),
  reference: short,
  words: line,
});

/** In the order in which every version writes them. */
const findingFields = (row: Codec<WrittenEvidence>) => ({
  key: text(MAX_KEY_LENGTH),
  id: short,
  title: line,
  severity: oneOf(words.SEVERITIES),
  startUs: number,
  endUs: number,
  verdict: paragraph,
  confidence: share,
  variant: nullable(short),
  exit: nullable(short),
  cause: nullable(short),
  closedLoop: nullable(record<ClosedLoopCost>({ bytes: number, us: number, words: paragraph })),
  evidence: list(row, 64),
  why: paragraph,
  next: paragraph,
  panels: keys,
});

type WrittenFinding = Omit<Finding, 'statesInVerdict' | 'times'>;

const addedInV2 = {
  knownDefect: optional(knownDefect),
  explainedBy: optional(record<Explanation>({ key: text(MAX_KEY_LENGTH), title: line })),
};
/** Version 1 holds no known defects, and not what explains a finding. */
const findingV1: Codec<WrittenFinding> = record<
  Omit<WrittenFinding, keyof typeof addedInV2 | 'course' | 'label'>
>({
  ...findingFields(evidenceV2),
  closeUp: lacking(null),
  cost: lacking(null),
});
/** Version 2 holds no close-ups, not what is normal, and nothing of what happened around a finding. */
const findingV2: Codec<WrittenFinding> = record<Omit<WrittenFinding, 'course' | 'label'>>({
  ...findingFields(evidenceV2),
  ...addedInV2,
  closeUp: lacking(null),
  cost: lacking(null),
});
const fieldsV3 = {
  ...findingFields(evidence),
  ...addedInV2,
  label: optional(line),
  course: optional(
    record<Course>({
      arrivedBytes: number,
      beforeUs: number,
      beforeBytes: number,
      highestRate: number,
      longestWaitUs: number,
      lostPackets: number,
      lastLossUs: number,
      reducedUs: number,
      reducedFromBytes: number,
      reducedToBytes: number,
    }),
  ),
  closeUp: nullable(closeUp),
};
/** Before version 9 a digest does not hold what findings cost by the account. */
const findingV8 = record<WrittenFinding>({ ...fieldsV3, cost: lacking(null) });
const findingV9 = record<WrittenFinding>({
  ...fieldsV3,
  cost: nullable(record<Cost>({ heldUs: number, lostUs: nullable(number), provedShare: share })),
});
const findingOf = (version: number): Codec<WrittenFinding> =>
  [findingV1, findingV2][version - 1] ?? (version < 9 ? findingV8 : findingV9);

const notFoundFields = { id: short, title: line, reason: paragraph, startUs: number, endUs: number };
const notFoundV2 = record<NotFound>({ ...notFoundFields, evidence: list(evidenceV2, 64) });
const notFound = record<NotFound>({ ...notFoundFields, evidence: list(evidence, 64) });

type WrittenSummary = Omit<
  TraceSummary,
  | 'ecnUnusable'
  | 'statesAreNoPhases'
  | 'leastCreditBytes'
  | 'leastStreamCreditBytes'
  | 'path'
  | 'datagramsSent'
  | 'rttSamples'
>;
const summaryFields = {
  implementation: nullable(short),
  implementationVersion: nullable(short),
  qlogVersion: short,
  container: nullable(oneOf(words.CONTAINERS)),
  compression: oneOf(words.COMPRESSIONS),
  vantagePoint: oneOf(words.ROLES),
  side: oneOf(words.SIDES),
  durationUs: number,
  events: big,
  skippedRecords: big,
  sentBytes: number,
  packetsSent: big,
  packetsLost: number,
  lossesKnown: flag,
  lossMethod: oneOf(words.LOSS_METHODS_WRITTEN),
  spuriousLosses: number,
  transitions: big,
  states: keys,
  recoveryPeriods: big,
  ptos: record<TraceSummary['ptos']>({
    method: oneOf(words.PTO_METHODS_WRITTEN),
    count: big,
    spurious: big,
    mostConsecutive: big,
    persistentCongestion: big,
  }),
  minRttUs: number,
  smoothedRttUs: number,
  cwndMinBytes: number,
  cwndMaxBytes: number,
  datagramBytes: number,
};
type AddedInV6 = 'streams' | 'requests' | 'handshake';
type AddedLater = 'lossKinds' | AddedInV6 | 'marks' | 'account';

/** Versions 1 and 2 hold no goodput, and not how the connection ended. */
const summaryV2: Codec<WrittenSummary> =
  record<Omit<WrittenSummary, 'goodputBytes' | 'ending' | AddedLater>>(summaryFields);
const addedInV3 = {
  goodputBytes: optional(number),
  ending: optional(
    record<Ending>({
      how: oneOf(words.ENDINGS),
      by: oneOf(words.ENDED_BY),
      space: oneOf(words.ERROR_SPACES),
      code: number,
      timeUs: number,
    }),
  ),
};
/** Versions 3 and 4 do not hold what dropped the lost packets. */
const summaryV3: Codec<WrittenSummary> = record<Omit<WrittenSummary, AddedLater>>({
  ...summaryFields,
  ...addedInV3,
});
const lossKindsOf = (later: Codec<number>): Codec<LossKindFigures | undefined> =>
  optional(
    record<LossKindFigures>({
      counts: record<LossKindFigures['counts']>({
        'queue-full': big,
        policed: big,
        burst: big,
        random: big,
        'too-large': later,
        unknown: later,
      }),
      benign: big,
    }),
  );
/** Before version 8 each loss has one of the first four kinds. */
const addedInV5 = { lossKinds: lossKindsOf(lacking(0)) };
/** Version 5 holds nothing of streams and requests, and not how the connection came about. */
const summaryV5: Codec<WrittenSummary> = record<Omit<WrittenSummary, AddedInV6 | 'marks' | 'account'>>({
  ...summaryFields,
  ...addedInV3,
  ...addedInV5,
});
const addedInV6 = {
  streams: optional(big),
  requests: optional(big),
  handshake: optional(record<TimeSpan>({ fromUs: number, toUs: number })),
};
/** Version 6 does not hold how the log came about. */
const summaryV6: Codec<WrittenSummary> = record<Omit<WrittenSummary, 'marks' | 'account'>>({
  ...summaryFields,
  ...addedInV3,
  ...addedInV5,
  ...addedInV6,
});
const fieldsV7 = {
  ...summaryFields,
  ...addedInV3,
  ...addedInV5,
  ...addedInV6,
  marks: optional(list<OriginMark>(oneOf(words.MARKS), words.MARKS.length)),
};
const summaryV7: Codec<WrittenSummary> = record<Omit<WrittenSummary, 'account'>>(fieldsV7);
const fieldsV8 = { ...fieldsV7, lossKinds: lossKindsOf(big) };
/** Before version 10 it is not held what held the sender. */
const summaryV8: Codec<WrittenSummary> = record<Omit<WrittenSummary, 'account'>>(fieldsV8);
const summaryV10 = record<WrittenSummary>({ ...fieldsV8, account: optional(accountForm) });
const summaryOf = (version: number): Codec<WrittenSummary> =>
  [summaryV2, summaryV2, summaryV3, summaryV3, summaryV5, summaryV6, summaryV7][version - 1] ??
  (version < 10 ? summaryV8 : summaryV10);

const connection = record<DigestConnection>({
  index: whole(1e6),
  count: whole(1e7),
  title: nullable(line),
  role: oneOf(words.ROLES),
  side: oneOf(words.SIDES),
  receivedBytes: number,
  groupId: nullable(text(200)),
  odcid: nullable(text(200)),
});

const series = record<SeriesInfo>({
  id: text(60),
  name: short,
  unit: oneOf(words.SERIES_UNITS),
  shape: oneOf(words.SHAPES),
  origin: oneOf(words.ORIGINS),
});

type Candidate = ModelSummary['candidates'][number];
/** An id of a growing list: an unknown id names no model and is harmless. */
const candidateId = text(60) as Codec<string> as Codec<Candidate['id']>;

const modelFields = {
  openLoop: { write: () => undefined, read: () => true } satisfies Codec<true>,
  notJudged: nullable(oneOf(words.NO_MODEL_REASONS)),
  candidates: list(
    record<Candidate>({
      id: candidateId,
      name: short,
      source: short,
      reductionScore: share,
      reductions: big,
      growthScore: share,
      refuted: big,
      fit: share,
      firstDivergenceUs: number,
    }),
    32,
  ),
  best: list(candidateId, 32),
  fits: flag,
  groups: list(list(candidateId, 32), 32),
  firstDivergenceUs: number,
};
/** Before version 5 it is not held why no controller is named. */
const modelsV4: Codec<ModelSummary> = record<Omit<ModelSummary, 'unnamed'>>(modelFields);
const modelsV5 = record<ModelSummary>({
  ...modelFields,
  unnamed: optional(nullable(oneOf(words.UNNAMED))),
});

const time = record<{ timeUs: number }>({ timeUs: number });
const range = record<{ fromUs: number; toUs: number }>({ fromUs: number, toUs: number });
const ANCHORS: readonly Anchor['kind'][] = ['time', 'range', 'finding'];
const anchorKind = oneOf(ANCHORS);

const anchor: Codec<Anchor> = {
  write(writer, value) {
    anchorKind.write(writer, value.kind);
    if (value.kind === 'time') time.write(writer, value);
    else if (value.kind === 'range') range.write(writer, value);
    else text(MAX_KEY_LENGTH).write(writer, value.key);
  },
  read(reader) {
    const kind = anchorKind.read(reader);
    if (kind === 'time') return { kind, timeUs: time.read(reader).timeUs };
    if (kind === 'range') return { kind, ...range.read(reader) };
    return { kind, key: text(MAX_KEY_LENGTH).read(reader) };
  },
};

const bins: Codec<Float64Array<ArrayBuffer>> = {
  write: (writer, values) => list(big, 200).write(writer, [...values]),
  read: (reader) => Float64Array.from(list(big, 200).read(reader)),
};

const spacing = record<EntrySpacing>({
  state: text(60),
  counts: bins,
  binUs: number,
  total: big,
  medianUs: number,
});

const EVIDENCE_LEFT: readonly GivenUp['evidence'][] = ['none', 'of-notes', 'of-one', 'all'];

/** @param blocks its version is that of the form, 1 to `DIGEST_VERSION`. */
export function form(blocks: BlockForm): Codec<Digest> {
  const fields = fieldsOf(blocks);
  if (blocks.version < 4) return record<Digest>(fields);
  const other = record<OtherDigest>({ ref: text(MAX_REF), digest: record<Digest>(fields) });
  return record<Digest>({ ...fields, others: list(other, MAX_OTHERS) });
}

/** Of one trace: without others. */
function fieldsOf(blocks: BlockForm): { readonly [K in keyof Digest]-?: Codec<Digest[K]> } {
  const { version } = blocks;
  const hasCloseUps = version > 2;
  const hasOutline = version > 3;
  const hasStreams = version > 5;
  return {
    name: nullable(text(255)),
    originMs: nullable(number),
    link: text(10_000),
    extent: range,
    summary: summaryOf(version),
    holdsAccount: lacking(version >= 10),
    connection,
    catalogue: list(series, 64),
    findings: list(findingOf(version), 500),
    notJudged: list(record<NotJudged>({ id: short, title: line, reason: paragraph }), 64),
    notFound: list(hasCloseUps ? notFound : notFoundV2, 64),
    messages: list(
      record<Omit<Message, 'entry' | 'file'>>({
        kind: text(60),
        level: oneOf(words.LEVELS),
        text: paragraph,
        places: list(line, 5),
      }),
      64,
    ),
    messagesLeftOut: big,
    models: nullable(version < 5 ? modelsV4 : modelsV5),
    noBoundary: nullable(paragraph),
    notes: list(record<Note>({ id: text(20), text: lines(MAX_NOTE_LENGTH), anchor }), MAX_NOTES),
    panels: record<Digest['panels']>({ held: keys, empty: keys }),
    givenUp: record<GivenUp>({
      panels: keys,
      evidence: oneOf(EVIDENCE_LEFT),
      reasons: flag,
      findings: big,
      notes: big,
      closeUps: hasCloseUps ? big : lacking(0),
      outline: hasOutline ? flag : lacking(false),
    }),
    model: nullable(
      record<NonNullable<Digest['model']>>({
        id: short,
        freeFromUs: nullable(number),
        name: short,
        counterfactual: nullable(
          record<{ setUs: number; firstDivergenceUs: number }>({ setUs: number, firstDivergenceUs: number }),
        ),
      }),
    ),
    visible: range,
    spacing: nullable(spacing),
    rttUs: number,
    blocks: list(block(blocks), 2),
    closeUps: hasCloseUps
      ? list(record<CloseUpColumns>({ key: text(MAX_KEY_LENGTH), block: block(blocks) }), MAX_CLOSE_UPS)
      : lacking([]),
    outline: hasOutline ? nullable(outlineForm) : lacking(null),
    streams: hasStreams ? nullable(streamsForm(version)) : lacking(null),
    requests: hasStreams ? nullable(requestsForm(version)) : lacking(null),
    connectivity: hasStreams ? nullable(connectivityForm) : lacking(null),
    traffic: hasStreams ? nullable(trafficForm) : lacking(null),
    others: lacking([]),
  };
}
