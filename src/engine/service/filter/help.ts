/**
 * The filter language's documentation as data: the page's help and the README are generated from it, and a test
 * compiles every example. It defines the language.
 */

export interface FilterHelpRow {
  readonly example: string;
  readonly meaning: string;
}

export const FILTER_HELP: readonly FilterHelpRow[] = [
  { example: 'pto_probe', meaning: 'the text anywhere in the event’s name or record; case does not matter' },
  {
    example: '"connection close"',
    meaning: 'the same for a text with spaces or signs; \\" is a quotation mark',
  },
  { example: '#42', meaning: 'events of packet number 42' },
  { example: 'name = packet_sent', meaning: 'the name, whole (quic:packet_sent) or after its colon' },
  { example: 'name = recovery:*', meaning: '* stands for any characters; in quotation marks for itself' },
  { example: 'name = packet_sent|packet_lost', meaning: 'any of several values' },
  { example: 'name ~ packet', meaning: 'the name contains the text' },
  { example: 'pn >= 100', meaning: 'packet number; = != < <= > >=' },
  { example: 'size > 1.2kB', meaning: 'packet size; bytes, or with B, kB, MB, KiB, MiB' },
  { example: 'time < 300ms', meaning: 'time on the trace’s clock; seconds, or with s, ms, us, µs' },
  { example: 'space = handshake', meaning: 'packet number space: initial, handshake or 1RTT' },
  {
    example: 'trigger = pto_probe',
    meaning: 'a field of the event’s data, at any depth where it has none at the top',
  },
  { example: 'frames.frame_type = ack', meaning: 'a path into the data; of a list, one element must match' },
  { example: 'data.header.packet_type = initial', meaning: 'the same, written in full' },
  {
    example: 'congestion_window < 3000',
    meaning: 'numbers are compared as numbers, also where written as text',
  },
  {
    example: 'cwnd < 3000',
    meaning: 'cwnd, srtt, in_flight and state find these under the names that the file gives them',
  },
  {
    example: 'packet_number = 42',
    meaning: 'a field of the newest draft is found under the names that stacks and older drafts give it',
  },
  { example: 'has ssthresh', meaning: 'the event has the field' },
  { example: 'trigger != pto_probe', meaning: 'the field is there and has another value' },
  { example: 'not trigger = pto_probe', meaning: 'the field has another value or is not there; also !' },
  { example: '(#42 or #43) and name = packet_lost', meaning: 'and, or, brackets; also && and ||' },
  { example: 'name = packet_sent time > 2.5s', meaning: 'conditions side by side must all hold' },
];
