/** Every key there is: the English files are the list. */

import type coach from "../../../src/brimstone/analysis/languages/en.json";
import type after from "./after/en.json";
import type cards from "./cards/en.json";
import type coal from "./coal/en.json";
import type common from "./common/en.json";
import type dice from "./dice/en.json";
import type learn from "./learn/en.json";

export type Key = keyof (typeof common &
  typeof coal &
  typeof dice &
  typeof cards &
  typeof learn &
  typeof after &
  typeof coach);
