/** What the data of one stream waited for: gaps and credit, the longest ones. */
import type { TimeSpan } from '../transport/connectivity/connectivity';
import type { TransportState } from '../transport/transport';
import { ByStream } from './by-stream';
import { UNFILLED, type WaitColumns } from './coverage';
import type { CreditWaits } from './credit-waits';
import { lostBefore, lostBetween } from './lost-packet';
import type { GapWait, StreamRow } from './stream-row';
import type { StreamTable } from './stream-table';

/** Of each kind in a row. */
const MOST = 64;

type Blocked = StreamRow['blocked'][number];

function longest<Span extends TimeSpan>(spans: readonly Span[]): readonly Span[] {
  const waits =
    spans.length <= MOST
      ? [...spans]
      : [...spans].sort((a, b) => b.toUs - b.fromUs - (a.toUs - a.fromUs)).slice(0, MOST);
  return waits.sort((a, b) => a.fromUs - b.fromUs || a.toUs - b.toUs);
}

/** Indexes of the waits of all streams; built when the first row is asked for. */
export class WaitIndex {
  readonly #table: StreamTable;
  readonly #gaps: readonly ByStream[];
  readonly #credit: readonly ByStream[];
  readonly #runs: readonly ByStream[];

  constructor(table: StreamTable) {
    const { length, acked, arrived, sentCredit, receivedCredit } = table;
    const both = [sentCredit, receivedCredit];
    this.#table = table;
    this.#gaps = [acked, arrived].map(({ waits }) => new ByStream(waits.stream.view(), length));
    this.#credit = both.map(({ stream }) => new ByStream(stream.view(), length));
    this.#runs = both.map(
      ({ runs }) =>
        new ByStream(
          runs.view().filter((_, i) => i % 3 === 0),
          length,
        ),
    );
  }

  gapsOf(stream: number): readonly GapWait[] {
    const { state, acked, arrived } = this.#table;
    const [sent, received] = this.#gaps as readonly [ByStream, ByStream];
    const spans = [
      ...Array.from(sent.of(stream), (at) => ({ at, isSent: true, ...spanAt(acked.waits, at) })),
      ...Array.from(received.of(stream), (at) => ({ at, isSent: false, ...spanAt(arrived.waits, at) })),
    ];
    return longest(spans).map(({ at, isSent, fromUs, toUs }) => {
      const waits = (isSent ? acked : arrived).waits;
      const [filling, beyond] = [waits.filling.at(at), waits.beyond.at(at)];
      const span = { fromUs, toUs, bytes: waits.bytes.at(at) };
      if (filling === UNFILLED) return { ...span, filledBy: Number.NaN, lostPacket: Number.NaN };
      return {
        ...span,
        filledBy: isSent ? sentNumber(state, filling) : receivedNumber(state, filling),
        lostPacket: isSent ? lostBefore(this.#table, filling) : lostBetween(state, { filling, beyond }),
      };
    });
  }

  blockedOf(stream: number): readonly Blocked[] {
    const { sentCredit, receivedCredit, opening } = this.#table;
    const opened = opening.get(stream);
    return longest([
      ...(opened === undefined ? [] : [{ ...opened, by: 'opening' } as const]),
      ...[sentCredit, receivedCredit].flatMap((credit, i) => [
        ...this.#ofStream(credit, i, stream),
        ...this.#withConnection(credit, i, stream),
      ]),
    ]);
  }

  #ofStream({ fromUs, toUs }: CreditWaits, direction: number, stream: number): readonly Blocked[] {
    const waits = this.#credit[direction]?.of(stream) ?? [];
    return Array.from(waits, (at) => ({ fromUs: fromUs.at(at), toUs: toUs.at(at), by: 'stream' }));
  }

  #withConnection({ runs, connection }: CreditWaits, direction: number, stream: number): readonly Blocked[] {
    const indexes = this.#runs[direction]?.of(stream) ?? [];
    return Array.from(indexes).flatMap((at) =>
      connection
        .slice(runs.at(at * 3 + 1), runs.at(at * 3 + 2))
        .map(({ fromUs, toUs }): Blocked => ({ fromUs, toUs, by: 'connection' })),
    );
  }
}

function spanAt({ fromUs, toUs }: WaitColumns, at: number): TimeSpan {
  return { fromUs: fromUs.at(at), toUs: toUs.at(at) };
}

/** Number of the packet that a sent frame was in. */
function sentNumber({ ledger, streams }: TransportState, frame: number): number {
  return ledger.application.packetNumbers.at(streams.sent.holder.at(frame));
}

function receivedNumber({ events, streams }: TransportState, frame: number): number {
  return events.packetNumber.at(streams.received.holder.at(frame));
}
