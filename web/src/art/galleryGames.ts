/** The pictures of dice and cards on one page: `npm run dev`, then /gallery-games.html. */

import { mount } from "svelte";
import "../theme.css";
import GalleryCards from "./GalleryCards.svelte";
import GalleryDice from "./GalleryDice.svelte";

const only = location.hash.slice(1);
if (only !== "cards") mount(GalleryDice, { target: document.body });
if (only !== "dice") mount(GalleryCards, { target: document.body });
