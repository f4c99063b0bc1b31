/** The line about a digest: what it is, what was left out, a button to open the trace itself, and last its resolution. */
import type { ReactNode } from 'react';
import { coarseWords } from '../../../drawing/panels/build/digest-guard';
import { laneLetter } from '../../../drawing/surface/lane-styles';
import { hostOf } from '../../../drawing/view/origin';
import type { TimeRange } from '../../../drawing/view/view';
import { plural } from '../../../engine/base/text/figures';
import type { DigestFacts, Snapshot, WindowAnswer } from '../../../engine/reading/contract/snapshot';
import { Button } from '../../controls/button';
import { columnWords, lackedWords } from '../../controls/digest-words';
import { filePicker } from '../../controls/open-button';
import { useApp } from '../../controls/use-app';
import { useStore } from '../../controls/use-store';
import { pageLinks } from '../../navigation/page-link';
import { runSource } from '../../state/lab/run-source';
import { exampleOf } from '../../state/traces/examples';
import type { OpenTrace } from '../../state/traces/open-trace';

/** Share of the visible range that counts as fully drawn: the last column of a trace is cut. */
const DRAWN_SHARE = 0.99;

/** True where the digest has no columns of part of the visible range, as far as the trace goes. */
function isOutside(answer: WindowAnswer | null, visible: TimeRange, extent: TimeRange): boolean {
  const fromUs = Math.max(visible.fromUs, extent.fromUs);
  const toUs = Math.min(visible.toUs, extent.toUs);
  if (answer === null || toUs <= fromUs) return false;
  const { window } = answer;
  if (window.columns === 1) return true;
  const endUs = window.fromUs + window.columns * window.columnUs;
  const drawnUs = Math.min(toUs, endUs) - Math.max(fromUs, window.fromUs);
  return drawnUs < (toUs - fromUs) * DRAWN_SHARE;
}

function recordedWords({ originMs }: DigestFacts): string {
  const date = originMs === null ? null : new Date(originMs);
  if (date === null || Number.isNaN(date.getTime())) return '';
  return ` Time 0 is ${date.toISOString().replace('T', ' ').replace(/Z$/, ' UTC')}.`;
}

/** What was left out of the digest, and of those beside it. */
function lackedOf({ set }: OpenTrace): readonly string[] {
  const { members } = set;
  return members.flatMap(({ trace }, place) => {
    const facts = trace.snapshot.get()?.digest;
    const words = facts === undefined ? '' : lackedWords(facts);
    if (words === '') return [];
    return members.length === 1 ? [words] : [`${laneLetter(place)}: ${words}`];
  });
}

/** Several lines are folded: they would push the comparison off the screen. */
function Lacked({ of: lines }: { readonly of: readonly string[] }): ReactNode {
  const shown = lines.map((words) => (
    <p key={words} className="digest-lacks">
      {words}
    </p>
  ));
  if (lines.length < 2) return shown;
  return (
    <details>
      <summary>Panels and details were left out of {plural(lines.length, 'trace')} to make it small</summary>
      {shown}
    </details>
  );
}

interface DigestLineProps {
  readonly trace: OpenTrace;
  readonly snapshot: Snapshot;
}

export function DigestLine({ trace, snapshot }: DigestLineProps): ReactNode {
  const app = useApp();
  const answer = useStore(trace.answer);
  useStore(trace.view);
  const { digest: facts } = snapshot;
  if (facts === undefined || trace.digest === null) return null;
  const { ref } = trace.digest;
  const made = ref?.kind === 'run' ? runSource(ref) : ref?.kind === 'example' ? exampleOf(ref.id) : null;
  return (
    <section className="message message-note digest-line" data-testid="digest" aria-label="Digest">
      <p>
        <strong>Digest:</strong> this is a summary of a trace, not the trace. It holds no events and no single
        packets.{recordedWords(facts)}
      </p>
      <Lacked of={lackedOf(trace)} />
      <p role="status" data-testid="digest-limit">
        {answer !== null && coarseWords({ answer, viewport: trace.viewport })}
        {isOutside(answer, trace.viewport, trace.extent) &&
          ' Nothing is drawn where the digest has no values. Zoom out, or open the trace itself.'}
      </p>
      <div className="link-actions">
        {made !== null ? (
          <Button data-testid="digest-open" onClick={() => app.files.open(made)}>
            {made.kind === 'run' ? 'Simulate the run again' : 'Open the example itself'}
          </Button>
        ) : ref?.kind === 'src' ? (
          <Button data-testid="digest-open" onClick={() => app.feature(pageLinks).openAddress(ref.url)}>
            Open the trace from {hostOf(ref.url)}
          </Button>
        ) : ref?.kind === 'stored' ? (
          <Button data-testid="digest-open" onClick={() => void app.feature(pageLinks).openStored(ref)}>
            Open the trace from the store
          </Button>
        ) : (
          <Button data-testid="digest-open" onClick={() => app.feature(filePicker).pick()}>
            Choose the trace file
          </Button>
        )}
        <span className="fine">{ref === null ? UNKNOWN : REPLACED}</span>
      </div>
      <p className="fine">Its values are the smallest and largest of {columnWords({ facts })}.</p>
    </section>
  );
}

const REPLACED = 'When opened here, the trace replaces its digest, with this view and these notes.';
const UNKNOWN = 'Which trace it was made from is not known: open the trace in another tab of this page.';
