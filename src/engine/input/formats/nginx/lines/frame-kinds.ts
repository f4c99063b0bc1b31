/** Frames as NGINX writes them, of what it sends and receives alike: what each begins with, and its type in the words of qlog. */
import { flagsOfFrame } from '../../../../../qlog-schema';

export const Frame = {
  stream: 1,
  ack: 2,
  crypto: 3,
  padding: 4,
  ping: 5,
  handshakeDone: 6,
  newToken: 7,
  maxData: 8,
  maxStreamData: 9,
  maxStreams: 10,
  dataBlocked: 11,
  streamDataBlocked: 12,
  streamsBlocked: 13,
  reset: 14,
  stopSending: 15,
  newConnectionId: 16,
  retireConnectionId: 17,
  pathChallenge: 18,
  pathResponse: 19,
  close: 20,
  applicationClose: 21,
} as const;
export type Frame = (typeof Frame)[keyof typeof Frame];

/** Texts with their kinds; numbers follow. */
export const FRAME_LINES: readonly (readonly [text: string, frame: Frame])[] = [
  ['STREAM id:', Frame.stream],
  ['ACK n:', Frame.ack],
  ['CRYPTO len:', Frame.crypto],
  ['PADDING', Frame.padding],
  ['PING', Frame.ping],
  ['HANDSHAKE DONE', Frame.handshakeDone],
  ['NEW_TOKEN', Frame.newToken],
  ['MAX_DATA max_data:', Frame.maxData],
  ['MAX_STREAM_DATA id:', Frame.maxStreamData],
  ['MAX_STREAMS limit:', Frame.maxStreams],
  ['DATA_BLOCKED limit:', Frame.dataBlocked],
  ['STREAM_DATA_BLOCKED id:', Frame.streamDataBlocked],
  ['STREAMS_BLOCKED limit:', Frame.streamsBlocked],
  ['RESET_STREAM id:', Frame.reset],
  ['STOP_SENDING id:', Frame.stopSending],
  ['NEW_CONNECTION_ID seq:', Frame.newConnectionId],
  ['RETIRE_CONNECTION_ID seqnum:', Frame.retireConnectionId],
  ['PATH_CHALLENGE data:', Frame.pathChallenge],
  ['PATH_RESPONSE data:', Frame.pathResponse],
  ['CONNECTION_CLOSE err:', Frame.close],
  ['CONNECTION_CLOSE_APP err:', Frame.applicationClose],
];

/** By kind, as `FRAME_TYPES` has them. */
export const FRAME_TYPE: { readonly [frame in Frame]: string } = {
  [Frame.stream]: 'stream',
  [Frame.ack]: 'ack',
  [Frame.crypto]: 'crypto',
  [Frame.padding]: 'padding',
  [Frame.ping]: 'ping',
  [Frame.handshakeDone]: 'handshake_done',
  [Frame.newToken]: 'new_token',
  [Frame.maxData]: 'max_data',
  [Frame.maxStreamData]: 'max_stream_data',
  [Frame.maxStreams]: 'max_streams',
  [Frame.dataBlocked]: 'data_blocked',
  [Frame.streamDataBlocked]: 'stream_data_blocked',
  [Frame.streamsBlocked]: 'streams_blocked',
  [Frame.reset]: 'reset_stream',
  [Frame.stopSending]: 'stop_sending',
  [Frame.newConnectionId]: 'new_connection_id',
  [Frame.retireConnectionId]: 'retire_connection_id',
  [Frame.pathChallenge]: 'path_challenge',
  [Frame.pathResponse]: 'path_response',
  [Frame.close]: 'connection_close',
  [Frame.applicationClose]: 'connection_close',
};

/** `PacketFlag` bits by kind. */
export const FRAME_FLAGS: readonly number[] = Object.values(Frame).reduce<number[]>((flags, frame) => {
  flags[frame] = flagsOfFrame(FRAME_TYPE[frame]);
  return flags;
}, []);
