/**
 * The set of a link on the page: which of its traces are open, whether they are read, and the view applied to them. A
 * trace that is not open yet is left out; the link is applied again when it is.
 */

import { keysOf } from '../../drawing/view/chosen';
import { plural } from '../../engine/base/text/figures';
import { applySet, type TraceFacts } from '../../sharing/link/apply-link';
import type { DroppedPart, LinkState, LinkTrace } from '../../sharing/link/state';
import type { FileList } from '../state/traces/file-list';
import type { OpenFile } from '../state/traces/open-file';
import type { OpenTrace } from '../state/traces/open-trace';

/** A trace of the set: its file, null where that is not open, and its connection as the link has it. */
interface WantedTrace {
  readonly file: OpenFile | null;
  readonly connection: number | null;
}

export class LinkedSet {
  readonly #link: LinkState;
  readonly #lead: OpenFile;
  readonly #others: readonly WantedTrace[];
  /** Traces whose connection was asked for. */
  readonly #asked = new Set<OpenTrace>();

  /**
   * @param lead the file that the link shows.
   * @param findOpen the open file that a reference names; null for none.
   */
  constructor(link: LinkState, lead: OpenFile, findOpen: (ref: LinkTrace) => OpenFile | null) {
    this.#link = link;
    this.#lead = lead;
    this.#others = link.set.others.map(({ trace, connection }) => {
      const ref = link.traces[trace];
      return { file: ref === undefined ? null : findOpen(ref), connection };
    });
  }

  get files(): readonly OpenFile[] {
    return [...new Set([this.#lead, ...this.#others.flatMap(({ file }) => file ?? [])])];
  }

  /** All traces are read, or cannot be; requests the connections that the link shows. */
  isReady(files: FileList): boolean {
    const { current } = this.#lead;
    if (current.snapshot.get()?.phase !== 'ready') return false;
    const wanted = this.#link.view.connection;
    if (wanted !== null && wanted !== current.connection && hasConnection(current, wanted)) {
      const trace = this.#lead.trace(wanted);
      if (!this.#asked.has(trace)) void files.choose(this.#lead, wanted, false);
      this.#asked.add(trace);
      return false;
    }
    return this.#others.every(({ file, connection }) => {
      if (file === null || !files.files.includes(file) || file.state === 'failed') return true;
      if (file.state === 'loading') return false;
      const trace = traceOf(file, connection);
      if (trace === null || trace.snapshot.get()?.phase === 'ready') return true;
      if (!this.#asked.has(trace)) void file.watch(trace.connection).catch(() => undefined);
      this.#asked.add(trace);
      return false;
    });
  }

  /** Applies the link's view. @returns what the traces do not have. */
  apply(): readonly DroppedPart[] {
    const lead = this.#lead.current;
    const { view } = this.#link;
    const others = this.#others.map(({ file, connection }) =>
      file === null || file.state === 'failed' ? null : traceOf(file, connection),
    );
    const { value, dropped } = applySet(
      this.#link,
      factsOf(lead),
      others.map((trace) => trace && factsOf(trace)),
    );
    const open = [lead, ...others.flatMap((trace) => trace ?? [])];
    for (const [i, { trace: key }] of value.view.lanes.entries()) {
      const marks = value.marks[i];
      const trace = open.find((candidate) => candidate.key === key);
      if (marks !== undefined) trace?.restoreMarks(marks);
    }
    lead.home.restore(value.view, open.slice(1));
    // Ticked by whoever made the link; one without any leaves those that are there.
    for (const [i, { outside: shared }] of [view, ...this.#link.set.others].entries())
      if (shared !== '') [lead, ...others][i]?.outside.set({ marks: [], shared });
    const left = [...dropped, ...this.#chooseAxis(open)];
    const { connectionCount = 1 } = lead.snapshot.get() ?? {};
    const isThere = view.connection === null || view.connection === lead.connection;
    return isThere ? left : [...left, noConnection(view.connection, connectionCount)];
  }

  /** @param open the traces of the set, of which a digest has no bytes over time. @returns what could not be followed. */
  #chooseAxis(open: readonly OpenTrace[]): readonly DroppedPart[] {
    const { byBytes } = this.#link.set;
    const { home } = this.#lead.current;
    const hasDigest = open.some(({ digest }) => digest !== null);
    if (byBytes === null || open.length < 2 || hasDigest) home.axis.set('time');
    else home.chooseBytes(byBytes.range && { fromUs: byBytes.range.fromBytes, toUs: byBytes.range.toBytes });
    return byBytes !== null && hasDigest
      ? [{ part: 'x=bytes', why: 'a digest does not hold what had arrived when' }]
      : [];
  }
}

function noConnection(connection: number, connectionCount: number): DroppedPart {
  return { part: `c=${connection + 1}`, why: `the file holds ${plural(connectionCount, 'connection')}` };
}

function hasConnection({ snapshot }: OpenTrace, connection: number): boolean {
  return connection < (snapshot.get()?.connectionCount ?? 0);
}

/** The trace of a connection of a file that is read; null where the file does not hold it. */
function traceOf(file: OpenFile, connection: number | null): OpenTrace | null {
  if (connection === null) return file.current;
  return hasConnection(file.current, connection) ? file.trace(connection) : null;
}

function factsOf({ key, snapshot, extent }: OpenTrace): TraceFacts {
  const newest = snapshot.get();
  return {
    key,
    extent,
    keys: keysOf(newest),
    models: newest?.models?.candidates.map(({ id }) => id) ?? [],
    hasPackets: newest?.digest === undefined && (newest?.summary.packetsSent ?? 0) > 0,
  };
}
