/** A refusal in words. What breaks a rule is explained by the rule's paragraph, which the games' words know. */

import { Unreachable, Unwilling } from "../api.ts";
import type { Refusal } from "../protocol.ts";
import { said, t } from "../words.svelte.ts";

export function refusalWords(refusal: Refusal): string {
  const setting = refusal.why === "bad_setup" ? said(`refused.bad_setup.${refusal.about?.option}`) : undefined;
  const byRule = refusal.paragraph ? said(`why.${refusal.paragraph}`) : undefined;
  return setting ?? byRule ?? said(`refused.${refusal.why}`, refusal.about ?? {}) ?? refusal.why;
}

/** Whatever went wrong while asking the server; errors of our own are not hidden. */
export function failureWords(failed: unknown): string {
  if (failed instanceof Unwilling) return refusalWords(failed.refusal);
  if (failed instanceof Unreachable) return t("refused.unreachable");
  throw failed;
}
