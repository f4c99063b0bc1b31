/** Logs that are dense in something of the life of a connection: handshake, paths, keys, end. */
import {
  crypto,
  DenseLog,
  EVENTS_OF_A_PATH,
  inRecovery,
  LONG_RTT_MS,
  SHORT_RTT_MS,
  stream,
  within,
} from './dense-log.ts';
import type { Made } from './made.ts';

export const LIFE: Made = {
  'path challenges': (n) =>
    inRecovery(n, (log, i) => {
      log.sendFrames([{ frame_type: 'path_challenge' }]).receive([{ frame_type: 'path_response' }], 1200);
      log.receive([{ frame_type: 'path_challenge' }], 1200);
      log.metrics({ congestion_window: i % 2 === 0 ? 12_000 : 2_000_000 });
    }),
  migrations: (n) =>
    within(LONG_RTT_MS, n, (log, i) => {
      log.event('connectivity:migration_state_updated', { new: EVENTS_OF_A_PATH[i % 4] });
      log.event('connectivity:path_assigned', { path_id: 0, path_remote: { ip_v4: `10.0.${i % 200}.1` } });
      log.event('connectivity:connection_id_updated', {
        owner: i % 2 === 0 ? 'local' : 'remote',
        old: `0${i % 10}`,
        new: `1${i % 10}`,
      });
      log.sendFrames([{ frame_type: 'path_challenge' }]);
    }),
  'connection ids': (n) =>
    within(LONG_RTT_MS, n, (log, i) => {
      log.sendFrames([
        {
          frame_type: 'new_connection_id',
          sequence_number: i,
          retire_prior_to: i,
          connection_id: `${10_000_000 + i}`,
        },
      ]);
      log.receive([{ frame_type: 'retire_connection_id', sequence_number: i }], 60, '1RTT');
    }),
  'updates of keys': (n) =>
    within(LONG_RTT_MS, n, (log, i) => {
      log.event('security:key_updated', {
        key_type: 'client_1rtt_secret',
        generation: i,
        trigger: 'local_update',
      });
      log.event('security:key_discarded', { key_type: 'client_1rtt_secret', generation: i });
      log.send(1, { header: undefined });
    }),
  'ends of the connection': (n) => {
    const log = within(SHORT_RTT_MS, n / 4, (to) => to.send());
    for (let i = 0; i < n; i++) {
      const close = {
        frame_type: 'connection_close',
        error_space: 'transport',
        error_code: 10,
        reason: 'end',
      };
      log.wait(1).sendFrames([close], { length: 60 }).receive([close]);
      log.event('connectivity:connection_closed', { owner: 'remote', connection_code: 10, reason: 'end' });
    }
    return log;
  },
  'packets after the last answer': (n) => {
    const log = within(SHORT_RTT_MS, 4, (to) => to.send());
    for (let i = 0; i < n; i++) log.wait(2).send();
    return log.event('connectivity:connection_closed', { owner: 'local', trigger: 'idle_timeout' });
  },
  'packets that no peer answers': (n) => {
    const log = within(SHORT_RTT_MS, 4, (to) => to.send());
    for (let i = 0; i < n; i++) log.wait(SHORT_RTT_MS).send();
    return log.wait(60_000).metrics({ congestion_window: 12_000 });
  },
  'a handshake that nothing completes': (n) => {
    const log = new DenseLog('client');
    for (let i = 0; i < n; i++) {
      log.wait(3).sendFrames([crypto()], { type: 'initial' });
      if (i % 4 === 3) log.receive([crypto()], 1200, 'initial');
    }
    return log.wait(60_000).event('connectivity:connection_closed', { owner: 'local' });
  },
  'records that are damaged': (n) =>
    within(SHORT_RTT_MS, n, (log, i) => {
      log.event('transport:packet_received', {
        header: { packet_type: '1RTT', packet_number: -i },
        raw: { length: 1e12 },
      });
      log.ack([[5, 2]]);
    }),
  'handshake packets': (n) => {
    const log = new DenseLog('client');
    log.sendFrames([crypto()], { type: 'initial' });
    for (let i = 0; i < n; i++) {
      log.wait(3).sendFrames([crypto()], { type: i % 2 === 0 ? 'initial' : 'handshake' });
      if (i % 4 === 3) log.receive([crypto()], 1200, 'initial').receive([crypto()], 1200, 'handshake');
    }
    return log
      .receive([{ frame_type: 'handshake_done' }])
      .wait(1)
      .send(2)
      .wait(20)
      .ack([[log.next - 2, log.next - 1]]);
  },
  'packets before the address is validated': (n) => {
    const log = new DenseLog().receive([crypto()], 1200, 'initial').rtt(SHORT_RTT_MS);
    for (let i = 0; i < n; i++) {
      log.wait(2).sendFrames([crypto()], { type: i % 2 === 0 ? 'initial' : 'handshake', length: 1200 });
      if (i % 3 === 2) log.receive([{ frame_type: 'ping' }], 400, 'initial');
    }
    return log
      .receive([crypto()], 300, 'handshake')
      .receive([stream(0, 0, 10)])
      .send(2)
      .wait(20)
      .ack([[0, log.next]]);
  },
};
