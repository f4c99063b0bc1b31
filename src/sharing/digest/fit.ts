/**
 * Reduces a digest to a byte budget. One ordered list says what is dropped: first columns finer than a
 * screen, then details of findings, panels from the least to the most useful, and at last columns
 * and levels whose loss is visible. The most detailed digest that fits is used, and it lists what it lacks.
 */
import { withoutRemarks } from '../../engine/base/text/remarks';
import type { Finding } from '../../engine/findings/finding/finding';
import { coarsen } from './coarsen';
import {
  type Block,
  type Digest,
  type GivenUp,
  MAX_CLOSE_UPS,
  MAX_INFLATED_BYTES,
  MAX_ROWS,
  NO_VERDICT,
} from './digest';
import { heldBlock, heldFields } from './held-parts';
import type { PanelNeeds } from './make';
import { MAX_OUTLINE_POINTS, reducedOutline } from './outline';
import { packDigest } from './pack';

/** How much of a digest stays. */
export interface Detail {
  /** Maximum columns of the visible range; the whole trace has a quarter as many. */
  readonly columns: number;
  /** See `writeScale`. */
  readonly levels: number;
  /** Panels up to this rank are dropped. */
  readonly rank: number;
  readonly evidence: GivenUp['evidence'];
  readonly reasons: boolean;
  /** Maximum findings, of a set those with more than their title: the selected one, then the first ones. */
  readonly findings: number;
  readonly notes: boolean;
  /** Maximum close-ups with a picture: of the selected finding, then of the first ones. */
  readonly closeUps: number;
  /** Maximum points of what had arrived, in the outline; 0 for no outline, which a set holds at its least. */
  readonly points: number;
  /** Maximum rows of streams, and of requests, each; the life of a connection is held where its panel is. */
  readonly rows: number;
  /** A set holds the outlines of its traces. */
  readonly compares: boolean;
}

/** Points of what had arrived that are enough for a verdict. */
const LEAST_POINTS = 16;

/** Columns of a close-up: the picture is not much wider. */
export const CLOSE_UP_COLUMNS = 256;

/** The whole trace has this many times fewer columns than the visible range. */
export const WHOLE_SHARE = 4;

export const FULL_DETAIL: Detail = {
  columns: 4096,
  levels: 4095,
  rank: 0,
  evidence: 'none',
  reasons: true,
  findings: 500,
  notes: true,
  closeUps: MAX_CLOSE_UPS,
  points: MAX_OUTLINE_POINTS,
  rows: MAX_ROWS,
  compares: true,
};

type Change = Partial<Detail>;

/** In the order in which details are dropped. */
const CHANGES: readonly Change[] = [
  { levels: 1023 },
  { columns: 2048 },
  { columns: 1024 },
  { rows: 32 },
  { closeUps: 4 },
  { points: 64 },
  { evidence: 'of-notes' },
  { points: LEAST_POINTS },
  { rows: 8 },
  { rank: 1 },
  { rank: 2 },
  { rank: 3 },
  { points: 0 },
  { closeUps: 1 },
  { rank: 4 },
  { reasons: false },
  { rank: 5 },
  { columns: 512 },
  { rank: 6 },
  { columns: 256 },
  { rank: 7 },
  { closeUps: 0 },
  { levels: 255 },
  { findings: 3 },
  { evidence: 'of-one' },
  { findings: 1 },
  { columns: 128 },
  { evidence: 'all' },
  { columns: 64 },
  { notes: false },
  { columns: 32 },
  { compares: false },
];

function detailsOf(changes: readonly Change[]): readonly Detail[] {
  const details = [FULL_DETAIL];
  let detail = FULL_DETAIL;
  for (const change of changes) {
    detail = { ...detail, ...change };
    details.push(detail);
  }
  return details;
}

/** From full detail to the minimum. */
export const DETAILS: readonly Detail[] = detailsOf(CHANGES);

export interface Fitted {
  readonly digest: Digest;
  /** As `encodeDigest` gives it. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Whoever opens it takes it. */
  readonly canBeRead: boolean;
}

/** What stays longest. */
export interface Priorities {
  /** What each panel uses. */
  readonly needs: readonly PanelNeeds[];
  /** Key of the selected finding; null for none. */
  readonly finding: string | null;
  /** Of the other digests of a set, in their order; left out for a digest of one trace. */
  readonly others?: readonly Priorities[];
}

/** Reduces a digest to a level of detail, all traces of a set to the same. */
export function reduceTo(digest: Digest, priorities: Priorities, detail: Detail): Digest {
  const isSet = digest.others.length > 0;
  const own =
    isSet && detail.compares ? { ...detail, points: Math.max(LEAST_POINTS, detail.points) } : detail;
  const others = digest.others.map(({ ref, digest: other }, i) => ({
    ref,
    digest: reduceOne(other, priorities.others?.[i] ?? { needs: [], finding: null }, own, isSet),
  }));
  return { ...reduceOne(digest, priorities, own, isSet), others };
}

/** @param isOfSet every finding stays in the list: who looks at the set counts those that both have, or one alone. */
function reduceOne(
  digest: Digest,
  { needs, finding: selected }: Priorities,
  detail: Detail,
  isOfSet: boolean,
): Digest {
  const { columns, evidence, reasons, findings: most, notes, points, rows } = detail;
  const outline = digest.outline && (points > 0 ? reducedOutline(digest.outline, points) : null);
  const held = needs.filter(({ id }) => digest.panels.held.includes(id));
  const isGivenUp = ({ rank }: PanelNeeds): boolean => rank !== null && rank <= detail.rank;
  const dropped = held.filter(isGivenUp).sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0));
  const left = held.filter((panel) => !isGivenUp(panel));
  const series = new Set(left.flatMap((panel) => panel.series));
  const parts = new Set(left.flatMap((panel) => panel.parts));
  const first = digest.findings.find(({ key }) => key === selected) ?? digest.findings[0];
  const others = digest.findings.filter((finding) => finding !== first).slice(0, most - 1);
  const included = digest.findings.filter((finding) => finding === first || others.includes(finding));
  const closeUps = digest.closeUps
    .filter(({ key }) => included.some((finding) => finding.key === key))
    .slice(0, detail.closeUps);
  const isDrawn = ({ key }: Finding): boolean => closeUps.some((one) => one.key === key);
  const detailed = (finding: Finding): Finding => ({
    ...finding,
    closeUp: reasons || isDrawn(finding) ? finding.closeUp : null,
    evidence: isProven(evidence, finding.severity, finding === first) ? finding.evidence : [],
    why: reasons ? finding.why : '',
    next: reasons ? finding.next : '',
  });
  const findings = digest.findings.flatMap((finding) => {
    if (included.includes(finding)) return detailed(finding);
    return isOfSet ? byTitleOnly(finding) : [];
  });
  return {
    ...digest,
    catalogue: digest.catalogue.filter(({ id }) => series.has(id)),
    findings,
    notFound: reasons
      ? digest.notFound.map((closest) => ({
          ...closest,
          evidence: evidence === 'none' ? closest.evidence : [],
        }))
      : [],
    notJudged: reasons ? digest.notJudged : [],
    models: digest.models && (reasons ? digest.models : withoutCandidates(digest)),
    notes: notes ? digest.notes : [],
    panels: { held: left.map(({ id }) => id), empty: digest.panels.empty },
    givenUp: {
      panels: [...digest.givenUp.panels, ...dropped.map(({ id }) => id)],
      evidence,
      reasons: !reasons,
      findings:
        digest.givenUp.findings + withoutRemarks(digest.findings).length - withoutRemarks(findings).length,
      notes: digest.givenUp.notes + (notes ? 0 : digest.notes.length),
      closeUps: included.filter((finding) => finding.closeUp !== null && !isDrawn(finding)).length,
      outline: digest.givenUp.outline || (digest.outline !== null && outline === null),
    },
    outline,
    ...heldFields(digest, parts, rows),
    blocks: digest.blocks.map((block, i) =>
      coarsen(reducedBlock(block, series, parts), i === 0 ? columns : columns / WHOLE_SHARE),
    ),
    closeUps: closeUps.map(({ key, block }) => ({
      key,
      block: coarsen(block, Math.min(CLOSE_UP_COLUMNS, columns)),
    })),
  };
}

function byTitleOnly({ key, id, title, severity, startUs, endUs, confidence }: Finding): Finding {
  return {
    key,
    id,
    title,
    severity,
    startUs,
    endUs,
    confidence,
    verdict: NO_VERDICT,
    variant: null,
    exit: null,
    cause: null,
    cost: null,
    closedLoop: null,
    closeUp: null,
    evidence: [],
    why: '',
    next: '',
    panels: [],
  };
}

/** Whether the evidence of a finding stays. */
function isProven(given: GivenUp['evidence'], severity: string, isFirst: boolean): boolean {
  switch (given) {
    case 'none':
      return true;
    case 'of-notes':
      return severity !== 'info';
    case 'of-one':
      return isFirst;
    case 'all':
      return false;
  }
}

/** Leaves only the drawn model and the nearest one, and the ids of the best: the trace does not tell them apart. */
function withoutCandidates({ models, model }: Digest): Digest['models'] {
  if (models === null) return null;
  const nearest = models.best[0] ?? models.candidates[0]?.id;
  const ids: readonly string[] = [nearest, model?.id].filter((id) => id !== undefined);
  return {
    ...models,
    candidates: models.candidates.filter(({ id }) => ids.includes(id)),
    groups: models.groups
      .map((group) => group.filter((id) => ids.includes(id)))
      .filter(({ length }) => length > 0),
  };
}

/** Shares that no panel gives up: the lane of the account is part of no panel. */
const ALWAYS: readonly string[] = ['states', 'regions', 'account'];

function reducedBlock(block: Block, series: ReadonlySet<string>, parts: ReadonlySet<string>): Block {
  const isHeld = (kind: string): boolean => ALWAYS.includes(kind) || parts.has(kind);
  return {
    ...block,
    series: block.series.filter(({ id }) => series.has(id) || id.startsWith('model/')),
    shares: block.shares.filter(({ kind }) => isHeld(kind)),
    ...heldBlock(block, parts),
  };
}

/**
 * The most detailed digest per budget, found by binary search in the list of details.
 * @param budgets maximum bytes, in any order.
 * @returns one per budget; null where not even the smallest fits.
 */
export function fitDigest(
  digest: Digest,
  priorities: Priorities,
  budgets: readonly number[],
): readonly (Fitted | null)[] {
  const made = new Map<Detail, Fitted>();
  const make = (detail: Detail): Fitted => {
    const memo = made.get(detail);
    if (memo !== undefined) return memo;
    const reduced = reduceTo(digest, priorities, detail);
    const { bytes, inflatedBytes } = packDigest(reduced, detail.levels);
    const fitted = { digest: reduced, bytes, canBeRead: inflatedBytes <= MAX_INFLATED_BYTES };
    made.set(detail, fitted);
    return fitted;
  };
  return budgets.map((budget) => {
    let fitted: Fitted | null = null;
    let from = 0;
    let to = DETAILS.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      const tried = make(DETAILS[middle]);
      if (tried.bytes.length > budget || !tried.canBeRead) from = middle + 1;
      else {
        fitted = tried;
        to = middle;
      }
    }
    return fitted;
  });
}
