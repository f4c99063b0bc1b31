/**
 * The streams on which a receiver expects data, docs/account.md, *Receivers*: how many are open at each time, how many of them have
 * begun to bring data, and when all of those wait.
 */
import type { StreamTable } from '../../sender/streams/stream-table';
import { missingReceived } from '../../sender/transport/missing-packets';
import { HELD, type Held, type HeldInterval } from './holders';
import { SMALL_BYTES } from './stream-ends';

/** A wait of a stream, by its ordinal. */
export interface StreamWait {
  readonly stream: number;
  readonly fromUs: number;
  readonly toUs: number;
}

/** How many intervals hold a time; times ascend from call to call. */
class Count {
  readonly #begins: Float64Array;
  readonly #ends: Float64Array;
  #begun = 0;
  #ended = 0;

  constructor(begins: readonly number[], ends: readonly number[]) {
    this.#begins = Float64Array.from(begins).sort();
    this.#ends = Float64Array.from(ends).sort();
  }

  at(timeUs: number): number {
    while (this.#begins[this.#begun] <= timeUs) this.#begun++;
    while (this.#ends[this.#ended] <= timeUs) this.#ended++;
    return this.#begun - this.#ended;
  }

  /** The next time at which it changes; infinity for none. */
  get nextUs(): number {
    const { POSITIVE_INFINITY } = Number;
    return Math.min(
      this.#begins[this.#begun] ?? POSITIVE_INFINITY,
      this.#ends[this.#ended] ?? POSITIVE_INFINITY,
    );
  }
}

export class ReceivedStreams {
  /** Of each stream that brings data, when it is asked for or begins, when its first data comes, and when nothing is to come any more. */
  readonly #openUs: number[] = [];
  readonly #endUs: number[] = [];
  readonly #dataUs: number[] = [];
  readonly #dataEndUs: number[] = [];
  readonly #isData: Uint8Array;

  constructor(table: StreamTable) {
    const { state, received, aborts } = table;
    const { ids } = state.streams;
    const isWhole = missingReceived(state).all.missing === 0;
    const isEndLogged =
      table.finReceivedUs.some((us) => us >= 0) ||
      [...aborts.values()].some((all) => all.some(({ what, by }) => what === 'reset' && by === 'remote'));
    this.#isData = new Uint8Array(table.length);
    for (let stream = 0; stream < table.length; stream++) {
      if (!bringsData(table, stream, ids[stream])) continue;
      this.#isData[stream] = 1;
      const openUs = table.firstUs(stream);
      const firstUs = received.firstUs[stream];
      const endUs = Math.max(openUs, endOf(table, stream, isEndLogged, isWhole));
      this.#openUs.push(openUs);
      this.#endUs.push(endUs);
      if (Number.isNaN(firstUs)) continue;
      this.#dataUs.push(firstUs);
      this.#dataEndUs.push(Math.max(firstUs, endUs));
    }
  }

  /** When the first of them is opened, µs; infinity for never. */
  get firstUs(): number {
    return this.#openUs.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  }

  /** Whether data is still to come at the end. */
  get isOpen(): boolean {
    return this.#endUs.some((us) => us === Number.POSITIVE_INFINITY);
  }

  /** Times without a stream that is open, and those in which none that is open has brought data. */
  waits(startUs: number, endUs: number): readonly HeldInterval[] {
    const open = new Count(this.#openUs, this.#endUs);
    const withData = this.#withData;
    return heldTimes([open, withData], startUs, endUs, (timeUs) => {
      const [all, begun] = [open.at(timeUs), withData.at(timeUs)];
      if (all === 0) return HELD.nextRequest;
      return begun === 0 ? HELD.firstByte : null;
    });
  }

  /**
   * Times in which as many streams wait as have begun to bring data.
   * @param whole when all of them wait, whatever they do.
   */
  allWaiting(
    waits: readonly StreamWait[],
    whole: readonly StreamWait[],
    [startUs, endUs]: readonly [number, number],
    held: Held,
  ): readonly HeldInterval[] {
    const own = merged(waits.filter(({ stream }) => this.#isData[stream] === 1));
    if (own.length === 0 && whole.length === 0) return [];
    const [waiting, all] = [countOf(own), countOf(whole)];
    const open = new Count(this.#openUs, this.#endUs);
    const withData = this.#withData;
    return heldTimes([waiting, all, open, withData], startUs, endUs, (timeUs) => {
      const [wait, allWait, begun] = [waiting.at(timeUs), all.at(timeUs), withData.at(timeUs)];
      if (open.at(timeUs) === 0) return null;
      return allWait > 0 || (wait > 0 && wait >= begun) ? held : null;
    });
  }

  get #withData(): Count {
    return new Count(this.#dataUs, this.#dataEndUs);
  }
}

/** A stream in both directions, or one of the peer that carries more than streams of control do. */
function bringsData({ state, received }: StreamTable, stream: number, id: number): boolean {
  if (id % 4 < 2) return true;
  const isOfPeer = (state.role === 'server') === (id % 2 === 0);
  return isOfPeer && received.bytes[stream] >= SMALL_BYTES;
}

/**
 * When nothing is to come of a stream any more, µs; infinity for never: all up to its FIN is there, or either side gave it up.
 * @param isEndLogged the log shows the end of some stream: else each ends with its last data. @param isWhole no packet is missing in the log.
 */
function endOf(
  { finReceivedUs, finalReceived, received, arrived, aborts }: StreamTable,
  stream: number,
  isEndLogged: boolean,
  isWhole: boolean,
): number {
  const given = (aborts.get(stream) ?? [])
    .filter(({ what, by }) => (what === 'stop-sending') === (by === 'local'))
    .map(({ timeUs }) => timeUs);
  const newestUs = arrived.newestUs[stream];
  const finUs = finReceivedUs[stream];
  const isThere = (arrived.deliverable(stream) || received.base[stream] || 0) >= finalReceived[stream];
  const doneUs =
    finUs >= 0 && (isThere || !isWhole || Number.isNaN(finalReceived[stream]))
      ? Math.max(finUs, newestUs || finUs)
      : isEndLogged || Number.isNaN(newestUs)
        ? Number.POSITIVE_INFINITY
        : newestUs;
  return Math.min(doneUs, ...given);
}

const countOf = (waits: readonly StreamWait[]): Count =>
  new Count(
    waits.map(({ fromUs }) => fromUs),
    waits.map(({ toUs }) => toUs),
  );

/** Those of one stream that overlap are one. */
function merged(waits: readonly StreamWait[]): readonly StreamWait[] {
  const all: { stream: number; fromUs: number; toUs: number }[] = [];
  for (const { stream, fromUs, toUs } of [...waits].sort(
    (a, b) => a.stream - b.stream || a.fromUs - b.fromUs,
  )) {
    const last = all.at(-1);
    if (last?.stream === stream && fromUs <= last.toUs) last.toUs = Math.max(last.toUs, toUs);
    else all.push({ stream, fromUs, toUs });
  }
  return all;
}

/** What holds from change to change of the counts. */
function heldTimes(
  counts: readonly Count[],
  startUs: number,
  endUs: number,
  heldAt: (timeUs: number) => Held | null,
): readonly HeldInterval[] {
  const all: (HeldInterval & { endUs: number })[] = [];
  for (let atUs = startUs; atUs < endUs; ) {
    const held = heldAt(atUs);
    const nextUs = Math.min(endUs, ...counts.map((count) => count.nextUs));
    const last = all.at(-1);
    if (held !== null) {
      if (last?.endUs === atUs && last.held === held) last.endUs = nextUs;
      else all.push({ startUs: atUs, endUs: nextUs, held });
    }
    atUs = nextUs;
  }
  return all;
}
