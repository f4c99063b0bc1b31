/**
 * Which windows of columns one trace has asked for, and when it must ask again: when the viewport leaves the old
 * one, when the resolution, the wanted series or parts or the model change, or when the trace has grown. One
 * question at a time while the file is being read.
 */
import { covers, type Viewport, windowFor } from '../chart/viewport';
import type { Channel, Query, Snapshot } from '../protocol';
import type { AnswerPart, ModelQuery } from '../protocol-parts';
import type { ColumnWindow } from '../series/series';
import type { TimeRange } from '../view/view';

/** Series that the overview strip may draw. */
const OVERVIEW_SERIES = ['cwnd', 'bytes-in-flight', 'bytes-in-flight-rebuilt', 'received-total'];

/** What the panels need. */
export interface Wanted {
  readonly series: readonly string[];
  readonly parts: readonly AnswerPart[];
  readonly model: ModelQuery | null;
}

interface Asked extends Wanted {
  readonly window: ColumnWindow;
  readonly revision: number;
  readonly visible: TimeRange;
}

/** The end that carries questions to the worker. */
export interface WindowClient {
  ask(query: Omit<Query, 'seq'>): void;
  /** True while a question on this channel waits for its answer. */
  pending(channel: Channel): boolean;
}

export class Windows {
  readonly #client: WindowClient;
  #panels: Asked | null = null;
  #overview: Asked | null = null;

  constructor(client: WindowClient) {
    this.#client = client;
  }

  /** Nothing that was answered is of use any more. */
  forget(): void {
    this.#panels = null;
    this.#overview = null;
  }

  /** Asks for what is missing. */
  ensure(snapshot: Snapshot, viewport: Viewport, wanted: Wanted): void {
    this.#ensurePanels(snapshot, viewport, wanted);
    this.#ensureOverview(snapshot, viewport.width);
  }

  #ensurePanels(snapshot: Snapshot, viewport: Viewport, { parts, model, ...wanted }: Wanted): void {
    const { extent, revision } = snapshot;
    const asked = this.#panels;
    const series = snapshot.catalogue.map((info) => info.id).filter((id) => wanted.series.includes(id));
    const fits =
      asked !== null &&
      covers(asked.window, viewport, extent) &&
      series.every((id) => asked.series.includes(id)) &&
      parts.every((part) => asked.parts.includes(part)) &&
      sameModel(asked.model, model);
    // Growth and distributions can wait for the answer under way, a new viewport cannot.
    const stale = asked === null || asked.revision < revision || !sameRange(asked.visible, viewport);
    if (fits && (!stale || this.#client.pending('panels'))) return;
    const visible = { fromUs: viewport.fromUs, toUs: viewport.toUs };
    this.#panels = { window: windowFor(viewport, extent), revision, series, visible, parts, model };
    this.#ask('panels', snapshot, this.#panels);
  }

  #ensureOverview(snapshot: Snapshot, width: number): void {
    const { extent, revision } = snapshot;
    const asked = this.#overview;
    const whole: Viewport = { ...extent, width };
    const fits = asked !== null && covers(asked.window, whole, extent);
    const grown = asked === null || asked.revision < revision;
    if (fits && (!grown || this.#client.pending('overview'))) return;
    const window = windowFor(whole, extent);
    this.#overview = { window, revision, series: OVERVIEW_SERIES, visible: extent, parts: [], model: null };
    this.#ask('overview', snapshot, this.#overview);
  }

  #ask(channel: Channel, { connection }: Snapshot, { revision: _, ...asked }: Asked): void {
    this.#client.ask({ channel, connection, ...asked });
  }
}

function sameRange(a: TimeRange, b: TimeRange): boolean {
  return a.fromUs === b.fromUs && a.toUs === b.toUs;
}

function sameModel(a: ModelQuery | null, b: ModelQuery | null): boolean {
  return a?.id === b?.id && a?.freeFromUs === b?.freeFromUs;
}
