/** What is known of a connection beside its rows. */
import { effectsOf, quirksOf } from '../../../../qlog-schema';
import type { ConnectionFacts } from '../connection-facts';
import type { ConnectionIds } from './connection-ids';

const REASON = 'its lines are those of NGINX’s debug log';
/** Angie, freenginx and OpenResty are made of it, and write its lines. */
const NAME = 'nginx';

const QUIRKS = quirksOf({
  implementation: NAME,
  implementationVersion: null,
  family: 'unknown',
  range: null,
});
const EFFECTS = effectsOf(QUIRKS);

/** @param server as it names itself, `nginx/1.28.3`; null where the log does not say it. */
export function factsOf(index: number, { original }: ConnectionIds, server: string | null): ConnectionFacts {
  const [name = NAME, version = null] = server?.split('/') ?? [];
  const named = name === NAME || version === null ? version : `${version} (${name})`;
  return {
    index,
    headerAssumed: false,
    title: null,
    vantagePoint: 'server',
    version: 'NGINX debug log',
    groupId: null,
    odcid: original,
    implementation: { name: NAME, version: named, guessed: false, reason: REASON },
    implementationVersion: named,
    quirks: QUIRKS,
    effects: EFFECTS,
  };
}
