/* What is known of a game over the net, board aside: the fold of its events, who is there, whose turn it is, what
 * the clocks show, and what may be asked of the server. */

import type { Side } from '../../core/types';
import type { NetClient, PresenceTell } from '../../net/client';
import { NetRefused } from '../../net/client';
import type { Declined, NetGame } from '../../net/fold';
import { isPlaying, seatOf, timeLeft } from '../../net/fold';
import type { Command, Phrase, Player, Refusal, Rematch } from '../../net/protocol';
import type { Trouble } from '../../net/rest';

/** Something that is told once, until the next tap. */
export type NetNotice =
  | { readonly kind: 'plan-dropped' | 'draft-lost' | 'damaged' }
  | { readonly kind: 'refused'; readonly why: Pick<Trouble, 'reason'>; readonly what?: Command['do'] | undefined };

export type ViewClient = Pick<
  NetClient,
  'watch' | 'command' | 'serverNow' | 'subscribe' | 'state' | 'you' | 'isPending' | 'storageAway' | 'lagMs' | 'old' | 'line' | 'nudge'
>;

export interface ViewServices {
  readonly client: ViewClient;
  /** Becomes somebody before the first act; null, or why the server would not. */
  readonly ensurePlayer: () => Promise<{ readonly why: Pick<Trouble, 'reason'> } | null>;
  /** Milliseconds from any fixed moment. */
  readonly now: () => number;
}

type CommandSaid = Parameters<NetClient['command']>[0];
/** What a side says that needs no more words. */
export type Answer = 'draw' | 'decline-draw' | 'takeback' | 'decline-takeback' | 'resign' | 'abort' | 'claim' | 'decline-rematch';

export abstract class NetView {
  game: NetGame | null = null;
  presence: PresenceTell | null = null;
  /** Why it cannot be watched. */
  fault: Refusal | null = null;
  notice: NetNotice | null = null;
  /** When the presence was told, by `now`. */
  private presenceAt = 0;
  private readonly listeners = new Set<() => void>();
  private readonly ends: (() => void)[] = [];

  protected constructor(
    readonly id: string,
    private readonly around: ViewServices,
  ) {}

  /** The side that begins, once that is known. */
  protected abstract firstSide(): Side | null;
  /** The server would not; `notice` says why. */
  protected abstract refused(why: Pick<Trouble, 'reason'>, what?: Command['do']): void;

  close(): void {
    this.ends.forEach((end) => end());
    this.ends.length = 0;
  }

  /** Ends with the table. */
  onClose(end: () => void): void {
    this.ends.push(end);
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  protected tell(): void {
    this.listeners.forEach((listener) => listener());
  }

  protected takePresence(presence: PresenceTell): void {
    this.presence = presence;
    this.presenceAt = this.around.now();
    this.tell();
  }

  protected takeFault(why: Refusal): void {
    this.fault = why;
    this.tell();
  }

  get client(): ViewClient {
    return this.around.client;
  }

  get connected(): boolean {
    return this.client.state === 'open';
  }

  /** Where one sits; null: one watches. */
  get seat(): Side | null {
    return this.game ? seatOf(this.game, this.client.you?.id) : null;
  }

  /** Who sits there. */
  player(side: Side): Player | null {
    return this.game?.players[side] ?? null;
  }

  get playing(): boolean {
    return this.game !== null && isPlaying(this.game);
  }

  get over(): boolean {
    return this.game?.end != null;
  }

  /** The side to move by the events alone; null once the game is over or while it waits. */
  get toMove(): Side | null {
    if (!this.playing || !this.game) return null;
    const last = this.game.turns[this.game.turns.length - 1];
    if (!last) return this.firstSide();
    return last.side === 'white' ? 'black' : 'white';
  }

  /** What the clock of a side shows; null without a clock. */
  left(side: Side): number | null {
    return this.game ? timeLeft(this.game, side, this.toMove, this.client.serverNow()) : null;
  }

  /** That side's clock runs. */
  runs(side: Side): boolean {
    return this.game?.running === true && this.toMove === side;
  }

  /** How long a side has been away; 0 while it is here or there is none. */
  awayMs(side: Side): number {
    const there = this.presence?.[side];
    if (!there || there.here || !this.game?.players[side]) return 0;
    return there.away_ms + this.around.now() - this.presenceAt;
  }

  get mayAskBack(): boolean {
    const { game, seat } = this;
    return this.playing && seat !== null && game !== null && game.takeback === null && !this.declinedMe('takeback')
      && game.turns.some((turn) => turn.side === seat) && this.connected;
  }

  /** Once the other side has said no, one asks again only after a turn. */
  get mayOfferDraw(): boolean {
    return this.playing && this.seat !== null && this.game?.draw === null && !this.declinedMe('draw') && this.connected;
  }

  private declinedMe(what: Declined['what']): boolean {
    const declined = this.game?.declined;
    return declined?.what === what && declined.side !== this.seat;
  }

  /** Before both have made a turn the game can be given up without a result. */
  get mayAbort(): boolean {
    return this.playing && this.game?.underWay === false;
  }

  isPending(what: Command['do']): boolean {
    return this.client.isPending(this.id, what);
  }

  // --- what somebody says -------------------------------------------------------------------------------------

  /** Says something to the server that it may refuse. */
  private ask(command: CommandSaid): void {
    this.notice = null;
    this.client.command(command, this.seat).catch((error: unknown) => {
      if (!(error instanceof NetRefused)) throw error;
      this.refused(error.why, command.do);
    });
    this.tell();
  }

  /** What a side says to an offer or a question of the other, or asks itself. */
  say(what: Answer): void {
    // A turn that crosses it leaves nothing to give back: it must not become a question of one's own.
    this.ask(what === 'takeback' ? { do: what, game: this.id, ply: this.game?.turns.length ?? 0 } : { do: what, game: this.id });
  }

  phrase(phrase: Phrase): void {
    this.ask({ do: 'phrase', phrase, game: this.id });
  }

  rematch(rematch: Rematch): void {
    this.ask({ do: 'rematch', rematch, game: this.id });
  }

  /** Takes the free seat. */
  async sit(side?: Side): Promise<void> {
    const trouble = await this.around.ensurePlayer();
    if (trouble) {
      this.refused(trouble.why);
      return;
    }
    if (this.seat) return;
    this.notice = null;
    try {
      await this.client.command({ do: 'sit', game: this.id, ...(side && { side }) }, null);
    } catch (error) {
      if (!(error instanceof NetRefused)) throw error;
      // Said twice after a break it is one's own by now.
      if (!this.seat) this.refused(error.why);
    }
    this.tell();
  }
}
