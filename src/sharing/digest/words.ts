/**
 * Fixed lists of words that a digest stores as indices: new ones go to the end, and none
 * is ever removed or moved.
 */
import type { SeriesInfo } from '../../engine/base/columns/series';
import type { Cause, Holder, HolderName } from '../../engine/base/text/account-names';
import type { OriginMark } from '../../engine/base/text/origin-marks';
import type { CloseUpKind, Evidence, KnownDefect, Severity } from '../../engine/findings/finding/finding';
import type { ModelSummary, PtoSlice } from '../../engine/reading/contract/parts';
import type { Ending, Message, TraceSummary } from '../../engine/reading/contract/snapshot';
import type { Region } from '../../engine/sender/congestion';
import type { HttpOutcome, HttpRow } from '../../engine/sender/http/http-row';
import type { StreamAbort, StreamKind, StreamRow } from '../../engine/sender/streams/stream-row';
import type {
  LifePhase,
  LifeStepKind,
  PathChange,
} from '../../engine/sender/transport/connectivity/connectivity';

/** All words of a type: a word missing here is a type error. */
function allOf<T extends string>() {
  return <const W extends readonly T[]>(
    ...words: W & (Exclude<T, W[number]> extends never ? unknown : never)
  ): readonly T[] => words;
}

export const SEVERITIES = allOf<Severity>()('info', 'warning', 'critical');
export const LEVELS = allOf<Message['level']>()('note', 'warning', 'error');
export const STANDINGS = allOf<KnownDefect['standing']>()('affected', 'fixed', 'not-known');
export const EVIDENCE_UNITS = allOf<Evidence['unit']>()('count', 'share', 'us', 'bytes', 'packets', 'rtt');
export const CLOSE_UP_KINDS = allOf<CloseUpKind>()(
  'ack',
  'late-ack',
  'no-ack',
  'quiet',
  'nothing-in-flight',
  'send',
  'receive',
  'loss',
  'pto',
  'ce-mark',
  'window-cut',
  'window-grown',
  'window-held',
  'window-full',
  'above-window',
  'boundary-moved',
  'state',
  'limited',
  'drift',
  'divergence',
  'closed',
  'path',
);
export const SERIES_UNITS = allOf<SeriesInfo['unit']>()('bytes', 'us', 'packets', 'bytes/s', 'flag');
export const SHAPES = allOf<SeriesInfo['shape']>()('step', 'line');
export const MARKS = allOf<OriginMark>()('simulated', 'what-if', 'range', 'digest', 'file-time');
export const ORIGINS = allOf<SeriesInfo['origin']>()('logged', 'rebuilt');
export const ROLES = allOf<TraceSummary['vantagePoint']>()('unknown', 'client', 'server', 'network');
export const SIDES = allOf<TraceSummary['side']>()('unknown', 'sender', 'receiver');
export const CONTAINERS = allOf<NonNullable<TraceSummary['container']>>()(
  'JSON-SEQ',
  'JSON',
  'NDJSON',
  'JSON array',
);
export const COMPRESSIONS = allOf<TraceSummary['compression']>()('none', 'gzip', 'zstd', 'zip');
export const LOSS_METHODS_WRITTEN = allOf<TraceSummary['lossMethod']>()(
  'logged',
  'counted',
  'in-flight-drop',
  'ack-gap',
  'window-cut',
  'resent-data',
);
export const PTO_METHODS_WRITTEN = allOf<PtoSlice['method']>()('counted', 'timer', 'probe', 'silence');
export const ENDINGS = allOf<Ending['how']>()(
  'open',
  'close',
  'idle-timeout',
  'handshake-timeout',
  'stateless-reset',
  'version-mismatch',
  'not-logged',
  'version-negotiated',
);
export const ENDED_BY = allOf<Ending['by']>()('unknown', 'local', 'remote');
export const ERROR_SPACES = allOf<Ending['space']>()('unknown', 'transport', 'application');
export const NO_MODEL_REASONS = allOf<NonNullable<ModelSummary['notJudged']>>()(
  "a receiver: the window that matters is the other side's",
  'no window logged',
  'comparing models with it failed',
  'no reduction to compare, and ssthresh not logged or not reached',
);

export const UNNAMED = allOf<NonNullable<ModelSummary['unnamed']>>()(
  'estimate',
  'perhaps-estimate',
  'several-paths',
  'low-fit',
  'few-reductions',
);

export const STREAM_KINDS = allOf<StreamKind>()('client-bidi', 'server-bidi', 'client-uni', 'server-uni');
export const STREAM_ENDS = allOf<StreamRow['end']>()('open', 'fin', 'reset');
export const ABORTS = allOf<StreamAbort['what']>()('reset', 'stop-sending');
export const SIDES_OF_CONNECTION = allOf<StreamAbort['by']>()('local', 'remote');
export const BLOCKED_BY = allOf<StreamRow['blocked'][number]['by']>()('stream', 'connection', 'opening');
export const OUTCOMES = allOf<HttpOutcome>()('open', 'done', 'cancelled', 'reset', 'refused', 'sent');
export const REQUEST_SOURCES = allOf<HttpRow['source']>()('http-events', 'stream-frames');
export const LIFE_PHASES = allOf<LifePhase['phase']>()('initial', 'handshake', 'zero-rtt', 'one-rtt');
export const PATH_REASONS = allOf<PathChange['why']>()(
  'unknown',
  'migration',
  'rebinding',
  'preferred-address',
);
export const LIFE_STEPS = allOf<LifeStepKind>()(
  'started',
  'initial-sent',
  'initial-received',
  'version-negotiation',
  'retry',
  'zero-rtt-sent',
  'zero-rtt-received',
  'handshake-sent',
  'handshake-received',
  'one-rtt-sent',
  'one-rtt-received',
  'keys-available',
  'keys-updated',
  'keys-discarded',
  'address-validated',
  'handshake-complete',
  'handshake-confirmed',
  'path-challenge',
  'path-response',
  'path-changed',
  'closed',
);

export const HOLDERS = allOf<Holder>()(
  'window',
  'pacing',
  'credit',
  'application',
  'nextRequest',
  'handshake',
  'lossDetection',
  'hostStopped',
  'pathStalled',
  'inTransit',
  'sender',
  'notKnown',
  'arriving',
  'dataMissing',
  'ownCredit',
  'firstByte',
  'nothingCame',
  'behindStreams',
);
export const HELD_CAUSES = allOf<Cause>()(
  'startUp',
  'fullPath',
  'cutQueue',
  'cutPoliced',
  'cutBurst',
  'cutRandom',
  'cutTooLarge',
  'cutMarks',
  'cutSpurious',
  'cutUnknown',
  'doesNotGrow',
  'estimateBelow',
  'configured',
  'unknown',
  'windowTooSmall',
  'readerSlow',
  'neverRenewed',
  'certain',
  'inferred',
  'windowNotLogged',
  'outOfOrder',
);

/** Names of holders in digests of earlier versions. */
export type FormerHolderName = 'pacing' | 'anti-amplification';

/** Fixed names in shares of time; written as text. */
export const LIMIT_NAMES = allOf<HolderName | FormerHolderName>()(
  'congestion window',
  'pacing',
  'flow control',
  'application',
  'anti-amplification',
  'handshake',
  'loss detection',
  'not known',
  'pacing rate',
  'next request',
  'this host stopped',
  'nothing comes through',
  'in transit',
  'sender (window not logged)',
  'data arriving',
  'data missing',
  'own credit used up',
  'first byte of a response',
  'nothing came',
  'behind other streams',
);
export const REGION_NAMES = allOf<Region>()('slow start', 'linear', 'Reno-friendly', 'concave', 'convex');
export const RECOVERY_NAMES: readonly string[] = ['recovery', 'outside recovery'];
