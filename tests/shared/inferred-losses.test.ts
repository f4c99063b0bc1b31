/**
 * `npm run test:shared`: no loss is inferred that the packets of the trace contradict. What is acknowledged was not lost, and
 * nothing is lost that no acknowledged packet follows (RFC 9002 §6.1).
 */
import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { PacketFate } from '../../src/engine/sender/transport/packet-fate.ts';
import type { SpaceLedger } from '../../src/engine/sender/transport/space-ledger.ts';
import { loadTrace } from '../support/load.ts';

const FOLDERS = ['public', 'public/real', 'other', 'paths', 't3', 'nginx', 'wire', 'drafts'];

/** Packets below the largest acknowledged one that no ACK covers. */
function passed(space: SpaceLedger): number {
  const { fates } = space.fateColumns;
  return fates.reduce((sum, _, row) => {
    const fate = space.fateAt(row);
    const isAcked = fate === PacketFate.acked || fate === PacketFate.spurious;
    return sum + Number(!isAcked && space.packetNumbers.at(row) < space.largestAcked);
  }, 0);
}

describe.each(FOLDERS)('%s', (name) => {
  const folder = new URL(`../../../shared/traces/${name}/`, import.meta.url);
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => /\.s?qlog\.gz$/.test(file)) : [];

  test.runIf(files.length > 0).each(files)('%s', (file) => {
    for (const { state } of loadTrace(new URL(file, folder).pathname).pipeline.connections) {
      const { method, packets } = state.losses.summary;
      if (method !== 'in-flight-drop' && method !== 'ack-gap') continue;
      expect(packets).toBeLessThanOrEqual(state.ledger.spaces.reduce((sum, one) => sum + passed(one), 0));
    }
  });
});
