/**
 * What the header of an export may say, redacted: the implementation's name from the table of known ones with its dotted
 * version; ids, file name and time of day with their options only. `qlog/write` writes it.
 */
import type { VantagePoint } from '../../../../qlog-schema';
import type { ConnectionFacts } from '../../../input/formats/connection-facts';
import type { SequenceHeader } from '../../../input/formats/write';
import type { ShareOptions } from '../../../reading/contract/share-options';
import { dottedVersion, redactIds, redactName, redactOriginMs } from '../../redaction/redact';

export interface HeaderParts
  extends Pick<SequenceHeader, 'target' | 'fromUs' | 'toUs' | 'carriedForward' | 'range'> {
  readonly info: ConnectionFacts;
  readonly role: VantagePoint;
  readonly options: ShareOptions;
  readonly fileName: string;
  /** Time 0 of the trace as ms since 1970; null where not logged. */
  readonly originMs: number | null;
}

/** `quiche 0.30.1`: name from the table of implementations, and dotted version. */
export function implementationTitle({ implementation, implementationVersion }: ConnectionFacts): string {
  if (implementation === null) return 'range of a QUIC log';
  const version = dottedVersion(implementationVersion ?? '') ?? '';
  // Detection uses another spelling of this name.
  const name = implementation.name === 'quic-trace' ? 'quictrace' : implementation.name;
  return version === '' ? name : `${name} ${version}`;
}

export function redactedHeader(parts: HeaderParts): SequenceHeader {
  const { info, role, options, target, fromUs, toUs, carriedForward, range } = parts;
  const { groupId, odcid } = redactIds(info, options);
  return {
    target,
    role,
    groupId,
    odcid,
    fromUs,
    toUs,
    carriedForward,
    range,
    title: implementationTitle(info),
    simulation: info.simulation ?? [],
    fileName: redactName(parts.fileName, options),
    originMs: redactOriginMs(parts.originMs, options),
  };
}
