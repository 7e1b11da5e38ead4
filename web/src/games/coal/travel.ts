/** How things get from one place on the table to another: fades for whoever wants no motion. */

import { backOut, cubicOut } from "svelte/easing";
import { prefersReducedMotion } from "svelte/motion";
import { crossfade, fade, type TransitionConfig } from "svelte/transition";

/** Pieces go from the oven to the run. */
export const [send, receive] = crossfade({
  duration: () => (prefersReducedMotion.current ? 0 : 360),
  easing: cubicOut,
  fallback: (node) => fade(node, { duration: 160 }),
});

/** Pieces fall into the oven when a round begins; whoever comes to a table finds them lying there. */
export function drop(_: Element, { delay }: { delay: number }): TransitionConfig {
  const far = prefersReducedMotion.current ? 0 : 140;
  return {
    delay,
    duration: 380,
    easing: backOut,
    css: (t) => `opacity: ${t}; transform: translateY(${(t - 1) * far}%)`,
  };
}
