/**
 * Data of the share dialog: requests two windows of columns from the shown trace, then makes a digest for each budget
 * and one for a file. Words and buttons are left to `share-form.tsx`, digests to `src/sharing/digest`.
 */

import { missingOf, shownPanels } from '../../../drawing/panels/registry';
import { type TimeRange, visibleRange } from '../../../drawing/view/view';
import type { ShareOptions } from '../../../engine/contract/share-options';
import type { CloseUpAnswer, Snapshot, WindowAnswer } from '../../../engine/contract/snapshot';
import type { Finding } from '../../../engine/findings/detector';
import { digestFacts } from '../../../sharing/digest/answer';
import { surveyWindow } from '../../../sharing/digest/coarsen';
import { type Digest, MAX_CLOSE_UPS } from '../../../sharing/digest/digest';
import {
  CLOSE_UP_COLUMNS,
  type Fitted,
  FULL_DETAIL,
  fitDigest,
  reduceTo,
  WHOLE_SHARE,
} from '../../../sharing/digest/fit';
import { makeDigest, type PanelNeeds } from '../../../sharing/digest/make';
import { encodeFile, toBase64url } from '../../../sharing/digest/pack';
import { answerIfAny } from '../../backend/backend';
import type { AppState } from '../../state/app-state';
import { closeUpAnswers } from '../../state/close-up-answers';
import type { OpenTrace } from '../../state/open-trace';
import type { FragmentOptions } from '../links/address';
import { pageLinks } from '../links/page-link';
import { traceNotes } from '../notes/file-notes';
import { keptWords } from './digest-words';

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
  readonly needs: readonly PanelNeeds[];
  /** Key of the selected finding. */
  readonly finding: string | null;
  readonly empty: readonly string[];
}

/** Requests the shown data from the trace. @returns null where it is not fully read, or has no duration. */
export async function surveyOf(app: AppState, trace: OpenTrace): Promise<Survey | null> {
  const snapshot = trace.snapshot.get();
  const { extent } = trace;
  if (snapshot?.phase !== 'ready' || extent.toUs <= extent.fromUs) return null;
  const view = trace.view.get();
  const visible = visibleRange(view, extent);
  const shown = shownPanels(app.choices.get(), snapshot);
  const missing = (id: string): boolean =>
    shown.some((panel) => panel.id === id && missingOf(panel, snapshot) !== null);
  const held = shown.filter(({ id, digestRank }) => digestRank !== null && !missing(id));
  const needs = held.map(({ id, series, parts = [], digestRank = null }) => ({
    ...{ id, series, parts },
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
          parts: [...new Set(needs.flatMap(({ parts }) => parts))],
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
  const closeUps = await closeUpAnswers(trace, withCloseUps(snapshot, view.finding), CLOSE_UP_COLUMNS);
  if (fine === null || (view.range !== null && whole === null)) return null;
  if (trace.snapshot.get()?.connection !== snapshot.connection) return null;
  const empty = shown.filter(({ id, digestRank }) => digestRank !== null && missing(id)).map(({ id }) => id);
  return { snapshot, visible, fine, whole, closeUps, needs, empty, finding: view.finding };
}

/** Findings whose close-ups a digest may hold, the selected one first. */
function withCloseUps({ findings }: Snapshot, selected: string | null): readonly Finding[] {
  const some = findings.filter(({ closeUp }) => closeUp !== null);
  return [...some.filter(({ key }) => key === selected), ...some.filter(({ key }) => key !== selected)].slice(
    0,
    MAX_CLOSE_UPS,
  );
}

export interface Offer {
  readonly url: string;
  readonly bytes: number;
  /** What it contains, in words. */
  readonly words: string;
}

export interface Offers {
  /** The link to the view, as *Copy link* copies it everywhere. */
  readonly plain: string;
  /** Number of other traces that the plain link names. */
  readonly plainOthers: number;
  /** One per budget; null where not even the least fits. */
  readonly links: readonly (Offer | null)[];
  readonly file: { readonly bytes: Uint8Array<ArrayBuffer>; readonly words: string };
}

export interface Allowed {
  readonly options: ShareOptions;
  readonly notes: boolean;
}

function wordsOf(digest: Digest): string {
  const { findings, extent, notes } = digest;
  return keptWords({ findings, extent, notes: notes.length, facts: digestFacts(digest) });
}

/** Makes the links and the file, redacted by the options. */
export async function offersOf(
  app: AppState,
  trace: OpenTrace,
  survey: Survey,
  allowed: Allowed,
): Promise<Offers> {
  const { snapshot, visible, fine, whole, closeUps, needs, empty } = survey;
  const { options } = allowed;
  const pageLink = app.feature(pageLinks);
  const plain = await pageLink.viewLink();
  const digest = makeDigest({
    snapshot,
    visible,
    fine,
    whole,
    closeUps,
    panels: { held: needs, empty },
    fileName: trace.name,
    options,
    notes: allowed.notes ? trace.feature(traceNotes).current.get().book.notes : [],
    link: '',
  });
  // A digest is of one trace: its link names no others.
  const optionsOf: FragmentOptions['optionsOf'] = (_, isShown) => (isShown ? options : null);
  const offer = async (fitted: Fitted | null): Promise<Offer | null> => {
    if (fitted === null) return null;
    const encoded = toBase64url(fitted.bytes);
    const url = pageLink.linkTo(await pageLink.fragment({ optionsOf, digest: encoded }));
    return { url, bytes: fitted.bytes.length, words: wordsOf(fitted.digest) };
  };
  const fitted = fitDigest(
    digest,
    survey,
    BUDGETS.map(({ bytes }) => bytes),
  );
  const inFile = await pageLink.fragment({ optionsOf, digest: null });
  const full = reduceTo({ ...digest, link: inFile?.text ?? '' }, survey, FULL_DETAIL);
  return {
    plain: plain?.url ?? '',
    plainOthers: Math.max(0, (plain?.traces ?? 0) - 1),
    links: await Promise.all(fitted.map(offer)),
    file: { bytes: encodeFile(full, FULL_DETAIL.levels), words: wordsOf(full) },
  };
}
