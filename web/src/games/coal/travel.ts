/** How things get from one place on the table to another: fades for whoever wants no motion. */

import { cubicOut } from "svelte/easing";
import { prefersReducedMotion } from "svelte/motion";
import { crossfade, fade } from "svelte/transition";

/** Pieces go from the oven to the run. */
export const [send, receive] = crossfade({
  duration: () => (prefersReducedMotion.current ? 0 : 360),
  easing: cubicOut,
  fallback: (node) => fade(node, { duration: 160 }),
});
