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

const COMMON = {
  loss: 0,
  lossFromMs: 0,
  rateMbit: 0,
  bufferPackets: 1000,
  delAckCount: 2,
  initialWindow: 10,
};

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

const UNFRIENDLY = {
  what: 'ours without TCP friendliness, which ns-3 3.37 has not',
  ours: { controller: { alpha: 0 } },
};
const LATER_EPOCH = {
  what: 'and its epoch begins with the first ACK after recovery, as in ns-3',
  ours: { makeController: cubicWithLaterEpoch },
};
const BY_ACKS = { what: 'ns-3 counts ACKs (TcpNewReno)', theirs: { flows: { reno: 'newreno' } } };
const BY_STEPS = {
  what: 'ours with the rows of RFC 3649, appendix B, as steps, as ns-3',
  ours: { makeController: highSpeedBySteps },
};
const UNCONVERGED = {
  what: 'no fast convergence, both',
  ours: { makeController: bicConverging(1) },
  theirs: { fastConvergence: false },
};
const CONVERGED = {
  what: 'ours converges to 0.8 W, as ns-3',
  ours: { makeController: bicConverging(819 / 1024) },
};

/** Our CUBIC without TCP friendliness, whose curve begins later; its idle rule moves the curve, and no pause is in these runs. */
function cubicWithLaterEpoch({ createController }, segmentBytes, cwndBytes) {
  const cubic = createController(
    { name: 'cubic', alpha: 0, idleRule: 'shift-epoch-only' },
    segmentBytes,
    cwndBytes,
  );
  const [lost, acked] = [cubic.lost.bind(cubic), cubic.acked.bind(cubic)];
  let reducedUs = Number.NaN;
  cubic.lost = (nowUs, ...rest) => {
    const { boundaryUs } = cubic;
    lost(nowUs, ...rest);
    if (cubic.boundaryUs !== boundaryUs) reducedUs = nowUs;
  };
  cubic.acked = (nowUs, sentUs, sizeBytes, rttUs) => {
    if (reducedUs > 0 && sentUs > cubic.boundaryUs) {
      cubic.sent({ nowUs, lastSendUs: reducedUs, lastAckUs: reducedUs, smoothedRttUs: rttUs });
      reducedUs = Number.NaN;
    }
    acked(nowUs, sentUs, sizeBytes, rttUs);
  };
  return cubic;
}

/** Up to which window, a(w), b(w): RFC 3649, appendix B. */
const HIGH_SPEED_ROWS = [
  [38, 1, 0.5],
  [118, 2, 0.44],
  [221, 3, 0.41],
  [347, 4, 0.38],
  [495, 5, 0.37],
  [663, 6, 0.35],
  [851, 7, 0.34],
  [1058, 8, 0.33],
];

/** Our HighSpeed TCP, but a window between two rows has the values of the higher one: TcpHighSpeed; ours goes by the functions of §5. */
function highSpeedBySteps({ HighSpeedTcp }, segmentBytes, cwndBytes) {
  const rowOf = (bytes) => HIGH_SPEED_ROWS.find(([most]) => Math.floor(bytes / segmentBytes) <= most);
  return new (class extends HighSpeedTcp {
    avoid(_nowUs, sizeBytes) {
      this.cwndBytes += (rowOf(this.cwndBytes)[1] * segmentBytes * sizeBytes) / this.cwndBytes;
    }

    remaining(bytes) {
      return bytes * (1 - (rowOf(bytes)?.[2] ?? 0.33));
    }
  })(segmentBytes, cwndBytes);
}

/** Our BIC. `converged`: what fast convergence makes of the window, where it is below the last W_max. */
function bicConverging(converged) {
  return ({ Bic }, segmentBytes, cwndBytes) =>
    new (class extends Bic {
      reducing(isTimeout) {
        const converges = this.cwndBytes < this.wMaxBytes;
        this.wMaxBytes = isTimeout ? Number.NaN : this.cwndBytes * (converges ? converged : 1);
      }
    })(segmentBytes, cwndBytes, {});
}

export const CASES = [
  lossy('loss-newreno', 'NewReno', 50, 0.001, 230, 10),
  lossy('loss-cubic', 'CUBIC', 100, 0.0003, 230, 4, [UNFRIENDLY, LATER_EPOCH]),
  lossy('loss-cubic-short', 'CUBIC', 20, 0.001, 230, 5, [UNFRIENDLY]),
  lossy('loss-bic', 'BIC', 50, 0.001, 130, 4, [UNCONVERGED, CONVERGED]),
  lossy('loss-highspeed', 'HighSpeed', 50, 0.0005, 130, 2, [BY_STEPS]),
  bottleneck('one-newreno', ['NewReno'], 20, 40, [20, 80], 1, [BY_ACKS]),
  bottleneck('one-cubic', ['CUBIC'], 100, 50, [20, 80], 1),
  bottleneck('one-bic', ['BIC'], 50, 20, [20, 80], 1, [CONVERGED]),
  bottleneck('one-highspeed', ['HighSpeed'], 100, 10, [10, 50], 1),
  bottleneck('two-newreno', ['NewReno', 'NewReno'], 10, 20, [30, 130], 5),
  bottleneck('two-cubic', ['CUBIC', 'CUBIC'], 50, 40, [30, 90], 5),
  bottleneck('cubic-newreno', ['CUBIC', 'NewReno'], 20, 80, [30, 130], 5),
  bottleneck('bic-newreno', ['BIC', 'NewReno'], 20, 40, [30, 130], 5, [CONVERGED]),
  bottleneck('highspeed-newreno', ['HighSpeed', 'NewReno'], 40, 60, [30, 110], 2, [BY_STEPS]),
].flat();
