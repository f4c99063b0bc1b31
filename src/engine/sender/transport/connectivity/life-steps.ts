/**
 * The steps of a connection: packets that came first, keys, Retry and Version Negotiation, and when its handshake was
 * complete and confirmed (RFC 9001 §4.1). What no record says is derived from packets, and says so.
 */
import type { KeyLevel } from '../../../../qlog-schema';
import { codeText } from '../../../../qlog-schema/error-texts';
import { versionText } from '../../../base/text/quic-version';
import { endOf } from '../ending';
import type { TransportState } from '../transport';
import type { LifeStep, LifeStepKind } from './connectivity';
import type { LifeEntry, PhasePackets } from './connectivity-log';
import { completeOf, stateEntry, step } from './handshake-complete';
import type { FoundChange } from './life-paths';
import { chosenVersion } from './version-choice';

/** Both keys of a level are installed, or discarded, within this time: one step. */
const TOGETHER_US = 2000;

export type Ends = 'client' | 'server' | 'unknown';

const FIRST: readonly {
  readonly phase: 'initial' | 'zero-rtt' | 'handshake' | 'one-rtt';
  readonly name: string;
  readonly sent: LifeStepKind;
  readonly received: LifeStepKind;
}[] = [
  { phase: 'initial', name: 'Initial', sent: 'initial-sent', received: 'initial-received' },
  { phase: 'zero-rtt', name: '0-RTT', sent: 'zero-rtt-sent', received: 'zero-rtt-received' },
  { phase: 'handshake', name: 'Handshake', sent: 'handshake-sent', received: 'handshake-received' },
  { phase: 'one-rtt', name: '1-RTT', sent: 'one-rtt-sent', received: 'one-rtt-received' },
];

export function stepsOf(state: TransportState, paths: readonly FoundChange[]): readonly LifeStep[] {
  const { entries } = state.connectivity;
  const complete = completeOf(state);
  const steps: LifeStep[] = [
    ...startOf(entries),
    ...firstPackets(state),
    ...handshakePackets(state),
    ...keySteps(entries),
    ...validation(state),
    ...(complete === null ? [] : [complete]),
    ...confirmed(state, complete),
    ...pathSteps(entries),
    ...paths.map(changeStep),
    ...closeStep(state),
  ];
  return steps.sort((a, b) => a.timeUs - b.timeUs || (a.row || -1) - (b.row || -1));
}

function startOf(entries: readonly LifeEntry[]): readonly LifeStep[] {
  const start = entries.find(
    ({ said }) =>
      (said.fact === 'addresses' && said.path === null) ||
      (said.fact === 'state' && said.state === 'attempted'),
  );
  return start === undefined ? [] : [step('started', start, 'Connection started')];
}

function firstPackets({ connectivity: { packets } }: TransportState): readonly LifeStep[] {
  return FIRST.flatMap(({ phase, name, sent, received }) => {
    const of = packets[phase];
    return [
      ...firstOf(of.sent, sent, `First ${name} packet sent`),
      ...firstOf(of.received, received, `First ${name} packet received`),
    ];
  });
}

function firstOf(
  { packets, firstUs, firstRow }: PhasePackets['sent'],
  kind: LifeStepKind,
  text: string,
): readonly LifeStep[] {
  return packets === 0 ? [] : [step(kind, { timeUs: firstUs, row: firstRow }, text)];
}

function handshakePackets(state: TransportState): readonly LifeStep[] {
  const { entries, parameters, packets } = state.connectivity;
  const steps = entries.flatMap((entry) => {
    const { said, by } = entry;
    if (said.fact !== 'packet') return [];
    const how = by === 'local' ? 'sent' : 'received';
    if (said.type === 'retry') return [step('retry', entry, `Retry ${how}`)];
    return [step('version-negotiation', entry, `Version Negotiation ${how}`)];
  });
  const { firstUs } = packets.initial.received;
  const isOfServer = state.role === 'server' && parameters.own.has('retry_source_connection_id');
  if (!isOfServer || steps.some(({ kind }) => kind === 'retry') || Number.isNaN(firstUs)) return steps;
  // A server forgets a Retry as soon as it is sent (RFC 9000 §8.1.2): its log begins after it.
  const text = 'Retry was sent before (derived: retry_source_connection_id)';
  return [...steps, step('retry', { timeUs: firstUs, row: Number.NaN }, text)];
}

const LEVELS: { readonly [level in KeyLevel]: string } = {
  initial: 'Initial',
  handshake: 'Handshake',
  '0rtt': '0-RTT',
  '1rtt': '1-RTT',
};

interface KeyStep {
  readonly entry: LifeEntry;
  readonly name: string;
  readonly of: Set<Ends>;
  readonly text: string;
  readonly kind: LifeStepKind;
}

/** Keys of both endpoints that change together are one step. */
function keySteps(entries: readonly LifeEntry[]): readonly LifeStep[] {
  const steps: KeyStep[] = [];
  const newest = new Map<string, KeyStep>();
  /** Levels and endpoints whose keys there are already. */
  const had = new Set<string>();
  for (const entry of entries) {
    const { said, timeUs } = entry;
    if (said.fact !== 'keys') continue;
    const { change, level, of } = said;
    const name = LEVELS[level];
    const isFirst = !had.has(`${level} ${of}`);
    if (change === 'available') had.add(`${level} ${of}`);
    const isUpdate = level === '1rtt' && change === 'available' && (said.cause !== 'tls' || !isFirst);
    const key = `${change} ${level} ${isUpdate}`;
    const last = newest.get(key);
    if (last !== undefined && timeUs - last.entry.timeUs <= TOGETHER_US && !last.of.has(of)) {
      last.of.add(of);
      continue;
    }
    const phase = said.phase > 0 || isUpdate ? phaseText(said.phase) : '';
    const text =
      change === 'discarded'
        ? `${Number.isNaN(said.phase) ? '' : phaseText(said.phase)} discarded`
        : isUpdate
          ? ` updated${byWhom(said.cause)}${phase}`
          : ` available${isFirst ? '' : ' again'}`;
    const kind = change === 'discarded' ? 'keys-discarded' : isUpdate ? 'keys-updated' : 'keys-available';
    const made: KeyStep = { entry, name, of: new Set([of]), text, kind };
    newest.set(key, made);
    steps.push(made);
  }
  return steps.map(({ entry, name, of, text, kind }) => {
    const [only] = of;
    const isHalf = of.size === 1 && only !== 'unknown' && kind === 'keys-available';
    const whose = isHalf ? ` keys of the ${only}` : ' keys';
    return step(kind, entry, name + whose + text);
  });
}

const phaseText = (phase: number): string => (Number.isNaN(phase) ? '' : ` (key phase ${phase})`);

function byWhom(cause: 'tls' | 'local' | 'remote' | 'unknown'): string {
  return cause === 'local' ? ' by this endpoint' : cause === 'remote' ? ' by the peer' : '';
}

/** RFC 9000 §8.1: a server knows its client's address from a token, or from the first packet that needs keys of the server's. */
function validation({ role, connectivity }: TransportState): readonly LifeStep[] {
  const { entries, packets } = connectivity;
  const logged = stateEntry(entries, 'peer_validated');
  if (logged !== undefined) return [step('address-validated', logged, 'Address of the peer validated')];
  if (role !== 'server') return [];
  const token = entries.find(({ said, by }) => said.fact === 'token' && by === 'remote');
  if (token !== undefined)
    return [
      step(
        'address-validated',
        token,
        'Address of the client validated by a token (derived: Initial packet)',
      ),
    ];
  const { firstUs, firstRow } = packets.handshake.received;
  if (Number.isNaN(firstUs)) return [];
  const text = 'Address of the client validated (derived: first Handshake packet received)';
  return [step('address-validated', { timeUs: firstUs, row: firstRow }, text)];
}

/** RFC 9001 §4.1.2: for a server when it is complete, for a client when it receives HANDSHAKE_DONE. */
function confirmed(state: TransportState, complete: LifeStep | null): readonly LifeStep[] {
  const { entries, doneUs, doneRow } = state.connectivity;
  const logged = stateEntry(entries, 'handshake_confirmed');
  if (logged !== undefined) return [step('handshake-confirmed', logged, 'Handshake confirmed')];
  if (state.role === 'client' && !Number.isNaN(doneUs)) {
    const text = 'Handshake confirmed (HANDSHAKE_DONE received)';
    return [step('handshake-confirmed', { timeUs: doneUs, row: doneRow }, text)];
  }
  if (state.role !== 'server' || complete === null) return [];
  return [step('handshake-confirmed', complete, 'Handshake confirmed (derived: a server completes it)')];
}

function pathSteps(entries: readonly LifeEntry[]): readonly LifeStep[] {
  return entries.flatMap((entry) => {
    const { said, by } = entry;
    if (said.fact !== 'challenge' && said.fact !== 'response') return [];
    const how = by === 'local' ? 'sent' : 'received';
    return said.fact === 'challenge'
      ? [step('path-challenge', entry, `PATH_CHALLENGE ${how}`)]
      : [step('path-response', entry, `PATH_RESPONSE ${how}`)];
  });
}

function changeStep(change: FoundChange): LifeStep {
  const { why, by } = change;
  const whose = by === 'local' ? 'this endpoint' : by === 'remote' ? 'the peer' : 'an endpoint';
  const texts = {
    migration: `Path changed: ${whose} migrates`,
    rebinding: `Path changed: another address of ${whose} (rebinding)`,
    'preferred-address': `Path changed to the preferred address of the server`,
    unknown: `Path changed`,
  };
  return step('path-changed', change, texts[why]);
}

/** How the connection ended, in words. */
export function endText(state: TransportState): string {
  const end = endOf(state);
  if (end === null) return '';
  const { role } = state;
  const { how, by, space, code, from } = end;
  const names = { client: ['client', 'server'], server: ['server', 'client'], unknown: null } as const;
  const roles = names[role];
  const whom =
    by === 'unknown'
      ? ''
      : roles === null
        ? by === 'local'
          ? ' by this endpoint'
          : ' by the peer'
        : ` by the ${by === 'local' ? roles[0] : roles[1]}`;
  const why = codeText(space, code);
  switch (how) {
    case 'close':
      return `Closed${whom}${why === '' ? '' : `: ${why}`}`;
    case 'idle-timeout':
      return from === 'record'
        ? 'Closed by the idle timeout'
        : 'Ended by the idle timeout (derived: silence)';
    case 'not-logged':
      return 'Ended, reason not logged';
    case 'handshake-timeout':
      return 'Given up: the handshake did not complete in time';
    case 'stateless-reset':
      return 'Closed by a Stateless Reset of the peer';
    case 'version-mismatch':
      return 'Closed: no version in common';
    case 'version-negotiated':
      return `Version negotiated: goes on with ${versionText(chosenVersion(state) ?? Number.NaN)} in another connection`;
    default:
      return how satisfies never;
  }
}

function closeStep(state: TransportState): readonly LifeStep[] {
  const end = endOf(state);
  if (end === null) return [];
  return [step('closed', { timeUs: end.timeUs, row: state.connectivity.endRow }, endText(state))];
}
