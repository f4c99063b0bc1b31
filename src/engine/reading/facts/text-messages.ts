/** The messages about one text of a file. */
import type { Message } from '../contract/snapshot';
import type { FileText } from '../stages/file-text';
import type { Connection } from '../stages/pipeline';
import { unrecordedMessages } from '../stages/recorded';
import type { TextSegment } from '../stages/text-segment';
import { failureMessage } from './failure-messages';
import { contentMessages, foreignMessage, noEventsMessage, problemMessages, rangeMessages } from './messages';
import { segmentMessages } from './segment-messages';

/** @param shown the selected connection, null if it is in another text. @param read the file has been read. */
export function messagesOf(text: FileText, shown: Connection | null, read: boolean): readonly Message[] {
  const { files, pipeline } = text;
  const { events, noEvents } = pipeline;
  const isRefused = events === 0 && files.every((file) => file.isRefused);
  const first = files.find((file) => !file.isRefused);
  const all = [
    ...files.flatMap((file, i) => messagesOfFile(text, file, file === first, i + 1)),
    ...(read ? segmentMessages(text.segments) : []),
    ...(read && events === 0 && !isRefused && noEvents !== null ? [noEventsMessage(noEvents)] : []),
    ...(read && events > 0 && text.isForeign ? [foreignMessage(pipeline.format?.name ?? '')] : []),
    ...(read && events > 0 ? unrecordedMessages(pipeline.connections) : []),
    ...(read && events > 0 && shown !== null ? contentMessages(shown.state, events, shown.midwayNumber) : []),
  ];
  // A text that is no trace needs no messages about its header and records.
  const refusals = all.filter(({ kind }) => kind === 'not-qlog');
  const relevant = refusals.length > 0 && !text.isJoined ? refusals : all;
  return named(relevant, text.name);
}

function messagesOfFile(
  { pipeline }: FileText,
  file: TextSegment,
  isFirst: boolean,
  number: number,
): readonly Message[] {
  const { rangeLimit, events } = pipeline;
  const failure = file.brokenOff ? [failureMessage(file.failure, file.events)] : [];
  const others = file.isRefused
    ? []
    : [...(isFirst ? rangeMessages(rangeLimit, events) : []), ...problemMessages(file.problems, events)];
  const messages = named([...failure, ...others], file.name);
  return file.name === null ? messages : messages.map((message) => ({ ...message, file: number }));
}

/** A message about one of several texts begins with its name. */
function named(messages: readonly Message[], name: string | null): readonly Message[] {
  if (name === null) return messages;
  return messages.map((message) => ({ ...message, text: `${name}: ${message.text}`, entry: name }));
}
