/** One record: its lines as they stand in the log, without those that others wrote between them. */
import { beginningOf, plainLine, plainLines } from '../../../../base/text/plain';
import type {
  FieldInText,
  LoggedFrame,
  LoggedRecord,
  PrintedRecord,
  RecordFields,
  WantedField,
} from '../../records';
import { WORDS } from './field-words';
import { frameOf, numberAt, requestFields } from './record-data';
import type { CutRecord, RecordLine } from './record-lines';

/** Longest detail, in UTF-16 units. */
const MAX_DETAIL_LENGTH = 160;
/** Longest text that is shown, in UTF-16 units. */
const MAX_TEXT_LENGTH = 256 * 1024;
/** What tells nothing of its packet beside the frames. */
const FRAME = /^quic frame (?:rx|tx) \w+(?::\d+)? /;

export class NginxRecord implements LoggedRecord, RecordFields {
  readonly sizeBytes: number;
  readonly lines: readonly RecordLine[];
  readonly fields = this;
  /** Number of the row among those of the record. */
  readonly part: number;
  readonly #isWhole: boolean;

  constructor({ lines, sizeBytes, isWhole }: CutRecord, part: number) {
    this.lines = lines;
    this.sizeBytes = sizeBytes;
    this.part = part;
    this.#isWhole = isWhole;
  }

  get text(): string {
    return plainLines(this.lines.map(({ line }) => line).join('\n'));
  }

  print(): PrintedRecord {
    const { text } = this;
    const shown = beginningOf(text, MAX_TEXT_LENGTH);
    return { text: shown, shortened: !this.#isWhole || shown.length < text.length };
  }

  /** The frames of a packet; of all else its line. */
  detail(): string {
    const frames = this.lines
      .filter(({ text }) => FRAME.test(text))
      .map(({ text }) => text.replace(FRAME, ''));
    const requested = requestFields(this.lines).flatMap(([name, value]) =>
      /^:(?:method|path)/.test(name) ? [value] : [],
    );
    const words =
      frames.length > 0
        ? frames
        : requested.length > 0
          ? [requested.join(' ')]
          : [this.lines.at(-1)?.text ?? ''];
    const detail = plainLine(words.join(', '));
    return detail.length <= MAX_DETAIL_LENGTH ? detail : `${beginningOf(detail, MAX_DETAIL_LENGTH - 1)}…`;
  }

  /** By the log's own word (`win`), and by the name of a qlog's field that says the same (`congestion_window`). */
  valuesAt(path: readonly string[]): readonly unknown[] {
    const name = path.at(-1) ?? '';
    if (name === 'frame_type') return this.lines.flatMap((line) => frameOf(line)?.frame_type ?? []);
    const value = numberAt(this.lines, WORDS[name] ?? name);
    if (value !== undefined) return [value];
    return this.lines.flatMap((line) => {
      const held = frameOf(line)?.[name];
      return held === undefined ? [] : [held];
    });
  }

  field(wanted: WantedField): FieldInText | null {
    if (wanted.kind === 'frame') {
      const line = this.lines.find((one) => wanted.types.includes(String(frameOf(one)?.frame_type)));
      return line === undefined ? null : this.#inText(line.text, line.text);
    }
    for (const path of wanted.paths) {
      const word = WORDS[path.split('.').at(-1) ?? ''];
      const pattern = word === undefined ? null : new RegExp(`(?:^|[ ,])(${word}:\\S+)`);
      for (const { text } of pattern === null ? [] : this.lines) {
        const words = pattern?.exec(text)?.[1];
        if (words !== undefined) return this.#inText(words, text);
      }
    }
    return null;
  }

  #inText(words: string, line: string): FieldInText | null {
    const { text } = this.print();
    const shown = plainLine(words);
    const from = text.indexOf(shown, Math.max(0, text.indexOf(plainLine(line))));
    return from < 0 ? null : { words: beginningOf(shown, MAX_DETAIL_LENGTH), from, to: from + shown.length };
  }

  /** The frames of a packet; null for another record. */
  frames(): readonly LoggedFrame[] | null {
    if (!this.lines.some(({ text }) => text.startsWith('quic packet '))) return null;
    return this.lines.flatMap((line) => {
      const data = frameOf(line);
      return data === undefined ? [] : [loggedFrame(data)];
    });
  }
}

function loggedFrame(data: { readonly [key: string]: unknown }): LoggedFrame {
  const number = (...keys: readonly string[]): number =>
    keys.map((key) => data[key]).find((value) => typeof value === 'number') ?? Number.NaN;
  return {
    type: String(data.frame_type),
    streamId: number('stream_id'),
    offset: number('offset'),
    lengthBytes: number('length'),
    isFin: data.fin === true,
    ranges: (data.acked_ranges ?? []) as LoggedFrame['ranges'],
    value: number('maximum', 'limit', 'sequence_number', 'error_code'),
  };
}
