/** Most bytes that are taken of an answer from outside, by what is asked for. What is longer is refused, and no more of it taken. */
import { MAX_LISTING_BYTES } from '../../base/text/listed-logs';
import { MAX_STORED_BYTES } from './blob-store';
import { MAX_INFLATED_BYTES } from './limits';

export const ANSWER_BYTES = {
  /** Streamed, nothing of it is held by the reader: the limits of its text and its columns end it long before. */
  trace: MAX_INFLATED_BYTES,
  /** A trace that is needed whole, in Blobs: a zip, whose directory is at its end. */
  zip: MAX_STORED_BYTES,
  /** One range of a trace or of a fleet: the largest is a column of texts in a row group. */
  range: 512 * 1024 ** 2,
  /** A fleet on a host without ranges, in Blobs. */
  parquet: 256 * 1024 ** 2,
  listing: MAX_LISTING_BYTES,
  /** The `config.json` of this page, and of another one. */
  config: 100_000,
  /** A view in a store. */
  view: 1024 ** 2,
  /** A table in a store, as gzip: that of 10,000 runs has some 4 MB. */
  table: 8 * 1024 ** 2,
  /** What a signer answers: a URL and its headers. */
  signed: 20_000,
} as const;
