/* Quiet clicks of wood and stone, made on the spot; off by one tap. */

import type { Sound } from './game/state';

interface Tap {
  readonly atMs: number;
  readonly hz: number;
  readonly lengthMs: number;
  readonly loudness: number;
}

const TAPS: Readonly<Record<Sound, readonly Tap[]>> = {
  step: [{ atMs: 0, hz: 420, lengthMs: 60, loudness: 0.22 }],
  take: [
    { atMs: 0, hz: 420, lengthMs: 60, loudness: 0.22 },
    { atMs: 90, hz: 640, lengthMs: 50, loudness: 0.16 },
  ],
  turn: [
    { atMs: 0, hz: 523, lengthMs: 160, loudness: 0.18 },
    { atMs: 150, hz: 659, lengthMs: 240, loudness: 0.18 },
  ],
  refuse: [{ atMs: 0, hz: 150, lengthMs: 90, loudness: 0.16 }],
  end: [
    { atMs: 0, hz: 392, lengthMs: 220, loudness: 0.14 },
    { atMs: 160, hz: 523, lengthMs: 320, loudness: 0.14 },
  ],
};

export class Sounds {
  private context: AudioContext | null = null;

  constructor(private readonly wanted: () => boolean) {}

  play(sound: Sound): void {
    if (!this.wanted()) return;
    const context = this.open();
    if (!context || context.state !== 'running') return;
    TAPS[sound].forEach((tap) => ring(context, tap));
  }

  /** Browsers let a page sound only after it has been touched. */
  wake(): void {
    if (this.wanted()) void this.open()?.resume().catch(() => undefined);
  }

  private open(): AudioContext | null {
    if (this.context) return this.context;
    const Context = window.AudioContext ?? (window as { webkitAudioContext?: typeof AudioContext }).webkitAudioContext;
    if (!Context) return null;
    this.context = new Context();
    return this.context;
  }
}

function ring(context: AudioContext, tap: Tap): void {
  const start = context.currentTime + tap.atMs / 1000;
  const end = start + tap.lengthMs / 1000;
  const tone = context.createOscillator();
  const gain = context.createGain();
  tone.type = 'triangle';
  tone.frequency.setValueAtTime(tap.hz, start);
  tone.frequency.exponentialRampToValueAtTime(tap.hz * 0.6, end);
  gain.gain.setValueAtTime(tap.loudness, start);
  gain.gain.exponentialRampToValueAtTime(0.001, end);
  tone.connect(gain);
  gain.connect(context.destination);
  tone.start(start);
  tone.stop(end);
}
