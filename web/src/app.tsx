import { api, given } from "./api/client.ts";
import { Big } from "./big/big.tsx";
import { Games } from "./games/games.tsx";
import { Playground } from "./playground/playground.tsx";
import { address, route, type Tab } from "./route.ts";
import { Help, helpOpen } from "./ui/help.tsx";
import { Icon } from "./ui/icon.tsx";
import { isDark, switchTheme } from "./ui/theme.ts";
import { Toasts } from "./ui/toast.tsx";

const TABS: { tab: Tab; title: string }[] = [
  { tab: "playground", title: "Playground" },
  { tab: "games", title: "Games" },
  { tab: "big", title: "Big graphs" },
];

export function App() {
  const { tab } = route.value;
  return (
    <>
      <header class="top">
        <a class="wordmark" href={address({ tab: "playground", rest: "" })}>
          <span class="mark" aria-hidden="true" />
          Retrograde
        </a>
        {api.solves ? (
          <nav aria-label="Parts">
            {TABS.map((part) => (
              <a
                key={part.tab}
                href={address({ tab: part.tab, rest: "" })}
                aria-current={part.tab === tab ? "page" : undefined}
              >
                {part.title}
              </a>
            ))}
          </nav>
        ) : (
          <span class="given-name">{given?.title}</span>
        )}
        <span class="spring" />
        <button
          type="button"
          class="quiet"
          onClick={switchTheme}
          title={isDark() ? "Light colours" : "Dark colours"}
          aria-label={isDark() ? "Light colours" : "Dark colours"}
        >
          <Icon name={isDark() ? "sun" : "moon"} />
        </button>
        <button
          type="button"
          class="quiet"
          onClick={() => {
            helpOpen.value = true;
          }}
          title="Keyboard and help (?)"
          aria-label="Keyboard and help"
        >
          <Icon name="help" />
        </button>
      </header>
      {tab === "playground" || !api.solves ? <Playground /> : tab === "games" ? <Games /> : <Big />}
      <Toasts />
      <Help />
    </>
  );
}
