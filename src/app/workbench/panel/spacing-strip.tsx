/**
 * The times between entries into recovery: their number and median in a line, which opens to their distribution over 0 to
 * 4 round trips and longer, with the RTT marked.
 */
import { type ReactNode, useCallback, useRef } from 'react';
import { longestBinWords, paintSpacing, spacingWords } from '../../../drawing/panels/oscillation';
import type { WindowAnswer } from '../../../engine/reading/contract/snapshot';
import { useApp } from '../../controls/use-app';
import type { OpenTrace } from '../../state/traces/open-trace';
import { canvasSurface } from '../paint/canvas-surface';
import { pixelRatio } from '../paint/environment';
import { paletteOf, themeKey } from '../paint/page-palette';
import { usePainter } from '../paint/use-painter';

const WIDTH = 288;
const HEIGHT = 44;

export function SpacingStrip({ trace }: { readonly trace: OpenTrace }): ReactNode {
  const app = useApp();
  const canvas = useRef<HTMLCanvasElement | null>(null);
  const words = useRef<HTMLElement | null>(null);
  const end = useRef<HTMLSpanElement | null>(null);
  const painted = useRef<{ readonly answer: WindowAnswer; readonly look: string } | null>(null);
  const paint = useCallback(() => {
    const answer = trace.answer.get();
    if (answer === null || canvas.current === null || words.current === null || end.current === null) return;
    const look = `${themeKey(app)} ${pixelRatio()}`;
    if (painted.current?.answer === answer && painted.current.look === look) return;
    painted.current = { answer, look };
    const surface = canvasSurface(canvas.current, WIDTH, HEIGHT, pixelRatio());
    if (surface === null) return;
    surface.clear();
    (canvas.current.parentElement as HTMLElement).hidden = answer.spacing === null;
    paintSpacing(surface, answer, paletteOf(app));
    const text = spacingWords(answer, trace.snapshot.get()?.digest);
    words.current.textContent = text;
    canvas.current.setAttribute('aria-label', `Spacing between entries into recovery: ${text}`);
    const { spacing } = answer;
    end.current.textContent = spacing === null ? '' : longestBinWords(spacing);
  }, [app, trace]);
  usePainter(trace.set, paint);
  return (
    <details className="spacing" data-testid="spacing">
      {/* Until the first answer comes. */}
      <summary ref={words} tabIndex={-1}>
        Spacing between entries into recovery
      </summary>
      <div className="spacing-plot">
        <canvas ref={canvas} role="img" aria-label="Spacing between entries into recovery" />
        <div className="spacing-axis" aria-hidden="true">
          <span>0</span>
          {/* The range is always four round trips. */}
          <span className="spacing-rtt">RTT</span>
          <span ref={end} />
        </div>
      </div>
    </details>
  );
}
