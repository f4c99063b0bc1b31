/**
 * One direction of a path: losses, a policer, a queue before a limited rate, propagation with jitter, late packets, and delivery on
 * a grid of time. Every packet that is taken is delivered, lost, or under way.
 */
import type { EventQueue, Part } from './event-queue';
import { Policer, RandomLoss, RecordedLoss } from './link-losses';
import { LinkRate } from './link-rate';
import { bytesPerUs, type LinkSettings } from './link-settings';
import type { LinkPacket, Packet, Sink } from './packet';
import { Codel, DropTail, type Queue } from './queues';
import { Random } from './random';

/** Packets inside a delay line of limited length, which both directions share. */
export class PacketLimit {
  inside = 0;
  constructor(readonly limit: number) {}
}

export interface LinkCounts {
  readonly taken: number;
  readonly delivered: number;
  /** At random, by the policer, by the packet limit, by the queue. */
  readonly lost: {
    readonly random: number;
    readonly policed: number;
    readonly limited: number;
    readonly queue: number;
  };
  readonly marked: number;
  readonly deliveredBytes: number;
  /** Under way at the end. */
  readonly inside: number;
}

/** What drops a packet. */
export type Dropper = keyof LinkCounts['lost'];

/** Is called as it becomes known what a link does with a packet. */
export interface LinkWatch<Of extends LinkPacket> {
  dropped(packet: Of, by: Dropper): void;
  /** @param atUs when its last bit is on the line: now or later. */
  leaves(packet: Of, atUs: number): void;
}

const ROOM = 16;

export class Link<Of extends LinkPacket = Packet> implements Sink<Of>, Part {
  readonly #events: EventQueue;
  readonly #id: number;
  readonly #settings: LinkSettings;
  readonly #loss: RandomLoss;
  readonly #recorded: RecordedLoss | null;
  readonly #policer: Policer | null;
  readonly #limit: PacketLimit | null;
  readonly #queue: Queue<Of> | null;
  readonly #random: Random;
  readonly #delayUs: number;
  readonly #jitterUs: number;
  readonly #gridUs: number;
  readonly #phaseUs: number;
  readonly #to: Sink<Of>;
  readonly #watch: LinkWatch<Of> | null;
  /** Packets on the line, a ring in order of arrival. */
  #packets: (Of | undefined)[] = new Array(ROOM);
  #arrivalsUs = new Float64Array(ROOM);
  #head = 0;
  #length = 0;
  #lastArrivalUs = 0;
  /** The last datagram was lost at random. */
  #loses = false;
  #taken = 0;
  #delivered = 0;
  #deliveredBytes = 0;
  #marked = 0;
  readonly #lost = { random: 0, policed: 0, limited: 0, queue: 0 };

  /** @param name of the link, for its random numbers. @param limit shared with the other direction, if the settings have one. */
  constructor(
    events: EventQueue,
    settings: LinkSettings,
    {
      seed,
      name,
      to,
      limit,
      watch = null,
    }: { seed: number; name: string; to: Sink<Of>; limit: PacketLimit | null; watch?: LinkWatch<Of> | null },
  ) {
    this.#events = events;
    this.#id = events.add(this);
    this.#settings = settings;
    this.#to = to;
    this.#watch = watch;
    this.#limit = settings.rateMbit == null ? limit : null;
    this.#loss = new RandomLoss(settings.losses ?? [], new Random(seed, `${name} loss`));
    this.#recorded = settings.recorded === undefined ? null : new RecordedLoss(settings.recorded);
    this.#policer = settings.policer ? new Policer(settings.policer) : null;
    this.#random = new Random(seed, `${name} delay`);
    this.#delayUs = settings.delayMs * 1000;
    this.#jitterUs = (settings.jitterMs ?? 0) * 1000;
    this.#gridUs = (settings.gridMs ?? 0) * 1000;
    this.#phaseUs =
      (settings.gridPhaseMs ?? new Random(seed, 'grid').share() * (settings.gridMs ?? 0)) * 1000;
    this.#queue = this.#queueOf(settings);
  }

  /** What it does with a packet depends on when later ones come: it must get each at its own time, not a burst ahead of it. */
  get looksAtTime(): boolean {
    return this.#limit !== null || this.#queue instanceof Codel;
  }

  get counts(): LinkCounts {
    return {
      taken: this.#taken,
      delivered: this.#delivered,
      deliveredBytes: this.#deliveredBytes,
      marked: this.#marked,
      lost: { ...this.#lost },
      inside: this.#length + (this.#queue?.waiting ?? 0),
    };
  }

  take(packet: Of, atUs: number): void {
    this.#taken++;
    this.#loses = packet.joins ? this.#loses : this.#loss.loses(atUs) || this.#recorded?.loses(atUs) === true;
    if (this.#loses) this.#drop(packet, 'random');
    else if (this.#policer?.drops(packet.sizeBytes, atUs) === true) this.#drop(packet, 'policed');
    else if (this.#limit !== null && this.#limit.inside >= this.#limit.limit) this.#drop(packet, 'limited');
    else {
      if (this.#limit !== null) this.#limit.inside++;
      if (this.#queue === null) this.#depart(packet, atUs);
      else if (!this.#queue.offer(packet, atUs)) this.#drop(packet, 'queue');
    }
  }

  /** Delivers what has arrived. */
  fire(nowUs: number): void {
    while (this.#length > 0 && this.#arrivalsUs[this.#head] <= nowUs) {
      const packet = this.#packets[this.#head] as Of;
      this.#packets[this.#head] = undefined;
      this.#head = (this.#head + 1) & (this.#packets.length - 1);
      this.#length--;
      this.#delivered++;
      this.#deliveredBytes += packet.sizeBytes;
      if (packet.isMarked) this.#marked++;
      if (this.#limit !== null) this.#limit.inside--;
      this.#to.take(packet, nowUs);
    }
    if (this.#length > 0) this.#events.schedule(this.#id, this.#arrivalsUs[this.#head]);
  }

  #drop(packet: Of, by: Dropper): void {
    this.#lost[by]++;
    this.#watch?.dropped(packet, by);
  }

  #queueOf({
    rateMbit,
    rateSteps = [],
    bufferBytes = null,
    bucketBytes = 0,
    queue,
    ecn = null,
  }: LinkSettings): Queue<Of> | null {
    if (rateMbit == null) return null;
    const rate = new LinkRate(rateMbit, rateSteps);
    const leave = (packet: Of, atUs: number): void => this.#depart(packet, atUs);
    const drop = (packet: Of): void => this.#drop(packet, 'queue');
    if (queue === 'codel') return new Codel(this.#events, rate, bufferBytes, ecn !== null, { leave, drop });
    const creditUs = bucketBytes > 0 && rateMbit > 0 ? bucketBytes / bytesPerUs(rateMbit) : 0;
    return new DropTail(rate, bufferBytes, ecn === null ? null : ecn.aboveMs, leave, creditUs);
  }

  /** The packet's last bit is on the line. */
  #depart(packet: Of, atUs: number): void {
    this.#watch?.leaves(packet, atUs);
    const jitterUs = this.#jitterUs > 0 ? this.#random.share() * this.#jitterUs : 0;
    const { reordering } = this.#settings;
    const isHeldBack = reordering ? this.#random.chance(reordering.share) : false;
    let arrivalUs = atUs + this.#delayAt(atUs) + jitterUs;
    if (isHeldBack) arrivalUs += (reordering?.delayMs ?? 0) * 1000;
    if (this.#gridUs > 0)
      arrivalUs = this.#phaseUs + Math.ceil((arrivalUs - this.#phaseUs) / this.#gridUs) * this.#gridUs;
    arrivalUs = this.#heldUntilUs(arrivalUs);
    if (!isHeldBack) {
      arrivalUs = Math.max(arrivalUs, this.#lastArrivalUs);
      this.#lastArrivalUs = arrivalUs;
    }
    this.#insert(packet, arrivalUs);
  }

  #delayAt(atUs: number): number {
    const step = this.#settings.delaySteps?.findLast(({ fromMs }) => fromMs * 1000 <= atUs);
    return step === undefined ? this.#delayUs : step.delayMs * 1000;
  }

  #heldUntilUs(arrivalUs: number): number {
    const hold = this.#settings.holds?.find(
      ({ fromMs, toMs }) => arrivalUs >= fromMs * 1000 && arrivalUs < toMs * 1000,
    );
    return hold === undefined ? arrivalUs : hold.toMs * 1000;
  }

  #insert(packet: Of, arrivalUs: number): void {
    if (this.#length === this.#packets.length) this.#grow();
    const mask = this.#packets.length - 1;
    let at = this.#length++;
    // One that was held back comes after later ones; one that was not, before those that were.
    while (at > 0) {
      const before = (this.#head + at - 1) & mask;
      if (this.#arrivalsUs[before] <= arrivalUs) break;
      this.#arrivalsUs[(this.#head + at) & mask] = this.#arrivalsUs[before];
      this.#packets[(this.#head + at) & mask] = this.#packets[before];
      at--;
    }
    this.#arrivalsUs[(this.#head + at) & mask] = arrivalUs;
    this.#packets[(this.#head + at) & mask] = packet;
    if (at === 0) this.#events.schedule(this.#id, arrivalUs);
  }

  #grow(): void {
    const before = this.#packets.length;
    const packets: (Of | undefined)[] = new Array(2 * before);
    const arrivalsUs = new Float64Array(2 * before);
    for (let i = 0; i < before; i++) {
      const from = (this.#head + i) & (before - 1);
      packets[i] = this.#packets[from];
      arrivalsUs[i] = this.#arrivalsUs[from];
    }
    this.#packets = packets;
    this.#arrivalsUs = arrivalsUs;
    this.#head = 0;
  }
}
