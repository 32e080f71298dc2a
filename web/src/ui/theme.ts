import { effect, signal } from "@preact/signals";

export type Theme = "auto" | "light" | "dark";
const KEY = "retrograde-theme";

function stored(): Theme {
  try {
    const value = localStorage.getItem(KEY);
    return value === "light" || value === "dark" ? value : "auto";
  } catch {
    return "auto"; // A page opened from disk may have no storage.
  }
}

/** Light or dark; `auto` follows the system. */
export const theme = signal<Theme>(stored());

effect(() => {
  const value = theme.value;
  if (value === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = value;
  try {
    localStorage.setItem(KEY, value);
  } catch {
    // It is not kept then.
  }
});

export function isDark(): boolean {
  return theme.value === "dark" || (theme.value === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
}

export function switchTheme() {
  theme.value = isDark() ? "light" : "dark";
}
