/**
 * Event texts and header into one text, in each container. Nothing here knows what an event says.
 * Sources: RFC 7464 for sequences; main-schema drafts for contained files; draft-02 for NDJSON.
 */
import type { Container } from './dialect.ts';
import { jsonText } from './json-text.ts';
import type { JsonObject } from './model.ts';

/** One trace of a file: the text of each event, and the keys around them. */
export interface TraceParts {
  readonly fields: JsonObject;
  readonly events: readonly string[];
}

const LINE_ENDS = { LF: '\n', CRLF: '\r\n', none: '' } as const;
const RS = '\x1e';

/** What the error entry of a file says; its fields are those of main-schema-01 and newer. */
export const ERROR_ENTRY: JsonObject = {
  error_description: 'this trace could not be had',
  uri: 'https://example.org/other.sqlog',
};

/**
 * @param file keys of the file object besides its traces.
 * @param traces one or, in a contained file, several.
 */
export function contain(container: Container, file: JsonObject, traces: readonly TraceParts[]): string {
  const [first = { fields: {}, events: [] }] = traces;
  switch (container.kind) {
    case 'seq': {
      const lead = container.doubleRs ? RS + RS : RS;
      const end = LINE_ENDS[container.lineEnd];
      return sequence(container, file, first)
        .map((record) => lead + record + end)
        .join('');
    }
    case 'lines':
      return sequence(container, file, first)
        .map((record) => record + LINE_ENDS[container.lineEnd])
        .join('');
    case 'contained':
      return contained(container, file, traces);
    case 'bare-trace':
      return withEvents({ ...first.fields, events: EVENTS_HERE }, [first], 0);
    case 'bare-array':
      return `[${first.events.join(',\n')}]\n`;
    case 'connections': {
      const connections = traces.map(({ fields }) => ({ ...fields, events: EVENTS_HERE }));
      return withEvents({ ...file, connections }, traces, 0);
    }
  }
}

/** The records of a sequence; its line ends are CRLF inside pretty-printed records as well. */
function sequence(
  container: Extract<Container, { kind: 'seq' | 'lines' }>,
  file: JsonObject,
  { fields, events }: TraceParts,
): readonly string[] {
  const header = jsonText({ ...file, trace: fields }, container.pretty ? 2 : 0);
  const records = container.header ? [header, ...events] : events;
  return container.lineEnd === 'CRLF' ? records.map((text) => text.replaceAll('\n', '\r\n')) : records;
}

/** Stands where a trace's events come, until its text is made. */
const EVENTS_HERE = '@events@';

function contained(
  container: Extract<Container, { kind: 'contained' }>,
  file: JsonObject,
  traces: readonly TraceParts[],
): string {
  const objects = traces.map(({ fields }) => {
    const { [container.behindEvents]: late, ...early } = fields;
    const inOrder = { ...early, events: EVENTS_HERE };
    return late === undefined ? inOrder : { ...inOrder, [container.behindEvents]: late };
  });
  const all = container.errorEntry ? [ERROR_ENTRY, ...objects] : objects;
  return withEvents({ ...file, traces: all }, traces, container.pretty ? 2 : 0, container.trailingEmpty);
}

/** Puts each trace's events where its placeholder stands. */
function withEvents(
  object: JsonObject,
  traces: readonly TraceParts[],
  indent: number,
  trailingEmpty = false,
): string {
  const pieces = jsonText(object, indent).split(`"${EVENTS_HERE}"`);
  return pieces.reduce((text, piece, i) => {
    const { events } = traces[i - 1] ?? { events: [] };
    const empty = events[0]?.startsWith('[') ? '[]' : '{}';
    const all = trailingEmpty ? [...events, empty] : events;
    return `${text}[\n${all.join(',\n')}\n]${piece}`;
  });
}
