/** Any JSON at all, in any place of a record: nothing is thrown, and the books stay right. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeWith } from '../../../../../../support/decode-all.ts';
import { utf8 } from '../../../../../../support/split-all.ts';
import { draws } from '../../../../../../support/tier.ts';

const json = fc.jsonValue({ maxDepth: 4 });
const names = fc.constantFrom(
  ...['quic:packet_sent', 'quic:packet_received', 'quic:packet_lost', 'quic:packets_acked'],
  ...['quic:recovery_metrics_updated', 'quic:congestion_state_updated', 'quic:key_discarded', 'acme:x'],
);
const frame = fc.record(
  {
    frame_type: fc.oneof(fc.constantFrom('ack', 'stream', 'padding', 'handshake_done'), json),
    acked_ranges: fc.oneof(fc.array(fc.array(fc.oneof(fc.integer(), json))), json),
    ce: json,
    offset: json,
    length: json,
    stream_id: json,
  },
  { requiredKeys: [] },
);
const data = fc.record(
  {
    header: fc.oneof(
      json,
      fc.record({ packet_number: json, packet_type: json, packet_size: json, length: json }),
    ),
    raw: fc.oneof(json, fc.record({ length: json, payload_length: json })),
    frames: fc.oneof(fc.array(fc.oneof(frame, json)), json),
    packet_numbers: fc.oneof(fc.array(json), json),
    lost_packets: json,
    largest_lost_packet_num: json,
    lost_bytes: json,
    congestion_window: json,
    bytes_in_flight: json,
    smoothed_rtt: json,
    pacing_rate: json,
    cf_lost_packets: json,
    app_limited: json,
    new: json,
    state: json,
    key_type: json,
  },
  { requiredKeys: [] },
);
const event = fc.oneof(
  fc.record({
    time: fc.oneof(fc.double(), json),
    name: fc.oneof(names, json),
    data: fc.oneof(data, json),
    group_id: json,
  }),
  fc.array(fc.oneof(json, names, data), { maxLength: 7 }),
  json,
);
const header = fc.record(
  {
    qlog_version: json,
    file_schema: json,
    title: json,
    traces: fc.oneof(
      json,
      fc.array(
        fc.oneof(
          json,
          fc.record(
            {
              events: fc.constant([]),
              event_fields: json,
              common_fields: fc.oneof(
                json,
                fc.record({ group_id: json, group_ids: json, reference_time: json, time_format: json }),
              ),
              configuration: json,
              vantage_point: json,
              error_description: json,
            },
            { requiredKeys: [] },
          ),
        ),
      ),
    ),
  },
  { requiredKeys: [] },
);

describe('any JSON', () => {
  it('as header, events and records is read to the end: each is an event, skipped, or a header', () => {
    fc.assert(
      fc.property(header, fc.array(event, { maxLength: 20 }), fc.boolean(), (document, events, contained) => {
        const { rows, decoder, infos } = decodeWith((sink) => {
          const outer = utf8(JSON.stringify(document));
          if (contained) sink.header(outer, false, 0);
          else sink.record(outer, 0, true);
          for (const [i, one] of events.entries()) {
            const bytes = utf8(JSON.stringify(one));
            if (contained) sink.event(bytes, i + 1, i % 3);
            else sink.record(bytes, i + 1, true);
          }
          if (contained) sink.header(outer, true, 0);
        });
        expect(rows.length).toBe(decoder.events);
        expect(decoder.events + decoder.skipped).toBeLessThanOrEqual(events.length + 1);
        const known = new Set(infos.map(({ index }) => index));
        for (const row of rows) {
          expect(known.has(row.connection)).toBe(true);
          expect(Number.isSafeInteger(row.timeUs)).toBe(true);
          expect(row.sizeBytes).toBeGreaterThanOrEqual(0);
          for (const [, value] of row.pairs) expect(Number.isFinite(value) && value >= 0).toBe(true);
        }
        for (const index of known) {
          const quality = decoder.quality(index)!;
          expect(quality.events).toBe(rows.filter(({ connection }) => connection === index).length);
        }
      }),
      { numRuns: draws(1000) },
    );
  });
});
