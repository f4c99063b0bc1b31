/** Transport parameters of both endpoints as a table: RFC 9000 §18.2, and those of extensions that a log names. */
import type { ParameterValue } from '../../../../qlog-schema';
import { count } from '../../../base/text/figures';
import type { ParameterRow } from './connectivity';
import type { ConnectivityLog } from './connectivity-log';

/** The largest value of a variable-length integer (RFC 9000 §16); logs round it, because a double does not hold it. */
const VARINT_MAX = 2 ** 62;

const asCount = (value: number): string => (value >= VARINT_MAX / 2 ? 'no limit' : count(value));
const asBytes = (value: number): string => (value >= VARINT_MAX / 2 ? 'no limit' : `${count(value)} B`);
const asMs = (value: number): string => `${count(value)} ms`;
const asIdle = (value: number): string => (value === 0 ? 'none' : asMs(value));
const asFlag = (value: number): string => (value === 1 ? 'yes' : 'no');
const asId = (value: number): string => (value === 0 ? 'empty' : `ID of ${count(value)} B`);
const asPresent = (): string => 'set';
const asMicroseconds = (value: number): string => `${count(value)} µs`;

type Words = (value: number) => string;

/** In the order of the RFC: name, how its value is written, and what holds where it is not said. */
const ROWS: readonly (readonly [name: string, words: Words, usual: string])[] = [
  ['original_destination_connection_id', asId, ''],
  ['max_idle_timeout', asIdle, 'none'],
  ['stateless_reset_token', asPresent, ''],
  ['max_udp_payload_size', asBytes, '65,527 B'],
  ['initial_max_data', asBytes, '0 B'],
  ['initial_max_stream_data_bidi_local', asBytes, '0 B'],
  ['initial_max_stream_data_bidi_remote', asBytes, '0 B'],
  ['initial_max_stream_data_uni', asBytes, '0 B'],
  ['initial_max_streams_bidi', asCount, '0'],
  ['initial_max_streams_uni', asCount, '0'],
  ['ack_delay_exponent', asCount, '3'],
  ['max_ack_delay', asMs, '25 ms'],
  ['disable_active_migration', asFlag, 'no'],
  ['preferred_address', asPresent, ''],
  ['active_connection_id_limit', asCount, '2'],
  ['initial_source_connection_id', asId, ''],
  ['retry_source_connection_id', asId, ''],
  ['max_datagram_frame_size', asBytes, '0 B'],
  ['grease_quic_bit', asFlag, 'no'],
  ['version_information', asPresent, ''],
  ['min_ack_delay', asMicroseconds, ''],
  ['initial_max_path_id', asCount, ''],
  ['reset_stream_at', asFlag, 'no'],
  ['enable_time_stamp', asFlag, 'no'],
  ['enable_loss_bit', asCount, '0'],
  ['reserved', asCount, ''],
  ['unnamed', asCount, ''],
];

/** Rows for whatever at least one endpoint says, and for nothing where neither says anything. */
export function parameterRows({ parameters: { own, peer } }: ConnectivityLog): readonly ParameterRow[] {
  return ROWS.flatMap(([name, words, usual]) => {
    const [ours, theirs] = [own, peer].map((said) => textOf(said.get(name), words)) as [
      string | null,
      string | null,
    ];
    return ours === null && theirs === null ? [] : [{ name, own: ours, peer: theirs, usual }];
  });
}

function textOf(value: ParameterValue | undefined, words: Words): string | null {
  if (value === undefined) return null;
  if (typeof value === 'number') return words(value);
  return value === '' ? 'set' : value;
}
