import { signal } from "@preact/signals";

export type Tab = "playground" | "games" | "big";

export interface Route {
  tab: Tab;
  /** What follows the tab in the address, for the tab to read. */
  rest: string;
}

function read(): Route {
  const [tab, ...rest] = location.hash.replace(/^#\/?/, "").split("/");
  return { tab: tab === "games" || tab === "big" ? tab : "playground", rest: rest.join("/") };
}

/** Where the page is, as the fragment of its address says. */
export const route = signal<Route>(read());
addEventListener("hashchange", () => {
  route.value = read();
});

export function address({ tab, rest }: Route): string {
  return rest ? `#/${tab}/${rest}` : `#/${tab}`;
}

/** Goes somewhere; `replace` leaves no step to come back to. */
export function go(to: Route, replace = false) {
  if (replace) {
    history.replaceState(null, "", address(to));
    route.value = to;
  } else location.hash = address(to);
}
