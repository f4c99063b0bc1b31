"""Which module judges which finding."""

import collapse
import ends
import idle_rule
import limits
import lives
import log_faults
import marks
import models
import path_level
import peers
import policer
import queues
import recovery
import reductions
import slow_start
import spirals
import stalls
import timeouts
import windows

RULES = {
    "accounting-mismatch": log_faults.accounting,
    "amplification-limited": lives.held,
    "app-limited": limits.application,
    "bufferbloat": queues.judge,
    "closed-with-error": lives.closed,
    "death-spiral": spirals.judge,
    "delivery-stall": stalls.delivery,
    "ecn-ce": marks.judge,
    "flow-control-limited": limits.credit,
    "handshake-failed": ends.handshake,
    "handshake-slow": lives.slow,
    "host-stall": stalls.host,
    "idle-inflation": windows.unused,
    "idle-rule": idle_rule.judge,
    "idle-timeout": lives.idle,
    "log-ends": ends.ends,
    "inflight-overshoot": windows.overshoot,
    "log-quality": log_faults.quality,
    "model-divergence": models.judge,
    "mtu-black-hole": lives.hole,
    "multiple-reductions": reductions.several,
    "path-changed": lives.moved,
    "path-level": path_level.judge,
    "peer-gone": ends.gone,
    "peer-flat": peers.judge,
    "persistent-congestion": collapse.obeyed,
    "persistent-congestion-missed": collapse.missed,
    "policed": policer.judge,
    "pto-storm": timeouts.judge,
    "recovery-without-loss": recovery.entered,
    "slow-start-overshoot": slow_start.judge,
    "spurious-loss": reductions.spurious,
    "state-dwell": recovery.dwell,
    "stuck-window": windows.stuck,
}
