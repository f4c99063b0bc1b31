/** Which UDP ports of this machine are open, as Linux lists them (proc(5), /proc/net/udp). */
import { readFile } from 'node:fs/promises';

export interface UdpPort {
  /** Datagrams that were dropped since nobody read them in time. */
  readonly drops: number;
}

/** By port; null where the system has no such list. */
export async function udpPorts(): Promise<ReadonlyMap<number, UdpPort> | null> {
  const texts = await Promise.all(
    ['udp', 'udp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8').catch(() => null)),
  );
  if (texts.every((text) => text === null)) return null;
  const ports = new Map<number, UdpPort>();
  for (const line of texts.flatMap((text) => text?.split('\n').slice(1) ?? [])) {
    const cells = line.trim().split(/\s+/);
    const port = Number.parseInt(cells[1]?.split(':')[1] ?? '', 16);
    if (!Number.isNaN(port)) ports.set(port, { drops: (ports.get(port)?.drops ?? 0) + Number(cells.at(-1)) });
  }
  return ports;
}
