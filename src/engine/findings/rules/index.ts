/**
 * All detectors, in the order in which they run: those after the death spiral skip what it covers. Findings are sorted
 * by weight for display.
 */
import { deathSpiral } from '../death-spiral/rule';
import type { Detector } from '../rule/detector';
import { accountingMismatch } from './accounting-mismatch';
import { amplificationLimited } from './amplification-limited';
import { appLimited } from './app-limited';
import { bufferbloat } from './bufferbloat';
import { closedWithError } from './closed-with-error';
import { creditNotRenewed } from './credit-not-renewed';
import { cutFactor } from './cut-factor';
import { deliveryStall } from './delivery-stall';
import { ecnCe } from './ecn-ce';
import { flightConstant } from './flight-constant';
import { flowControlLimited } from './flow-control-limited';
import { handshakeFailed } from './handshake-failed';
import { handshakeSlow } from './handshake-slow';
import { hostStall } from './host-stall';
import { idleInflation } from './idle-inflation';
import { idleRule } from './idle-rule';
import { idleTimeout } from './idle-timeout';
import { inflightOvershoot } from './inflight-overshoot';
import { logEnds } from './log-ends';
import { logQuality } from './log-quality';
import { modelDivergence } from './model-divergence';
import { mtuBlackHole } from './mtu-black-hole';
import { mtuLowered } from './mtu-lowered';
import { multipleReductions } from './multiple-reductions';
import { pacedFlatWindow } from './paced-flat-window';
import { pathChanged } from './path-changed';
import { pathLevel } from './path-level';
import { peerFlat } from './peer-flat';
import { peerGone } from './peer-gone';
import { persistentCongestion } from './persistent-congestion';
import { persistentCongestionMissed } from './persistent-congestion-missed';
import { policed } from './policed';
import { probeMissing } from './probe-missing';
import { ptoStorm } from './pto-storm';
import { randomLoss } from './random-loss';
import { recoveryWithoutLoss } from './recovery-without-loss';
import { sizeLoss } from './size-loss';
import { slowStartOvershoot } from './slow-start-overshoot';
import { spuriousLoss } from './spurious-loss';
import { stateDwell } from './state-dwell';
import { stuckWindow } from './stuck-window';

export const DETECTORS: readonly Detector[] = [
  deathSpiral,
  stuckWindow,
  peerFlat,
  recoveryWithoutLoss,
  multipleReductions,
  cutFactor,
  persistentCongestion,
  persistentCongestionMissed,
  stateDwell,
  pacedFlatWindow,
  hostStall,
  deliveryStall,
  ptoStorm,
  probeMissing,
  spuriousLoss,
  idleInflation,
  inflightOvershoot,
  ecnCe,
  policed,
  mtuBlackHole,
  mtuLowered,
  sizeLoss,
  randomLoss,
  bufferbloat,
  slowStartOvershoot,
  accountingMismatch,
  creditNotRenewed,
  flowControlLimited,
  flightConstant,
  appLimited,
  idleRule,
  modelDivergence,
  amplificationLimited,
  handshakeSlow,
  pathChanged,
  pathLevel,
  closedWithError,
  handshakeFailed,
  peerGone,
  idleTimeout,
  logEnds,
  logQuality,
];
