/**
 * The texts of NGINX's debug log that something is read of, as a table: what a line begins with after its number, and its kind.
 * Texts of 1.25 to 1.31, see docs/formats.md. The longest one that fits counts; so that a kind may have a line of its own among others.
 */

/** Kinds of lines; sixteen to a group, which one file reads. */
export const Line = {
  /** Nothing is read of it. */
  none: 0,
  /** The same, of QUIC: any other text of QUIC is one of a version that is not known. */
  quic: 1,
  // The worker and its clock.
  waits: 2,
  delta: 3,
  timerAdd: 4,
  timerStays: 5,
  version: 6,
  // Packets received.
  datagram: 16,
  longPacket: 17,
  shortPacket: 18,
  packetLength: 19,
  destinationId: 20,
  sourceId: 21,
  token: 22,
  packetNumber: 23,
  frameReceived: 24,
  packetDone: 25,
  packetRejected: 26,
  retry: 27,
  // Packets sent.
  output: 32,
  sendTo: 33,
  frameSent: 34,
  packetSent: 35,
  sent: 36,
  notSent: 37,
  pathRejected: 38,
  // Recovery.
  ackSlowStart: 48,
  ackAvoidance: 49,
  ackRecovery: 50,
  ackIdle: 51,
  lostProbe: 52,
  cut: 53,
  lostAgain: 54,
  inFlight: 55,
  idle: 56,
  persistent: 57,
  rtt: 58,
  examined: 59,
  resent: 60,
  ptoFired: 61,
  lossTimer: 63,
  // The life of a connection.
  pathCreated: 64,
  validating: 65,
  validated: 66,
  validationFailed: 67,
  migrated: 68,
  timedOut: 69,
  secret: 70,
  keyUpdate: 71,
  handshake: 72,
  alpn: 73,
  serverName: 74,
  parameter: 75,
  parameters: 76,
  // Streams and requests.
  streamCreated: 80,
  flushLimit: 81,
  ofStream: 82,
  sentChain: 83,
  method: 84,
  path: 85,
  authority: 86,
  requestHeader: 88,
  answerHeader: 89,
  /** No header of the request follows, of the answer. */
  handled: 90,
  written: 91,
} as const;
export type Line = (typeof Line)[keyof typeof Line];

/** Which file reads a kind: `Group`. */
export const groupOf = (kind: number): number => kind >> 4;

export const Group = { worker: 0, received: 1, sent: 2, recovery: 3, life: 4, streams: 5 } as const;

/** Lines of the process itself, without a number. */
export const PROCESS_LINES: readonly (readonly [text: string, kind: Line])[] = [
  ['epoll timer: ', Line.waits],
  ['kevent timer: ', Line.waits],
  ['poll timer: ', Line.waits],
  ['select timer: ', Line.waits],
  ['timer delta: ', Line.delta],
  ['nginx/', Line.version],
  ['Angie/', Line.version],
  ['freenginx/', Line.version],
  ['openresty/', Line.version],
];

/** What lines of QUIC begin with of which nothing is read: all that 1.26.3, 1.28.0 and 1.28.3 wrote in 111 runs, and the sources of later versions. */
// biome-ignore format: a table
const PASSED = [
  'split frame', 'congestion ', 'cubic', 'state:', 'push handler', 'input', 'close', 'connection created', 'run', 'packet rx clearflags',
  'packet rx early', 'packet len:', 'path seq:', 'ngx_quic_', 'updated largest received ack', 'socket seq:', 'stateless reset ', 'stream id:',
  'init stream', 'init streams', 'creating server ', 'create sockets ', 'compat ', 'cid seq:', 'address validation token ',
  'unknown transport param', 'reserved transport param', 'no available client ids', 'send path set to ', 'stale PATH_RESPONSE',
  'fixed bit is not set', 'no hs keys', 'no app keys', 'no init keys', 'recvmsg on ', 'SSL_', 'lost timer', 'probing', 'client_initial_secret',
  'retired socket', 'rejected', 'handshake', 'cbs_', 'reset', 'shutdown', 'finalize', 'duplicate', 'early data', 'bpf ', 'frame out of order',
  'version negotiation', 'unsupported version', 'token', 'address validation', 'CRYPTO', 'client closed', 'too many', 'session',
];

/** Lines of connections. */
export const CONNECTION_LINES: readonly (readonly [text: string, kind: Line])[] = [
  ...PASSED.map((words) => [`quic ${words}`, Line.quic] as const),
  ['event timer add: ', Line.timerAdd],
  ['event timer: ', Line.timerStays],
  ['quic recvmsg: ', Line.datagram],
  ['quic packet rx long flags:', Line.longPacket],
  ['quic packet rx short flags:', Line.shortPacket],
  ['quic packet rx init len:', Line.packetLength],
  ['quic packet rx hs len:', Line.packetLength],
  ['quic packet rx early len:', Line.packetLength],
  ['quic packet rx dcid len:', Line.destinationId],
  ['quic packet rx scid len:', Line.sourceId],
  ['quic address validation token len:', Line.token],
  ['quic packet rx number:', Line.packetNumber],
  ['quic frame rx ', Line.frameReceived],
  ['quic packet done rc:', Line.packetDone],
  ['quic packet rejected rc:', Line.packetRejected],
  ['quic retry packet sent to ', Line.retry],
  ['quic output ', Line.output],
  ['quic sendto ', Line.sendTo],
  ['quic frame tx ', Line.frameSent],
  ['quic packet tx ', Line.packetSent],
  ['sendmsg: ', Line.sent],
  ['sendmsg() ', Line.notSent],
  ['quic congestion ack ss ', Line.ackSlowStart],
  ['quic congestion ack cubic ', Line.ackAvoidance],
  ['quic congestion ack reno ', Line.ackAvoidance],
  ['quic congestion ack skip ', Line.ackAvoidance],
  ['quic congestion ack rec ', Line.ackRecovery],
  ['quic congestion ack idle ', Line.ackIdle],
  ['quic congestion slow start ', Line.ackSlowStart],
  ['quic congestion avoidance ', Line.ackAvoidance],
  ['quic congestion ack recovery ', Line.ackRecovery],
  ['quic congestion lost ', Line.cut],
  ['quic congestion lost rec ', Line.lostAgain],
  ['quic congestion lost recovery ', Line.lostAgain],
  ['quic congestion lost ignore ', Line.lostProbe],
  ['quic congestion send if:', Line.inFlight],
  ['quic congestion idle:', Line.idle],
  ['quic congestion persistent ', Line.persistent],
  ['quic persistent congestion ', Line.persistent],
  ['quic rtt sample ', Line.rtt],
  ['quic detect_lost pnum:', Line.examined],
  ['quic resend packet pnum:', Line.resent],
  ['quic pto timer', Line.ptoFired],
  ['quic pto ', Line.quic],
  ['quic lost timer', Line.lossTimer],
  ['quic initiated validation of path seq:', Line.validating],
  ['quic migrated to path seq:', Line.migrated],
  ['quic client timed out', Line.timedOut],
  ['quic ngx_quic_set_read_secret() level:', Line.secret],
  ['quic ngx_quic_set_write_secret() level:', Line.secret],
  ['quic key update', Line.keyUpdate],
  ['quic transport parameters parsed ok', Line.parameters],
  ['quic tp ', Line.parameter],
  ['SSL_do_handshake: 1', Line.handshake],
  ['SSL ALPN selected: ', Line.alpn],
  ['SSL server name: "', Line.serverName],
  ['quic send_chain sent:', Line.sentChain],
  ['http3 method "', Line.method],
  ['http3 path "', Line.path],
  ['http3 authority "', Line.authority],
  ['http3 header: "', Line.requestHeader],
  ['http3 output header: "', Line.answerHeader],
  ['generic phase: ', Line.handled],
  ['rewrite phase: ', Line.handled],
  ['using configuration ', Line.handled],
  ['http finalize request: ', Line.handled],
  ['write new buf ', Line.written],
];

/** What follows `quic path seq:N `. */
export const PATH_LINES: readonly (readonly [text: string, kind: Line])[] = [
  ['created addr:', Line.pathCreated],
  ['rejected mtu:', Line.pathRejected],
  ['addr:', Line.validated],
  ['validation failed', Line.validationFailed],
];

/** What follows `quic stream id:0xN `. */
export const STREAM_LINES: readonly (readonly [text: string, kind: Line])[] = [
  ['create', Line.streamCreated],
  ['flush limit:', Line.flushLimit],
  ['recv len:', Line.ofStream],
  ['recv() not ready', Line.ofStream],
];
