/**
 * The traces of the corpus with what their recordings noted of them: quiche with labels, other stacks, paths of which it
 * is known what they did to the packets, connections whose life is known, the examples.
 */
import { readFileSync } from 'node:fs';
import { EXAMPLES } from '../../../src/app/state/traces/examples.ts';
import type { EcnFailureReason } from '../../../src/engine/sender/transport/ecn.ts';
import type { LossKinds } from '../../../src/engine/sender/transport/loss-kinds/loss-kinds.ts';
import type { OtherLabel } from '../dialect-table.ts';
import type { Label } from '../judge.ts';

export const CORPUS = new URL('../../corpus/', import.meta.url);

/** What the rig that recorded a quiche trace noted beside what `Label` holds. */
export interface QuicheLabel extends Label {
  readonly cc: string;
  /** Whether quiche's idle rule was that of its fix: `on`, `off`, or that the release has the defect. */
  readonly fix: 'on' | 'off' | 'absent (bug in release)';
}

/** What the emulated path noted of the packets that the sender of the trace sent. */
export interface PathLabel {
  readonly file: string;
  readonly implementation: string;
  readonly controller: string;
  readonly link: string;
  readonly dataPackets: number;
  /** Packets that it marked CE, and how many of them ACKs in the log report. */
  readonly marksMade: number;
  readonly marksReported: number;
  /** Whether ECN could be used on it, or why not. */
  readonly ecn: 'used' | EcnFailureReason;
  /** Data packets that it dropped, by what dropped them. */
  readonly drops: LossKinds['counts'];
  /** Of the packets that the log shows lost this share has the right kind; left out where it shows all of the drops. */
  readonly rightShare?: number;
  readonly stalls: readonly StallLabel[];
}

/** A time in which a host was stopped, or the path carried nothing in one direction: on the sender's clock, ms. */
export interface StallLabel {
  readonly startMs: number;
  readonly endMs: number;
  readonly id: 'host-stall' | 'delivery-stall';
  readonly variant: string;
}

/** A connection whose life was scripted: how it began, moved and ended. */
export interface WireLabel {
  readonly file: string;
  readonly run: string;
  readonly implementation: string;
  readonly version: string;
  readonly role: 'client' | 'server';
  readonly link: string;
  readonly happened: string;
}

/** A trace with the label of its kind; the others are null. */
export interface CorpusEntry {
  readonly file: string;
  readonly path: string;
  readonly quiche: QuicheLabel | null;
  readonly other: OtherLabel | null;
  readonly onPath: PathLabel | null;
  readonly onWire: WireLabel | null;
}

export function readCorpus<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(name, CORPUS), 'utf8')) as T;
}

export const LABELS = readCorpus<readonly QuicheLabel[]>('manifest.json');
export const OTHERS = readCorpus<readonly OtherLabel[]>('other/manifest.json');
export const PATHS = readCorpus<readonly PathLabel[]>('paths/manifest.json');
export const WIRE = readCorpus<readonly WireLabel[]>('wire/manifest.json');

const examples = new Set(EXAMPLES.map(({ file }) => file));

/** Where a trace stands; the three examples are not stored twice. */
function pathOf(file: string, folder: string): string {
  return new URL((examples.has(file) ? '../../public/examples/' : folder) + file, CORPUS).pathname;
}

export const NO_LABEL = { quiche: null, other: null, onPath: null, onWire: null };

/** Every trace, in the order of the manifests. */
export const ENTRIES: readonly CorpusEntry[] = [
  ...LABELS.map((quiche) => ({
    ...NO_LABEL,
    file: quiche.file,
    path: pathOf(quiche.file, 'traces/'),
    quiche,
  })),
  ...OTHERS.map((other) => ({ ...NO_LABEL, file: other.file, path: pathOf(other.file, 'other/'), other })),
  ...PATHS.map((onPath) => ({ ...NO_LABEL, file: onPath.file, path: pathOf(onPath.file, 'paths/'), onPath })),
  ...WIRE.map((onWire) => ({ ...NO_LABEL, file: onWire.file, path: pathOf(onWire.file, 'wire/'), onWire })),
];

/** Those that hold a transfer of some length: what is counted over a whole log says nothing of a handshake that failed. */
export const TRANSFERS: readonly CorpusEntry[] = ENTRIES.filter(({ onWire }) => onWire === null);

/** Where a trace of the corpus stands. @throws RangeError for a file that is none. */
export function tracePath(file: string): string {
  const entry = ENTRIES.find((one) => one.file === file);
  if (entry === undefined) throw new RangeError(`the corpus holds no ${file}`);
  return entry.path;
}
