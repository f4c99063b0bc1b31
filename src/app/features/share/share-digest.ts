/**
 * Data of the share dialog: requests two windows of columns from each trace of the set, then makes a digest for each budget
 * and one for a file. Words and buttons are left to `share-form.tsx`, digests to `src/sharing/digest`.
 */

import { missingOf, sidePanels } from '../../../drawing/panels/registry';
import { laneLetter } from '../../../drawing/surface/lane-styles';
import { type TimeRange, visibleRange } from '../../../drawing/view/view';
import { withoutRemarks, withRemarks } from '../../../engine/base/text/remarks';
import type { Finding } from '../../../engine/findings/finding/finding';
import type { Outline } from '../../../engine/reading/contract/outline';
import type { ShareOptions } from '../../../engine/reading/contract/share-options';
import type { CloseUpAnswer, Snapshot, WindowAnswer } from '../../../engine/reading/contract/snapshot';
import { redactOrigin } from '../../../engine/service/redaction/redact';
import { digestFacts } from '../../../sharing/digest/answer';
import { surveyWindow } from '../../../sharing/digest/coarsen';
import { type Digest, MAX_CLOSE_UPS, MAX_FILE_BYTES, SURVEYED_ROWS } from '../../../sharing/digest/digest';
import {
  CLOSE_UP_COLUMNS,
  type Fitted,
  FULL_DETAIL,
  fitDigest,
  type Priorities,
  reduceTo,
  WHOLE_SHARE,
} from '../../../sharing/digest/fit';
import { FILE_MAGIC } from '../../../sharing/digest/magic';
import { makeDigest, type PanelNeeds, surveyedParts } from '../../../sharing/digest/make';
import { encodeDigest, fileOf, toBase64url } from '../../../sharing/digest/pack';
import { formatTrace } from '../../../sharing/link/trace-refs';
import { answerIfAny } from '../../backend/backend';
import { heldOfSet, heldWords } from '../../controls/digest-words';
import type { FragmentOptions } from '../../navigation/page-fragment';
import { type PageLinks, pageLinks } from '../../navigation/page-link';
import type { AppState } from '../../state/app-state';
import { traceNotes } from '../../state/notes/file-notes';
import { closeUpAnswers } from '../../state/traces/close-up-answers';
import type { OpenSet, OpenTrace } from '../../state/traces/open-trace';
import { outlineAnswer } from '../../state/traces/outline-answer';
import type { Allowed } from './store/put-view';

/** Maximum data bytes in a link, and their labels in the dialog. */
export const BUDGETS = [
  { bytes: 2048, label: '2 KB' },
  { bytes: 8192, label: '8 KB' },
  { bytes: 32_768, label: '32 KB' },
] as const;

export interface Survey {
  readonly snapshot: Snapshot;
  readonly visible: TimeRange;
  readonly fine: WindowAnswer;
  readonly whole: WindowAnswer | null;
  readonly closeUps: readonly CloseUpAnswer[];
  readonly outline: Outline | null;
  readonly needs: readonly PanelNeeds[];
  /** Key of the selected finding. */
  readonly finding: string | null;
  readonly empty: readonly string[];
}

export type SetSurvey = readonly { readonly trace: OpenTrace; readonly survey: Survey }[];

/** Requests the shown data from the trace. @returns null where it is not fully read, or has no duration. */
async function surveyOf(app: AppState, trace: OpenTrace): Promise<Survey | null> {
  const snapshot = trace.snapshot.get();
  const { extent } = trace;
  if (snapshot?.phase !== 'ready' || extent.toUs <= extent.fromUs) return null;
  const view = trace.view.get();
  const visible = partOf(visibleRange(view, extent), extent);
  const shown = sidePanels(app.choices.get(), snapshot);
  const missing = (id: string): boolean =>
    shown.some((panel) => panel.id === id && missingOf(panel, snapshot) !== null);
  const held = shown.filter(({ id, digestRank }) => digestRank !== null && !missing(id));
  const needs = held.map(({ id, series, parts = [], digestRank = null }) => ({
    id,
    series,
    parts,
    rank: digestRank,
  }));
  const wanted = needs.flatMap(({ series }) => series);
  const ask = (range: TimeRange, columns: number, leastUs: number): Promise<WindowAnswer | null> =>
    answerIfAny(
      trace.request(
        'window',
        {
          window: surveyWindow(range, columns, leastUs),
          visible: range,
          series: snapshot.catalogue.map(({ id }) => id).filter((id) => wanted.includes(id)),
          parts: surveyedParts(needs),
          ...SURVEYED_ROWS,
          model: view.model,
        },
        { supersedes: 'survey' },
      ),
    );
  // A digest holds no columns finer than its own.
  const widths = (snapshot.digest?.blocks ?? []).map(({ columnUs }) => columnUs);
  const fine = await ask(visible, FULL_DETAIL.columns, widths[0] ?? 0);
  const whole =
    view.range === null
      ? null
      : await ask(extent, FULL_DETAIL.columns / WHOLE_SHARE, widths[widths.length - 1] ?? 0);
  const outline = await outlineAnswer(trace);
  const closeUps = await closeUpAnswers(trace, withCloseUps(snapshot, view.chosen), CLOSE_UP_COLUMNS);
  if (fine === null || (view.range !== null && whole === null)) return null;
  if (trace.snapshot.get()?.connection !== snapshot.connection) return null;
  const empty = shown.filter(({ id, digestRank }) => digestRank !== null && missing(id)).map(({ id }) => id);
  return { snapshot, visible, fine, whole, closeUps, outline, needs, empty, finding: view.chosen };
}

/** The part of what the set shows that a trace has; all of a trace that has none of it. */
function partOf({ fromUs, toUs }: TimeRange, extent: TimeRange): TimeRange {
  const part = { fromUs: Math.max(fromUs, extent.fromUs), toUs: Math.min(toUs, extent.toUs) };
  return part.toUs > part.fromUs ? part : extent;
}

/** Surveys of all traces of a set, the lead first. @returns null where one of them gives none. */
export async function surveysOf(app: AppState, set: OpenSet): Promise<SetSurvey | null> {
  const surveys = await Promise.all(
    set.members.map(async ({ trace }) => {
      const survey = await surveyOf(app, trace);
      return survey && { trace, survey };
    }),
  );
  return surveys.includes(null) ? null : surveys.filter((one) => one !== null);
}

/** Findings whose close-ups a digest may hold, the selected one first. */
function withCloseUps(snapshot: Snapshot, selected: string | null): readonly Finding[] {
  const some = withRemarks(snapshot).filter(({ closeUp }) => closeUp !== null);
  return [...some.filter(({ key }) => key === selected), ...some.filter(({ key }) => key !== selected)].slice(
    0,
    MAX_CLOSE_UPS,
  );
}

export interface Offer {
  readonly url: string;
  readonly bytes: number;
  readonly words: ContentWords;
}

export interface ContentWords {
  readonly all: string;
  /** Of each trace of a set; empty for one trace. */
  readonly each: readonly string[];
}

export interface Offers {
  /** One per budget; null where not even the least fits. */
  readonly links: readonly (Offer | null)[];
  readonly file: { readonly bytes: Uint8Array<ArrayBuffer>; readonly words: ContentWords };
}

function wordsOf(digest: Digest): ContentWords {
  const traces = [digest, ...digest.others.map((other) => other.digest)];
  const contents = traces.map((one) => {
    const { findings, extent, notes } = one;
    return { findings: withoutRemarks(findings), extent, notes: notes.length, facts: digestFacts(one) };
  });
  const words = contents.map(heldWords);
  if (words.length === 1) return { all: words.join(), each: [] };
  const isCompared = traces.every(({ outline }) => outline !== null);
  const lacks = isCompared ? '' : ' Without the figures for a comparison.';
  return { all: `${heldOfSet(contents)}${lacks}`, each: words.map((one, i) => `${laneLetter(i)}: ${one}`) };
}

/** Makes the links and the file, redacted by the options; of a set they hold all its traces. */
export async function offersOf(app: AppState, set: SetSurvey, allowed: Allowed): Promise<Offers> {
  const { options } = allowed;
  const pageLink = app.feature(pageLinks);
  const [lead, ...others] = set.map(({ trace, survey }) => ownDigest(trace, survey, allowed)) as [
    Digest,
    ...Digest[],
  ];
  const refs = set.slice(1).map(({ trace }) => refOf(pageLink, trace, options));
  const digest: Digest = {
    ...lead,
    others: others.map((other, i) => ({ ref: refs[i] ?? '', digest: other })),
  };
  const [first, ...rest] = set.map(({ survey }): Priorities => survey) as [Priorities, ...Priorities[]];
  const priorities: Priorities = { ...first, others: rest };
  // A digest holds what its link names: no other open trace is named.
  const optionsOf: FragmentOptions['optionsOf'] = (_, isShown) => (isShown ? options : null);
  const numberOf: FragmentOptions['numberOf'] = (trace) => {
    const at = set.findIndex((one) => one.trace === trace);
    return at < 0 ? null : at + 1;
  };
  const offer = async (fitted: Fitted | null): Promise<Offer | null> => {
    if (fitted === null) return null;
    const encoded = toBase64url(fitted.bytes);
    const url = await pageLink.linkTo(await pageLink.fragment({ optionsOf, digest: encoded, numberOf }));
    return { url, bytes: fitted.bytes.length, words: wordsOf(fitted.digest) };
  };
  const fitted = fitDigest(
    digest,
    priorities,
    BUDGETS.map(({ bytes }) => bytes),
  );
  const inFile = await pageLink.fragment({ optionsOf, digest: null, numberOf, alone: true });
  return {
    links: await Promise.all(fitted.map(offer)),
    file: fileOffer({ ...digest, link: inFile?.text ?? '' }, priorities),
  };
}

/** A digest of one trace stays whole; several share what a file may have. */
function fileOffer(digest: Digest, priorities: Priorities): Offers['file'] {
  const isSet = digest.others.length > 0;
  const [fitted = null] = isSet ? fitDigest(digest, priorities, [MAX_FILE_BYTES - FILE_MAGIC.length]) : [];
  const whole = fitted?.digest ?? reduceTo(digest, priorities, FULL_DETAIL);
  const packed = fitted?.bytes ?? encodeDigest(whole, FULL_DETAIL.levels);
  return { bytes: fileOf(packed), words: wordsOf(whole) };
}

function ownDigest(trace: OpenTrace, survey: Survey, { options, notes }: Allowed): Digest {
  const { snapshot, visible, fine, whole, closeUps, outline, needs, empty } = survey;
  return makeDigest({
    snapshot,
    visible,
    fine,
    whole,
    closeUps,
    outline,
    options,
    panels: { held: needs, empty },
    fileName: trace.name,
    notes: notes ? trace.feature(traceNotes).current.get().book.notes : [],
    link: '',
  });
}

/** How a link may name the trace; null where it may not. */
function refOf(pageLink: PageLinks, { file }: OpenTrace, options: ShareOptions): string | null {
  const ref = pageLink.originNow(file) ?? null;
  const shared = ref && redactOrigin(ref, options);
  return shared && formatTrace(shared);
}
