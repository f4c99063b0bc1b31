/** A trace that the page has open and asked everything, with notes and choices: what may leave the device of it. */
import type { PanelContext } from '../../src/drawing/panels/panel.ts';
import { type Choices, DEFAULT_CHOICES } from '../../src/drawing/view/choices.ts';
import { INITIAL_VIEW, type View } from '../../src/drawing/view/view.ts';
import type { HttpAnswer } from '../../src/engine/reading/contract/http.ts';
import type { Outline } from '../../src/engine/reading/contract/outline.ts';
import type { PacketFacts } from '../../src/engine/reading/contract/packet-facts.ts';
import type { Measured, Rows } from '../../src/engine/reading/contract/parts.ts';
import type { CloseUpAnswer, Snapshot } from '../../src/engine/reading/contract/snapshot.ts';
import type { FileConnection } from '../../src/engine/reading/stages/connection-list.ts';
import { SPACE_NAMES } from '../../src/engine/sender/transport/sequence.ts';
import { httpOf } from '../../src/engine/service/answers/http.ts';
import { measure } from '../../src/engine/service/answers/measure.ts';
import { handler as packet } from '../../src/engine/service/answers/packet-facts.ts';
import { searchPacket } from '../../src/engine/service/answers/packet-search.ts';
import { rowsOf } from '../../src/engine/service/answers/rows.ts';
import type { Origin } from '../../src/engine/service/redaction/redact.ts';
import type { DigestInput } from '../../src/sharing/digest/make.ts';
import type { Note } from '../../src/sharing/notes/note.ts';
import { surveyBytes } from './digest-input.ts';
import { openFile, openStored } from './export.ts';
import { outlineOfConnection } from './outline.ts';
import { openBytes } from './panel-context.ts';

/** What the page knows of an open trace when something of it leaves. */
export interface LeavingTrace {
  readonly name: string;
  readonly snapshot: Snapshot;
  readonly context: PanelContext;
  readonly rows: Rows;
  readonly measured: Measured;
  readonly http: HttpAnswer;
  /** Of packets of a whole trace, from its first to its last. */
  readonly packets: readonly PacketFacts[];
  readonly notes: readonly Note[];
  readonly digest: Omit<DigestInput, 'options' | 'snapshot' | 'notes'>;
  /** Of all open traces, this one the first. */
  readonly origins: readonly Origin[];
  readonly view: View;
  readonly choices: Choices;
  readonly closeUps: readonly CloseUpAnswer[];
  readonly outline: Outline;
  readonly file: readonly FileConnection[];
}

/** No text depends on how many there are. */
const DIGEST_COLUMNS = 256;

/** Opens a trace and asks it everything. @param url that another open trace came from. */
export async function leavingTrace(bytes: Uint8Array, name: string, url: string): Promise<LeavingTrace> {
  const { snapshot, context, closeUps } = await openBytes(bytes);
  const file = await openStored(bytes, name);
  const [{ connection }] = file as [FileConnection];
  const all = connection.state.allSeries();
  const survey = await surveyBytes(bytes, name);
  const { options: _, snapshot: __, notes: ___, ...digest } = survey.input({ columns: DIGEST_COLUMNS });
  const { fromUs, toUs } = snapshot.extent;
  const finding = snapshot.findings[0]?.key ?? null;
  const model = { id: 'newreno', freeFromUs: 1 };
  return {
    name,
    snapshot,
    context: context({ model: { ...model, freeFromUs: null } }),
    rows: rowsOf(all, { series: all.map(({ info }) => info.id), fromUs, toUs }).value,
    measured: measure(connection.state, { fromUs, toUs }),
    http: httpOf(connection.state, { order: 'start', from: 0, count: 500 }, null, null),
    packets: await packetsOf(file),
    notes: [
      { id: 'n1', text: 'A note at a time', anchor: { kind: 'time', timeUs: fromUs } },
      { id: 'n2', text: 'A note on a range', anchor: { kind: 'range', fromUs, toUs } },
      { id: 'n3', text: 'A note on a finding', anchor: { kind: 'finding', key: finding ?? 'x.1' } },
    ],
    closeUps: closeUps(),
    outline: outlineOfConnection({ connection }),
    digest: { ...digest, link: 'v=1&t=1-2' },
    origins: [
      { kind: 'file', fingerprint: { name, sizeBytes: bytes.length, hash: 'ka2TOBWYmShlkmHK' } },
      {
        kind: 'file',
        fingerprint: { name, sizeBytes: 1, hash: 'ka2TOBWYmShlkmHK' },
        segments: [{ name, sizeBytes: 2, hash: 'ka2TOBWYmShlkmHK' }],
      },
      { kind: 'src', url },
      { kind: 'example', id: 'reno' },
      {
        ...{ kind: 'run', scenario: 'incident', variant: 'defect', seed: 7 },
        ...{ end: 'sender', fields: ['rtt:20'] },
      },
    ],
    view: {
      ...{ ...INITIAL_VIEW, range: { fromUs, toUs }, selection: { fromUs, toUs } },
      ...{ pinnedUs: toUs, finding, dismissed: [], model },
    },
    choices: {
      ...DEFAULT_CHOICES,
      hiddenSeries: [
        'congestion/cwnd',
        ...snapshot.summary.states.slice(0, 2).map((state) => `states/${state}`),
      ],
      heights: { congestion: 200 },
      hosts: [new URL(url).origin],
    },
    file,
  };
}

/** A few packets, lost ones among them. */
async function packetsOf(file: readonly FileConnection[]): Promise<readonly PacketFacts[]> {
  const [{ connection }] = file as [FileConnection];
  const tools = { signal: new AbortController().signal, progress: () => undefined };
  const facts: PacketFacts[] = [];
  for (const [space, books] of connection.state.ledger.spaces.entries())
    for (const share of [0, 0.3, 0.7]) {
      if (books.sentPackets === 0) continue;
      const packetNumber = books.packetNumbers.at(Math.floor(share * books.sentPackets));
      const name = { space: SPACE_NAMES[space] as PacketFacts['space'], packetNumber };
      for (const at of [
        name,
        searchPacket(connection.state, { kind: 'step', from: name, by: 1, among: 'lost' }),
      ])
        if (at !== null)
          facts.push((await packet(openFile(file), { connection: 0, ...at }, tools)) as PacketFacts);
    }
  return facts;
}
