/**
 * What the streams of a table carried in a window, and what of it was acknowledged: summed from steps where there are so many
 * frames that each would take too long (sum-steps.ts), and where columns are whole steps; otherwise from the frames.
 */
import { lowerBound } from '../../base/columns/growable';
import type { ColumnWindow } from '../../base/columns/series';
import { FATE_MASK, PacketFate } from '../transport/packet-fate';
import { inAckedOrder } from './acked-order';
import { framesIn } from './frames-in';
import type { StreamTable } from './stream-table';
import { SumSteps, stepUsOf, type TakeSum } from './sum-steps';

/** Frames of a trace from which on steps are made. */
const MANY_FRAMES = 1 << 17;

type Direction = 'sent' | 'received';

export class StreamSums {
  readonly #table: StreamTable;
  readonly #many: number;
  readonly #steps = new Map<Direction | 'acked', SumSteps>();

  /** @param many frames from which on steps are made. */
  constructor(table: StreamTable, many = MANY_FRAMES) {
    this.#table = table;
    this.#many = many;
  }

  /** The STREAM frames of a direction. */
  carried(direction: Direction, window: ColumnWindow, take: TakeSum): void {
    const steps = this.#stepsOf(direction, window);
    if (steps !== null) {
      steps.within(window, take);
      return;
    }
    const { fromUs, columnUs } = window;
    this.#each(direction, window, (stream, bytes, again, timeUs) =>
      take(stream, bytes, again, Math.floor((timeUs - fromUs) / columnUs)),
    );
  }

  /**
   * Those that were acknowledged, by the time of the ACK.
   * @param sinceUs no frame that was sent earlier is asked for: packets that were sent before the window may be acknowledged in it.
   */
  acked(window: ColumnWindow, sinceUs: number, take: TakeSum): void {
    const steps = this.#stepsOf('acked', window);
    if (steps !== null) steps.within(window, take);
    else this.#ackedOneByOne(window, sinceUs, take);
  }

  /** Null where frames are taken one by one. */
  #stepsOf(what: Direction | 'acked', window: ColumnWindow): SumSteps | null {
    const { state, length } = this.#table;
    const { sent, received } = state.streams;
    if (sent.length + received.length < this.#many) return null;
    const stepUs = stepUsOf(state.lastUs - state.firstUs);
    if (window.columnUs < stepUs) return null;
    const memo = this.#steps.get(what);
    const steps = memo ?? new SumSteps(length, state.firstUs, stepUs);
    if (memo === undefined) {
      this.#steps.set(what, steps);
      if (what === 'acked') this.#fillAcked(steps);
      else this.#each(what, null, (stream, bytes, again, timeUs) => steps.add(stream, timeUs, bytes, again));
    }
    return steps.fits(window) ? steps : null;
  }

  #fillAcked(steps: SumSteps): void {
    const { streams, ledger } = this.#table.state;
    const { holder, stream, bytes, length } = streams.sent;
    const [holders, ordinals, sizes] = [holder.reader(), stream.reader(), bytes.reader()];
    let frame = 0;
    inAckedOrder(ledger.application, (row, timeUs) => {
      if (holders.at(frame) !== row) frame = holder.lowerBound(row);
      for (; frame < length && holders.at(frame) === row; frame++)
        steps.add(ordinals.at(frame), timeUs, sizes.at(frame), 0);
    });
  }

  /** @param window null for all frames. */
  #each(
    direction: Direction,
    window: ColumnWindow | null,
    take: (stream: number, bytes: number, again: number, timeUs: number) => void,
  ): void {
    const { state, resent, repeated } = this.#table;
    const again = direction === 'sent' ? resent : repeated;
    const frames = again.frame.view();
    let next = -1;
    framesIn(state, direction, window ?? wholeOf(state), (stream, bytes, timeUs, frame) => {
      if (next < 0) next = lowerBound(frames, frame);
      const isAgain = frames[next] === frame;
      take(stream, bytes, isAgain ? again.bytes.at(next) : 0, timeUs);
      if (isAgain) next++;
    });
  }

  #ackedOneByOne({ fromUs, columnUs, columns }: ColumnWindow, sinceUs: number, take: TakeSum): void {
    const { streams, ledger } = this.#table.state;
    const packets = ledger.application;
    const toUs = fromUs + columns * columnUs;
    const { fates, settledAfterUs } = packets.fateColumns;
    const { holder, stream, bytes, length } = streams.sent;
    const [holders, ordinals, sizes] = [holder.reader(), stream.reader(), bytes.reader()];
    const sentUs = packets.sentTimesUs.reader();
    for (let i = holder.lowerBound(lowerBound(packets.sentTimesUs, sinceUs)); i < length; i++) {
      const packet = holders.at(i);
      const timeUs = sentUs.at(packet);
      if (!(timeUs < toUs)) return;
      const fate = fates[packet] & FATE_MASK;
      if (fate !== PacketFate.acked && fate !== PacketFate.spurious) continue;
      const ackedUs = timeUs + settledAfterUs[packet];
      if (ackedUs < fromUs || ackedUs >= toUs) continue;
      take(ordinals.at(i), sizes.at(i), 0, Math.floor((ackedUs - fromUs) / columnUs));
    }
  }
}

function wholeOf({ firstUs, lastUs }: StreamTable['state']): ColumnWindow {
  return { fromUs: firstUs, columnUs: lastUs - firstUs + 1, columns: 1 };
}
