/**
 * Files that are brought to a viewer of QUIC and are no qlog, by what stands in their first bytes, never by a name: what
 * each is, and what to record instead. Only names them; the splitters decide whether and where to refuse a file.
 *
 * Sources: draft-ietf-opsawg-pcap, draft-ietf-opsawg-pcapng, net/log/file_net_log_observer.cc of Chromium, HAR 1.2,
 * Trace Event Format, POSIX.1-1988 (tar), json-file of Docker, draft-ietf-tls-keylogfile.
 */

/** The beginning of a file as it stands, and as text: without byte order mark and leading white space. */
export interface Head {
  readonly bytes: Uint8Array;
  readonly text: string;
}

export interface Foreign {
  /** As in "this is …". */
  readonly what: string;
  /** What would be read here, in sentences. */
  readonly instead: string;
}

export interface ForeignFile {
  readonly id: string;
  readonly instead: string;
  /** @returns what it is; null where it is something else. */
  what(head: Head): string | null;
}

const HOW =
  'How each stack writes a qlog: docs/recording.md, or “How do I record a log?” in the menu of the page.';
const OF_CAPTURE = `Its packets are encrypted and none holds a congestion window: let an endpoint write a qlog, best the sender. ${HOW}`;
const AT_SERVER = `which is the sender of what is downloaded. ${HOW}`;

const LENIENT_TEXT = new TextDecoder('utf-8', { fatal: false });

/** Magic numbers in both byte orders: µs, ns, and the patched format of Linux 2.2. */
const PCAP = ['a1b2c3d4', 'd4c3b2a1', 'a1b23c4d', '4d3cb2a1', 'a1b2cd34', '34cdb2a1'];
const PCAPNG = ['0a0d0d0a'];
/** Keys of the constants of a NetLog, some of which every version of Chromium writes among the first. */
const NETLOG_CONSTANTS =
  /"(?:activeFieldTrialGroups|addressFamily|cert(?:PathBuilder|Status|Verif)\w*|clientInfo|dataReductionProxy\w*|loadFlag|loadState|logEventPhase|logEventTypes|logFormatVersion|logSourceType|netError|quicError)"\s*:/;
/** An event of the Trace Event Format: its phase, and the process that it is of. */
const CHROME_EVENT = /"ph"\s*:\s*"[A-Za-z]"[^{}]*"pid"\s*:|"pid"\s*:[^{}]*"ph"\s*:\s*"[A-Za-z]"/;
/** POSIX.1-1988, the header of an entry. */
const TAR_MAGIC_AT = 257;
/** Labels of the draft, of SSL 3 to TLS 1.2, and those that stacks of QUIC have put before them. */
const KEY_LINE =
  /^(?:QUIC_)?(?:CLIENT_RANDOM|RSA|PMS_CLIENT_RANDOM|(?:CLIENT|SERVER)_(?:HANDSHAKE_TRAFFIC_SECRET|TRAFFIC_SECRET_\d+)|CLIENT_EARLY_TRAFFIC_SECRET|(?:EARLY_)?EXPORTER_SECRET|ECH_(?:SECRET|CONFIG)) [0-9a-f]+ [0-9a-f]+[ \r]*$/im;

const begins = (bytes: Uint8Array, magics: readonly string[]): boolean => {
  const magic = Array.from(bytes.subarray(0, 4), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return magics.includes(magic);
};

export const FOREIGN_FILES: readonly ForeignFile[] = [
  {
    id: 'pcap',
    what: ({ bytes }) => (begins(bytes, PCAP) ? 'a packet capture (pcap)' : null),
    instead: OF_CAPTURE,
  },
  {
    id: 'pcapng',
    what: ({ bytes }) => (begins(bytes, PCAPNG) ? 'a packet capture (pcapng)' : null),
    instead: OF_CAPTURE,
  },
  {
    id: 'tshark',
    what: ({ text }) =>
      /^\[\s*\{/.test(text) && /"_source"\s*:\s*\{\s*"layers"\s*:/.test(text)
        ? 'a packet dissection by tshark'
        : null,
    instead: OF_CAPTURE,
  },
  {
    id: 'netlog',
    what: ({ text }) =>
      /^\{\s*"constants"\s*:\s*\{/.test(text) && NETLOG_CONSTANTS.test(text) ? 'a NetLog of Chromium' : null,
    instead: `Chromium writes no qlog: let the server write one, ${AT_SERVER}`,
  },
  {
    id: 'har',
    what: ({ text }) =>
      /^\{\s*"log"\s*:\s*\{/.test(text) && /"(?:creator|entries|pages|browser)"\s*:/.test(text)
        ? 'an HTTP archive (HAR)'
        : null,
    instead: `It holds the times of requests and no packets: let the server write a qlog, ${AT_SERVER}`,
  },
  {
    id: 'browser-trace',
    what: ({ text }) => {
      const isFirefox =
        /^\{\s*"meta"\s*:\s*\{/.test(text) && /"(?:interval|startTime|product|libs)"\s*:/.test(text);
      if (isFirefox && !/"qlog_version"/.test(text)) return 'a profile of Firefox';
      const isChrome =
        /^\{\s*"traceEvents"\s*:/.test(text) || (/^\[\s*\{/.test(text) && CHROME_EVENT.test(text));
      return isChrome ? 'a performance trace of Chromium' : null;
    },
    instead: `It holds the work of a browser and no packets: let the server write a qlog, ${AT_SERVER}`,
  },
  {
    id: 'container-log',
    what: ({ text }) =>
      /^\{\s*"log"\s*:\s*"/.test(text) || /^\{\s*"(?:__CURSOR|MESSAGE)"\s*:/.test(text)
        ? 'a log of a container or of a journal, whose lines are texts in JSON'
        : null,
    instead: `A qlog in it is read from what \`docker logs\` or \`journalctl -o cat\` prints. ${HOW}`,
  },
  {
    id: 'tar',
    what: ({ bytes }) =>
      LENIENT_TEXT.decode(bytes.subarray(TAR_MAGIC_AT, TAR_MAGIC_AT + 5)) === 'ustar'
        ? 'a tar archive'
        : null,
    instead: `Unpack it and open the logs in it; a zip is read as it is. ${HOW}`,
  },
  {
    id: 'key-log',
    what: ({ text }) => (KEY_LINE.test(text) ? 'a key log (SSLKEYLOGFILE)' : null),
    instead: `It holds the TLS secrets of connections, and whoever has a capture of them can decrypt it: share it with nobody. To see a connection here, let its sender write a qlog. ${HOW}`,
  },
];

/** @param head first bytes of a file, or more of it. @returns null where it may be a qlog. */
export function foreignFile(bytes: Uint8Array): Foreign | null {
  const head = { bytes, text: LENIENT_TEXT.decode(bytes).trimStart() };
  for (const { what, instead } of FOREIGN_FILES) {
    const kind = what(head);
    if (kind !== null) return { what: kind, instead };
  }
  return null;
}
