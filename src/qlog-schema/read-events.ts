/**
 * The fields of the events that rows are made of besides packets, by their kind. Decoder and plans take these; whatever
 * else is exported and found by the filter stands in event-fields.ts, which the page fetches for that only.
 */
import { BlockReason, EventFact, StateTrigger } from './event-fact';
import { EventKind } from './event-kinds';
import type { FieldDefinition } from './field';
import { CARRIED_FORWARD, each, errors, OWNER, oneOf } from './field-lists';
import { HTTP_FRAME_EVENT, HTTP_PRIORITY_EVENT } from './http';
import { LIFE_EVENTS } from './life';
import { METRIC_FIELDS } from './metric-fields';
import { ACKED_FIELDS } from './packet-fields';
import { FIRST_PARAMETER, PARAMETER_NAMES, type TransportParameter } from './transport-parameters';

/** Pairs are read only from events in which a field has this word, or has it not; transport parameters from all others, too. */
export interface ReadWhere {
  readonly keys: readonly string[];
  readonly word: string;
  readonly is: boolean;
}

export interface EventFields {
  readonly fields: readonly FieldDefinition[];
  readonly readWhere?: ReadWhere;
}

/** RFC 9000 §18.2: a larger exponent and a delay of 2¹⁴ ms or more are invalid. */
const MAX_ACK_DELAY_EXPONENT = 20;
const MAX_ACK_DELAY_MS = 2 ** 14 - 1;

const MORE: {
  readonly [name in TransportParameter]?: Partial<Pick<FieldDefinition, 'keys' | 'most' | 'type'>>;
} = {
  max_ack_delay: { type: 'milliseconds', most: MAX_ACK_DELAY_MS },
  ack_delay_exponent: { most: MAX_ACK_DELAY_EXPONENT },
  max_idle_timeout: { keys: ['idle_timeout'] },
  max_udp_payload_size: { keys: ['max_packet_size'] },
};

/** Named as in the RFCs; the keys of older drafts stand after that. */
function parameter(name: TransportParameter, index: number): FieldDefinition {
  const { keys = [], ...other } = MORE[name] ?? {};
  return { keys: [name, ...keys], type: 'amount', ...other, pair: FIRST_PARAMETER + index, exported: true };
}

export const PARAMETERS: EventFields = {
  // The peer's; all others are the endpoint's own (`TO_OWN`). A set without an owner is assumed to be the peer's: stacks that log one set log that one.
  readWhere: { keys: OWNER.keys, word: 'local', is: false },
  fields: PARAMETER_NAMES.map(parameter),
};

export const DATAGRAMS: EventFields = {
  fields: [{ keys: ['count'], type: 'amount', pair: EventFact.datagrams, exported: true }],
};

/** Reasons by their words, each with its `BlockReason`. */
const BLOCK_REASONS = {
  scheduling: BlockReason.scheduling,
  pacing: BlockReason.pacing,
  amplification_protection: BlockReason.amplification,
  congestion_control: BlockReason.congestionControl,
  connection_flow_control: BlockReason.connectionFlowControl,
  stream_flow_control: BlockReason.streamFlowControl,
  stream_id: BlockReason.streamId,
  application: BlockReason.application,
};

export const DATA_BLOCKED: EventFields = {
  fields: [
    { keys: ['stream_id'], type: 'amount', pair: EventFact.blockStream, exported: true },
    {
      ...oneOf('reason', Object.keys(BLOCK_REASONS).join(' ')),
      codes: BLOCK_REASONS,
      pair: EventFact.blockReason,
    },
    {
      ...oneOf('new', 'blocked unblocked'),
      codes: { blocked: 1, unblocked: 0 },
      pair: EventFact.dataBlocked,
    },
    oneOf('old', 'blocked unblocked'),
  ],
};

const KEY_KINDS = ['initial', 'handshake', '0rtt', '1rtt'];

/** `server_handshake_secret` etc.: names of secrets. */
const KEY_WORDS = [
  ...['client', 'server'].flatMap((side) => KEY_KINDS.map((kind) => `${side}_${kind}_secret`)),
  ...KEY_KINDS,
  ...KEY_KINDS.map((kind) => `${kind}_secret`),
];

/** Keys by their type, never the keys. */
export const KEYS: EventFields = {
  fields: [
    { keys: ['key_type', 'type'], type: 'keyType', words: KEY_WORDS, fact: 'discardedKeys', exported: true },
    { keys: ['key_phase'], type: 'amount', fact: 'keyPhase', exported: true },
    { keys: ['generation'], type: 'amount', fact: 'keyPhase', exported: true },
    { ...oneOf('trigger', 'tls remote_update local_update'), fact: 'keyTrigger' },
  ],
};

const K = EventKind;

export const READ_EVENTS: ReadonlyMap<EventKind, EventFields> = new Map<EventKind, EventFields>([
  [K.packetsAcked, { fields: ACKED_FIELDS }],
  [K.udpDatagramsSent, DATAGRAMS],
  [K.metricsUpdated, { fields: METRIC_FIELDS }],
  [
    K.congestionStateUpdated,
    {
      fields: [
        { keys: ['new'], type: 'state', fact: 'newState', exported: true, shortName: 'state' },
        { keys: ['old'], type: 'state', fact: 'oldState', exported: true },
        {
          ...oneOf('trigger', 'persistent_congestion ecn loss pto'),
          codes: { persistent_congestion: StateTrigger.persistentCongestion, ecn: StateTrigger.ecn },
          pair: EventFact.stateTrigger,
        },
        // mvfst says it in an event of its own, without a state.
        {
          keys: ['app_limited'],
          type: 'word',
          words: ['app limited', 'app unlimited'],
          codes: { 'app limited': 1, 'app unlimited': 0 },
          pair: EventFact.appLimited,
          exported: true,
        },
        CARRIED_FORWARD,
      ],
    },
  ],
  [
    K.carefulResumePhaseUpdated,
    {
      // draft-ietf-tsvwg-careful-resume, Appendix: of what it saved and observed nothing is read.
      fields: [
        { keys: ['new_phase', 'new'], type: 'state', fact: 'newState', exported: true },
        { keys: ['old_phase', 'old'], type: 'state', fact: 'oldState', exported: true },
        oneOf(
          'trigger',
          'congestion_window_limited cr_mark_acknowledged rtt_not_validated ecn_ce exit_recovery packet_loss last_unvalidated_packet_acknowledged',
        ),
      ],
    },
  ],
  [K.parametersSet, PARAMETERS],
  [
    K.packetDropped,
    { fields: [{ keys: ['trigger'], type: 'trigger', codes: { duplicate: 1 }, pair: EventFact.duplicate }] },
  ],
  [
    K.timerUpdated,
    {
      // Set and cancelled timers are not read.
      readWhere: { keys: ['timer_type'], word: 'pto', is: true },
      fields: [
        oneOf(
          'timer_type',
          'ack pto loss_timeout path_validation handshake_timeout idle_timeout path_probe loss_time',
        ),
        {
          ...oneOf('event_type', 'set expired cancelled'),
          codes: { expired: 1 },
          pair: EventFact.ptoExpired,
        },
        { keys: ['packet_number_space'], type: 'space', exported: true },
        ...each('time', 'delta'),
        ...each('amount', 'timer_id'),
      ],
    },
  ],
  [K.keyUpdated, KEYS],
  [K.keyDiscarded, KEYS],
  [
    K.connectionClosed,
    {
      fields: [
        { ...OWNER, fact: 'closeOwner' },
        { ...errors('connection_error', 'connection_code'), fact: 'transportError' },
        { ...errors('application_error', 'application_code'), fact: 'applicationError' },
        { ...errors('error_code'), fact: 'closeCode' },
        ...each('amount', 'internal_code'),
        {
          ...oneOf(
            'trigger',
            'idle_timeout handshake_timeout clean error stateless_reset version_mismatch application unspecified',
          ),
          fact: 'closeTrigger',
        },
        { keys: ['reason'], type: 'text', exported: 'reasonPhrases', fact: 'closeReason' },
      ],
    },
  ],
  [
    K.ecnStateUpdated,
    {
      fields: [
        oneOf('old', 'testing unknown failed capable'),
        {
          ...oneOf('new', 'testing unknown failed capable'),
          codes: { failed: 1 },
          pair: EventFact.ecnFailed,
        },
        { keys: ['trigger'], type: 'trigger', exported: true },
      ],
    },
  ],
  [K.httpFrameCreated, { fields: HTTP_FRAME_EVENT }],
  [K.httpFrameParsed, { fields: HTTP_FRAME_EVENT }],
  [K.httpPriorityUpdated, { fields: HTTP_PRIORITY_EVENT }],
  [K.connectionDataBlockedUpdated, DATA_BLOCKED],
  [K.streamDataBlockedUpdated, DATA_BLOCKED],
  ...LIFE_EVENTS,
]);
