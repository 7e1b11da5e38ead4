/** Where we are: the part of the address behind the #, so that no server needs to know it and no log keeps an invite. */

export interface Place {
  /** Words between slashes: ["t", "abc123"]. */
  path: string[];
  query: URLSearchParams;
}

export function read(hash: string): Place {
  const [path = "", query = ""] = hash.replace(/^#?\/?/, "").split("?");
  return { path: path.split("/").filter(Boolean).map(decodeURIComponent), query: new URLSearchParams(query) };
}

class Router {
  place = $state.raw<Place>(read(location.hash));

  constructor() {
    addEventListener("hashchange", () => {
      this.place = read(location.hash);
      scrollTo(0, 0);
    });
  }
}

const router = new Router();

export function place(): Place {
  return router.place;
}

/** The address of a place, for links. */
export function to(...path: string[]): string {
  return `#/${path.map(encodeURIComponent).join("/")}`;
}

export function go(...path: string[]): void {
  location.hash = to(...path);
}

/** The whole address of a place on this server, to be shared. */
export function shared(...path: string[]): string {
  return location.href.split("#")[0] + to(...path);
}
