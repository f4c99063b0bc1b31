/**
 * What differs in the configuration of two traces: stack, version of QUIC, controller, windows, transport parameters. Texts;
 * settings that are equal, or that neither shows, are left out.
 */
import {
  PARAMETER_NAMES,
  type ParameterOwner,
  type TransportParameter,
} from '../../../qlog-schema/transport-parameters';
import { nearestFit } from '../../base/text/controller-words';
import { bytes, confidencePercent, count, duration } from '../../base/text/figures';
import { versionName } from '../../base/text/quic-version';
import type { Ending } from '../../reading/contract/snapshot';
import type { ComparedTrace } from './compared-trace';
import type { Relation } from './relation';

export interface ConfigurationDifference {
  readonly id: string;
  readonly name: string;
  readonly a: string;
  readonly b: string;
}

/** `1`, `2`, `draft-29`, `0x50435130`. */
const quicVersionWords = (version: number): string => versionName(version) ?? `0x${version.toString(16)}`;

type Setting = readonly [id: string, name: string, of: (trace: ComparedTrace) => string];

const UNKNOWN = 'not known';
const UNLOGGED = 'not logged';

const orUnknown = (value: number, words: (value: number) => string): string =>
  value > 0 ? words(value) : UNKNOWN;

const SETTINGS: readonly Setting[] = [
  ['implementation', 'implementation', ({ summary }) => summary.implementation ?? UNKNOWN],
  ['version', 'version', ({ summary }) => summary.implementationVersion ?? UNKNOWN],
  [
    'quic-version',
    'version of QUIC',
    ({ outline }) => orUnknown(outline.identity.quicVersion, quicVersionWords),
  ],
  ['controller', 'behaves like', controllerOf],
  ['idle-rule', 'idle rule', idleRuleSetting],
  ['initial-window', 'initial window', ({ outline }) => orUnknown(outline.initialCwndBytes, bytes)],
  ['datagram', 'datagram size', ({ summary }) => orUnknown(summary.datagramBytes, bytes)],
  ['ended', 'how it ended', endedSetting],
];

/** Names of the transport parameters that are compared, in the order that digests hold. */
export const COMPARED_PARAMETERS = PARAMETER_NAMES;

/**
 * @param relation of the two: what one end of a connection logs as its peer's is what the other logs as its own, and is said
 *   once.
 */
export function configurationDifferences(
  a: ComparedTrace,
  b: ComparedTrace,
  relation: Relation,
): readonly ConfigurationDifference[] {
  const owners: readonly ParameterOwner[] = relation === 'both-ends' ? ['own'] : ['own', 'peer'];
  return [...SETTINGS, ...owners.flatMap((owner) => parameterSettings(a, b, owner))].flatMap(
    ([id, name, of]) => {
      const [left, right] = [of(a), of(b)];
      return left === right ? [] : { id, name, a: left, b: right };
    },
  );
}

/** None of an endpoint of which one of the two logs no parameters at all: then nothing is known to differ. */
function parameterSettings(a: ComparedTrace, b: ComparedTrace, owner: ParameterOwner): readonly Setting[] {
  const areLogged = [a, b].every(({ outline }) => outline.parameters[owner].size > 0);
  if (!areLogged) return [];
  return PARAMETER_NAMES.map(
    (name): Setting => [
      `${owner}-${name.replaceAll('_', '-')}`,
      `${name}, ${owner === 'own' ? 'own' : "the peer's"}`,
      ({ outline }) => {
        const value = outline.parameters[owner].get(name);
        return value === undefined ? UNLOGGED : parameterWords(name, value);
      },
    ],
  );
}

/** 2⁶² − 1, the largest value of a variable-length integer (RFC 9000 §16), as a double. */
const MOST = 2 ** 62;

/** `us`: the delay that logs hold in ms is taken in µs. `ms` as logged. */
const UNITS: { readonly [name in TransportParameter]: 'us' | 'ms' | 'bytes' | 'count' } = {
  max_ack_delay: 'us',
  ack_delay_exponent: 'count',
  initial_max_data: 'bytes',
  max_idle_timeout: 'ms',
  max_udp_payload_size: 'bytes',
  initial_max_stream_data_bidi_local: 'bytes',
  initial_max_stream_data_bidi_remote: 'bytes',
  initial_max_stream_data_uni: 'bytes',
  initial_max_streams_bidi: 'count',
  initial_max_streams_uni: 'count',
  active_connection_id_limit: 'count',
  max_datagram_frame_size: 'bytes',
};

function parameterWords(name: TransportParameter, value: number): string {
  if (value >= MOST) return 'the most there is';
  switch (UNITS[name]) {
    case 'us':
      return duration(value);
    case 'ms':
      return value === 0 ? 'none' : duration(value * 1000);
    case 'bytes':
      return bytes(value);
    case 'count':
      return count(value);
  }
}

const ENDED: { readonly [how in Ending['how']]: string } = {
  open: 'open where the log ends',
  close: 'closed',
  'idle-timeout': 'idle timeout',
  'handshake-timeout': 'timeout of the handshake',
  'stateless-reset': 'stateless reset',
  'version-mismatch': 'no common version',
  'version-negotiated': 'version negotiated, goes on in another connection',
  'not-logged': 'ended, reason not logged',
};

/** `closed by the client, application code 0x100`: both ends of a connection say the same. */
function endedSetting({ summary: { ending, vantagePoint } }: ComparedTrace): string {
  if (ending === undefined) return UNKNOWN;
  const { how, by, space, code } = ending;
  const isKnown = by !== 'unknown' && (vantagePoint === 'client' || vantagePoint === 'server');
  const isClient = (by === 'local') === (vantagePoint === 'client');
  const whom = how === 'close' && isKnown ? ` by the ${isClient ? 'client' : 'server'}` : '';
  const number = Number.isNaN(code)
    ? ''
    : `, ${space === 'unknown' ? '' : `${space} `}code 0x${code.toString(16)}`;
  return `${ENDED[how]}${whom}${number}`;
}

type IdleRule = 'last-send' | 'last-activity' | 'either';

/** The rule by which idle time is counted, as far as the window tells it; null where it does not. */
export function idleRuleOf({ models }: ComparedTrace): IdleRule | null {
  if (models === null || models.notJudged !== null || !models.fits) return null;
  const fromSend = models.best.includes('cubic-shift-from-last-send');
  const fromActivity = models.best.includes('cubic-shift-from-last-activity');
  if (fromSend && fromActivity) return 'either';
  return fromSend ? 'last-send' : fromActivity ? 'last-activity' : null;
}

const IDLE_WORDS: { readonly [rule in IdleRule]: string } = {
  'last-send': 'idle time counted from the last send',
  'last-activity': 'idle time not counted from the last send',
  either: 'idle time counted from the last send or not, which fit alike',
};

export function idleRuleWords(rule: IdleRule | null): string {
  return rule === null ? UNKNOWN : IDLE_WORDS[rule];
}

/** `NewReno 99 %`: the models that the window follows, and how well. */
function controllerOf({ models }: ComparedTrace): string {
  if (models === null || models.notJudged !== null || !models.fits) return UNKNOWN;
  const family = [...new Set(models.best.map((id) => (id.startsWith('cubic') ? 'CUBIC' : 'NewReno')))];
  return `${family.join(' or ')}, ${confidencePercent(nearestFit(models))}`;
}

function idleRuleSetting(trace: ComparedTrace): string {
  const { models } = trace;
  const isReno = models?.fits === true && models.best.every((id) => id.startsWith('newreno'));
  return isReno ? 'none, as NewReno has none' : idleRuleWords(idleRuleOf(trace));
}
