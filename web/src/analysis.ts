/** A finished game taken apart, as the server tells it (docs/protocol.md). */

export interface Point {
  after: number;
  n: number;
  by: number | "chance";
  say: string;
  win: number[];
  error: number[];
}

export const GRADES = ["best", "good", "slip", "mistake", "blunder"] as const;
export type Grade = (typeof GRADES)[number];

export interface Decision {
  after: number;
  seat: number;
  say: string;
  better: string;
  value: number;
  best_value: number;
  error: number;
  share: number;
  grade: Grade;
  loss: number;
}

export interface Account {
  seat: number;
  start: number;
  end: number;
  chance: number;
  own: number;
  others: number;
  chance_error: number;
  own_error: number;
  others_error: number;
}

export interface Analysis {
  curve: Point[];
  decisions: Decision[];
  mistakes: Decision[];
  accounts: Account[];
}

/** How often a seat played how well. */
export function counts(decisions: Decision[], seat: number): Record<Grade, number> {
  const found = { best: 0, good: 0, slip: 0, mistake: 0, blunder: 0 };
  for (const decision of decisions) if (decision.seat === seat) found[decision.grade] += 1;
  return found;
}
