/**
 * A real trace full of marked secrets, in every place where a log may hold one: what must not be found again in
 * anything that is shared, and which tick lets which of them out. For tests of whatever leaves the device.
 */
import { contain } from './containers.ts';
import { readTrace } from './load.ts';
import { corpusPath } from './raw-trace.ts';

/** By the tick that lets it out; `never` is let out by none. Letters only a secret holds, so that a search is enough. */
export const SECRETS = {
  fileName: ['kumquatfile'],
  groupNames: ['kumquatgroup'],
  addresses: ['203.0.113.77', 'fd00::5ec:7e7'],
  connectionIds: ['deadbeefcafe0001', 'deadbeefcafe0002', 'deadbeefcafe0003', 'deadbeefcafe0004'],
  requestTexts: ['kumquatauthority', 'kumquatpath', 'kumquatmethod', 'kumquatpriority'],
  wallClock: ['2026-11-20T13:37:42', '13:37:42', '1795181862'],
  reasonPhrases: ['kumquatreason', 'kumquatlogline', 'kumquattrigger', 'kumquatstate', 'kumquatbroken'],
  never: [
    ...[
      'kumquattitle',
      'kumquatdescription',
      'kumquatvantage',
      'kumquaturi',
      'kumquatparent',
      'kumquatsystem',
    ],
    ...[
      'kumquathost',
      'kumquatevent',
      'kumquatfield',
      'kumquatalpn',
      'kumquatframe',
      'kumquatkeytype',
      'kumquatcookie',
    ],
    ...['c0dec0de11', 'c0dec0de22', 'c0dec0de33', 'c0dec0de44', 'c0dec0de55', 'c0dec0de66', '482134821'],
  ],
} as const;

export const SECRET_FILE_NAME = 'kumquatfile.sqlog';
export const SECRET_GROUP_NAME = 'kumquatgroup-*';

const [FIRST_ID, SECOND_ID, THIRD_ID, FOURTH_ID] = SECRETS.connectionIds;
const [V4, V6] = SECRETS.addresses;

const HEADER = {
  qlog_version: '0.3',
  qlog_format: 'JSON-SEQ',
  title: 'quiche 0.30.0 kumquattitle',
  description: 'kumquatdescription',
  trace: {
    title: 'kumquattitle',
    description: 'kumquatdescription',
    vantage_point: { type: 'server', name: 'kumquatvantage' },
    configuration: { original_uris: ['https://kumquaturi.example/'], code_version: '0.30.0-kumquatparent' },
    common_fields: {
      ODCID: FIRST_ID,
      group_id: FIRST_ID,
      time_format: 'relative',
      reference_time: Date.UTC(2026, 10, 20, 13, 37, 42),
      system_info: { host: 'kumquatsystem' },
    },
  },
};

/** Events beside those of the recording; time is put in where they stand. */
export const PLANTED: readonly (readonly [name: string, data: unknown])[] = [
  [
    'connectivity:connection_started',
    {
      ip_version: 'ipv4',
      src_ip: V4,
      dst_ip: V6,
      src_port: 443,
      dst_port: 8443,
      src_cid: FIRST_ID,
      dst_cid: SECOND_ID,
    },
  ],
  [
    'transport:parameters_set',
    {
      owner: 'remote',
      max_ack_delay: 25,
      ack_delay_exponent: 3,
      original_destination_connection_id: THIRD_ID,
      stateless_reset_token: { data: 'c0dec0de11' },
      preferred_address: { ip_v4: '198.51.100.1', port_v4: 482_134_821, connection_id: 'c0dec0de22' },
      kumquatfield: 'kumquatfield',
    },
  ],
  [
    'transport:packet_received',
    {
      header: { packet_type: '1RTT', packet_number: 999_990, dcid: FOURTH_ID, token: { data: 'c0dec0de33' } },
      raw: { length: 90, data: 'c0dec0de44' },
      trigger: 'kumquattrigger',
      frames: [
        {
          frame_type: 'new_connection_id',
          sequence_number: 7,
          connection_id: SECOND_ID,
          stateless_reset_token: 'c0dec0de11',
        },
        { frame_type: 'new_token', token: { data: 'c0dec0de33' } },
        { frame_type: 'path_challenge', data: 'c0dec0de55' },
        {
          frame_type: 'connection_close',
          error_space: 'application',
          error_code: 'kumquathost',
          reason: 'kumquatreason',
        },
        { frame_type: 'kumquatframe', kumquatfield: { deeper: 'kumquatfield' } },
      ],
    },
  ],
  ['security:key_updated', { key_type: 'server_1rtt_secret', old: 'c0dec0de66', new: 'c0dec0de66' }],
  ['security:key_updated', { key_type: 'kumquatkeytype', key: 'c0dec0de66' }],
  ['transport:alpn_information', { chosen_alpn: { string_value: 'kumquatalpn' } }],
  [
    'http:frame_parsed',
    {
      stream_id: 4,
      length: 40,
      frame: {
        frame_type: 'headers',
        headers: [
          { name: ':method', value: 'kumquatmethod' },
          { name: ':authority', value: 'kumquatauthority.example' },
          { name: ':path', value: '/kumquatpath' },
          { name: 'cookie', value: 'kumquatcookie' },
          { name: 'priority', value: 'kumquatpriority' },
          { name: 'kumquatcookie', value: 'c0dec0de55' },
        ],
      },
    },
  ],
  [
    'http:frame_parsed',
    {
      stream_id: 2,
      frame: {
        frame_type: 'priority_update',
        prioritized_element_id: 4,
        priority_field_value: 'kumquatpriority',
      },
    },
  ],
  ['http:frame_parsed', { stream_id: 2, frame: { frame_type: 'kumquatframe', raw: { data: 'c0dec0de44' } } }],
  ['http:parameters_set', { owner: 'local', max_field_section_size: 'kumquatfield' }],
  ['http:capsule_parsed', { stream_id: 4, capsule_type: 'kumquatframe', raw: { data: 'c0dec0de44' } }],
  [
    'qpack:headers_encoded',
    { stream_id: 4, headers: [{ name: 'cookie', value: 'kumquatcookie' }], raw: { data: 'c0dec0de44' } },
  ],
  [
    'qpack:dynamic_table_updated',
    { owner: 'local', update_type: 'inserted', entries: [{ name: 'kumquatcookie', value: 'c0dec0de55' }] },
  ],
  [
    'recovery:careful_resume_phase_updated',
    {
      old_phase: 'recovery',
      new_phase: 'kumquatstate',
      trigger: 'kumquattrigger',
      state_data: { pipesize: 'kumquatfield' },
    },
  ],
  ['loglevel:info', { message: 'kumquatlogline' }],
  ['kumquatevent:kumquatevent', { kumquatfield: 1 }],
  ['recovery:congestion_state_updated', { old: 'recovery', new: 'kumquatstate', trigger: 'kumquattrigger' }],
  ['recovery:congestion_state_updated', { new: 'recovery' }],
  [
    'transport:packet_dropped',
    { trigger: 'kumquattrigger', details: 'kumquatreason', raw: { data: 'c0dec0de44' } },
  ],
  ['connectivity:connection_closed', { owner: 'local', application_code: 5, reason: 'kumquatreason' }],
];

/** The bytes of the trace: JSON-SEQ, a recorded spiral with secrets planted at its beginning, middle and end. */
export function secretTrace(): Uint8Array {
  const text = new TextDecoder().decode(readTrace(corpusPath('rtt100-l4s-cubic-buggy-s01.server.sqlog.gz')));
  const [, ...events] = text
    .split('\x1e')
    .slice(1)
    .map((record) => record.trim());
  const timeOf = (record: string): number => Number(/"time":([\d.]+)/.exec(record)?.[1]);
  const records: string[] = [];
  const places = new Set([2, Math.floor(events.length / 2), events.length - 1]);
  events.forEach((event, i) => {
    records.push(event);
    if (!places.has(i)) return;
    for (const [name, data] of PLANTED) records.push(JSON.stringify({ time: timeOf(event), name, data }));
    records.push('{"a":kumquatbroken}');
  });
  return new TextEncoder().encode(contain('JSON-SEQ', records, HEADER));
}

/** Secrets that a text holds, each as it is found; case and spacing do not hide one. */
export function secretsIn(text: string): readonly string[] {
  const lower = text.toLowerCase();
  return Object.values(SECRETS)
    .flat()
    .filter((secret) => lower.includes(secret.toLowerCase()));
}
