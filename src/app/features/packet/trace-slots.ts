/** The packet's parts of the trace screen: its box, its name beside the pointer, its marks over the panels. */
import {
  type PaintedPacket,
  paintPacketMarks,
  paintPacketTime,
} from '../../../drawing/painters/paint-packet';
import type { PacketFacts, PacketMark } from '../../../engine/reading/contract/packet-facts';
import type { CanvasLayer, TraceSlots } from '../../workbench/slots';
import { PacketBox } from './packet-box';
import type { DrawnPackets } from './packet-tool';
import '../../workbench/styles';
import './packet.css';
import { clickPoint, movePointer, POINTED_PANELS, packetTool } from './pointed-packets';

function timesOf(mark: PacketMark | PacketFacts): PaintedPacket {
  const { sentUs, fate, settledUs } = mark;
  if ('ackedUs' in mark) return { sentUs, ackedUs: mark.ackedUs, lostUs: mark.lostUs };
  const isAcked = fate === 'acknowledged' || fate === 'lost and acknowledged';
  return {
    sentUs,
    ackedUs: isAcked ? settledUs : Number.NaN,
    lostUs: fate === 'lost' ? settledUs : Number.NaN,
  };
}

const canvasLayer: CanvasLayer<DrawnPackets> = {
  value: (trace) => trace.feature(packetTool).drawn,
  paint(surface, viewport, { hovered, selected }, palette, _, { panel, painted }) {
    if (!POINTED_PANELS.includes(panel)) return;
    for (const mark of [hovered, selected]) {
      if (mark === null) continue;
      const times = timesOf(mark);
      const isSelected = mark === selected;
      if (panel !== 'sequence') {
        const timeUs = panel === 'loss' ? times.lostUs : times.sentUs;
        paintPacketTime(surface, viewport, timeUs, palette, isSelected);
      } else if (painted.packets !== undefined)
        paintPacketMarks(surface, viewport, times, painted.packets.y(mark), palette, isSelected);
    }
  },
  pointer: { panels: POINTED_PANELS, onMove: movePointer, onClick: clickPoint },
};

export const traceSlots: TraceSlots = {
  cards: [{ place: 'float', part: 'The packet', Content: PacketBox }],
  canvasLayer,
};
