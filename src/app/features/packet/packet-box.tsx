/**
 * The selected packet in a box beside the panels, in a small window at the edge that does not hide it; and the name of the packet
 * under the pointer, beside the pointer. Words come from packet-words.ts.
 */
import { type ReactNode, useEffect, useRef } from 'react';
import { laneLetter } from '../../../drawing/surface/lane-styles';
import { count } from '../../../engine/base/text/figures';
import type { PacketFacts } from '../../../engine/reading/contract/packet-facts';
import type { Snapshot } from '../../../engine/reading/contract/snapshot';
import { redact } from '../../../engine/service/redaction/redact';
import { Button } from '../../controls/button';
import { CopyButton } from '../../controls/copy-button';
import { shareOptionsOf } from '../../controls/save-file';
import { useApp } from '../../controls/use-app';
import { useSelected, useStore } from '../../controls/use-store';
import { showRecord } from '../../state/events/events-open';
import type { OpenTrace } from '../../state/traces/open-trace';
import type { TraceProps } from '../../workbench/slots';
import { followPacketKeys } from './packet-keys';
import type { SelectedPacket } from './packet-tool';
import { packetAsText, packetName, packetRows, packetSentence, pointedWords } from './packet-words';
import { packetTool } from './pointed-packets';

/** Of all traces of the set that the trace leads. */
export function PacketBox({ trace: { home } }: TraceProps): ReactNode {
  const app = useApp();
  useEffect(() => followPacketKeys(app, home), [app, home]);
  const lanes = useSelected(home.view, (view) => view.lanes);
  return home.members.map(({ trace }, place) => (
    <TracePacket key={trace.key} trace={trace} letter={lanes.length > 1 ? laneLetter(place) : null} />
  ));
}

interface TracePacketProps {
  readonly trace: OpenTrace;
  /** In its set; null where it is alone. */
  readonly letter: string | null;
}

function TracePacket({ trace, letter }: TracePacketProps): ReactNode {
  const selected = useStore(trace.feature(packetTool).selected);
  const snapshot = useStore(trace.snapshot);
  if (snapshot === null) return null;
  return (
    <>
      <Pointed trace={trace} />
      <p className="visually-hidden" aria-live="polite" data-testid="packet-announcement">
        {selected?.isComplete === true && selected.facts !== null
          ? packetSentence(selected.facts, snapshot.summary)
          : (selected?.error ?? '')}
      </p>
      {selected !== null && <Box trace={trace} letter={letter} selected={selected} snapshot={snapshot} />}
    </>
  );
}

/** The packet under the pointer; screen readers hear of the selected one only. */
function Pointed({ trace }: { readonly trace: OpenTrace }): ReactNode {
  const hovered = useStore(trace.feature(packetTool).hovered);
  if (hovered === null) return null;
  const { mark, clientX, clientY } = hovered;
  const isRight = clientX > innerWidth / 2;
  const isLow = clientY > innerHeight / 2;
  return (
    <p
      className="packet-pointed"
      data-testid="packet-pointed"
      data-packet={mark.packetNumber}
      data-space={mark.space}
      aria-hidden="true"
      style={{
        ...(isRight ? { right: innerWidth - clientX + 14 } : { left: clientX + 14 }),
        ...(isLow ? { bottom: innerHeight - clientY + 14 } : { top: clientY + 14 }),
      }}
    >
      {pointedWords(mark)}
    </p>
  );
}

interface BoxProps extends TracePacketProps {
  readonly selected: SelectedPacket;
  readonly snapshot: Snapshot;
}

function Box({ trace, letter, selected, snapshot }: BoxProps): ReactNode {
  const box = useRef<HTMLElement | null>(null);
  const dock = useStore(trace.feature(packetTool).dock);
  const { name, facts, error, isComplete } = selected;
  const key = `${name.space} ${name.packetNumber}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another packet is the reason to scroll
  useEffect(() => {
    const { current } = box;
    const side = current?.closest<HTMLElement>('.side');
    // Never the page: the packet was clicked in it.
    if (current !== null && side != null)
      side.scrollTop += current.getBoundingClientRect().top - side.getBoundingClientRect().top;
  }, [key]);
  const title = packetName(name);
  return (
    <section
      className="packet"
      ref={box}
      aria-label="Selected packet"
      data-testid="packet"
      data-packet={name.packetNumber}
      data-space={name.space}
      data-fate={facts?.fate}
      data-complete={isComplete}
      data-dock={dock}
    >
      <header className="packet-head">
        <h2>{letter === null ? title : `${letter}: ${title}`}</h2>
        <Button
          data-testid="close-packet"
          onClick={() => {
            // The focused button is removed.
            box.current?.closest<HTMLElement>('main')?.focus({ preventScroll: true });
            trace.selectPacket(null);
          }}
        >
          Close (Esc)
        </Button>
      </header>
      {error !== null && <p>{error}</p>}
      {error === null && facts === null && <p>Looking it up …</p>}
      {facts !== null && <Facts facts={facts} isComplete={isComplete} snapshot={snapshot} />}
      {facts !== null && <Actions trace={trace} facts={facts} isComplete={isComplete} snapshot={snapshot} />}
      <p className="packet-keys">
        <kbd>←</kbd> <kbd>→</kbd> the packet before, after it; <kbd>↓</kbd> <kbd>↑</kbd> the lost one
      </p>
    </section>
  );
}

interface FactsProps {
  readonly facts: PacketFacts;
  readonly isComplete: boolean;
  readonly snapshot: Snapshot;
}

function Facts({ facts, isComplete, snapshot }: FactsProps): ReactNode {
  return (
    <dl>
      {packetRows(facts, snapshot.summary).map(({ id, name, value, note }) => (
        <div key={id} data-fact={id}>
          <dt>{name}</dt>
          <dd>
            <span className="packet-value">{value}</span>
            {note !== '' && <span className="packet-note">{note}</span>}
          </dd>
        </div>
      ))}
      <div data-fact="frames">
        <dt>Frames</dt>
        <dd>
          <Frames facts={facts} isComplete={isComplete} />
        </dd>
      </div>
    </dl>
  );
}

function Frames({ facts, isComplete }: Omit<FactsProps, 'snapshot'>): ReactNode {
  const { frames, framesLeftOut, whyNoFrames } = facts;
  if (frames === null)
    return (
      <span className="packet-note">{isComplete ? `not known: ${whyNoFrames}` : 'reading the record …'}</span>
    );
  const lines = new Map<string, number>();
  return (
    <ul className="packet-frames">
      {frames.map(({ type, text }) => {
        const line = `${type} ${text}`;
        const times = (lines.get(line) ?? 0) + 1;
        lines.set(line, times);
        return (
          <li key={`${line} ${times}`}>
            <strong>{type}</strong> {text}
          </li>
        );
      })}
      {framesLeftOut > 0 && <li className="packet-note">{count(framesLeftOut)} more</li>}
    </ul>
  );
}

interface ActionsProps extends FactsProps {
  readonly trace: OpenTrace;
}

function Actions({ trace, facts, isComplete, snapshot }: ActionsProps): ReactNode {
  const app = useApp();
  const record = (label: string, testId: string, row: number): ReactNode =>
    !Number.isNaN(row) && (
      <Button data-testid={testId} onClick={() => showRecord(app, trace, row)}>
        {label}
      </Button>
    );
  return (
    <p className="packet-actions">
      {record('Show record', 'packet-record', facts.sentRow)}
      {record('Its ACK', 'packet-ack-record', facts.ackRow)}
      {record('Its loss', 'packet-loss-record', facts.lostRow)}
      <CopyButton
        key={`${facts.space} ${facts.packetNumber} ${isComplete}`}
        label="Copy"
        testId="copy-packet"
        text={isComplete ? () => copiedPacket(trace, snapshot, facts) : null}
      />
    </p>
  );
}

function copiedPacket(trace: OpenTrace, snapshot: Snapshot, facts: PacketFacts): string {
  const shared = redact({ name: trace.name, snapshot, packet: facts }, shareOptionsOf(trace));
  return packetAsText(shared.packet, shared.snapshot.summary);
}
