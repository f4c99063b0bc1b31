/**
 * What is exported of headers (RFC 9114 §4.3): method and status, and the length of the body; with the option for them host, path
 * and priority. All others may hold anything.
 */
import { asArray, asNumber, asObject, asText } from '../../../../../qlog-schema';
import { HTTP_PLAIN_HEADERS, HTTP_TEXT_HEADERS } from '../../../../../qlog-schema/http-fields';
import { HTTP_METHODS } from '../../../../../qlog-schema/http-methods';
import type { RecordWriter, Rule } from './record-writer';

const MAX_HEADERS = 512;
const MAX_TEXT = 1000;

export const httpHeaders: Rule = (value, writer, path) => {
  const logged = asArray(value);
  if (logged === null) return undefined;
  const written: { readonly name: string; readonly value: string }[] = [];
  for (const field of logged.slice(0, MAX_HEADERS)) {
    const [name, text] = nameAndValue(field);
    if (HTTP_TEXT_HEADERS.includes(name) && !writer.options.requestTexts) {
      writer.leftOut.withheld('requestTexts');
      continue;
    }
    const exported = exportedValue(name, text, writer);
    if (exported === null) writer.leftOut.field(`${path}[]`);
    else written.push({ name, value: exported });
  }
  if (logged.length > MAX_HEADERS) writer.leftOut.field(`${path}[] (beyond ${MAX_HEADERS})`);
  return written;
};

function nameAndValue(field: unknown): readonly [name: string, value: unknown] {
  const [name, value] = asArray(field) ?? [asObject(field)?.name, asObject(field)?.value];
  return [asText(name)?.toLowerCase() ?? '', value];
}

function exportedValue(name: string, value: unknown, { options }: RecordWriter): string | null {
  const text = typeof value === 'number' ? String(value) : asText(value);
  if (text === null) return null;
  if (HTTP_TEXT_HEADERS.includes(name)) return text.slice(0, MAX_TEXT);
  if (!HTTP_PLAIN_HEADERS.includes(name)) return null;
  if (name === ':method')
    return HTTP_METHODS.includes(text) || options.requestTexts ? text.slice(0, MAX_TEXT) : null;
  return asNumber(text) === null || !/^\d{1,16}$/.test(text) ? null : text;
}
