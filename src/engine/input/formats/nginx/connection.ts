/** One connection of QUIC while its lines are read: what it writes to rows, and who reads which of its lines. */
import type { EventBatch } from '../../../base/columns/event-batch';
import type { ConnectionFacts } from '../connection-facts';
import type { LoggedName } from '../name-table';
import { Tally } from '../quality';
import { StreamProgress } from '../stream-progress';
import type { BlockRows } from './block-rows';
import { ConnectionIds } from './connection-ids';
import { Group, groupOf, Line } from './lines/line-kinds';
import type { LineText } from './lines/line-text';
import type { Entries } from './names';
import { LifeLines } from './rows/life-lines';
import type { OfConnection } from './rows/of-connection';
import { ReceivedPackets } from './rows/received-packets';
import { RecoveryLines } from './rows/recovery-lines';
import { RequestLines } from './rows/request-lines';
import { SentPackets } from './rows/sent-packets';

export class NginxConnection implements OfConnection {
  /** Of the worker that has it. */
  readonly rows: BlockRows<NginxConnection>;
  readonly names: Entries;
  readonly tally = new Tally();
  readonly streams = new StreamProgress();
  readonly ids = new ConnectionIds();
  readonly received = new ReceivedPackets(this);
  readonly sent = new SentPackets(this);
  readonly life = new LifeLines(this);
  readonly requests = new RequestLines(this);
  readonly #recovery = new RecoveryLines(this);
  /** Index within the log, by the first row; −1 for one of more than are distinguished, whose rows are counted only. */
  index = -1;
  /** As it was reported last; null before that. */
  facts: ConnectionFacts | null = null;
  readonly #open: (connection: NginxConnection) => number;
  #offset = -1;
  /** The first delay of its timer: its idle timeout, ms. */
  #idleMs = Number.NaN;

  /** @param open gives its index when its first row begins. */
  constructor(
    rows: BlockRows<NginxConnection>,
    names: Entries,
    open: (connection: NginxConnection) => number,
  ) {
    this.rows = rows;
    this.names = names;
    this.#open = open;
  }

  /** A row has begun. */
  get isBegun(): boolean {
    return this.#offset >= 0;
  }

  /** The batch that rows are added to, after `begin`. */
  get batch(): EventBatch {
    return this.rows.batch;
  }

  /** Begins a row. @param offset byte of its first line: of rows in the order of their lines it never falls. */
  begin({ kind, id }: LoggedName, offset: number): number {
    if (!this.isBegun) this.index = this.#open(this);
    this.#offset = Math.max(this.#offset, offset);
    return this.rows.begin(this, kind, this.#offset, id);
  }

  line(kind: number, text: LineText): void {
    const { received, sent } = this;
    const group = groupOf(kind);
    if (received.mayFollow && kind !== Line.longPacket && kind !== Line.shortPacket) received.ends();
    if (group !== Group.sent && kind !== Line.inFlight && sent.isWaiting) sent.takeBack();
    if (kind !== Line.inFlight) this.#recovery.settle();
    switch (group) {
      case Group.received:
        if (kind === Line.datagram) this.rows.waits(false);
        received.line(kind, text);
        break;
      case Group.sent:
        sent.line(kind, text);
        break;
      case Group.recovery:
        this.#recovery.line(kind, text);
        break;
      case Group.life:
        this.life.line(kind, text);
        break;
      default:
        break;
    }
    this.rows.isOpen = received.isWaiting || sent.isWaiting;
  }

  /** No more lines of a packet that has begun come: in a whole log none has. */
  breaksOff(): void {
    this.received.ends();
    this.sent.takeBack();
  }

  /** A timer of the connection is set. The first one is that of its idle timeout. */
  timerSet(delayMs: number): void {
    if (Number.isNaN(this.#idleMs)) this.#idleMs = delayMs;
  }

  /** A timer is left as it was, though it should be later: that by its idle timeout. @param newMs on the worker's clock. */
  timerStays(newMs: number): void {
    this.rows.shows(newMs - this.#idleMs);
  }

  /** A line of another version. @param name its first words. */
  unknown(name: LoggedName, offset: number): void {
    if (this.isBegun && !this.received.isAwaited && !this.sent.isWaiting) this.begin(name, offset);
  }
}
