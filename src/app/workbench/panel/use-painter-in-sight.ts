/**
 * When a panel is drawn: in sight in the frame after a change, or one panel in a frame where only more of a trace was read;
 * out of sight not before it comes into it. What is printed is drawn: a panel that waits is left out.
 */
import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { useApp } from '../../controls/use-app';
import type { OpenSet } from '../../state/traces/open-trace';
import { usePainter } from '../paint/use-painter';
import { panelSight } from './panel-sight';

/** Tracks whether a panel is in sight; calls `onEnter` when it comes into it. */
function useInSight(
  section: RefObject<HTMLElement | null>,
  id: string,
  onEnter: () => void,
): RefObject<boolean> {
  const app = useApp();
  const inSight = useRef(false);
  useEffect(() => {
    const element = section.current;
    if (element === null) return;
    return app.feature(panelSight).follow(element, id, (isInSight) => {
      inSight.current = isInSight;
      if (isInSight) onEnter();
    });
  }, [app, section, id, onEnter]);
  return inSight;
}

/** What was shown when a set was drawn: the range, and how far its traces were read. */
interface Seen {
  readonly range: string;
  readonly read: readonly unknown[];
}

function seenOf({ members, viewport: { fromUs, toUs } }: OpenSet): Seen {
  const read = members.flatMap(({ trace: { answer, snapshot } }) => [answer.get()?.revision, snapshot.get()]);
  return { range: `${fromUs} ${toUs}`, read };
}

/** True where more was read, and the same range is shown: of another one all panels are drawn, so that they stay aligned. */
function hasOnlyGrown(before: Seen, now: Seen): boolean {
  return before.range === now.range && now.read.some((part, at) => part !== before.read[at]);
}

/** @param id of the panel. @param draw must be stable, it is the key under which it is scheduled. */
export function usePainterInSight(
  set: OpenSet,
  section: RefObject<HTMLElement | null>,
  id: string,
  draw: () => void,
): void {
  const app = useApp();
  const repaint = useRef<() => void>(() => undefined);
  const enter = useCallback(() => repaint.current(), []);
  const onEnter = useCallback(() => app.scheduler.invalidate(enter), [app, enter]);
  const inSight = useInSight(section, id, onEnter);
  const seen = useRef<Seen | null>(null);
  const paint = useCallback(() => {
    const isLoading = set.members.some(({ trace }) => trace.state === 'loading');
    const before = seen.current;
    seen.current = seenOf(set);
    section.current?.toggleAttribute('data-waits', !inSight.current);
    if (!inSight.current) return;
    const canWait = before === null ? isLoading : hasOnlyGrown(before, seen.current);
    if (canWait) app.scheduler.oneByOne(draw);
    else draw();
  }, [app, set, section, draw, inSight]);
  repaint.current = paint;
  usePainter(set, paint);
  useEffect(() => () => app.scheduler.forget(draw), [app, draw]);
}
