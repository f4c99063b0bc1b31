/** `npm run test:shared`: what is said of sent packets, held against the records of every trace of `wire/`. */
import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { FileConnection } from '../../src/engine/reading/stages/connection-list.ts';
import { openStored } from '../support/export.ts';
import { readTrace } from '../support/load.ts';
import { factsOf, loggedPackets, rawEvents } from '../support/logged-packets.ts';

const FOLDER = new URL('../../../shared/traces/wire/', import.meta.url).pathname;
/** With several paths each numbers its packets for itself. */
const FILES = existsSync(FOLDER)
  ? readdirSync(FOLDER).filter((file) => /\.s?qlog\.gz$/.test(file) && !/-mp-/.test(file))
  : [];
/** Packets of a trace: losses, and as many others. */
const PACKETS = 40;

describe.runIf(FILES.length > 0)('every packet is as its records say', () => {
  test.each(FILES)('%s', async (name) => {
    const bytes = readTrace(`${FOLDER}${name}`);
    const file = await openStored(bytes);
    const [first] = file;
    if (file.length !== 1) return;
    const { events, ledger } = (first as FileConnection).connection.state;
    const all = loggedPackets(rawEvents(bytes)).filter(
      ({ space, packetNumber }) =>
        ledger.spaces[['Initial', 'Handshake', '1-RTT'].indexOf(space)]?.indexOf(packetNumber) !== -1,
    );
    const step = Math.ceil(all.length / PACKETS);
    const lost = all.filter((packet) => !Number.isNaN(packet.lost)).slice(0, PACKETS);
    for (const packet of [...lost, ...all.filter((_, i) => i % step === 0)]) {
      const facts = await factsOf(file, packet);
      const where = `${packet.space} ${packet.packetNumber}`;
      expect({ where, row: facts.sentRow }).toEqual({ where, row: packet.sent });
      if (facts.frames !== null && facts.framesLeftOut === 0)
        expect({ where, frames: facts.frames.length }).toEqual({
          where,
          frames: expect.toSatisfy((count) => count <= packet.frameTypes.length),
        });
      if (facts.fate === 'acknowledged' || facts.fate === 'lost and acknowledged') {
        expect({ where, ack: facts.ackRow }).toEqual({ where, ack: packet.acked });
        expect(facts.ackedUs).toBe(events.timeUs.at(facts.ackRow));
      }
      if (facts.fate === 'lost' && facts.lossIsLogged)
        expect({ where, lost: facts.lostRow }).toEqual({ where, lost: packet.lost });
    }
  });
});
