/** What is compared: flows, path, time. And for each case the mechanisms that are switched off, on one side or on both. */

/** @typedef {{ name: string, ours: object, theirs: string, rttMs: number }} FlowCase */
/**
 * @typedef {{ id: string, flows: FlowCase[], rateMbit: number, bufferPackets: number, loss: number, lossFromMs: number,
 *   seconds: number, fromS: number, seeds: number, delAckCount: number, initialWindow: number, ours?: object,
 *   theirs?: object, explains?: string }} Case
 */

/** Bytes of a packet on the line, as ns-3 counts them. */
const PACKET_BYTES = 1490;

const KINDS = {
  NewReno: { ours: { name: 'newreno' }, theirs: 'reno' },
  CUBIC: { ours: { name: 'cubic' }, theirs: 'cubic' },
  BIC: { ours: { name: 'bic', smoothPart: 20, maxIncrement: 16 }, theirs: 'bic' },
  HighSpeed: { ours: { name: 'hstcp' }, theirs: 'highspeed' },
};

const COMMON = { loss: 0, lossFromMs: 0, rateMbit: 0, bufferPackets: 1000, delAckCount: 2, initialWindow: 10 };

/** Random loss on a path without a queue. */
function lossy(id, kind, rttMs, loss, seconds, seeds, variants = []) {
  const flows = [{ name: kind, ...KINDS[kind], rttMs }];
  const one = { ...COMMON, id, flows, loss, lossFromMs: 2 * rttMs, seconds, fromS: 30, seeds };
  return [one, ...variants.map((variant) => withSwitch(one, variant))];
}

/** A bottleneck with a buffer of one BDP, drop-tail. */
function bottleneck(id, kinds, rateMbit, rttMs, [fromS, seconds], seeds, variants = []) {
  const bufferPackets = Math.round((rateMbit * rttMs * 1000) / 8 / PACKET_BYTES);
  const flows = kinds.map((kind) => ({ name: kind, ...KINDS[kind], rttMs }));
  const one = { ...COMMON, id, flows, rateMbit, bufferPackets, fromS, seconds, seeds };
  return [one, ...variants.map((variant) => withSwitch(one, variant))];
}

function withSwitch(one, { what, ours = {}, theirs = {}, both = {} }) {
  return { ...one, ...both, ours, theirs, explains: what };
}

const UNFRIENDLY = { what: 'ours without TCP friendliness (ns-3 3.37 has none)', ours: { controller: { alpha: 0 } } };
const CLASSIC = { what: 'ns-3 without PRR', theirs: { recovery: 'classic' } };
const BY_ACKS = { what: 'ns-3 counts ACKs (TcpNewReno)', theirs: { flows: { reno: 'newreno' } } };
const EACH_ACKED = { what: 'one ACK per packet, both', both: { delAckCount: 1 } };
const UNCONVERGED = {
  what: 'without fast convergence, both (ns-3: W_max = 0.8 W, Linux and ours: 0.9 W)',
  ours: { makeController: ({ Bic }, ...sizes) => new Bic(...sizes, { smoothPart: 20, maxIncrement: 16, fastConvergence: false }) },
  theirs: { fastConvergence: false },
};

export const CASES = [
  lossy('loss-newreno', 'NewReno', 50, 0.001, 230, 10, [BY_ACKS]),
  lossy('loss-cubic', 'CUBIC', 100, 0.0003, 230, 4, [UNFRIENDLY]),
  lossy('loss-cubic-short', 'CUBIC', 20, 0.001, 230, 5, [UNFRIENDLY]),
  lossy('loss-bic', 'BIC', 50, 0.001, 130, 4, [UNCONVERGED, EACH_ACKED]),
  lossy('loss-highspeed', 'HighSpeed', 50, 0.0005, 180, 4, [CLASSIC]),
  bottleneck('one-newreno', ['NewReno'], 20, 40, [20, 80], 1),
  bottleneck('one-cubic', ['CUBIC'], 100, 50, [20, 80], 1),
  bottleneck('one-bic', ['BIC'], 50, 20, [20, 80], 1, [UNCONVERGED]),
  bottleneck('one-highspeed', ['HighSpeed'], 100, 10, [10, 50], 1),
  bottleneck('two-newreno', ['NewReno', 'NewReno'], 10, 20, [30, 130], 5),
  bottleneck('two-cubic', ['CUBIC', 'CUBIC'], 50, 40, [30, 90], 5),
  bottleneck('cubic-newreno', ['CUBIC', 'NewReno'], 20, 80, [30, 130], 5),
  bottleneck('bic-newreno', ['BIC', 'NewReno'], 20, 40, [30, 130], 5),
  bottleneck('highspeed-newreno', ['HighSpeed', 'NewReno'], 40, 60, [30, 110], 3),
].flat();
