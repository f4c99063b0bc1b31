/**
 * Messages between the thread that replays a trace and the one that judges its sender. Types only.
 *
 *   replay   ◄── ready ──────────────    judge      once, when its code is there
 *            ── feed ────────────────►              what is new, at most `MAX_AHEAD` ahead of `fed`
 *            ◄── fed {run, isWrong} ──              for each; wrong: the rows are needed again, from the first one
 *            ── end ─────────────────►              after the last feed
 *            ◄── judged {judgement} ──              null: the rows are needed again, and the end after them
 */
import type { PlainJudgement, SenderEnd, SenderFeed } from '../../sender/congestion';

/** Feeds that may wait for the judge. */
export const MAX_AHEAD = 4;

export type ToJudge =
  | { readonly type: 'feed'; readonly feed: SenderFeed }
  | { readonly type: 'end'; readonly end: SenderEnd };

export type FromJudge =
  | { readonly type: 'ready' }
  | { readonly type: 'fed'; readonly run: number; readonly isWrong: boolean }
  | { readonly type: 'judged'; readonly run: number; readonly judgement: PlainJudgement | null };
