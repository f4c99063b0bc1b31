/**
 * The close-up on a finding's card: its picture, drawn when the part is opened, and below it the numbered steps, which say
 * the same in words.
 */
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import {
  closeUpHeight,
  closeUpPlotWidth,
  closeUpWords,
  drawCloseUp,
} from '../../../drawing/panels/close-up/close-up';
import { duration, instant } from '../../../engine/base/text/figures';
import type { CloseUp, Finding } from '../../../engine/findings/finding/finding';
import type { Snapshot, WindowAnswer } from '../../../engine/reading/contract/snapshot';
import { Button } from '../../controls/button';
import { useApp } from '../../controls/use-app';
import { useStore } from '../../controls/use-store';
import { canDraw, closeUpAnswer } from '../../state/traces/close-up-answers';
import type { OpenTrace } from '../../state/traces/open-trace';
import { canvasSheet } from '../../workbench/paint/canvas-sheet';
import { pixelRatio } from '../../workbench/paint/environment';
import { paletteOf, themeKey } from '../../workbench/paint/page-palette';

interface CloseUpPartProps {
  readonly trace: OpenTrace;
  readonly snapshot: Snapshot;
  readonly finding: Finding;
}

/** Nothing for a finding without a close-up. */
export function CloseUpPart({ trace, snapshot, finding }: CloseUpPartProps): ReactNode {
  const [open, setOpen] = useState(false);
  const { closeUp } = finding;
  if (closeUp === null) return null;
  const { fromUs, toUs, steps } = closeUp;
  const lengthUs = toUs - fromUs;
  return (
    <details
      data-testid="close-up"
      data-start-us={fromUs}
      data-end-us={toUs}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        Close-up: {duration(lengthUs)} in {steps.length} steps
      </summary>
      {open && (
        <>
          {canDraw(finding, snapshot) ? (
            <Picture trace={trace} finding={finding} closeUp={closeUp} />
          ) : (
            <p className="none">Its picture was left out of the digest.</p>
          )}
          <ol className="close-up-steps">
            {steps.map((step) => (
              <li key={`${step.kind} ${step.timeUs}`} data-kind={step.kind} data-time-us={step.timeUs}>
                {step.text} <span className="none">({instant(step.timeUs, lengthUs)})</span>
              </li>
            ))}
          </ol>
          <p className="finding-links">
            <Button className="link" onClick={() => trace.showRange({ fromUs, toUs })}>
              Zoom to it
            </Button>
          </p>
        </>
      )}
    </details>
  );
}

interface PictureProps {
  readonly trace: OpenTrace;
  readonly finding: Finding;
  readonly closeUp: CloseUp;
}

/** Its columns are asked for when it is shown, and again where its width changes. */
function Picture({ trace, finding, closeUp }: PictureProps): ReactNode {
  const app = useApp();
  const place = useRef<HTMLDivElement>(null);
  const width = useWidth(place);
  const [answer, setAnswer] = useState<WindowAnswer | null>(null);
  // A change of the theme draws it anew.
  useStore(app.choices);
  const theme = themeKey(app);
  useEffect(() => {
    if (width === 0) return;
    const wanted = new AbortController();
    closeUpAnswer(trace, finding, closeUpPlotWidth(width), wanted.signal).then(
      (answer) => {
        if (!wanted.signal.aborted && answer !== null) setAnswer(answer);
      },
      () => undefined,
    );
    return () => wanted.abort();
  }, [trace, finding, width]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the palette is taken anew where the theme has changed.
  useEffect(() => {
    const { current } = place;
    if (current === null || answer === null || width === 0) return;
    const picture = { closeUp, answer, width, palette: paletteOf(app), paper: null };
    const height = closeUpHeight(picture);
    const sheet = canvasSheet(width, height, pixelRatio());
    sheet.canvas.style.width = `${width}px`;
    sheet.canvas.style.height = `${height}px`;
    drawCloseUp(sheet, picture);
    current.replaceChildren(sheet.canvas);
  }, [app, answer, closeUp, width, theme]);
  return (
    <div
      ref={place}
      className="close-up-picture"
      role="img"
      aria-label={closeUpWords(closeUp)}
      data-drawn={answer !== null}
    />
  );
}

/** Width of an element in whole CSS pixels, 0 before it is laid out. */
function useWidth(place: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const { current } = place;
    if (current === null) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(current);
    return () => observer.disconnect();
  }, [place]);
  return width;
}
