/** The connection in one line: what is worth a look. */
import { duration, plural } from '../../../engine/base/text/figures';
import {
  type HandshakeFacts,
  NEVER_COMPLETED,
  neverCompleted,
} from '../../../engine/base/text/handshake-words';
import type { Connectivity, LifeStepKind } from '../../../engine/sender/transport/connectivity/connectivity';

const NO_HANDSHAKE = 'nothing of the handshake is logged';

/** `Handshake 32.4 ms, 1 Retry, keys updated 2 times, closed by the client: H3_NO_ERROR (0x100)`. */
export function connectionWords(life: Connectivity, facts: HandshakeFacts): string {
  const { handshakeUs, amplificationLimited, steps, paths, phases } = life;
  const count = (kind: LifeStepKind): number => steps.filter((step) => step.kind === kind).length;
  const retries = count('retry');
  const updates = count('keys-updated');
  const heldUs = amplificationLimited.reduce((sum, { fromUs, toUs }) => sum + toUs - fromUs, 0);
  const end = steps.find(({ kind }) => kind === 'closed')?.text;
  return [
    handshakeUs > 0 ? `handshake ${duration(handshakeUs)}` : handshakeWords(life, facts),
    count('version-negotiation') > 0 ? 'Version Negotiation' : '',
    retries > 0 ? plural(retries, 'Retry').replace('Retrys', 'Retries') : '',
    phases.some(({ phase }) => phase === 'zero-rtt') ? '0-RTT' : '',
    heldUs > 0 ? `held ${duration(heldUs)} by the amplification limit` : '',
    updates > 0 ? `keys updated ${updates === 1 ? 'once' : `${updates} times`}` : '',
    paths.length > 0 ? `path changed ${paths.length === 1 ? 'once' : `${paths.length} times`}` : '',
    end === undefined ? 'end not logged' : end.charAt(0).toLowerCase() + end.slice(1),
  ]
    .filter((words) => words !== '')
    .join(', ');
}

function handshakeWords({ steps, phases }: Connectivity, facts: HandshakeFacts): string {
  if (neverCompleted(facts)) return `handshake ${NEVER_COMPLETED}`;
  if (steps.some(({ kind }) => kind === 'handshake-complete')) return 'handshake complete';
  return phases.some(({ phase }) => phase !== 'one-rtt')
    ? 'no record shows that the handshake completed'
    : NO_HANDSHAKE;
}
