/**
 * How each QUIC stack records a log that is read here, and which fields its logs lack and why: the one table that the page, the
 * command `doctor` and docs/recording.md are written from. Ways to record come from each stack's documentation and source, what is
 * lacking from logs recorded with it (tests/corpus) or from its source; nothing is listed that was not seen in either.
 */
import type { Lack, LackKind, Stack } from './stack';

const lack =
  (kind: LackKind) =>
  (words: string): Lack => ({ kind, words });
const setting = lack('setting');
const version = lack('version');
const noValue = lack('no-value');
const never = lack('never');

const NO_STATES = never(
  'It does not log congestion states; where it logs losses and ACKs, recovery is rebuilt.',
);
const NO_PACING = never('It does not log a pacing rate.');
const NO_PTO_COUNT = never('It does not count probe timeouts; they are inferred from silences.');
const UNLIMITED = noValue('It is left out as long as it is unlimited: before the first loss, and with BBR.');
const WITH_BBR = noValue('It is logged with BBR only.');

/** Packets stand apart in their logs as their pacers send them. */
const AFTER_PACER = 'when the packet leaves, after its pacer';
const BEFORE_PACER =
  'when the packet is built, before its pacer lets it go: RTTs contain that wait, which is known where a pacing rate is logged';

export const STACKS: readonly Stack[] = [
  {
    name: 'quiche',
    recorders: [
      {
        where: 'quiche-server, quiche-client (built with the feature qlog)',
        code: 'QLOGDIR=qlogs quiche-server …',
      },
      {
        where: 'Rust (feature qlog)',
        code: 'connection.set_qlog_with_level(Box::new(file), title, description, quiche::QlogLevel::Extra)',
      },
      {
        where: 'C (built with qlog)',
        code: 'quiche_conn_set_qlog_path(connection, path, title, description)',
      },
      {
        where: 'tokio-quiche',
        code: 'QuicSettings { qlog_dir: Some("qlogs".into()), ..Default::default() }',
      },
    ],
    level:
      'Base, which set_qlog and QLOGDIR use, or Extra. Core leaves the congestion states out. Call it before the first packet.',
    lacks: {
      'congestion states': setting(
        'Level Core leaves them out: record at QlogLevel::Base or Extra. bbr2_gcongestion logs none.',
      ),
      'slow start threshold': UNLIMITED,
      losses: version(
        '0.24 logs none, so that they are inferred; 0.26 and later count them in cf_lost_packets.',
      ),
      'pacing rate': WITH_BBR,
      'PTO count': version('0.24 and 0.26 do not log it, 0.30 does.'),
    },
    sentAt: BEFORE_PACER,
  },
  {
    name: 'quic-go',
    recorders: [
      {
        where: 'Go, with QLOGDIR=qlogs in the environment (from 0.45)',
        code: 'quic.Config{Tracer: qlog.DefaultConnectionTracer}',
      },
    ],
    lacks: {
      'congestion states': version('Versions of 2020 (0.15) do not log them, 0.40 and later do.'),
      'slow start threshold': never('It does not log ssthresh.'),
      'pacing rate': NO_PACING,
      'PTO count': noValue('It is logged once a PTO has fired.'),
      losses: noValue('It is logged once a packet is lost.'),
    },
    sentAt: AFTER_PACER,
    note: 'Close the connection before the process ends: what is buffered is lost, and the last record is cut.',
  },
  {
    name: 'ngtcp2',
    also: 'curl, h2load, Node.js',
    recorders: [
      { where: 'its example client and server', code: 'server --qlog-dir=qlogs …' },
      { where: 'C', code: 'settings.qlog_write = on_qlog_write;' },
      { where: 'h2load', code: 'h2load --qlog-file-base=qlogs/load …' },
    ],
    lacks: {
      'congestion states': NO_STATES,
      'slow start threshold': UNLIMITED,
      'pacing rate': NO_PACING,
      losses: noValue('It is logged once a packet is lost.'),
    },
    sentAt: AFTER_PACER,
    note: 'Times and RTTs are whole milliseconds: on paths shorter than some milliseconds record another stack, or longer.',
  },
  {
    name: 'curl',
    recorders: [{ where: 'curl built with HTTP/3', code: 'QLOGDIR=qlogs curl --http3 …' }],
    note: 'The log is that of its QUIC library, ngtcp2 or quiche. A download is sent by the server: record there.',
  },
  {
    name: 'picoquic',
    recorders: [
      { where: 'picoquicdemo', code: 'picoquicdemo -q qlogs …' },
      { where: 'C (loglib)', code: 'picoquic_set_qlog(quic, "qlogs");' },
    ],
    lacks: {
      'congestion states': version('They are logged since May 2026, as numbers.'),
      'slow start threshold': never('It does not log ssthresh.'),
      'PTO count': NO_PTO_COUNT,
    },
    sentAt: AFTER_PACER,
  },
  {
    name: 'mvfst',
    also: 'proxygen',
    recorders: [
      { where: 'hq of proxygen', code: 'hq --mode=server --qlogger_path=qlogs …' },
      { where: 'C++', code: 'transport->setQLogger(std::make_shared<quic::FileQLogger>(…));' },
    ],
    lacks: { losses: noValue('It logs sums of lost packets, without the numbers of the packets.') },
  },
  {
    name: 'quinn',
    recorders: [
      {
        where: 'Rust (feature qlog)',
        code: 'transport_config.qlog_stream(QlogConfig::default().writer(Box::new(file)).into_stream())',
      },
    ],
    lacks: {
      'congestion states': NO_STATES,
      'slow start threshold': UNLIMITED,
      'pacing rate': WITH_BBR,
      'ACK ranges': never(
        'It does not log the frames of packets (0.11): nobody can say what was acknowledged. Record the other side.',
      ),
    },
    sentAt: AFTER_PACER,
    note: 'All connections that share the TransportConfig are in one log; a config for each separates them.',
  },
  {
    name: 'noq',
    also: 'iroh',
    recorders: [
      {
        where: 'Rust (feature qlog), with QLOGDIR=qlogs in the environment',
        code: 'transport_config.qlog_factory(Arc::new(QlogFileFactory::from_env()))',
      },
    ],
    lacks: { 'congestion states': NO_STATES, 'slow start threshold': UNLIMITED, 'pacing rate': WITH_BBR },
    sentAt: AFTER_PACER,
  },
  {
    name: 'neqo',
    also: 'Firefox',
    recorders: [
      { where: 'neqo-client, neqo-server', code: 'neqo-server --qlog-dir qlogs …' },
      {
        where: 'Firefox',
        code: 'about:config, network.http.http3.enable_qlog = true, restart; the logs are in qlog_PID of the folder for temporary files',
      },
    ],
    lacks: { 'pacing rate': never('0.6 does not log a pacing rate.') },
    sentAt: AFTER_PACER,
  },
  {
    name: 'aioquic',
    recorders: [
      { where: 'its examples', code: 'python examples/http3_server.py --quic-log qlogs …' },
      { where: 'Python', code: 'QuicConfiguration(quic_logger=QuicFileLogger("qlogs"))' },
    ],
    lacks: {
      'congestion states': NO_STATES,
      'slow start threshold': noValue('It is left out as long as it is unlimited: before the first loss.'),
      'pacing rate': NO_PACING,
      'PTO count': NO_PTO_COUNT,
      losses: noValue('It is logged once a packet is lost.'),
    },
    sentAt: AFTER_PACER,
    note: 'A log is written when its connection ends.',
  },
  {
    name: 'kwik',
    recorders: [{ where: 'Java, with the module kwik-qlog on the class path', code: 'QLOGDIR=qlogs java …' }],
    lacks: {
      'congestion states': NO_STATES,
      'slow start threshold': never('It does not log ssthresh.'),
      'min RTT': never('It does not log the smallest RTT.'),
      'pacing rate': NO_PACING,
      'PTO count': NO_PTO_COUNT,
    },
    note: 'Times are whole milliseconds. In 0.10.8 the server logs, the client does not.',
  },
  {
    name: 'x/net/quic',
    recorders: [
      {
        where: 'Go',
        code: 'quic.Config{QLogLogger: slog.New(qlog.NewJSONHandler(qlog.HandlerOptions{Level: quic.QLogLevelFrame, Dir: "qlogs"}))}',
      },
    ],
    level:
      'QLogLevelFrame. QLogLevelPacket leaves the frames of packets out, and so what was acknowledged; QLogLevelConn the packets.',
    lacks: {
      'packets sent': setting('Set Level to quic.QLogLevelFrame: QLogLevelConn leaves packets out.'),
      'packets received': setting('Set Level to quic.QLogLevelFrame: QLogLevelConn leaves packets out.'),
      'ACK ranges': setting(
        'Set Level to quic.QLogLevelFrame: QLogLevelPacket leaves the frames of packets out.',
      ),
      'bytes in flight': setting('Set Level to quic.QLogLevelFrame.'),
    },
  },
  {
    name: 'openssl',
    recorders: [
      {
        where: 'any program with libssl built with enable-unstable-qlog',
        code: "QLOGDIR=qlogs OSSL_QFILTER='*' …",
      },
    ],
    level: "OSSL_QFILTER='*': another filter leaves the events out that it does not name.",
    note: 'Every step of time is cut to whole milliseconds: no RTT can be taken from its log.',
  },
  {
    name: 'tquic',
    recorders: [{ where: 'tquic_server, tquic_client', code: 'tquic_server --qlog-dir qlogs …' }],
    lacks: {
      'congestion states': NO_STATES,
      'slow start threshold': never('It does not log ssthresh.'),
      'PTO count': NO_PTO_COUNT,
    },
  },
  {
    name: 'gm-quic',
    recorders: [{ where: 'Rust', code: 'QuicListeners::builder()… .with_qlog(logger)' }],
    lacks: {
      'congestion states': NO_STATES,
      'bytes in flight': never('It does not log bytes in flight; they are rebuilt from its packets.'),
    },
    note: 'Close the connections before the process ends: the last record of a client is cut otherwise.',
  },
  {
    name: 'xquic',
    recorders: [
      {
        where: 'built with -DXQC_ENABLE_EVENT_LOG=1, config.cfg_log_event = 1; then converted',
        code: 'python scripts/qlog_parser.py --clog clog --slog slog --qlog_path xquic.qlog',
      },
    ],
  },
  {
    name: 'quicly',
    also: 'h2o',
    recorders: [
      {
        where: 'h2o: the events of h2olog, converted',
        code: 'deps/quicly/misc/qlog-adapter.py events > h2o.qlog',
      },
    ],
    lacks: {
      'congestion window': never('Its adapter converts packets and losses only.'),
      'bytes in flight': never('Its adapter converts packets and losses only.'),
      'slow start threshold': never('Its adapter converts packets and losses only.'),
      'min RTT': never('Its adapter converts packets and losses only.'),
      'smoothed RTT': never('Its adapter converts packets and losses only.'),
      'congestion states': NO_STATES,
      'pacing rate': NO_PACING,
      'PTO count': NO_PTO_COUNT,
    },
    note: 'Packets have no sizes in it: which side sent, and what its window was, cannot be seen.',
  },
  {
    name: 'haskell-quic',
    recorders: [{ where: 'Haskell, a server', code: 'defaultServerConfig { scQLog = Just "qlogs" }' }],
  },
  {
    name: 'erlang_quic',
    recorders: [{ where: 'Erlang', code: 'qlog => #{enabled => true, dir => "qlogs", events => all}' }],
    level: 'events => all: a list of events leaves out the rest.',
  },
  {
    name: 'Chromium',
    recorders: [],
    note: 'It writes a NetLog, which is no qlog and is not read here. Record the server, which sends what is downloaded.',
  },
  {
    name: 'nginx',
    also: 'Angie, freenginx, OpenResty',
    recorders: [
      {
        where: 'nginx.conf (built with --with-debug, as `nginx -V` lists)',
        code: 'error_log qlogs/nginx.log debug;',
      },
      {
        where: 'for some clients only, beside an error_log of any level',
        code: 'events { debug_connection 192.0.2.1; }',
      },
    ],
    level: 'debug: no other level holds packets.',
    lacks: {
      'slow start threshold': noValue('It is logged in slow start only, and before 1.27.5 at each ACK.'),
      'pacing rate': NO_PACING,
      'PTO count': NO_PTO_COUNT,
    },
    sentAt: 'when the system takes the datagram: NGINX does not pace',
    note: 'No release writes qlog; its debug log is read instead, of 1.25.0 and later: 1.3 to 3 kB per datagram sent, 9 kB on uploads. It holds addresses, headers and paths in clear; an export as qlog leaves them out.',
  },
  {
    name: 's2n-quic',
    recorders: [],
    note: 'It writes no qlog (issue 1199); its events go to a subscriber of your own.',
  },
  {
    name: 'msquic',
    recorders: [],
    note: 'It writes no qlog (issue 1158), but ETW on Windows and LTTng on Linux.',
  },
];
