/**
 * What transport parameters allow to be sent at first (RFC 9000 §18.2): of the connection, and of a stream by who opened it and
 * whether both send on it.
 */
import {
  FIRST_PARAMETER,
  PARAMETER_NAMES,
  TO_OWN,
  type TransportParameter,
} from '../../../qlog-schema/transport-parameters';
import type { Role } from '../transport/role';
import type { StreamKind } from './stream-row';

const KINDS = ['client-bidi', 'server-bidi', 'client-uni', 'server-uni'] as const;

/** By the two low bits of the id (RFC 9000 §2.1). */
export function kindOf(id: number): StreamKind {
  return KINDS[id % 4] as StreamKind;
}

export interface InitialLimits {
  /** Bytes; NaN where the log does not say it. */
  readonly connection: number;
  readonly byKind: { readonly [kind in StreamKind]: number };
}

type Parameters = ReadonlyMap<number, number>;

/**
 * @param parameters as `TransportState.parameters`.
 * @param sends whose data: of the endpoint that logs, which its peer's parameters limit, or the other way round.
 */
export function initialLimits(parameters: Parameters, role: Role, sends: 'local' | 'remote'): InitialLimits {
  const toOwner = sends === 'remote' ? TO_OWN : 0;
  const value = (name: TransportParameter): number =>
    parameters.get(FIRST_PARAMETER + PARAMETER_NAMES.indexOf(name) + toOwner) ?? Number.NaN;
  const byKind = (kind: StreamKind): number => {
    if (role === 'unknown') return Number.NaN;
    const opener = kind.startsWith('client') ? 'client' : 'server';
    if (kind.endsWith('uni')) return value('initial_max_stream_data_uni');
    // "local" and "remote" are said by the one that limits: not by the one that sends.
    const openedByLimiter = (opener === role) === (sends === 'remote');
    return value(
      openedByLimiter ? 'initial_max_stream_data_bidi_local' : 'initial_max_stream_data_bidi_remote',
    );
  };
  return {
    connection: value('initial_max_data'),
    byKind: {
      'client-bidi': byKind('client-bidi'),
      'server-bidi': byKind('server-bidi'),
      'client-uni': byKind('client-uni'),
      'server-uni': byKind('server-uni'),
    },
  };
}
