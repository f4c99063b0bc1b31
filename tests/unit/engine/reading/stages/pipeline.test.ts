/** What the pipeline tells of a text as a whole. */
import { describe, expect, test } from 'vitest';
import { contain } from '../../../../support/containers.ts';
import { loadBytes } from '../../../../support/load.ts';
import { utf8 } from '../../../../support/split-all.ts';

const EVENT = '{"time":1,"name":"quic:recovery_metrics_updated","data":{"pto_count":0}}';

describe('a text has a header', () => {
  test.each([
    ['with events', contain('JSON-SEQ', [EVENT]), true],
    ['without events', contain('JSON-SEQ', []), true],
    ['that is missing', `\x1e${EVENT}\n`, false],
  ])('%s', (_, text, expected) => {
    expect(loadBytes(utf8(text)).pipeline.hasHeader).toBe(expected);
  });
});
