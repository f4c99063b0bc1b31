/**
 * A digest that fits into so many bytes. What is given up stands in one list, in its order: first columns that no
 * screen shows, then what is said beside the findings, panels from the least to the most telling, and at last columns
 * and levels that are seen to be missing. The richest digest that fits is taken, and it says what it lacks.
 */
import { coarsen } from './coarsen';
import type { Block, Digest, GivenUp } from './digest';
import type { PanelNeeds } from './make';
import { encodeDigest } from './pack';

/** How much of a digest is kept. */
export interface Detail {
  /** Most columns of the visible range; the whole trace beside it has a quarter as many. */
  readonly columns: number;
  /** See `writeScale`. */
  readonly levels: number;
  /** Panels up to this rank are given up. */
  readonly rank: number;
  readonly evidence: GivenUp['evidence'];
  readonly reasons: boolean;
  /** Most findings: the one looked at, then the most severe ones. */
  readonly findings: number;
  readonly notes: boolean;
}

/** The whole trace beside the visible range has so many times fewer columns. */
export const WHOLE_SHARE = 4;

export const FULL_DETAIL: Detail = {
  columns: 4096,
  levels: 4095,
  rank: 0,
  evidence: 'none',
  reasons: true,
  findings: 500,
  notes: true,
};

type Change = Partial<Detail>;

/** In the order in which it is given up. */
const CHANGES: readonly Change[] = [
  { levels: 1023 },
  { columns: 2048 },
  { columns: 1024 },
  { evidence: 'of-notes' },
  { rank: 1 },
  { rank: 2 },
  { rank: 3 },
  { rank: 4 },
  { reasons: false },
  { rank: 5 },
  { columns: 512 },
  { rank: 6 },
  { columns: 256 },
  { rank: 7 },
  { levels: 255 },
  { findings: 3 },
  { evidence: 'of-one' },
  { findings: 1 },
  { columns: 128 },
  { evidence: 'all' },
  { columns: 64 },
  { notes: false },
  { columns: 32 },
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

/** From all to next to nothing. */
export const DETAILS: readonly Detail[] = detailsOf(CHANGES);

export interface Fitted {
  readonly digest: Digest;
  /** As `encodeDigest` gives it. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** What is to be kept before anything else of its kind. */
export interface Priorities {
  /** What each panel reads. */
  readonly needs: readonly PanelNeeds[];
  /** Key of the finding that is looked at; null for none. */
  readonly finding: string | null;
}

/** The digest with no more than a detail allows. */
export function reduceTo(digest: Digest, { needs, finding: looked }: Priorities, detail: Detail): Digest {
  const { columns, evidence, reasons, findings: most, notes } = detail;
  const held = needs.filter(({ id }) => digest.panels.held.includes(id));
  const isGivenUp = ({ rank }: PanelNeeds): boolean => rank !== null && rank <= detail.rank;
  const dropped = held.filter(isGivenUp).sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0));
  const kept = held.filter((panel) => !isGivenUp(panel));
  const series = new Set(kept.flatMap((panel) => panel.series));
  const parts = new Set(kept.flatMap((panel) => panel.parts));
  const first = digest.findings.find(({ key }) => key === looked) ?? digest.findings[0];
  const others = digest.findings.filter((finding) => finding !== first).slice(0, most - 1);
  const told = digest.findings.filter((finding) => finding === first || others.includes(finding));
  const findings = told.map((finding) => ({
    ...finding,
    evidence: isProven(evidence, finding.severity, finding === first) ? finding.evidence : [],
    why: reasons ? finding.why : '',
    next: reasons ? finding.next : '',
  }));
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
    panels: { held: kept.map(({ id }) => id), empty: digest.panels.empty },
    givenUp: {
      panels: [...digest.givenUp.panels, ...dropped.map(({ id }) => id)],
      evidence,
      reasons: !reasons,
      findings: digest.givenUp.findings + digest.findings.length - findings.length,
      notes: digest.givenUp.notes + (notes ? 0 : digest.notes.length),
    },
    blocks: digest.blocks.map((block, i) =>
      coarsen(reducedBlock(block, series, parts), i === 0 ? columns : columns / WHOLE_SHARE),
    ),
  };
}

/** Whether a finding keeps its evidence. */
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

/** Only the run that is drawn and the best one are told of. */
function withoutCandidates({ models, model }: Digest): Digest['models'] {
  if (models === null) return null;
  const ids: readonly string[] = [...models.best.slice(0, 1), ...(model === null ? [] : [model.id])];
  return {
    ...models,
    candidates: models.candidates.filter(({ id }) => ids.includes(id)),
    groups: models.groups
      .map((group) => group.filter((id) => ids.includes(id)))
      .filter(({ length }) => length > 0),
    best: models.best.slice(0, 1),
  };
}

function reducedBlock(block: Block, series: ReadonlySet<string>, parts: ReadonlySet<string>): Block {
  const isKept = (kind: string): boolean => kind === 'states' || kind === 'regions' || parts.has(kind);
  return {
    ...block,
    series: block.series.filter(({ id }) => series.has(id) || id.startsWith('model/')),
    shares: block.shares.filter(({ kind }) => isKept(kind)),
    ptos: parts.has('ptos') ? block.ptos : null,
  };
}

/**
 * The richest digest for each of some budgets, found by halving the list of details.
 * @param budgets most bytes, in any order.
 * @returns one per budget; null where not even the least fits.
 */
export function fitDigest(
  digest: Digest,
  priorities: Priorities,
  budgets: readonly number[],
): readonly (Fitted | null)[] {
  const made = new Map<Detail, Fitted>();
  const make = (detail: Detail): Fitted => {
    const known = made.get(detail);
    if (known !== undefined) return known;
    const reduced = reduceTo(digest, priorities, detail);
    const fitted = { digest: reduced, bytes: encodeDigest(reduced, detail.levels) };
    made.set(detail, fitted);
    return fitted;
  };
  return budgets.map((budget) => {
    let fitted: Fitted | null = null;
    let from = 0;
    let to = DETAILS.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      const tried = make(DETAILS[middle] as Detail);
      if (tried.bytes.length > budget) from = middle + 1;
      else {
        fitted = tried;
        to = middle;
      }
    }
    return fitted;
  });
}
