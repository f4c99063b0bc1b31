/**
 * Changes of the path of a connection (RFC 9000 §9), as addresses, states and path validation show them.
 *
 * Addresses are logged by few stacks, PATH_CHALLENGE by all. Only a client may move, but for a preferred address (§9), so
 * whose address changed follows from the roles; whether it meant to follows from who asks first: an endpoint that moves
 * probes the new path, or uses a new connection ID on it (§9.5); an address that changed under it does neither (§9.3).
 */
import type { Role } from '../role';
import type { PathChange } from './connectivity';
import type { ConnectivityLog, LifeEntry } from './connectivity-log';

/** Path validation that goes on: a validated path is asked about again within this time, one that is not within the other. */
const AGAIN_US = 1e6;
const UNANSWERED_US = 5e6;
/** A packet with a new connection ID, and the PATH_CHALLENGE that answers it: one round trip of a slow path at most. */
const ANSWERED_AT_ONCE_US = 20_000;
const ANSWERED_LATER_US = 1e6;

/** Path validation of one path: frames of both directions. */
interface Validation {
  readonly fromUs: number;
  readonly row: number;
  lastUs: number;
  /** Who sent the first PATH_CHALLENGE. */
  readonly first: 'local' | 'remote';
  isAnswered: boolean;
  validatedUs: number;
  /** Data of challenges by who sent them, while they are not answered. */
  readonly open: { readonly local: Set<string>; readonly remote: Set<string> };
}

interface Addresses {
  readonly local: string | null;
  readonly remote: string | null;
}

/** A change with the row that shows it. */
export interface FoundChange extends PathChange {
  readonly row: number;
}

export function pathChanges(log: ConnectivityLog, role: Role): readonly FoundChange[] {
  const { own, peer } = log.parameters;
  // Of several paths at once none replaces another.
  if (own.has('initial_max_path_id') && peer.has('initial_max_path_id')) return [];
  const validations = validationsOf(log.entries);
  const switched = switches(log.entries, validations, role);
  if (switched !== null) return switched;
  const logged = loggedMigrations(log.entries, role);
  if (logged.length > 0) return logged;
  return validations.map((validation) => {
    const { fromUs, row, validatedUs } = validation;
    const by = role === 'unknown' ? 'unknown' : role === 'client' ? 'local' : 'remote';
    return { timeUs: fromUs, row, why: whyOf(validation, log, role), by, validatedUs, from: null, to: null };
  });
}

function whyOf(validation: Validation, log: ConnectivityLog, role: Role): PathChange['why'] {
  if (role === 'unknown') return 'unknown';
  const { first, fromUs } = validation;
  const mover = role === 'client' ? 'local' : 'remote';
  if (first === mover) {
    const isPreferred = role === 'client' && log.parameters.peer.has('preferred_address');
    return isPreferred ? 'preferred-address' : 'migration';
  }
  const beforeUs = role === 'client' ? ANSWERED_LATER_US : ANSWERED_AT_ONCE_US;
  const isNewId = log.entries.some(
    ({ said, by, timeUs }) =>
      said.fact === 'new-id' && by === mover && timeUs <= fromUs && timeUs >= fromUs - beforeUs,
  );
  return isNewId ? 'migration' : 'rebinding';
}

export function validationsOf(entries: readonly LifeEntry[]): readonly Validation[] {
  const validations: Validation[] = [];
  for (const { said, by, timeUs, row } of entries) {
    if (by === null || (said.fact !== 'challenge' && said.fact !== 'response')) continue;
    const last = validations.at(-1);
    const patienceUs = last?.isAnswered === true ? AGAIN_US : UNANSWERED_US;
    const goesOn = last !== undefined && timeUs - last.lastUs <= patienceUs;
    if (!goesOn && said.fact === 'response') continue;
    const current = goesOn
      ? last
      : {
          fromUs: timeUs,
          row,
          lastUs: timeUs,
          first: by,
          isAnswered: false,
          validatedUs: Number.NaN,
          open: { local: new Set<string>(), remote: new Set<string>() },
        };
    if (!goesOn) validations.push(current);
    current.lastUs = timeUs;
    take(current, said, by, timeUs);
  }
  return validations;
}

/** Its own challenge that is answered validates a path for the endpoint; else its answer to the peer's does for the peer. */
function take(
  validation: Validation,
  { fact, data }: { readonly fact: 'challenge' | 'response'; readonly data: string },
  by: 'local' | 'remote',
  timeUs: number,
): void {
  if (fact === 'challenge') {
    validation.open[by].add(data);
    return;
  }
  const asked = validation.open[by === 'local' ? 'remote' : 'local'];
  if (!asked.delete(data)) return;
  if (by === 'remote' && !validation.isAnswered) {
    validation.isAnswered = true;
    validation.validatedUs = timeUs;
  } else if (Number.isNaN(validation.validatedUs)) validation.validatedUs = timeUs;
}

/** Changes of the addresses in use. @returns null where the log names none, so that it cannot tell. */
function switches(
  entries: readonly LifeEntry[],
  validations: readonly Validation[],
  role: Role,
): readonly FoundChange[] | null {
  let current: Addresses | null = null;
  let namesPaths = false;
  const seen: { readonly addresses: Addresses; readonly entry: LifeEntry }[] = [];
  const changes: FoundChange[] = [];
  for (const entry of entries) {
    const { said } = entry;
    if (said.fact !== 'addresses') continue;
    const { local, remote, path } = said;
    if (path !== null) namesPaths = true;
    if (current === null || path === null) {
      current ??= { local, remote };
      continue;
    }
    const first = seen.find(({ addresses }) => isSame(addresses, said))?.entry ?? entry;
    if (first === entry) seen.push({ addresses: { local, remote }, entry });
    // The path without an id is the one in use (quic-events, TupleID).
    if (path !== '' || isSame(current, said)) continue;
    changes.push(changeBetween(current, said, first, validations, role));
    current = { local, remote };
  }
  return namesPaths && current !== null ? changes : null;
}

const isSame = (a: Addresses, b: Addresses): boolean => a.local === b.local && a.remote === b.remote;

function changeBetween(
  from: Addresses,
  to: Addresses,
  { timeUs, row }: LifeEntry,
  validations: readonly Validation[],
  role: Role,
): FoundChange {
  const movesLocal = from.local !== to.local;
  const movesRemote = from.remote !== to.remote;
  const by = movesLocal === movesRemote ? 'unknown' : movesLocal ? 'local' : 'remote';
  const [address, other] = movesLocal ? [from.local, to.local] : [from.remote, to.remote];
  const validation = validations.find((one) => one.lastUs >= timeUs);
  const isMigration = validation !== undefined && validation.first === by;
  const isServers = (by === 'remote' && role === 'client') || (by === 'local' && role === 'server');
  return {
    timeUs,
    row,
    by,
    why: isServers ? 'preferred-address' : isMigration ? 'migration' : 'rebinding',
    validatedUs: validation?.validatedUs ?? Number.NaN,
    from: address,
    to: other,
  };
}

function loggedMigrations(entries: readonly LifeEntry[], role: Role): readonly FoundChange[] {
  const changes: FoundChange[] = [];
  for (const { said, timeUs, row } of entries) {
    if (said.fact !== 'migration') continue;
    const last = changes.at(-1);
    const isEnd = said.state === 'migration_complete' || said.state === 'probing_successful';
    if (isEnd && last !== undefined && Number.isNaN(last.validatedUs))
      changes[changes.length - 1] = { ...last, validatedUs: timeUs };
    else if (said.state === 'migration_started' || said.state === 'migration_complete')
      changes.push({
        timeUs,
        row,
        validatedUs: isEnd ? timeUs : Number.NaN,
        from: null,
        to: null,
        why: said.intended === false ? 'rebinding' : 'migration',
        by: role === 'unknown' ? 'unknown' : role === 'client' ? 'local' : 'remote',
      });
  }
  return changes;
}
