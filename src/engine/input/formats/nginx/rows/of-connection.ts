/** What those who read the lines of a connection have of it. Types only. */
import type { PacketSpace } from '../../../../../qlog-schema';
import type { EventBatch } from '../../../../base/columns/event-batch';
import type { LoggedName } from '../../name-table';
import type { Tally } from '../../quality';
import type { StreamProgress } from '../../stream-progress';
import type { ConnectionIds } from '../connection-ids';
import type { LineText } from '../lines/line-text';
import type { Entries } from '../names';

export interface OfConnection {
  readonly names: Entries;
  readonly tally: Tally;
  readonly streams: StreamProgress;
  readonly ids: ConnectionIds;
  /** Of its worker. */
  readonly rows: {
    /** Another number: rows that began before are gone. */
    readonly serial: number;
    waits(isLoop: boolean): void;
    says(clockMs: number): void;
    dates(utcMs: number): void;
  };
  readonly requests: { queue(isEmpty: boolean): void };
  readonly received: { readonly isAwaited: boolean };
  readonly sent: { left(): void; retry(): void };
  readonly life: {
    release(): void;
    packet(row: number, space: PacketSpace, version: number, hasToken: boolean, isNewId: boolean): void;
    validation(row: number, frame: number, text: LineText): void;
    reason(row: number, text: LineText): void;
  };
  /** A row has begun. */
  readonly isBegun: boolean;
  /** The batch that rows are added to, after `begin`. */
  readonly batch: EventBatch;
  /** Begins a row. @param offset byte of its first line: of rows in the order of their lines it never falls. */
  begin(name: LoggedName, offset: number): number;
}
