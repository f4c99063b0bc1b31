/** Connects the packet tool to an open trace: its requests, its mark, and which packet a point of a panel means. */
import type { PacketMark, PacketSearch } from '../../../engine/reading/contract/packet-facts';
import type { FeatureState } from '../../state/feature-states';
import type { OpenTrace } from '../../state/traces/open-trace';
import type { PlotPoint } from '../../workbench/slots';
import { PacketTool } from './packet-tool';

export const POINTED_PANELS: readonly string[] = ['sequence', 'loss', 'pto'];
/** Marks farther away are not meant, CSS pixels. */
const REACH_PX = 20;

export const packetTool: FeatureState<OpenTrace, PacketTool> = {
  create(trace) {
    const tool = new PacketTool({
      find: (search, signal) => trace.ask('packetSearch', { search }, { signal }),
      facts: (name, signal, onProgress) => trace.ask('packetFacts', { ...name }, { signal, onProgress }),
      select: (name) => trace.selectPacket(name),
      onActivity: () => trace.changed(),
    });
    trace.busyWhile(() => tool.pending);
    const grow = (): void => {
      const snapshot = trace.snapshot.get();
      if (snapshot === null) tool.startOver();
      else tool.grow(snapshot.revision);
    };
    trace.snapshot.subscribe(grow);
    trace.view.subscribe(() => tool.follow(trace.view.get().packet));
    grow();
    tool.follow(trace.view.get().packet);
    return tool;
  },
};

/** A digest holds no single packets. */
export function hasPackets(trace: OpenTrace): boolean {
  return trace.digest === null && (trace.snapshot.get()?.summary.packetsSent ?? 0) > 0;
}

/** Which packet a point of a panel means; null where it can mean none. */
export function searchAt(trace: OpenTrace, { panel, painted, timeUs, y }: PlotPoint): PacketSearch | null {
  const { fromUs, toUs, width } = trace.viewport;
  if (!hasPackets(trace) || width === 0) return null;
  const usPerPx = (toUs - fromUs) / width;
  if (panel !== 'sequence') {
    const kind = panel === 'loss' ? 'lost-near' : 'probe-near';
    return { kind, timeUs, withinUs: REACH_PX * usPerPx };
  }
  if (painted.packets === undefined) return null;
  return { kind: 'near', timeUs, usPerPx, withinPx: REACH_PX, ...painted.packets.at(y) };
}

export function movePointer(trace: OpenTrace, point: PlotPoint | null): void {
  const tool = trace.feature(packetTool);
  const search = point && searchAt(trace, point);
  tool.enter(search !== null);
  if (point !== null && search !== null)
    tool.hover({ search, clientX: point.clientX, clientY: point.clientY });
}

/** Selects the packet that a click means: the only one of its set. */
export function clickPoint(trace: OpenTrace, point: PlotPoint): void {
  const search = searchAt(trace, point);
  if (search === null) return;
  const tool = trace.feature(packetTool);
  tool.choose(search, () => {
    tool.dock.set(farFrom(point.clientY));
    for (const other of trace.set.members) if (other.trace !== trace) other.trace.selectPacket(null);
  });
}

/** Selects the packet that was sent nearest to the cursor, or to the middle of what is visible; its number does not matter. */
export function selectAtCursor(trace: OpenTrace): void {
  const { fromUs, toUs } = trace.viewport;
  if (!hasPackets(trace)) return;
  const timeUs = trace.readoutUs ?? (fromUs + toUs) / 2;
  trace.feature(packetTool).choose({ kind: 'sent-near', timeUs }, (mark) => showPacket(trace, mark));
}

/** Selects the packet before or after the selected one. */
export function stepPacket(trace: OpenTrace, by: 1 | -1, among: 'sent' | 'lost'): void {
  trace.feature(packetTool).step(by, among, (mark) => showPacket(trace, mark));
}

/** Brings a packet into view, under the pinned cursor. */
function showPacket(trace: OpenTrace, { sentUs }: PacketMark): void {
  trace.showTime(sentUs);
  const plot = document.querySelector('[data-panel="sequence"] .plot')?.getBoundingClientRect();
  if (plot !== undefined) trace.feature(packetTool).dock.set(farFrom((plot.top + plot.bottom) / 2));
}

/** The edge of the window that is far from a height in it. */
function farFrom(clientY: number): 'top' | 'bottom' {
  return clientY > innerHeight / 2 ? 'top' : 'bottom';
}
