/**
 * Short sounds, made on the spot from tones and noise: nothing is loaded, and each has one meaning.
 *
 * A sound is a list of strokes. Browsers let a page sound only after the first touch or key, so the first may be silent.
 */

import { keep, kept } from "./keep.ts";

interface Stroke {
  /** Seconds after the beginning, and how long. */
  at: number;
  lasts: number;
  /** Hertz at its beginning and end; of noise, where its band lies. */
  from: number;
  to: number;
  wave: OscillatorType | "noise";
  loud: number;
}

const tone = (
  at: number,
  from: number,
  to: number,
  lasts: number,
  loud = 0.2,
  wave: OscillatorType = "triangle",
): Stroke => ({ at, lasts, from, to, wave, loud });
const hiss = (at: number, from: number, to: number, lasts: number, loud = 0.2): Stroke => ({
  at,
  lasts,
  from,
  to,
  wave: "noise",
  loud,
});

const SOUNDS = {
  /** It is my turn: two notes up. */
  turn: [tone(0, 392, 392, 0.12), tone(0.13, 523, 523, 0.2)],
  /** A choice is locked: a bolt. */
  lock: [hiss(0, 2400, 900, 0.05, 0.25), tone(0.03, 160, 110, 0.09, 0.25, "square")],
  /** Sealed choices open together. */
  reveal: [hiss(0, 400, 3200, 0.3, 0.12), tone(0.26, 330, 330, 0.3, 0.14), tone(0.26, 415, 415, 0.3, 0.14)],
  /** A piece of coal turns. */
  coal: [hiss(0, 900, 500, 0.07, 0.35), hiss(0.08, 1400, 700, 0.04, 0.2)],
  /** The devil. */
  devil: [
    tone(0, 220, 70, 0.6, 0.22, "sawtooth"),
    tone(0.05, 233, 66, 0.65, 0.18, "sawtooth"),
    hiss(0, 700, 150, 0.7, 0.25),
  ],
  /** Money changes hands. */
  coin: [tone(0, 1568, 1568, 0.06, 0.12), tone(0.07, 2093, 2093, 0.16, 0.12)],
  /** Somebody stops, and keeps what he has. */
  stop: [tone(0, 330, 247, 0.16, 0.16)],
  /** Dice in a cup. */
  dice: [0, 0.06, 0.11, 0.19, 0.24].map((at, i) => hiss(at, 2600 - 300 * i, 1500, 0.035, 0.22)),
  /** A hand comes down on something. */
  claim: [tone(0, 140, 90, 0.1, 0.3, "sine"), hiss(0, 600, 300, 0.06, 0.2)],
  /** A battle is won. */
  battle: [tone(0, 294, 294, 0.1, 0.16, "square"), tone(0.1, 440, 440, 0.18, 0.14, "square")],
  /** A card is laid. */
  card: [hiss(0, 3200, 1800, 0.06, 0.2)],
  /** A trick is swept up. */
  trick: [hiss(0, 1200, 3600, 0.22, 0.16)],
  /** One little devil more. */
  imp: [tone(0, 740, 520, 0.08, 0.12)],
  /** That cannot be. */
  no: [tone(0, 180, 150, 0.14, 0.2, "square")],
  /** I have won. */
  won: [392, 494, 587, 784].map((pitch, i) => tone(i * 0.13, pitch, pitch, i === 3 ? 0.5 : 0.14, 0.18)),
  /** It is over. */
  over: [tone(0, 392, 392, 0.2, 0.15), tone(0.2, 330, 330, 0.2, 0.15), tone(0.4, 262, 262, 0.4, 0.15)],
} satisfies Record<string, Stroke[]>;

export type Sound = keyof typeof SOUNDS;

let context: AudioContext | undefined;
let noise: AudioBuffer | undefined;

export function muted(): boolean {
  return kept("muted") === "yes";
}

export function mute(silent: boolean): void {
  keep("muted", silent ? "yes" : "no");
}

/** A second of white noise, made once. */
function white(audio: AudioContext): AudioBuffer {
  if (!noise) {
    noise = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
    const samples = noise.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  }
  return noise;
}

function strike(audio: AudioContext, stroke: Stroke): void {
  const begin = audio.currentTime + stroke.at;
  const end = begin + stroke.lasts;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, begin);
  gain.gain.exponentialRampToValueAtTime(stroke.loud, begin + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, end);
  gain.connect(audio.destination);
  if (stroke.wave === "noise") {
    const source = audio.createBufferSource();
    const band = audio.createBiquadFilter();
    source.buffer = white(audio);
    band.type = "bandpass";
    band.frequency.setValueAtTime(stroke.from, begin);
    band.frequency.exponentialRampToValueAtTime(stroke.to, end);
    source.connect(band).connect(gain);
    source.start(begin, 0, stroke.lasts);
  } else {
    const source = audio.createOscillator();
    source.type = stroke.wave;
    source.frequency.setValueAtTime(stroke.from, begin);
    source.frequency.exponentialRampToValueAtTime(stroke.to, end);
    source.connect(gain);
    source.start(begin);
    source.stop(end);
  }
}

export function play(sound: Sound): void {
  if (muted() || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  for (const stroke of SOUNDS[sound]) strike(context, stroke);
}
