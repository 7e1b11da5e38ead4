/** Every picture on one page, for whoever draws or changes colours: `npm run dev`, then /gallery.html. */

import { mount } from "svelte";
import "../theme.css";
import Gallery from "./Gallery.svelte";

mount(Gallery, { target: document.body });
